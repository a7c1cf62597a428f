#pragma once
#include <sqlite3.h>

// Swift cannot spell SQLITE_TRANSIENT (a function pointer made of -1) nor call C variadic functions, so each use gets
// one named door. Nothing else belongs in this file: no logic, no defaults.

/// Reads from the open database file itself, past the log, through SQLite's own handle: a second descriptor that is
/// closed would drop the process's locks on the file (POSIX advisory locks).
static inline int sqlite_read_file(sqlite3 *handle, void *buffer, int count, sqlite3_int64 offset) {
    sqlite3_file *file = 0;
    int result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (result != SQLITE_OK) return result;
    if (!file || !file->pMethods) return SQLITE_CANTOPEN;
    return file->pMethods->xRead(file, buffer, count, offset);
}

/// sqlite3_bind_text with a private copy of the bytes.
static inline int sqlite_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

/// sqlite3_bind_blob64 with a private copy of the bytes.
static inline int sqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// sqlite3_db_config for the options that take a switch.
static inline int sqlite_set_switch(sqlite3 *handle, int option, int on) {
    return sqlite3_db_config(handle, option, on, (int *)0);
}
