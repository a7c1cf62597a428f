/// An error that a person can act on.
///
/// Each module has one closed enum that conforms. Texts hold no secrets and no control characters: whoever makes the
/// value puts only printable text and ``SafeURL`` descriptions into it.
public protocol Diagnostic: Error, Sendable {
    /// Stable and dotted, for logs, metrics and JSON: `transfer.stalled`.
    var code: String { get }
    /// One sentence without a full stop, backticks round literals.
    var summary: String { get }
    /// What to do next, or nil where the summary says it all.
    var hint: String? { get }
    /// Whether the same attempt can succeed later without anybody changing anything.
    var retry: Retry { get }
}

extension Diagnostic {
    public var hint: String? { nil }
    public var retry: Retry { .never }
}

/// Whether trying again can help.
public enum Retry: Sendable, Equatable {
    case later
    case never
}
