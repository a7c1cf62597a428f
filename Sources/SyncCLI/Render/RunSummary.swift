import SyncCore

/// The end of a run, or a plan, in words: what changed, what failed, and one line for all.
struct RunSummary {
    let report: RunReport
    let isPlan: Bool
    let glyphs: Glyphs
    var paint = Paint.none
    /// For what goes to standard error.
    var failurePaint = Paint.none
    /// Games of which a line has been printed while the run went on.
    var told: Set<String> = []

    struct Line: Equatable {
        enum Kind: Equatable {
            case change, failure, warning, note, total
        }

        let kind: Kind
        let text: String
    }

    /// In the order to print: changes, warnings, failures, then the total. What stopped the whole run is not among
    /// them: it is printed as every error is.
    var lines: [Line] {
        let games = report.games.filter { !told.contains($0.id) }.map { game in
            let paint = game.outcome == .failed ? failurePaint : paint
            return GameLine(report: game, isPlan: isPlan, glyphs: glyphs, paint: paint)
        }
        var lines: [Line] = []
        lines += games.filter { !$0.isFailure }.compactMap { $0.text }.map { Line(kind: .change, text: $0) }
        if !report.untracked.isEmpty { lines.append(Line(kind: .note, text: untracked)) }
        lines += report.warnings.map { Line(kind: .warning, text: $0) }
        lines += games.filter { $0.isFailure }.compactMap { $0.text }.map { Line(kind: .failure, text: $0) }
        if let total { lines.append(Line(kind: .total, text: total)) }
        return lines
    }

    private var untracked: String {
        "untracked   \(Quantities.list(report.untracked)) (kept: not installed by assetsync)"
    }

    /// nil where the run as a whole failed before it did anything.
    private var total: String? {
        let counts = isPlan ? planCounts : runCounts
        if report.error != nil, counts.isEmpty { return nil }
        if isPlan { return planTotal(counts) }
        let interrupted = report.result == .interrupted
        if counts.isEmpty {
            return interrupted ? "interrupted before anything changed" : "nothing to do\(keptWords) (\(elapsed))"
        }
        let parts = counts + (report.kept > 0 ? ["\(report.kept) kept"] : [])
        let goOn = interrupted ? "; `assetsync sync` goes on from here" : ""
        return (interrupted ? "interrupted: " : "") + parts.joined(separator: ", ") + traffic + goOn
    }

    private func planTotal(_ counts: [String]) -> String {
        guard !counts.isEmpty else { return "nothing to do\(keptWords)" }
        let parts = counts + (report.kept > 0 ? ["\(report.kept) to keep"] : [])
        return parts.joined(separator: ", ") + fetchWords
    }

    private var fetchWords: String {
        guard report.games.contains(where: { [.install, .update, .reinstall].contains($0.action) }) else { return "" }
        return report.bytesToFetch.map { "; \(byteText($0)) to fetch" } ?? "; how much to fetch is not known"
    }

    private var runCounts: [String] {
        words([
            (report.count(.install), "installed"), (report.count(.update), "updated"),
            (report.count(.reinstall), "reinstalled"), (report.count(.delete), "deleted"), (report.failed, "failed"),
            (skipped, "skipped"),
        ])
    }

    private var planCounts: [String] {
        words([
            (planned(.install), "to install"), (planned(.update), "to update"),
            (planned(.reinstall), "to reinstall"), (planned(.delete), "to delete"),
            (report.failed, "would fail"), (skipped, "skipped"),
        ])
    }

    /// Nothing is done in a plan, so every game that would change is `skipped` there.
    private func planned(_ action: Action) -> Int {
        report.games.count { $0.action == action && $0.outcome != .failed }
    }

    private var skipped: Int {
        report.games.count { $0.outcome != .failed && ($0.action == .skip || $0.outcome == .skipped && !isPlan) }
    }

    private func words(_ counts: [(Int, String)]) -> [String] {
        counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    }

    private var keptWords: String {
        switch report.kept {
        case 0: ""
        case 1: ": 1 game is as the manifest asks"
        default: ": \(report.kept) games are as the manifest asks"
        }
    }

    private var traffic: String {
        let saved = report.bytesSaved > 0 ? ", \(byteText(report.bytesSaved)) saved," : ""
        guard report.bytesDownloaded > 0 || report.bytesSaved > 0 else { return " in \(elapsed)" }
        return "; \(byteText(report.bytesDownloaded)) downloaded\(saved) in \(elapsed)"
    }

    private var elapsed: String { Quantities.elapsed(milliseconds: report.milliseconds) }
}
