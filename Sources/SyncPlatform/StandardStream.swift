import CLinux
import Glibc

/// Standard output or standard error. Writing never fails for the caller: a closed or full stream loses its text, and
/// the work goes on.
public enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Makes the process safe to write and to open files, before anything else does: descriptors 0 to 2 that are
    /// closed become `/dev/null`, so that no file ever gets their numbers, and a reader that goes away is an error of
    /// `write` instead of a signal that kills.
    public static func prepare() {
        // The lowest free number is taken first, so the loop fills 0, then 1, then 2.
        for number: Int32 in 0...2 where linux_fcntl(number, F_GETFD, 0) < 0 {
            let opened = linux_openat(AT_FDCWD, "/dev/null", number == 0 ? O_RDONLY : O_RDWR, 0)
            if opened > 2 { close(opened) }
        }
        linux_survive_broken_pipes()
    }

    /// Writes all of the text, or as much as the stream takes before it fails for good.
    public func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(rawValue, rest.baseAddress, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                } else if errno == EAGAIN {
                    // Some other program made the shared terminal or pipe non-blocking.
                    var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                    poll(&waiting, 1, -1)
                } else if errno != EINTR {
                    return
                }
            }
        }
    }

    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Columns and rows of the terminal at this moment; nil where there is none or it does not say.
    public var size: (columns: Int, rows: Int)? {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard linux_terminal_size(rawValue, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        return (Int(columns), Int(rows))
    }

    /// Whether this process may draw on the terminal: false for a job in the background.
    public var isForeground: Bool { tcgetpgrp(rawValue) == getpgrp() }

    /// Whether the stream is the one that `JOURNAL_STREAM` names (systemd.exec(5)): the variable is inherited also by
    /// programs whose output was redirected since.
    public func isJournal(_ variable: String?) -> Bool {
        var info = stat()
        guard let variable, fstat(rawValue, &info) == 0 else { return false }
        return variable == "\(info.st_dev):\(info.st_ino)"
    }
}
