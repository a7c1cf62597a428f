/// What stopped a whole run, in words and with its exit code.
public struct RunFailure: Diagnostic, Equatable {
    public let exit: ExitStatus
    public let code: String
    public let summary: String
    public let hint: String?

    public init(exit: ExitStatus, code: String, summary: String, hint: String? = nil) {
        self.exit = exit
        self.code = code
        self.summary = summary
        self.hint = hint
    }

    public init(_ cause: some Diagnostic, exit: ExitStatus) {
        self.init(exit: exit, code: cause.code, summary: cause.summary, hint: cause.hint)
    }
}
