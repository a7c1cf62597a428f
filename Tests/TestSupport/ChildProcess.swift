import Glibc
import SyncPlatform
import Synchronization

/// Another process with pipes to its stdin and stdout; its stderr is ours. Killed when the value ends.
///
/// Children have to say each line at once. Waiting for one holds no thread of the cooperative pool.
public final class ChildProcess: Sendable {
    public let pid: Int32
    private let input: Mutex<Int32>
    private let output: Int32
    private let status = Mutex<Int32?>(nil)
    private let lane = Lane("child")

    /// Starts a program, looked for in `PATH`, with its arguments. It inherits the signal mask of a pool's thread, in
    /// which nearly all are blocked, as it would from any program that starts others from a queue.
    public init(_ arguments: [String]) throws {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        // Sockets, because they close themselves in other children from their first moment on; `pipe2` is not to be had.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &toChild) == 0, socketpair(AF_UNIX, kind, 0, &fromChild) == 0 else {
            throw ChildFailure(program: arguments.first ?? "", errno: errno)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let result = posix_spawnp(&pid, arguments.first ?? "", &actions, nil, &words, environ)
        close(toChild[0])
        close(fromChild[1])
        input = Mutex(toChild[1])
        output = fromChild[0]
        self.pid = pid
        guard result == 0 else {
            // Nobody is there to be killed or waited for; 0 would mean this process and all its relatives.
            status.withLock { $0 = -1 }
            throw ChildFailure(program: arguments.first ?? "", errno: result)
        }
    }

    deinit {
        // Nothing to do about a child that is gone already.
        signal(SIGKILL)
        _ = reap()
        closeInput()
        close(output)
    }

    /// The next line without its line feed; nil at the end of the output.
    public func line() async -> String? { await lane.run { self.readLine() } }

    private func readLine() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(output, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }

    /// All lines up to the end of the output.
    public func lines() async -> [String] {
        await lane.run {
            var lines: [String] = []
            while let line = self.readLine() { lines.append(line) }
            return lines
        }
    }

    /// All output and the exit code, for callers that may block their thread.
    public func runToEnd() -> (lines: [String], status: Int32) {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return (lines, reap())
    }

    /// Writes one line to the child's stdin.
    public func send(_ line: String = "") {
        var line = line + "\n"
        let end = input.withLock { $0 }
        // The other side may be gone, and the signal for that would end the tests.
        _ = line.withUTF8 { Glibc.send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    public func closeInput() {
        input.withLock { end in
            if end >= 0 { close(end) }
            end = -1
        }
    }

    public func signal(_ number: Int32) {
        status.withLock { status in
            // Reaped: the number may be another process's by now.
            if status == nil { kill(pid, number) }
        }
    }

    /// Waits for the end: the exit code, or minus the signal that killed it.
    @discardableResult
    public func wait() async -> Int32 { await lane.run { self.reap() } }

    /// Looks every few milliseconds, so that signals can be sent meanwhile.
    private func reap() -> Int32 {
        while true {
            let result = status.withLock { status -> Int32? in
                var word: Int32 = 0
                if status == nil, waitpid(pid, &word, WNOHANG) == pid {
                    status = word & 0x7F == 0 ? (word >> 8) & 0xFF : -(word & 0x7F)
                }
                return status
            }
            if let result { return result }
            usleep(2_000)
        }
    }

    /// The probe that is built with the tests.
    public static func probe(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess([probePath] + arguments)
    }

    public static var probePath: String {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        let executable = String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let folder = executable.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(folder)/TestProbe"
    }

    /// Python 3 with its `sqlite3`: another program that has nothing of ours. `source` sees `arguments` as `args`.
    public static func python(_ source: String, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess(["python3", "-c", pythonPreamble + source] + arguments)
    }

    public static let pythonPreamble = """
        import sqlite3, sys, os
        args = sys.argv[1:]
        def say(*words):
            print(*words, flush=True)

        """
}

/// A program could not be started.
public struct ChildFailure: Error {
    public let program: String
    public let errno: Int32
}
