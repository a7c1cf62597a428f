import Glibc
public import SyncPlatform

/// A real nginx (Debian package `nginx-light`) on free loopback ports, with its own configuration, prefix and pid file
/// in a folder of the test. Stopped by its pid.
public final class Nginx: Sendable {
    /// What may be switched on beside plain http.
    public struct Options: Sendable {
        /// Paths of a PEM certificate and its key; with them it also listens on ``httpsPort``.
        public var certificate: (chain: String, key: String)?
        public var http2 = false
        /// Whether plain http is spoken on `::1`, too.
        public var ipv6 = false
        /// Lines for the `server` block.
        public var server = ""

        public init() {}
    }

    public let httpPort: UInt16
    public let httpsPort: UInt16
    private let pid: pid_t
    let prefix: Directory

    /// Serves the folder `root`. `prefix` holds everything nginx writes.
    /// Blocks until it listens.
    init(root: Directory, prefix: Directory, _ options: Options = Options()) throws {
        // A port that was free may be taken when nginx comes to it; then others are tried.
        for _ in 0..<10 {
            let ports = (try LoopbackServer.freePort(), try LoopbackServer.freePort())
            try Self.writeConfiguration(root: root, prefix: prefix, ports: ports, options)
            let pid = try spawn(["nginx", "-p", prefix.path, "-e", "stderr", "-c", "\(prefix.path)/nginx.conf"])
            if try Self.waitUntilReady(pid, prefix) {
                (httpPort, httpsPort) = ports
                self.pid = pid
                self.prefix = prefix
                return
            }
        }
        throw ToolFailure(words: ["nginx"], status: -1, output: "it did not start; see its error log above")
    }

    /// Runs `body` with an nginx that stops when it ends.
    public static func serving<Result>(
        _ root: Directory, _ options: Options = Options(), _ body: (Nginx) async throws -> Result
    ) async throws -> Result {
        try await withScratch { prefix in
            // Starting blocks, and the cooperative pool is small.
            let nginx = try await Lane("nginx").run { try Nginx(root: root, prefix: prefix, options) }
            defer { nginx.stop() }
            return try await body(nginx)
        }
    }

    /// A line per finished request: number of the connection, protocol, status, path.
    public func log() throws -> [String] {
        let file = try prefix.openFile("access.log")
        var bytes = [UInt8](repeating: 0, count: Int(try file.size()))
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    public func stop() {
        kill(pid, SIGTERM)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    private static func writeConfiguration(
        root: Directory, prefix: Directory, ports: (UInt16, UInt16), _ options: Options
    ) throws {
        let user = geteuid() == 0 ? "user root;" : ""
        let tls =
            options.certificate.map { certificate in
                """
                listen 127.0.0.1:\(ports.1) ssl\(options.http2 ? " http2" : "");
                ssl_certificate \(certificate.chain);
                ssl_certificate_key \(certificate.key);
                """
            } ?? ""
        let text = """
            \(user)
            daemon off;
            pid \(prefix.path)/nginx.pid;
            error_log stderr warn;
            worker_processes 1;
            events { worker_connections 256; }
            http {
                log_format line '$connection $server_protocol $status $uri';
                access_log \(prefix.path)/access.log line;
                log_format wire '\(Request.format)';
                access_log \(prefix.path)/wire.log wire;
                client_body_temp_path \(prefix.path)/body;
                proxy_temp_path \(prefix.path)/proxy;
                fastcgi_temp_path \(prefix.path)/fastcgi;
                uwsgi_temp_path \(prefix.path)/uwsgi;
                scgi_temp_path \(prefix.path)/scgi;
                types { application/json json; application/zip zip; text/html html; }
                default_type application/octet-stream;
                server {
                    listen 127.0.0.1:\(ports.0);
                    \(options.ipv6 ? "listen [::1]:\(ports.0);" : "")
                    \(tls)
                    root \(root.path);
                    \(options.server)
                }
            }
            """
        let file = try prefix.openFile("nginx.conf", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
        try Array(text.utf8).withUnsafeBytes { try file.writeAll($0, path: "nginx.conf") }
    }

    /// False when the process ended instead.
    private static func waitUntilReady(_ pid: pid_t, _ prefix: Directory) throws -> Bool {
        while true {
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid { return false }
            // Written when the ports are bound.
            if let file = try prefix.status("nginx.pid"), file.size > 0 { return true }
            usleep(5_000)
        }
    }
}
