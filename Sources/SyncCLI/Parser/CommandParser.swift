import SyncCore

/// Turns the words of a command line into a command with all its values, or says what is wrong with them.
struct CommandParser {
    enum Invocation {
        case command(any Command)
        case help(of: (any Command.Type)?)
        case version
    }

    private(set) var common = CommonOptions()
    private var words: Words

    /// - Parameter words: Without the name of the program.
    init(_ words: some Sequence<String>) { self.words = Words(words) }

    mutating func parse() throws(UsageError) -> Invocation {
        guard let type = try parseName() else {
            return if common.asksHelp { .help(of: nil) } else if common.asksVersion { .version } else {
                throw .noCommand
            }
        }
        return try parse(type)
    }

    /// Reads up to the end of the command's name; nil when help or version is asked for without one.
    private mutating func parseName() throws(UsageError) -> (any Command.Type)? {
        var group: String?
        while let word = words.next() {
            guard case .operand(let text) = word else {
                if try applyCommon(word) { continue }
                throw unknown(word, command: nil, flags: CommonOptions.flags.map(\.entry))
            }
            if let type = CommandTable.command(group.map { "\($0) \(text)" } ?? text) { return type }
            if group == nil, !CommandTable.group(text).isEmpty {
                group = text
                continue
            }
            let names = group.map { CommandTable.group($0).map { $0.name } } ?? CommandTable.firstWords
            let typed = group.map { "\($0) \(text)" } ?? text
            throw .unknownCommand(typed.printable(limit: 60), nearest: nearestMatch(to: typed, in: names))
        }
        if let group, !common.asksHelp, !common.asksVersion {
            throw .incompleteCommand(group, choices: CommandTable.group(group).map { $0.name })
        }
        return nil
    }

    private mutating func parse<C: Command>(_ type: C.Type) throws(UsageError) -> Invocation {
        var command = C()
        var count = 0
        while !common.asksHelp, !common.asksVersion, let word = words.next() {
            guard case .operand(let text) = word else {
                if try apply(word, of: C.flags, to: &command, command: C.name) { continue }
                if try applyCommon(word, command: C.name) { continue }
                throw unknown(word, command: C.name, flags: C.flagEntries + CommonOptions.flags.map(\.entry))
            }
            guard let operand = C.arguments.operand(at: count) else {
                throw .extraArgument(text.printable(limit: 60), command: C.name)
            }
            count += 1
            do {
                try operand.apply(&command, text)
            } catch {
                throw .badValue(of: operand.name, problem: Self.words(of: error), command: C.name)
            }
        }
        if common.asksHelp { return .help(of: C.self) }
        if common.asksVersion { return .version }
        if let missing = C.arguments.missing(after: count) {
            throw .missingArgument(missing.name, command: C.name, isMany: missing.maximum > 1)
        }
        return .command(command)
    }

    private mutating func applyCommon(_ word: Words.Word, command: String? = nil) throws(UsageError) -> Bool {
        // A copy, because the words belong to the same value.
        var options = common
        defer { common = options }
        return try apply(word, of: CommonOptions.flags, to: &options, command: command)
    }

    /// Whether one of the flags is meant by the word; then it has been applied.
    private mutating func apply<Target>(
        _ word: Words.Word, of flags: [Flag<Target>], to target: inout Target, command: String?
    ) throws(UsageError) -> Bool {
        let flag: Flag<Target>?
        var value: String?
        switch word {
        case .operand: return false
        case .short(let letter): flag = flags.first { $0.entry.short == letter }
        case .long(let name, let given):
            flag = flags.first { $0.entry.long == name }
            value = given
        }
        guard let flag else { return false }
        let name = flag.entry.long
        switch flag.entry.value {
        case .none:
            guard value == nil else { throw .needlessValue(flag: name, command: command) }
        case .required(let metavariable):
            value = value ?? words.takeValue()
            guard value != nil else { throw .missingValue(flag: name, value: metavariable, command: command) }
        case .optional: break
        }
        do {
            try flag.apply(&target, value)
        } catch {
            throw .badValue(of: "`\(name)`", problem: Self.words(of: error), command: command)
        }
        return true
    }

    private func unknown(_ word: Words.Word, command: String?, flags: [FlagEntry]) -> UsageError {
        let typed =
            switch word {
            case .operand(let text): text
            case .long(let name, _): name
            case .short(let letter): "-\(letter)"
            }
        let isLong = typed.hasPrefix("--")
        let nearest = isLong ? nearestMatch(to: typed, in: flags.map(\.long)) : nil
        let owner = CommandTable.all.first { $0.flagEntries.contains { $0.long == typed } }
        return .unknownFlag(
            typed.printable(limit: 60), command: command, nearest: nearest, owner: owner.map { $0.name })
    }

    private static func words(of error: any Error) -> String {
        switch error {
        case let error as ValueError: error.problem
        case let error as any Diagnostic: error.summary
        default: "the value is of no use"
        }
    }
}
