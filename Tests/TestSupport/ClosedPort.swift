import Glibc

/// A loopback port on which nobody listens, and which nobody else gets until it is released: connecting is refused.
public final class ClosedPort: Sendable {
    public let port: UInt16
    private let socket: Int32

    public init() throws {
        // Bound and not listening: the kernel answers with a reset, and gives the port to no other.
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) { [socket] place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(socket, place, length) == 0 && getsockname(socket, place, &length) == 0
            }
        }
        port = UInt16(bigEndian: place.sin_port)
        guard isBound else {
            throw PlatformErrorInTest(errno: errno)
        }
    }

    /// To be called by the test: the last mention of an object may be long before the end of its scope.
    public func release() { close(socket) }

    public var base: String { "http://127.0.0.1:\(port)" }
}
