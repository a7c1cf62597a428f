/// Why a game's last attempt failed, kept until it succeeds.
public struct GameFailure: Sendable, Equatable {
    public var step: GameStep
    /// A `Diagnostic.code`.
    public var code: String
    /// Printable, without secrets: the cause and, after a full stop, the way out.
    public var message: String
    /// When it failed for the first time since the last success.
    public var since: Timestamp
    public var attempts: Int
    /// The earliest moment at which a timer or `watch` tries again; nil when the next run does. A `sync` by hand
    /// never waits.
    public var retryAt: Timestamp?
    /// How many of the attempts met what the same offer will meet again; ``Backoff`` grows with it.
    public var refusals: Int

    /// The cause alone: the message up to its first full stop outside of backticks.
    public var cause: String {
        var isLiteral = false
        var index = message.startIndex
        while index < message.endIndex {
            if message[index] == "`" { isLiteral.toggle() }
            if !isLiteral, message[index...].hasPrefix(". ") { break }
            index = message.index(after: index)
        }
        return String(message[..<index])
    }

    public init(
        step: GameStep, code: String, message: String, since: Timestamp, attempts: Int = 1, retryAt: Timestamp? = nil,
        refusals: Int = 0
    ) {
        self.step = step
        self.code = code
        self.message = message
        self.since = since
        self.attempts = attempts
        self.retryAt = retryAt
        self.refusals = refusals
    }
}
