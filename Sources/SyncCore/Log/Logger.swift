/// Writes one line per event: a constant name, then `key=value` fields. A value that is passed along, never global.
public struct Logger: Sendable {
    public enum Level: Int, Sendable, Comparable, CaseIterable {
        case debug, info, notice, warning, error

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
        public var name: String { "\(self)" }

        /// Of syslog (RFC 5424), for the journal's `<N>` prefix.
        public var priority: Int {
            switch self {
            case .debug: 7
            case .info: 6
            case .notice: 5
            case .warning: 4
            case .error: 3
            }
        }
    }

    public struct Field: Sendable, Equatable {
        public let key: String
        public let value: String

        /// The value is made printable here, so that no field can split a line or move a cursor.
        public init(_ key: String, _ value: some CustomStringConvertible) {
            self.key = key
            self.value = value.description.printable()
        }
    }

    public let level: Level
    private let sink: @Sendable (Level, String, [Field]) -> Void

    public init(level: Level, sink: @escaping @Sendable (Level, String, [Field]) -> Void) {
        self.level = level
        self.sink = sink
    }

    /// Drops everything; for tests and library users who do not want a log.
    public static let silent = Logger(level: .error) { _, _, _ in }

    public func log(_ level: Level, _ event: StaticString, _ fields: @autoclosure () -> [Field] = []) {
        guard level >= self.level else { return }
        sink(level, "\(event)", fields())
    }
}
