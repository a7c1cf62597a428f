import Glibc
import Synchronization

/// A web server on loopback that serves bytes from memory, misbehaves as told, and remembers every request.
///
/// HTTP/1.1 over plain sockets, one thread per connection. Paths that nobody put there are 404.
public final class LoopbackServer: Sendable {
    /// One request as it came.
    public struct Request: Sendable {
        public let method: String
        public let path: String
        public let query: String
        public let version: String
        /// Names in lowercase.
        public let fields: [String: String]
        /// Counts connections from 1: which one it came over.
        public let connection: Int

        public var range: String? { fields["range"] }
        public var ifRange: String? { fields["if-range"] }
    }

    /// What lies under a path.
    public struct Resource: Sendable {
        public var bytes: [UInt8]
        public var etag: String?
        public var lastModified: String?
        public var contentType: String

        public init(
            _ bytes: [UInt8], etag: String? = "\"v1\"", lastModified: String? = "Tue, 01 Jul 2025 10:00:00 GMT",
            contentType: String = "application/zip"
        ) {
            self.bytes = bytes
            self.etag = etag
            self.lastModified = lastModified
            self.contentType = contentType
        }
    }

    struct State {
        var resources: [String: Resource] = [:]
        var scripts: [String: [[LoopbackFault]]] = [:]
        var always: [String: [LoopbackFault]] = [:]
        var requests: [Request] = []
        var open: Set<Int32> = []
        var connections = 0
        var isStopping = false
    }

    public let address: String
    public let port: UInt16
    let state = Mutex(State())
    private let listener: Int32

    /// Listens on a free port of a loopback address.
    public init(address: String = "127.0.0.1") throws {
        self.address = address
        (listener, port) = try Self.listen(on: address)
        runDetached { [self, listener] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else {
                    // Closed here and nowhere else: the number could be another server's by the next `accept`.
                    close(listener)
                    return
                }
                // A program that a test starts must not hold it open.
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                serve(socket)
            }
        }
    }

    /// Runs `body` with a server that stops when it ends.
    public static func serving<Result>(
        _ resources: [String: Resource] = [:], address: String = "127.0.0.1",
        _ body: (LoopbackServer) async throws -> Result
    ) async throws -> Result {
        let server = try LoopbackServer(address: address)
        defer { server.stop() }
        server.state.withLock { $0.resources = resources }
        return try await body(server)
    }

    /// `http://127.0.0.1:1234`.
    public var base: String { "http://\(address):\(port)" }

    /// All requests so far, in the order in which they came.
    public var requests: [Request] { state.withLock { $0.requests } }

    public func put(_ path: String, _ resource: Resource) { state.withLock { $0.resources[path] = resource } }

    /// The coming requests for `path` meet these faults, one list a request; those after them none.
    public func script(_ path: String, _ faults: [LoopbackFault]...) {
        state.withLock { $0.scripts[path, default: []] += faults }
    }

    /// Each request for `path` that no script is left for meets these faults.
    public func always(_ path: String, _ faults: LoopbackFault...) { always(path, faults) }

    public func always(_ path: String, _ faults: [LoopbackFault]) { state.withLock { $0.always[path] = faults } }

    /// Forgets faults and requests.
    public func reset() {
        state.withLock {
            $0.scripts = [:]
            $0.always = [:]
            $0.requests = []
        }
    }

    /// Closes the port and every connection.
    public func stop() {
        let open = state.withLock { state in
            state.isStopping = true
            return state.open
        }
        // The threads that use the sockets see the end and close them.
        for socket in open { shutdown(socket, Int32(SHUT_RDWR)) }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// A port that nobody listens on at the moment.
    public static func freePort() throws -> UInt16 {
        let (socket, port) = try listen(on: "127.0.0.1")
        close(socket)
        return port
    }

    /// Whether somebody takes connections there.
    public static func isListening(_ port: UInt16) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = inet_addr("127.0.0.1")
        place.sin_port = port.bigEndian
        return withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                connect(socket, place, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func listen(on address: String) throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = inet_addr(address)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, length) == 0 && Glibc.listen(listener, 64) == 0
                    && getsockname(listener, place, &length) == 0
            }
        }
        guard listener >= 0, isListening else { throw PlatformErrorInTest(errno: errno) }
        return (listener, UInt16(bigEndian: place.sin_port))
    }

    private func serve(_ socket: Int32) {
        let number = state.withLock { state -> Int? in
            guard !state.isStopping else { return nil }
            state.open.insert(socket)
            state.connections += 1
            return state.connections
        }
        guard let number else {
            close(socket)
            return
        }
        runDetached { [self] in
            var connection = LoopbackConnection(socket: socket, number: number, server: self)
            connection.run()
            state.withLock { _ = $0.open.remove(socket) }
            close(socket)
        }
    }
}
