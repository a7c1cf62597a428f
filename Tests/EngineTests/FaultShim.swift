import FoundationEssentials
import SyncPlatform
import TestSupport

/// Meets the built program's system calls: kills it before the nth one, or lets some of them fail.
///
/// A library of a few lines of C, compiled for the test and put before the C library by `LD_PRELOAD`. It counts over all
/// threads, so that every step between two calls can be tried one after the other, which no tracer does.
struct FaultShim: Sendable {
    let library: String
    private let folder: String
    private let isWithoutExchange: Bool

    /// What is done at a step.
    enum Fault: Sendable {
        case kill
        /// The call fails with this `errno` and does nothing.
        case fail(Int32)
        /// A write takes half of the bytes, or the only one.
        case short
        /// Nothing: the steps are only written down.
        case none

        fileprivate var word: String {
            switch self {
            case .kill: "kill"
            case .fail(let errno): "\(errno)"
            case .short: "short"
            case .none: "none"
            }
        }
    }

    /// Which calls count: those of the named kinds (`rename`, `exchange`, `flush`, `remove`, `make`, `write`, `read`) whose path
    /// ends with one of ``paths`` or lies below it; empty means all.
    struct Steps: Sendable {
        var kinds: [String]
        var paths: [String] = []
        /// From 1; nil for each of them.
        var number: Int?
    }

    /// With `withoutExchange` no two names can be exchanged, whatever else the fault is.
    init(in scratch: Directory, withoutExchange: Bool = false) async throws {
        isWithoutExchange = withoutExchange
        folder = scratch.path
        library = "\(scratch.path)/fault.so"
        try Data(Self.source.utf8).write(to: URL(filePath: "\(scratch.path)/fault.c"))
        let command = "cc -shared -fPIC -O1 -o '\(library)' '\(scratch.path)/fault.c' -ldl"
        _ = try await Lane("cc").run { try Site.shell(command) }
    }

    /// The environment of a program that is to meet the fault.
    func environment(_ steps: Steps, _ fault: Fault, log: String? = nil) -> [String: String] {
        var variables = [
            "LD_PRELOAD": library, "FAULT_KINDS": steps.kinds.joined(separator: ","), "FAULT_DO": fault.word,
            "FAULT_PATHS": steps.paths.joined(separator: ","), "FAULT_NUMBER": "\(steps.number ?? 0)",
        ]
        if isWithoutExchange { variables["FAULT_NO_EXCHANGE"] = "1" }
        if let log { variables["FAULT_LOG"] = "\(folder)/\(log)" }
        return variables
    }

    /// The steps that were written down: kind and path of each, ` -> ` and the new path after a rename. A flush of a whole
    /// file system is called `syncfs`.
    func steps(log: String) throws -> [String] {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(log)") else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <signal.h>
        #include <stdarg.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        static atomic_int count;

        static int is_listed(const char *list, const char *word, int as_path) {
            while (list && *list) {
                size_t length = strcspn(list, ",");
                size_t all = strlen(word);
                if (!as_path && all == length && memcmp(word, list, length) == 0) return 1;
                if (as_path)
                    for (const char *at = word; (at = strchr(at, '/')); at++)
                        if (strncmp(at + 1, list, length) == 0 && (at[1 + length] == 0 || at[1 + length] == '/')) return 1;
                list += length;
                if (*list == ',') list++;
            }
            return 0;
        }

        static void locate(char path[8192], int folder, const char *name) {
            char link[64];
            size_t length = 0;
            if (!name || name[0] != '/') {
                snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
                ssize_t found = readlink(link, path, 4096);
                length = found > 0 ? (size_t)found : 0;
            }
            if (name) snprintf(path + length, 8192 - length, "%s%s", length ? "/" : "", name);
            else path[length] = 0;
        }

        // 0 to go on, -1 to take half, else the errno to fail with.
        static int step_to(const char *kind, int folder, const char *name, int to, const char *target) {
            const char *kinds = getenv("FAULT_KINDS"), *paths = getenv("FAULT_PATHS"), *what = getenv("FAULT_DO");
            if (!kinds || !what || !is_listed(kinds, strcmp(kind, "syncfs") ? kind : "flush", 0)) return 0;
            char path[8192] = "";
            locate(path, folder, name);
            if (paths && *paths && !is_listed(paths, path, 1)) return 0;
            int number = atomic_fetch_add(&count, 1) + 1, wanted = atoi(getenv("FAULT_NUMBER"));
            const char *log = getenv("FAULT_LOG");
            if (log) {
                char line[16500], other[8192] = "";
                if (target) locate(other, to, target);
                int size = snprintf(line, sizeof line, "%s %s%s%s\n", kind, path, target ? " -> " : "", other);
                long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
                syscall(SYS_write, file, line, size);
                syscall(SYS_close, file);
            }
            if (wanted && wanted != number) return 0;
            if (strcmp(what, "kill") == 0) {
                kill(getpid(), SIGKILL);
                for (;;) pause();
            }
            return strcmp(what, "short") == 0 ? -1 : atoi(what);
        }
        static int step(const char *kind, int folder, const char *name) { return step_to(kind, folder, name, 0, NULL); }

        static int is_making(int folder, const char *name, int flags) {
            return flags & O_CREAT && (flags & O_EXCL || faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0);
        }

        #define GUARD(kind, folder, name) \
            do { int error = step(kind, folder, name); if (error > 0) { errno = error; return -1; } } while (0)
        #define GUARD_RENAME(kind, folder, name, to, target) \
            do { int error = step_to(kind, folder, name, to, target); if (error > 0) { errno = error; return -1; } } while (0)
        #define GUARD_WRITE(file, size) \
            do { \
                int error = step("write", file, NULL); \
                if (error > 0) { errno = error; return -1; } \
                if (error < 0 && size > 1) size /= 2; \
            } while (0)
        #define REAL(result, name, ...) \
            static result (*real)(__VA_ARGS__); \
            if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

        int rename(const char *from, const char *to) {
            REAL(int, rename, const char *, const char *);
            GUARD_RENAME("rename", AT_FDCWD, from, AT_FDCWD, to);
            return real(from, to);
        }
        int renameat(int a, const char *from, int b, const char *to) {
            REAL(int, renameat, int, const char *, int, const char *);
            GUARD_RENAME("rename", a, from, b, to);
            return real(a, from, b, to);
        }
        int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
            REAL(int, renameat2, int, const char *, int, const char *, unsigned);
            if (flags & RENAME_EXCHANGE && getenv("FAULT_NO_EXCHANGE")) {
                errno = EINVAL;
                return -1;
            }
            GUARD_RENAME(flags & RENAME_EXCHANGE ? "exchange" : "rename", a, from, b, to);
            return real(a, from, b, to, flags);
        }
        int fsync(int file) {
            REAL(int, fsync, int);
            GUARD("flush", file, NULL);
            return real(file);
        }
        int fdatasync(int file) {
            REAL(int, fdatasync, int);
            GUARD("flush", file, NULL);
            return real(file);
        }
        int syncfs(int file) {
            REAL(int, syncfs, int);
            GUARD("syncfs", file, NULL);
            return real(file);
        }
        int unlink(const char *name) {
            REAL(int, unlink, const char *);
            GUARD("remove", AT_FDCWD, name);
            return real(name);
        }
        int unlinkat(int folder, const char *name, int flags) {
            REAL(int, unlinkat, int, const char *, int);
            GUARD("remove", folder, name);
            return real(folder, name, flags);
        }
        int mkdirat(int folder, const char *name, mode_t mode) {
            REAL(int, mkdirat, int, const char *, mode_t);
            if (is_making(folder, name, O_CREAT)) GUARD("make", folder, name);
            return real(folder, name, mode);
        }
        int openat(int folder, const char *name, int flags, ...) {
            REAL(int, openat, int, const char *, int, mode_t);
            mode_t mode = 0;
            if (flags & (O_CREAT | O_TMPFILE)) {
                va_list list;
                va_start(list, flags);
                mode = va_arg(list, mode_t);
                va_end(list);
            }
            if (is_making(folder, name, flags)) GUARD("make", folder, name);
            return real(folder, name, flags, mode);
        }
        int open64(const char *name, int flags, ...) {
            REAL(int, open64, const char *, int, mode_t);
            mode_t mode = 0;
            if (flags & (O_CREAT | O_TMPFILE)) {
                va_list list;
                va_start(list, flags);
                mode = va_arg(list, mode_t);
                va_end(list);
            }
            if (is_making(AT_FDCWD, name, flags)) GUARD("make", AT_FDCWD, name);
            return real(name, flags, mode);
        }
        int ftruncate64(int file, off64_t size) {
            REAL(int, ftruncate64, int, off64_t);
            GUARD("write", file, NULL);
            return real(file, size);
        }
        int ftruncate(int file, off_t size) {
            REAL(int, ftruncate, int, off_t);
            GUARD("write", file, NULL);
            return real(file, size);
        }
        ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t size, unsigned flags) {
            REAL(ssize_t, copy_file_range, int, off64_t *, int, off64_t *, size_t, unsigned);
            GUARD_WRITE(out, size);
            return real(in, from, out, to, size, flags);
        }
        int symlinkat(const char *target, int folder, const char *name) {
            REAL(int, symlinkat, const char *, int, const char *);
            GUARD("make", folder, name);
            return real(target, folder, name);
        }
        ssize_t pread64(int file, void *bytes, size_t size, off64_t offset) {
            REAL(ssize_t, pread64, int, void *, size_t, off64_t);
            GUARD("read", file, NULL);
            return real(file, bytes, size, offset);
        }
        ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
            REAL(ssize_t, pread, int, void *, size_t, off_t);
            GUARD("read", file, NULL);
            return real(file, bytes, size, offset);
        }
        ssize_t write(int file, const void *bytes, size_t size) {
            REAL(ssize_t, write, int, const void *, size_t);
            if (file > 2) GUARD_WRITE(file, size);
            return real(file, bytes, size);
        }
        ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
            REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
            GUARD_WRITE(file, size);
            return real(file, bytes, size, offset);
        }
        ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
            REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
            GUARD_WRITE(file, size);
            return real(file, bytes, size, offset);
        }
        """#
}
