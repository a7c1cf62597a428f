import Glibc
import Synchronization

/// One connection of a ``LoopbackServer``: reads requests and sends what ``LoopbackReply`` makes of them.
struct LoopbackConnection {
    let socket: Int32
    let number: Int
    let server: LoopbackServer
    private var unread: [UInt8] = []

    init(socket: Int32, number: Int, server: LoopbackServer) {
        self.socket = socket
        self.number = number
        self.server = server
        var on: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    mutating func run() {
        while let request = nextRequest() {
            let (resource, faults) = server.state.withLock { state in
                state.requests.append(request)
                var faults = state.always[request.path] ?? []
                if let script = state.scripts[request.path], let first = script.first {
                    faults = first
                    state.scripts[request.path]?.removeFirst()
                }
                return (state.resources[request.path], faults)
            }
            guard send(LoopbackReply(request, resource, faults)) else { return }
        }
    }

    /// Nil at the end of the connection.
    private mutating func nextRequest() -> LoopbackServer.Request? {
        while true {
            if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
                unread.removeSubrange(..<end.upperBound)
                return request(head)
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            unread += buffer[..<count]
        }
    }

    private func request(_ head: String) -> LoopbackServer.Request? {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields[line[..<colon].lowercased()] = String(value)
        }
        // Through a proxy the whole address is asked for.
        var target = words[1]
        if target.hasPrefix("http://") {
            let rest = target.dropFirst("http://".count)
            target = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return LoopbackServer.Request(
            method: String(words[0]), path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "",
            version: String(words[2]), fields: fields, connection: number)
    }

    /// False when the connection is over.
    private func send(_ reply: LoopbackReply) -> Bool {
        if reply.isSilent { return waitForTheEnd() }
        guard send(reply.head) else { return false }
        var sent = 0
        for piece in reply.pieces {
            for place in [reply.cut?.after, reply.stall].compactMap({ $0 }) where place <= sent + piece.count {
                let head = piece.bytes.prefix(max(0, place - sent + piece.framing))
                guard send(Array(head)) else { return false }
                return place == reply.stall ? waitForTheEnd() : end(reset: reply.cut?.reset ?? false)
            }
            guard send(piece.bytes) else { return false }
            sent += piece.count
            if let speed = reply.bytesPerSecond { usleep(UInt32(piece.count * 1_000_000 / max(1, speed))) }
        }
        guard send(reply.tail) else { return false }
        return reply.keepsConnection ? true : end(reset: false)
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func waitForTheEnd() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1024)
        while recv(socket, &buffer, buffer.count, 0) > 0 {}
        return false
    }

    private func end(reset: Bool) -> Bool {
        if reset {
            var off = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &off, socklen_t(MemoryLayout<linger>.size))
        } else {
            // Read to the end first: closing with unread bytes would send a reset.
            shutdown(socket, Int32(SHUT_WR))
            _ = waitForTheEnd()
        }
        return false
    }
}
