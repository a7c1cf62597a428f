import SyncCore

/// A command line that is not understood. All texts in it are printable.
enum UsageError: Diagnostic, Equatable {
    case noCommand
    case unknownCommand(String, nearest: String?)
    case incompleteCommand(String, choices: [String])
    case unknownFlag(String, command: String?, nearest: String?, owner: String?)
    case missingValue(flag: String, value: String, command: String?)
    case needlessValue(flag: String, command: String?)
    case badValue(of: String, problem: String, command: String?)
    case missingArgument(String, command: String, isMany: Bool)
    case extraArgument(String, command: String)
    case unknownGame(String, nearest: String?)

    var code: String { "usage" }

    var summary: String {
        switch self {
        case .noCommand: "a command is missing"
        case .unknownCommand(let word, _): "there is no command `\(word)`"
        case .incompleteCommand(let group, _): "`\(group)` needs one more word"
        case .unknownFlag(let flag, let command?, _, _): "`\(command)` has no option `\(flag)`"
        case .unknownFlag(let flag, nil, _, _): "there is no option `\(flag)`"
        case .missingValue(let flag, let value, _): "`\(flag)` needs a value: `\(flag) \(value)`"
        case .needlessValue(let flag, _): "`\(flag)` takes no value"
        case .badValue(let place, let problem, _): "\(place): \(problem)"
        case .missingArgument(let name, let command, let isMany):
            "`\(command)` needs \(isMany ? "at least one \(name)" : name)"
        case .extraArgument(let text, let command): "`\(command)` has no use for `\(text)`"
        case .unknownGame(let id, _): "no game `\(id)` is installed or wanted"
        }
    }

    var hint: String? {
        switch self {
        case .noCommand: "`assetsync --help` lists the commands"
        case .unknownCommand(_, let nearest?): "Did you mean `\(nearest)`?"
        case .unknownCommand(_, nil): "`assetsync --help` lists the commands"
        case .incompleteCommand(_, let choices):
            "Choose one: " + choices.map { "`assetsync \($0)`" }.joined(separator: ", ")
        case .unknownFlag(_, _, let nearest?, _): "Did you mean `\(nearest)`?"
        case .unknownFlag(let flag, _, nil, let owner?): "`\(flag)` is an option of `\(owner)`"
        case .unknownFlag(_, let command, nil, nil), .missingValue(_, _, let command),
            .needlessValue(_, let command), .badValue(_, _, let command):
            Self.seeHelp(of: command)
        case .unknownGame(_, let nearest?): "Did you mean `\(nearest)`?"
        case .unknownGame(_, nil): "`assetsync status` lists all games"
        case .missingArgument(_, let command, _), .extraArgument(_, let command): Self.seeHelp(of: command)
        }
    }

    private static func seeHelp(of command: String?) -> String {
        command.map { "See `assetsync \($0) --help`" } ?? "See `assetsync --help`"
    }
}
