import FoundationEssentials
import Glibc
import SyncPlatform
import TestSupport

/// Runs a line of sh(1) and keeps what came of it.
struct Shell {
    let status: Int32
    let out: String
    let err: String

    /// The line runs in a new folder, where standard output and error are the files `out` and `err`; standard input is
    /// empty. `$PROGRAM` and `$STAGE` are the built programs. Of the files, which are there before, the line can say
    /// what became of them.
    static func run(_ line: String, files: [String: [UInt8]] = [:]) async throws -> Shell {
        try await withScratch { folder in
            for (name, bytes) in files {
                try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)"))
            }
            return try await run(line, in: folder.path)
        }
    }

    private static func run(_ line: String, in folder: String) async throws -> Shell {
        let built = try builtPrograms()
        let script = """
            exec </dev/null >'\(folder)/out' 2>'\(folder)/err'
            PROGRAM='\(built)/assetsync'; STAGE='\(built)/CLIStage'
            export PROGRAM STAGE; unset NO_COLOR JOURNAL_STREAM; export LC_ALL=C.UTF-8 TERM=xterm
            cd '\(folder)'
            \(line)
            """
        let status = try await wait(for: spawn(script))
        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
        }
        return Shell(status: status, out: try text("out"), err: try text("err"))
    }

    /// The folder that holds this test program, and so the others that were built with it.
    private static func builtPrograms() throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return String(own[..<(own.lastIndex(of: "/") ?? own.endIndex)])
    }

    private static func spawn(_ script: String) throws -> pid_t {
        var pid: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = ["/bin/sh", "-c", script].map { (text: String) in strdup(text) }
        arguments.append(nil)
        defer { arguments.forEach { free($0) } }
        let result = posix_spawn(&pid, "/bin/sh", nil, nil, &arguments, environ)
        guard result == 0 else { throw ShellError(errno: result) }
        return pid
    }

    /// On a thread of its own, because it blocks.
    private static func wait(for pid: pid_t) async throws -> Int32 {
        try await Lane("shell").run { () throws(ShellError) in
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0 {
                guard errno == EINTR else { throw ShellError(errno: errno) }
            }
            let signal = status & 0x7F
            return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        }
    }
}

struct ShellError: Error { let errno: Int32 }
