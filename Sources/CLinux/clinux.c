#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <time.h>
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

int linux_clone(int source, int target) { return ioctl(target, FICLONE, source); }

long linux_copy_range(int source, int target, size_t count) {
    return copy_file_range(source, NULL, target, NULL, count, 0);
}

int linux_syncfs(int descriptor) { return syncfs(descriptor); }

long linux_raise_open_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    struct rlimit raised = {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
    if (raised.rlim_cur > 65536) raised.rlim_cur = 65536;
    if (raised.rlim_cur > limit.rlim_cur && setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    return limit.rlim_cur > 65536 ? 65536 : (long)limit.rlim_cur;
}

int linux_fcntl(int descriptor, int command, long argument) { return fcntl(descriptor, command, argument); }

const char *linux_error_text(int error) { return strerrordesc_np(error); }

int linux_terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

static void nothing(int signal) { (void)signal; }

void linux_survive_broken_pipes(void) {
    struct sigaction action = {.sa_handler = nothing, .sa_flags = SA_RESTART};
    sigaction(SIGPIPE, &action, NULL);
}

int linux_signal_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

// A handler has no context argument, so these are what it finds its way by.
static volatile sig_atomic_t signal_pipe = -1;
static volatile sig_atomic_t signal_exit = -1;
static atomic_llong first_stop = 0;

static long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

static void hear(int number) {
    int saved = errno;
    if (number != SIGHUP && signal_exit >= 0) {
        long long now = milliseconds();
        long long first = 0;
        if (!atomic_compare_exchange_strong(&first_stop, &first, now) && now - first >= 250) _exit(signal_exit);
    }
    unsigned char byte = (unsigned char)number;
    // A full pipe has news enough already.
    ssize_t written = write(signal_pipe, &byte, 1);
    (void)written;
    errno = saved;
}

void linux_watch_signals(const int *signals, int count, int pipe, int exit_on_second) {
    signal_pipe = pipe;
    signal_exit = exit_on_second;
    first_stop = 0;
    sigset_t heard;
    sigemptyset(&heard);
    struct sigaction action = {.sa_handler = hear, .sa_flags = SA_RESTART};
    for (int i = 0; i < count; i++) {
        struct sigaction before;
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
        sigaction(signals[i], &action, NULL);
        sigaddset(&heard, signals[i]);
    }
    // Whoever started us may have blocked them, as the threads of a pool do.
    pthread_sigmask(SIG_UNBLOCK, &heard, NULL);
}
