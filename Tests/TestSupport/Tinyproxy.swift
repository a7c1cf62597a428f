import Glibc
import SyncPlatform

/// A real forward proxy (Debian package `tinyproxy`) on a free loopback port that asks for a user and a password.
/// Stopped by its pid.
public final class Tinyproxy: Sendable {
    public let port: UInt16
    private let pid: pid_t

    /// The user and the password that it wants.
    public static let user = "proxyuser"
    public static let password = "proxypassword"

    /// Runs `body` with a proxy that stops when it ends.
    public static func serving<Result>(_ body: (Tinyproxy) async throws -> Result) async throws -> Result {
        try await withScratch { folder in
            let proxy = try await Lane("tinyproxy").run { try Tinyproxy(folder) }
            defer { proxy.stop() }
            return try await body(proxy)
        }
    }

    /// Blocks until it listens.
    private init(_ folder: Directory) throws {
        port = try LoopbackServer.freePort()
        let text = """
            Port \(port)
            Listen 127.0.0.1
            Timeout 60
            PidFile "\(folder.path)/pid"
            LogFile "\(folder.path)/log"
            LogLevel Info
            MaxClients 50
            Allow 127.0.0.1
            BasicAuth \(Self.user) \(Self.password)

            """
        let file = try folder.openFile("conf", flags: O_WRONLY | O_CREAT, mode: 0o644)
        try Array(text.utf8).withUnsafeBytes { try file.writeAll($0, path: "conf") }
        let log = try folder.openFile("output", flags: O_WRONLY | O_CREAT, mode: 0o644)
        pid = try spawn(["tinyproxy", "-d", "-c", "\(folder.path)/conf"], output: log.raw)
        while !LoopbackServer.isListening(port) {
            var status: Int32 = 0
            guard waitpid(pid, &status, WNOHANG) == 0 else {
                throw ToolFailure(words: ["tinyproxy"], status: status, output: "it did not start")
            }
            usleep(5_000)
        }
    }

    public func stop() {
        // It inherits a mask in which gentler signals are blocked.
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }
}
