import FoundationEssentials
import SyncCore
import SyncPlatform

/// The program, from its words to its exit code.
public enum Entry {
    /// Runs the command line, whose first word is the name of the program, and says how the process ends.
    public static func run(_ arguments: [String]) async -> Int32 { await run(arguments, backend: .live) }

    /// The same with another engine behind it.
    public static func run(_ arguments: [String], backend: Backend) async -> Int32 {
        StandardStream.prepare()
        let environment = ProcessInfo.processInfo.environment
        let context = Context(
            backend: backend, out: .stream(.output), screen: Screen(.stream(.error)),
            outFacts: .of(.output, environment: environment), errFacts: .of(.error, environment: environment),
            environment: environment,
            now: { Timestamp(seconds: Int64(Date().timeIntervalSince1970.rounded(.down))) },
            handlesSignals: true, errIsJournal: StandardStream.error.isJournal(environment["JOURNAL_STREAM"]))
        return await run(Array(arguments.dropFirst()), in: context).rawValue
    }

    static func run(_ words: [String], in context: Context) async -> ExitStatus {
        var parser = CommandParser(words)
        do {
            switch try parser.parse() {
            case .help(let command):
                context.out.write(HelpPage(width: context.outFacts.size()?.columns).text(of: command))
                return .done
            case .version:
                context.out.write("\(Product.name) \(Product.version)\n")
                return .done
            case .command(let command):
                return try await command.run(in: prepared(context, common: parser.common, for: command))
            }
        } catch {
            return ending(error, in: context)
        }
    }

    /// The context with the options of the command line and the log they ask for.
    private static func prepared(_ context: Context, common: CommonOptions, for command: any Command) -> Context {
        var context = context
        context.common = common
        context.errIsData = command.logHabit == .machine
        let form: LogSink.Form =
            switch (common.logFormat, command.logHabit) {
            case (.json, _), (nil, .machine): .json
            case (.text, _): .text
            case (nil, .usual), (nil, .tellsItself): context.errIsJournal ? .journal : .text
            }
        let isTold = common.logFormat == nil && command.logHabit == .tellsItself
        let level = LogSink.level(verbosity: common.verbosity, standard: isTold ? .warning : .notice)
        context.logger = LogSink(form: form, now: context.now).logger(level: level, screen: context.screen)
        return context
    }

    /// Every error ends here: its words on standard error, its code as the exit status.
    private static func ending(_ error: any Error, in context: Context) -> ExitStatus {
        switch error {
        case let error as RunFailure:
            context.complain(error)
            return error.exit
        case let error as UsageError:
            context.complain(error)
            return .usage
        case let error as any Diagnostic:
            context.complain(error)
            return .internalError
        default:
            let words = "\(error)".printable(limit: 200)
            context.complain(RunFailure(exit: .internalError, code: "cli.unexpected", summary: "unexpected: \(words)"))
            return .internalError
        }
    }
}
