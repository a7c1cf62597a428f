#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads TOML 1.0 text.
///
/// Returns 0 and, in `*out`, the document as JSON text; or 1 and, in `*out`, `line:column: message`.
/// Every TOML value becomes {"l": line, "c": column, "v": value} so that a mistake can be named by its place;
/// a date or time becomes its text. `*out` is NUL-terminated, never NULL on 0 or 1, and freed by `ctoml_free`.
/// Returns 2 when memory is short.
int ctoml_parse(const char *text, size_t length, char **out);

/// Frees what `ctoml_parse` gave.
void ctoml_free(char *out);

#ifdef __cplusplus
}
#endif
