import SyncCore

/// Writes the log on standard error, one line an event, for people, machines or the journal.
struct LogSink: Sendable {
    enum Form: Sendable, Equatable {
        /// `2026-01-02T03:04:05Z notice game.installed game=snake`.
        case text
        /// The same without the time, with the `<N>` priority of sd-daemon(3) first: the journal adds the time.
        case journal
        case json
    }

    let form: Form
    let now: @Sendable () -> Timestamp

    /// The level that the options ask for; `standard` where they are silent.
    static func level(verbosity: Int, standard: Logger.Level = .notice) -> Logger.Level {
        switch verbosity {
        case ..<0: .warning
        case 0: standard
        case 1: .info
        default: .debug
        }
    }

    func logger(level: Logger.Level, screen: Screen) -> Logger {
        Logger(level: level) { level, event, fields in screen.print(line(level, event, fields)) }
    }

    func line(_ level: Logger.Level, _ event: String, _ fields: [Logger.Field]) -> String {
        switch form {
        case .text: "\(now()) \(level.name) \(Self.words(event, fields))"
        case .journal: "<\(level.priority)>\(Self.words(event, fields))"
        case .json: json(level, event, fields)
        }
    }

    private static func words(_ event: String, _ fields: [Logger.Field]) -> String {
        fields.reduce(into: event) { $0 += " \($1.key)=\(quoted($1.value))" }
    }

    /// In double quotes where a reader that splits at spaces would be misled.
    private static func quoted(_ value: String) -> String {
        let needsQuotes = value.isEmpty || value.utf8.contains { [0x20, 0x22, 0x3D, 0x5C].contains($0) }
        return needsQuotes ? JSON.string(value).serialized : value
    }

    private func json(_ level: Logger.Level, _ event: String, _ fields: [Logger.Field]) -> String {
        let reserved: Set = ["time", "level", "event"]
        var members: [JSON.Member] = [
            .init("time", .string("\(now())")), .init("level", .string(level.name)), .init("event", .string(event)),
        ]
        members += fields.map { .init(reserved.contains($0.key) ? "\($0.key)_" : $0.key, .string($0.value)) }
        return JSON.object(members).serialized
    }
}
