import FoundationEssentials
import SyncPlatform

extension Nginx {
    public var url: String { "http://127.0.0.1:\(httpPort)" }

    /// One request as the server saw it. It is written down when its reply has ended, however it ended.
    public struct Request: Sendable, Equatable {
        public let method: String
        /// With the query.
        public let path: String
        public let status: Int
        /// Bytes of the body that were handed to the kernel.
        public let sentBytes: Int64
        public let range: String?
        public let ifRange: String?
        public let ifNoneMatch: String?
        public let ifModifiedSince: String?
        public let user: String?

        /// Tabs between the fields, because no field holds one: nginx escapes them.
        static let format = [
            "$request_method", "$request_uri", "$status", "$body_bytes_sent", "$http_range", "$http_if_range",
            "$http_if_none_match", "$http_if_modified_since", "$remote_user",
        ].joined(separator: "\t")
    }

    /// Everything that was asked so far, in the order in which the replies ended.
    public var requests: [Request] {
        get throws {
            guard let data = FileManager.default.contents(atPath: "\(prefix.path)/wire.log") else { return [] }
            return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { Request(line: $0) }
        }
    }
}

extension Nginx.Request {
    init?(line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 9, let status = Int(fields[2]), let sent = Int64(fields[3]) else { return nil }
        func field(_ index: Int) -> String? { fields[index] == "-" ? nil : fields[index] }
        self.init(
            method: fields[0], path: fields[1], status: status, sentBytes: sent, range: field(4), ifRange: field(5),
            ifNoneMatch: field(6)?.replacing("\\x22", with: "\""), ifModifiedSince: field(7), user: field(8))
    }
}
