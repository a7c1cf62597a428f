import SyncCore

/// One verb of the program. Its tables drive the parser, `--help`, `help` and the man page.
protocol Command: Sendable {
    init()

    /// As typed; two words for a command of a group: `config show`.
    static var name: String { get }
    /// One line without a full stop, for the list of commands.
    static var summary: String { get }
    static var arguments: Arguments<Self> { get }
    static var flags: [Flag<Self>] { get }
    /// What `summary` leaves out: paragraphs, for `--help` and the man page.
    static var details: [String] { get }
    /// Every way in which the command itself ends. Wrong usage and what the configuration gives are said here too.
    static var exits: [Exit] { get }

    /// How the log is written where no option asks for anything.
    var logHabit: LogHabit { get }

    func run(in context: Context) async throws -> ExitStatus
}

extension Command {
    static var arguments: Arguments<Self> { .none }
    static var flags: [Flag<Self>] { [] }
    static var details: [String] { [] }
    var logHabit: LogHabit { .usual }

    /// `sync [GAME...] [OPTIONS]`.
    static var usage: String {
        ([name] + (arguments.usage.map { [$0] } ?? []) + (flagEntries.isEmpty ? [] : ["[OPTIONS]"])).joined(
            separator: " ")
    }

    /// The flags that help shows, without what they do.
    static var flagEntries: [FlagEntry] { flags.map(\.entry).filter { !$0.summary.isEmpty } }
    static var argumentsHelp: [(name: String, summary: String)] { arguments.help }
}

/// What a command prints besides the log.
enum LogHabit: Sendable, Equatable {
    case usual
    /// What the log says at `notice` the command says too, so the log begins at `warning`.
    case tellsItself
    /// Standard error is read by a program, line by line: the log is JSON too, and there are no words for people.
    case machine
}

/// One line of an `EXIT STATUS` section.
struct Exit: Sendable, Equatable {
    let status: ExitStatus
    let meaning: String

    init(_ status: ExitStatus, _ meaning: String? = nil) {
        self.status = status
        self.meaning = meaning ?? status.meaning
    }
}
