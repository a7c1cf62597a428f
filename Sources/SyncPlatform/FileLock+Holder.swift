public import SyncCore

extension FileLock {
    /// Who holds a lock, as far as the file says. Only words: the lock itself is the kernel's, and a file left behind by
    /// a process that was killed locks nothing.
    public struct Holder: Sendable, Equatable, CustomStringConvertible {
        /// Nil in the instant between taking the lock and writing the file.
        public let pid: Int32?
        /// Printable: `sync`, `watch`.
        public let verb: String?
        public let since: Timestamp?

        public init(pid: Int32?, verb: String?, since: Timestamp?) {
            self.pid = pid
            self.verb = verb
            self.since = since
        }

        /// `sync (pid 123, since 2026-01-02T03:04:05Z)`.
        public var description: String {
            guard let pid else { return "another process" }
            let name = verb.map { "`\($0)`" } ?? "another process"
            return "\(name) (pid \(pid)\(since.map { ", since \($0)" } ?? ""))"
        }

        static let unknown = Holder(pid: nil, verb: nil, since: nil)
        /// More is never written; a file that somebody else filled is not read further.
        static let maximumBytes = 256

        /// `123 sync 2026-01-02T03:04:05Z` and a line feed. Anything else is an unknown holder.
        init(parsing bytes: some Collection<UInt8>) {
            let text = String(decoding: bytes, as: UTF8.self)
            let words = text.prefix { $0 != "\n" }.split(separator: " ")
            guard text.contains("\n"), words.count == 3, let pid = Int32(words[0]), pid > 0 else {
                self = .unknown
                return
            }
            self.init(pid: pid, verb: String(words[1]).printable(limit: 40), since: Timestamp(String(words[2])))
        }

        var line: String {
            let word = (verb ?? "").filter { $0 != " " && $0 != "\n" }.prefix(40)
            return "\(pid ?? 0) \(word.isEmpty ? "-" : word) \(since ?? Timestamp(seconds: 0))\n"
        }
    }
}
