import SyncCore
import SyncPlatform

/// Everything a command may touch.
struct Context: Sendable {
    var backend: Backend
    var out: TextWriter
    /// Standard error, shared by messages, log and progress.
    var screen: Screen
    var outFacts: TerminalFacts
    var errFacts: TerminalFacts
    var environment: [String: String]
    /// The wall clock, for what people and machines read.
    var now: @Sendable () -> Timestamp
    var common = CommonOptions()
    var logger = Logger.silent
    /// Whether SIGINT, SIGTERM and SIGHUP are this command's to handle; off where a test is the process.
    var handlesSignals = false
    /// Whether standard error holds JSON lines only: what would be said there in words is said on standard output.
    var errIsData = false
    /// Whether standard error goes to the journal of systemd.
    var errIsJournal = false

    var isQuiet: Bool { common.verbosity < 0 }
    var installation: Installation {
        Installation(
            configFile: common.configFile, root: common.root, environment: environment, logger: logger)
    }

    /// Words for people on standard error; in the journal each line has its priority, as the log's have.
    func complain(_ text: String, as level: Logger.Level = .error) {
        if errIsData {
            out.write(text + "\n")
        } else if errIsJournal {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            screen.print(lines.map { "<\(level.priority)>\($0)" }.joined(separator: "\n"))
        } else {
            screen.print(text)
        }
    }

    /// A warning for people; nothing with `-q`.
    func warn(_ sentence: String) {
        guard !isQuiet else { return }
        complain("\(errFacts.paint("warning", .yellow)): \(sentence.printable())", as: .warning)
    }

    /// `error: …` and, where there is one, `hint: …`.
    func complain(_ error: some Diagnostic) {
        complain(ErrorText.lines(error, paint: errFacts.paint).joined(separator: "\n"))
    }

    /// Words for people on standard output; nothing with `-q`.
    func say(_ text: String) {
        if !isQuiet, !text.isEmpty { out.write(text + "\n") }
    }
}
