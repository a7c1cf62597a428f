import Glibc
public import SyncPlatform

/// A real nginx on a free port of loopback. It serves one folder and writes down what it was asked.
///
/// The same files lie under `/slow/` too, where bytes come at the rate that was asked for.
public final class Nginx: Sendable {
    public let port: UInt16
    public var url: String { "http://127.0.0.1:\(port)" }
    private let process: ChildProcess
    let log: String

    /// Serves the folder at the absolute path `site`, which nginx may read, while `body` runs; its own files go to
    /// `scratch`. `slowRate` is in bytes a second and connection, under `/slow/`.
    public static func serving<Result>(
        _ site: String, scratch: Directory, slowRate: Int = 500_000, _ body: (Nginx) async throws -> Result
    ) async throws -> Result {
        // A curl in this process must not ask a proxy for loopback.
        setenv("no_proxy", "127.0.0.1", 1)
        for attempt in 1...5 {
            let port = try freePort()
            let folder = try scratch.makeDirectory("nginx-\(attempt)")
            let server = try Nginx(site: site, folder: folder, port: port, slowRate: slowRate)
            if try await server.answers() { return try await body(server) }
        }
        throw NginxFailure()
    }

    private init(site: String, folder: Directory, port: UInt16, slowRate: Int) throws {
        self.port = port
        log = "\(folder.path)/access.log"
        let text = Self.configuration(site: site, folder: folder.path, port: port, slowRate: slowRate)
        let file = try folder.createFile("nginx.conf")
        try file.writeAll(Array(text.utf8), path: "nginx.conf")
        let quiet = "exec \"$0\" \"$@\" >/dev/null 2>&1 </dev/null"
        process = try ChildProcess(
            ["sh", "-c", quiet, "nginx", "-p", folder.path, "-e", "\(folder.path)/error.log", "-c", "nginx.conf"])
    }

    /// Tabs between the fields of a log line, because no field holds one: nginx escapes them.
    private static func configuration(site: String, folder: String, port: UInt16, slowRate: Int) -> String {
        let fields = ["method", "uri"].map { "$request_\($0)" } + ["$status", "$body_bytes_sent"]
        let headers = ["range", "if_range", "if_none_match", "if_modified_since"].map { "$http_\($0)" }
        return """
            daemon off;
            master_process off;
            pid \(folder)/nginx.pid;
            events { worker_connections 512; }
            http {
                log_format wire '\((fields + headers + ["$remote_user"]).joined(separator: "\t"))';
                access_log \(folder)/access.log wire;
                types { application/zip zip; application/json json; }
                default_type application/octet-stream;
                client_body_temp_path \(folder)/body;
                proxy_temp_path \(folder)/proxy;
                fastcgi_temp_path \(folder)/fastcgi;
                uwsgi_temp_path \(folder)/uwsgi;
                scgi_temp_path \(folder)/scgi;
                server {
                    listen 127.0.0.1:\(port) backlog=512;
                    root \(site);
                    location /slow/ { alias \(site)/; limit_rate \(slowRate); }
                    location /elsewhere/ { rewrite ^/elsewhere/(.*) /$1 redirect; }
                    location = /broken { return 503; }
                    location = /name { access_log off; return 200 "\(folder)"; }
                }
            }
            """
    }

    /// Whether it is this server that answers at the port, and not another that was faster to take it.
    private func answers() async throws -> Bool {
        let end = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < end {
            if let reply = Self.ask(port, "GET /name HTTP/1.0\r\n\r\n") {
                return reply.hasSuffix("\r\n\r\n" + log.dropLast("/access.log".count))
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func freePort() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var address = address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bound in
                bind(socket, bound, length) == 0 ? getsockname(socket, bound, &length) : -1
            }
        }
        guard result == 0 else { throw NginxFailure() }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The whole reply to a request; nil when nobody listens.
    private static func ask(_ port: UInt16, _ request: String) -> String? {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var address = address(port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { return nil }
        var request = request
        _ = request.withUTF8 { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        var reply: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(socket, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: reply, as: UTF8.self) }
            reply += buffer.prefix(count)
        }
    }
}

/// nginx did not come up.
public struct NginxFailure: Error {}
