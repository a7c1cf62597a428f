import SyncCore

/// What `pause`, `resume` and `remove` share: they change what is to be done with games, and say so, a line a game.
enum HoldChange {
    static let exits: [Exit] = [
        Exit(.done), Exit(.someFailed), Exit(.usage), Exit(.diskFull),
        Exit(.lockBusy, "another run holds the lock, or another program the state database"), Exit(.config),
        Exit(.internalError),
    ]

    /// Prints a line a game, with the verb in the past tense, and says how the command ends.
    static func tell(_ verb: String, _ report: RunReport, in context: Context) -> ExitStatus {
        for game in report.games {
            let id = game.id.printable(limit: 200)
            let note = game.note.map { ": \($0.printable())" } ?? ""
            switch game.outcome {
            case .done: context.say("\(verb) \(id)\(note)")
            case .skipped where verb == "resumed": context.say("\(id) was not on hold")
            case .skipped: context.say("\(id) was \(verb) already\(note)")
            case .failed:
                let line = GameLine(
                    report: game, isPlan: false, glyphs: context.errFacts.glyphs, paint: context.errFacts.paint)
                context.complain(line.text ?? "")
            }
        }
        report.warnings.forEach(context.warn)
        if let error = report.error { context.complain(error) }
        return report.exit
    }
}
