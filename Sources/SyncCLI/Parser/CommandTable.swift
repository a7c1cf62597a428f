/// All commands, in the order of the help.
enum CommandTable {
    static let all: [any Command.Type] = [
        SyncCommand.self, PlanCommand.self, StatusCommand.self, VerifyCommand.self, RollbackCommand.self,
        PauseCommand.self, ResumeCommand.self, RemoveCommand.self, HistoryCommand.self, ConfigCheckCommand.self,
        ConfigShowCommand.self, InitCommand.self, ExtractCommand.self, ArchiveCommand.self, PackCommand.self,
        SiteCheckCommand.self, KeygenCommand.self, HelpCommand.self,
    ]

    /// The command of exactly that name.
    static func command(_ name: String) -> (any Command.Type)? { all.first { $0.name == name } }

    /// The commands whose first word of two is that one.
    static func group(_ word: String) -> [any Command.Type] { all.filter { $0.name.hasPrefix("\(word) ") } }

    /// First words, each once, for guesses.
    static var firstWords: [String] {
        var words: [String] = []
        for command in all {
            let word = String(command.name.prefix { $0 != " " })
            if words.last != word { words.append(word) }
        }
        return words
    }
}
