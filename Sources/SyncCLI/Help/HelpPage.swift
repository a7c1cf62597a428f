import SyncCore

/// `--help`, drawn from the tables of the commands.
struct HelpPage {
    private let width: Int

    /// - Parameter width: Of the terminal; 80 where there is none. Long lines are hard to read, so 100 is the most.
    init(width: Int?) { self.width = min(max(width ?? 80, 24), 100) }

    /// nil for the program as a whole.
    func text(of command: (any Command.Type)?) -> String {
        (command.map { page(of: $0) } ?? overview).joined(separator: "\n") + "\n"
    }

    private var overview: [String] {
        let commands = CommandTable.all.map { (label: $0.name, text: $0.summary) }
        let exits = ExitStatus.allCases.map { Exit($0) }
        return paragraph("Usage: \(Product.name) [OPTIONS] COMMAND [ARGUMENTS]", indent: 7) + [""]
            + paragraph(ProgramText.purpose) + [""]
            + ["COMMANDS"] + list(commands) + [""] + options(CommonOptions.flags.map(\.entry), title: "OPTIONS") + [""]
            + exitStatus(exits) + [""]
            + paragraph("`\(Product.name) help COMMAND` says more about one command.")
    }

    private func page(of command: any Command.Type) -> [String] {
        var lines = paragraph("Usage: \(Product.name) \(command.usage)", indent: 7)
        for text in ["\(command.summary)."] + command.details { lines += [""] + paragraph(text) }
        if !command.argumentsHelp.isEmpty {
            lines += ["", "ARGUMENTS"] + list(command.argumentsHelp.map { (label: $0.name, text: $0.summary) })
        }
        if !command.flagEntries.isEmpty { lines += [""] + options(command.flagEntries, title: "OPTIONS") }
        // `--version` of `pack` is another one.
        let own = command.flagEntries.map(\.long)
        let common = CommonOptions.flags.map(\.entry).filter { !own.contains($0.long) }
        lines += [""] + options(common, title: "COMMON OPTIONS")
        return lines + [""] + exitStatus(command.exits)
    }

    private func options(_ flags: [FlagEntry], title: String) -> [String] {
        let hasShort = flags.contains { $0.short != nil }
        return [title]
            + list(
                flags.map { flag in
                    let spelling = hasShort && flag.short == nil ? "    \(flag.spelling)" : flag.spelling
                    return (label: spelling, text: flag.summary)
                })
    }

    private func exitStatus(_ exits: [Exit]) -> [String] {
        let entries = exits.map { exit in
            (
                label: exit.status.rawValue < 10 ? " \(exit.status.rawValue)" : "\(exit.status.rawValue)",
                text: exit.meaning
            )
        }
        return ["EXIT STATUS"] + list(entries)
    }

    /// Labels in one column and texts in another; on a narrow terminal the text goes below its label.
    private func list(_ entries: [(label: String, text: String)]) -> [String] {
        let wrapped = WrappedText(width: width)
        let labels = entries.map { $0.label.count }.max() ?? 0
        guard labels + 4 + 20 <= width else {
            return entries.flatMap {
                ["  \($0.label.drop { $0 == " " })"] + wrapped.lines($0.text, first: "      ", indent: 6)
            }
        }
        return entries.flatMap { entry in
            wrapped.lines(entry.text, first: "  \(padded(entry.label, columns: labels))  ", indent: labels + 4)
        }
    }

    private func paragraph(_ text: String, indent: Int = 0) -> [String] {
        WrappedText(width: width).lines(text, indent: indent)
    }
}
