import SyncCore

struct HelpCommand: Command {
    static let name = "help"
    static let summary = "Show help for a command"
    static let arguments: Arguments<Self> = .any("COMMAND", "A command, such as `sync` or `config show`") {
        $0.words.append($1)
    }
    static let flags: [Flag<Self>] = [
        .hidden("--man") { $0.man = true }
    ]
    static let exits: [Exit] = [Exit(.done), Exit(.usage)]

    var words: [String] = []
    var man = false

    func run(in context: Context) async throws -> ExitStatus {
        let text = man ? ManPage.text : try HelpPage(width: context.outFacts.size()?.columns).text(of: topic())
        context.out.write(text)
        return .done
    }

    /// nil for the program as a whole.
    private func topic() throws(UsageError) -> (any Command.Type)? {
        guard !words.isEmpty else { return nil }
        let name = words.joined(separator: " ")
        if let command = CommandTable.command(name) { return command }
        let group = CommandTable.group(name).map { $0.name }
        guard group.isEmpty else { throw .incompleteCommand(name, choices: group.map { "help \($0)" }) }
        let names = CommandTable.all.map { $0.name }
        throw .unknownCommand(name.printable(limit: 60), nearest: nearestMatch(to: name, in: names))
    }
}
