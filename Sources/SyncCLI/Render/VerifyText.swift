import SyncCore

/// `verify` for people: what is wrong with which game, and one line for all. Games that are whole are only counted.
struct VerifyText {
    let report: VerifyReport
    /// Whether it was asked to repair.
    let repairs: Bool

    /// So many problems of a game are named.
    static let mostNamed = 10

    func print(in context: Context) {
        for game in report.games { print(game, in: context) }
        report.warnings.forEach(context.warn)
        if let error = report.error { context.complain(error) }
        if let total { context.say(total) }
    }

    private func print(_ game: VerifyReport.Game, in context: Context) {
        let name = game.id.text.printable(limit: 200) + (game.version.map { " \($0)" } ?? "")
        switch game.state {
        case .ok: return
        case .absent: context.say(Self.line("absent", name + ": not installed"))
        case .repaired: context.say(Self.line("repaired", "\(name): \(counts(of: game))"))
        case .damaged, .failed:
            let paint = context.errFacts.paint
            let isDamaged = game.state == .damaged
            let head = paint(isDamaged ? "damaged" : "failed", .red)
            var lines: [String] = []
            let (cause, hint) = game.error.map { ErrorText.parts($0.message) } ?? ("", nil)
            let words = [game.problems.isEmpty ? "" : counts(of: game), cause].filter { !$0.isEmpty }
            lines.append(
                head + String(repeating: " ", count: GameLine.indent - (isDamaged ? 7 : 6)) + name + ": "
                    + words.joined(separator: "; "))
            lines += Self.named(game.problems)
            if let hint { lines.append(Self.line("", paint("hint", .cyan) + ": " + hint)) }
            context.complain(lines.joined(separator: "\n"))
        }
    }

    /// `2 missing, 1 changed`.
    private func counts(of game: VerifyReport.Game) -> String {
        VerifyReport.Problem.Kind.allCases.compactMap { kind in
            let count = game.problems.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(Self.word(kind))"
        }.joined(separator: ", ")
    }

    private static func named(_ problems: [VerifyReport.Problem]) -> [String] {
        var lines = problems.prefix(mostNamed).map { problem in
            let detail = problem.detail.map { " (\($0.printable(limit: 200)))" } ?? ""
            return line("", "\(word(problem.kind)): \(problem.path.printable(limit: 300))\(detail)")
        }
        if problems.count > mostNamed {
            lines.append(line("", "and \(problems.count - mostNamed) more; `--json` names all"))
        }
        return lines
    }

    private static func word(_ kind: VerifyReport.Problem.Kind) -> String {
        switch kind {
        case .missing: "missing"
        case .changed: "changed"
        case .extra: "extra"
        case .mode: "with another mode"
        case .kind: "of another kind"
        }
    }

    private static func line(_ head: String, _ rest: String) -> String {
        head + String(repeating: " ", count: max(1, GameLine.indent - head.count)) + rest
    }

    private var total: String? {
        guard report.error == nil else { return nil }
        let counts = [
            (report.count(.ok), "whole"), (report.count(.repaired), "repaired"),
            (report.count(.damaged), "damaged"), (report.count(.failed), "failed"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        guard !counts.isEmpty else { return "nothing to verify: no game is installed" }
        let looked = report.games.filter { $0.state != .absent && $0.version != nil }
        let bytes = looked.reduce(Int64(0)) { $0 &+ $1.bytes }
        let files = looked.reduce(0) { $0 &+ $1.files }
        let isLeft = report.count(.damaged) > 0 && !repairs
        let next = isLeft ? "; `assetsync verify --repair` or the next sync repairs that" : ""
        let came = report.bytesDownloaded > 0 ? ", \(byteText(report.bytesDownloaded)) downloaded" : ""
        let amount = "\(files) \(files == 1 ? "file" : "files"), \(byteText(bytes))\(came)"
        let time = Quantities.elapsed(milliseconds: report.milliseconds)
        return "\(counts.joined(separator: ", ")): \(amount) in \(time)\(next)"
    }
}
