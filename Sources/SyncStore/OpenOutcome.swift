/// What ``StateStore/open(_:mode:now:)`` found.
public enum OpenOutcome: Sendable, Equatable {
    case existing
    /// There was none, or an empty file: what is installed has to be recognised from the receipts.
    case created
    /// What was there is no usable database. It now has the name `path`, and a new one was made.
    case setAside(path: String, reason: String)
}
