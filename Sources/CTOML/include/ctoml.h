#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads TOML 1.0 text, UTF-8 with or without a byte order mark.
///
/// Returns 0 and, in `*out`, the document as JSON text; or 1 and, in `*out`, `line:column: message`.
/// Every TOML value becomes {"l": line, "c": column, "t": type, "v": value}, so that a mistake can be named by its
/// place. Types are `text`, `integer`, `number` (as text), `bool`, `moment` (date or time, as text), `list` and
/// `table`. A table's value is an object; each of its members is {"l": line, "c": column, "n": node}, the place being
/// the key's. Keys come in no useful order.
///
/// Nesting over 16 is refused, so neither side needs much stack. `*out` is NUL-terminated, never NULL on 0 or 1, and
/// freed by `ctoml_free`. Returns 2 when memory is short.
int ctoml_parse(const char *text, size_t length, char **out);

/// Frees what `ctoml_parse` gave.
void ctoml_free(char *out);

#ifdef __cplusplus
}
#endif
