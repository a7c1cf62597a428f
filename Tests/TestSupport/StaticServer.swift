import Glibc
public import SyncPlatform

/// A web server of another make, with as little configuration as it starts with, on a free loopback port. Stopped by
/// its pid.
public final class StaticServer: Sendable {
    /// Debian packages `apache2-bin`, `caddy`, `lighttpd`.
    public enum Make: String, Sendable, CaseIterable {
        case apache, caddy, lighttpd
    }

    public let port: UInt16
    private let pid: pid_t

    private init(_ make: Make, root: Directory, prefix: Directory) throws {
        // A port that was free may be taken when the server comes to it; then others are tried.
        for _ in 0..<10 {
            let port = try LoopbackServer.freePort()
            let file = try prefix.openFile("server.conf", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
            let text = make.configuration(root: root.path, prefix: prefix.path, port: port)
            try Array(text.utf8).withUnsafeBytes { try file.writeAll($0, path: "server.conf") }
            let pid = try spawn(make.command(prefix: prefix.path))
            if Self.answers(pid, port) {
                self.port = port
                self.pid = pid
                return
            }
        }
        throw ToolFailure(words: [make.rawValue], status: -1, output: "it did not start; see its error log above")
    }

    /// Runs `body` with a server of the folder `root` that stops when it ends.
    public static func serving<Result>(
        _ make: Make, _ root: Directory, _ body: (StaticServer) async throws -> Result
    ) async throws -> Result {
        try await withScratch { prefix in
            let server = try await Lane("server").run { try StaticServer(make, root: root, prefix: prefix) }
            defer { server.stop() }
            return try await body(server)
        }
    }

    private func stop() {
        kill(pid, SIGTERM)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// False when the process ended instead.
    private static func answers(_ pid: pid_t, _ port: UInt16) -> Bool {
        while true {
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid { return false }
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(socket) }
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = port.bigEndian
            place.sin_addr.s_addr = inet_addr("127.0.0.1")
            let isOpen = withUnsafeMutablePointer(to: &place) { place in
                place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isOpen { return true }
            usleep(5_000)
        }
    }
}

extension StaticServer.Make {
    fileprivate func command(prefix: String) -> [String] {
        let file = "\(prefix)/server.conf"
        return switch self {
        case .apache: ["apache2", "-D", "FOREGROUND", "-f", file]
        // What it writes unasked goes there.
        case .caddy: ["env", "XDG_CONFIG_HOME=\(prefix)", "caddy", "run", "--adapter", "caddyfile", "--config", file]
        case .lighttpd: ["lighttpd", "-D", "-f", file]
        }
    }

    fileprivate func configuration(root: String, prefix: String, port: UInt16) -> String {
        switch self {
        case .apache:
            """
            ServerRoot \(prefix)
            ServerName localhost
            Listen 127.0.0.1:\(port)
            PidFile \(prefix)/apache.pid
            DefaultRuntimeDir \(prefix)
            ErrorLog /dev/stderr
            LogLevel crit
            LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
            LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
            \(geteuid() == 0 ? "User nobody\nGroup nogroup" : "")
            DocumentRoot \(root)
            <Directory \(root)>
                Require all granted
            </Directory>
            """
        case .caddy:
            """
            {
                admin off
                auto_https off
                storage file_system \(prefix)/caddy
                log {
                    level ERROR
                }
            }
            http://127.0.0.1:\(port) {
                bind 127.0.0.1
                root * \(root)
                file_server
            }
            """
        case .lighttpd:
            """
            server.port = \(port)
            server.bind = "127.0.0.1"
            server.document-root = "\(root)"
            server.pid-file = "\(prefix)/lighttpd.pid"
            mimetype.assign = ( ".zip" => "application/zip", ".json" => "application/json" )
            """
        }
    }
}
