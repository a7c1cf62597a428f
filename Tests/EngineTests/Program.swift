import FoundationEssentials
import Glibc
import SyncPlatform
import TestSupport

/// The built program in a process of its own, with an environment of its own.
final class Program: Sendable {
    struct Ending: Sendable {
        /// Minus the signal that killed it.
        let status: Int32
        let out: String
        let err: String
    }

    private let process: ChildProcess
    private let files: String

    /// Starts it with these arguments; its output goes to files in `folder`.
    ///
    /// Besides `environment` it gets `PATH` and a `HOME` that is not there. `prefix` is programs and their arguments
    /// that end by executing it; `umask` is octal digits.
    init(
        _ words: [String], in folder: Directory, environment: [String: String] = [:], prefix: [String] = [],
        umask: String = "022"
    ) throws {
        files = "\(folder.path)/run-\(UInt64.random(in: 0...UInt64.max))"
        let quoted = prefix + [try Self.path] + words
        let variables = environment.merging(["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]) { first, _ in first }
        let line = (["env", "-i"] + variables.map { "\($0)=\($1)" } + quoted).map { "'\($0)'" }.joined(separator: " ")
        process = try ChildProcess(
            ["sh", "-c", "umask \(umask); exec </dev/null >'\(files).out' 2>'\(files).err'; exec \(line)"])
    }

    var pid: Int32 { process.pid }

    func signal(_ number: Int32) { process.signal(number) }

    /// Waits until it ends, on a thread of its own.
    func ending() async throws -> Ending {
        let status = await process.wait()
        return Ending(status: status, out: try text("out"), err: try text("err"))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(files).\(name)")), as: UTF8.self)
    }

    /// It is built beside the tests.
    static var path: String {
        get throws {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return own[..<(own.lastIndex(of: "/") ?? own.endIndex)] + "/assetsync"
        }
    }
}
