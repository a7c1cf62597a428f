import SyncCore
import SyncPlatform

/// `history` for people: a line a run, and below it a line for each game that it changed.
struct HistoryText {
    let entries: [HistoryEntry]
    let glyphs: Glyphs
    var paint = Paint.none

    var text: String {
        guard !entries.isEmpty else { return "no runs yet: `assetsync sync` makes the first one" }
        var table = TextTable(
            titles: ["STARTED", "TOOK", "RESULT", "NEW", "UPD", "DEL", "FAIL", "FETCHED"])
        table.rows = entries.map {
            row($0.run, repaired: $0.changes.count { $0.action == .reinstall && $0.outcome == .done })
        }
        let lines = table.lines(width: nil, paint: paint)
        var text = [lines[0]]
        for (entry, line) in zip(entries, lines.dropFirst()) {
            text.append(line)
            if let error = entry.run.error { text.append("  \(paint("error", .red)): \(error.printable())") }
            text += entry.changes.compactMap { change in
                let line = GameLine(report: change, isPlan: false, glyphs: glyphs, paint: paint).text
                return line.map { "  " + $0.split(separator: "\n").joined(separator: "\n  ") }
            }
        }
        return text.joined(separator: "\n")
    }

    private func row(_ run: RunRecord, repaired: Int) -> [TextTable.Cell] {
        func count(_ value: Int) -> TextTable.Cell { .init(value == 0 ? "" : "\(value)") }
        return [
            .init(LocalClock.text(of: run.started)), .init(took(run)),
            .init(run.result?.rawValue ?? "running", color(of: run.result)), count(run.installed),
            count(run.updated + repaired), count(run.deleted), count(run.failed),
            .init(run.bytesDownloaded == 0 ? "" : byteText(run.bytesDownloaded)),
        ]
    }

    private func took(_ run: RunRecord) -> String {
        guard let finished = run.finished else { return "" }
        let (seconds, overflow) = finished.seconds.subtractingReportingOverflow(run.started.seconds)
        return overflow || seconds < 0 ? "" : Quantities.span(seconds: seconds)
    }

    private func color(of result: RunRecord.Result?) -> Paint.Color? {
        switch result {
        case .success: .green
        case .failed: .red
        case .partial, .interrupted: .yellow
        case .noop, nil: nil
        }
    }
}
