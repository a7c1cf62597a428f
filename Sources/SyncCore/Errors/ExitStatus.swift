/// How the process ends. The numbers are a contract with scripts and monitoring.
public enum ExitStatus: Int32, Sendable, Equatable, CaseIterable {
    case done = 0
    case someFailed = 1
    case usage = 2
    case workPending = 3
    case damaged = 4
    case network = 5
    case trust = 6
    case diskFull = 7
    case lockBusy = 8
    case config = 9
    case interrupted = 10
    case internalError = 11

    /// For the `EXIT STATUS` section of help and man page.
    public var meaning: String {
        switch self {
        case .done: "done, or nothing to do"
        case .someFailed: "some games failed, the others are done"
        case .usage: "wrong usage"
        case .workPending: "work is pending (`plan --exit-code`)"
        case .damaged: "damage was found and not repaired"
        case .network: "the manifest is not reachable"
        case .trust: "the manifest is not trusted"
        case .diskFull: "the disk is full"
        case .lockBusy: "another run holds the lock"
        case .config: "the configuration is wrong"
        case .interrupted: "interrupted; the next run resumes"
        case .internalError: "internal or state error"
        }
    }

    /// Where several apply, what stops the whole run wins over what stopped a game; success comes last.
    private static let byPrecedence: [ExitStatus] = [
        .usage, .lockBusy, .config, .internalError, .trust, .network, .interrupted, .diskFull, .someFailed, .damaged,
        .workPending, .done,
    ]

    /// The one of the two that the process ends with; which of them is asked makes no difference.
    public func combined(with other: ExitStatus) -> ExitStatus {
        Self.byPrecedence.first { $0 == self || $0 == other } ?? self
    }
}
