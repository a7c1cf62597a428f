import SyncCore
import SyncTransfer

/// One thing that ``SiteCheck`` found.
public struct SiteFinding: Sendable, Equatable {
    public enum Severity: String, Sendable, Equatable {
        /// Clients fail over it.
        case problem
        /// Clients work, but not as well as they could.
        case warning
        /// Good to know.
        case note
    }

    public let severity: Severity
    /// What it is about: `manifest`, `snake 1.1`. Printable, as the rest is.
    public let subject: String
    public let summary: String
    public let hint: String?

    init(_ severity: Severity, _ subject: String, _ summary: String, hint: String? = nil) {
        self.severity = severity
        self.subject = subject
        self.summary = summary
        self.hint = hint
    }

    init(_ subject: String, _ error: some Diagnostic) {
        self.init(.problem, subject, error.summary, hint: error.hint)
    }
}

extension TransferError {
    /// What a publisher can do. The hints of clients speak of their configuration.
    var publisherHint: String? {
        switch self {
        case .status(401, _), .status(403, _):
            "Let the web server's user read it, and everybody fetch it (`chmod a+r`, the bucket's policy)"
        case .status(404, _), .missingFile: "Upload it"
        case .sizeMismatch, .digestMismatch: "Upload the archive again, whole, or publish it as a new version"
        case .plainHTTP, .setting: nil
        default: hint
        }
    }
}
