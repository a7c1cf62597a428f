#define _GNU_SOURCE
#include "clinux.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int linux_rename_exchange(int left_directory, const char *left, int right_directory, const char *right) {
    return renameat2(left_directory, left, right_directory, right, RENAME_EXCHANGE);
}

int linux_rename_noreplace(int old_directory, const char *old_name, int new_directory, const char *new_name) {
    return renameat2(old_directory, old_name, new_directory, new_name, RENAME_NOREPLACE);
}

int linux_openat(int directory, const char *path, int flags, unsigned mode) {
    return openat(directory, path, flags, mode);
}

int linux_syncfs(int descriptor) { return syncfs(descriptor); }

int linux_fcntl(int descriptor, int command, long argument) { return fcntl(descriptor, command, argument); }

const char *linux_error_text(int error) { return strerrordesc_np(error); }
