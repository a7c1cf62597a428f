#pragma once
#include <stddef.h>
#include <stdint.h>

// System calls that Swift cannot spell: variadic, missing from Glibc's module, or without a libc wrapper.
// Each returns what the call returns: -1 with errno set on failure.

/// renameat2(2) with RENAME_EXCHANGE: both names exist before and after, with their contents exchanged.
int linux_rename_exchange(int left_directory, const char *left, int right_directory, const char *right);

/// renameat2(2) with RENAME_NOREPLACE: EEXIST when the new name is taken.
int linux_rename_noreplace(int old_directory, const char *old_name, int new_directory, const char *new_name);

/// openat(2) with a mode.
int linux_openat(int directory, const char *path, int flags, unsigned mode);

/// ioctl(2) with FICLONE: the target shares all blocks of the source.
int linux_clone(int source, int target);

/// copy_file_range(2) from and to the current positions; 0 at the end of the source.
long linux_copy_range(int source, int target, size_t count);

/// syncfs(2): flushes the file system that holds this descriptor.
int linux_syncfs(int descriptor);

/// getrlimit(2) and setrlimit(2): raises the limit of open files as far as allowed and returns it.
long linux_raise_open_files(void);

/// fcntl(2) with an integer argument.
int linux_fcntl(int descriptor, int command, long argument);

/// strerrordesc_np(3): the words for an error number, in English and safe with threads; NULL when unknown.
const char *linux_error_text(int error);

/// ioctl(2) with TIOCGWINSZ: the terminal's size in characters.
int linux_terminal_size(int descriptor, int *columns, int *rows);

/// Gives SIGPIPE a handler that does nothing, so that write(2) fails with EPIPE. Unlike SIG_IGN it is not inherited by
/// programs that are started.
void linux_survive_broken_pipes(void);

/// pipe2(2), closed on exec and non-blocking.
int linux_signal_pipe(int ends[2]);

/// Writes the number of each signal that comes, as one byte, to a non-blocking pipe. Signals that are ignored now stay
/// ignored. With `exit_on_second` >= 0 the second signal but SIGHUP ends the process with that code inside the handler;
/// one within 250 ms of the first is the same one: a terminal and a wrapper such as timeout(1) both deliver a Ctrl-C.
void linux_watch_signals(const int *signals, int count, int pipe, int exit_on_second);
