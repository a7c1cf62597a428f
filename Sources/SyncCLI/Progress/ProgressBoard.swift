import SyncCore

/// What the bars show: the games that are being worked on and how far the whole run is. A value fed with events.
struct ProgressBoard: ProgressBlock {
    private(set) var running: [ProgressEvent] = []
    private var changes = 0
    private var ended = 0
    private var failed = 0
    private var planned = false
    /// Of the widest name so far: columns that come and go with the games would dance.
    private var widestName = 5

    mutating func take(_ event: RunEvent) {
        switch event {
        case .planned(let changes):
            planned = true
            self.changes = changes
        case .progress(let progress):
            if let index = running.firstIndex(where: { $0.game == progress.game }) {
                running[index] = progress
            } else {
                running.append(progress)
                widestName = max(widestName, displayWidth("\(progress.game)"))
            }
        case .game(let report):
            running.removeAll { $0.game.text == report.id }
            if report.action != .keep, report.action != .skip { ended += 1 }
            if report.outcome == .failed { failed += 1 }
        case .finished: running = []
        }
    }

    func lines(columns: Int, rows: Int, glyphs: Glyphs) -> [String] {
        guard planned || !running.isEmpty else { return [] }
        // The last column stays free: some terminals wrap as soon as it is written.
        let width = max(columns - 1, 1)
        let room = max(rows - 3, 1)
        let shown = running.count > room ? running.prefix(max(room - 1, 0)) : running[...]
        let label = min(widestName, max(width / 3, 5))
        var lines = shown.map { line(of: $0, label: label, width: width, glyphs: glyphs) }
        if shown.count < running.count { lines.append("and \(running.count - shown.count) more") }
        return (lines + [total(label: label, width: width)]).map { fitted($0, columns: width, glyphs: glyphs) }
    }

    private func line(of event: ProgressEvent, label: Int, width: Int, glyphs: Glyphs) -> String {
        let name = padded(fitted("\(event.game)", columns: label, glyphs: glyphs), columns: label)
        let percent = Quantities.percent(event.done, of: event.total)
        // What is left out first stands last.
        var facts = [Quantities.bytes(event.done, of: event.total)]
        if let rate = event.bytesPerSecond, event.phase == .download { facts.append("\(byteText(rate))/s") }
        if let eta = event.eta, event.phase == .download { facts.append("\(Self.clock(eta)) left") }
        let head = "\(name)  \(padded(event.phase.rawValue, columns: 8))"
        return ProgressBar.line(head: head, percent: percent, facts: facts, width: width)
    }

    private func total(label: Int, width: Int) -> String {
        let parts = running.reduce(0.0) { sum, event in
            sum + Double(Quantities.percent(event.done, of: event.total) ?? 0) / 100 * Self.weight(of: event.phase)
        }
        let share = changes > 0 ? min(100, Int((Double(ended) + parts) / Double(changes) * 100)) : nil
        let rate = running.reduce(Int64(0)) { sum, event in
            let (next, overflow) = sum.addingReportingOverflow(event.phase == .download ? event.bytesPerSecond ?? 0 : 0)
            return overflow ? .max / 16 : next
        }
        var facts = ["\(ended) of \(max(changes, ended))"]
        if failed > 0 { facts.append("\(failed) failed") }
        if rate > 0 { facts.append("\(byteText(rate))/s") }
        return ProgressBar.line(
            head: "\(padded("total", columns: label))          ", percent: share, facts: facts, width: width)
    }

    /// How much of a game's work is behind it at the end of a phase, roughly: downloading is most of it.
    private static func weight(of phase: ProgressEvent.Phase) -> Double {
        switch phase {
        case .download: 0.8
        case .verify: 0.85
        case .extract, .swap: 0.95
        }
    }

    /// `0:12`, `1:02:03`.
    static func clock(_ seconds: Int64) -> String {
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let hours = seconds / 3600
        let minutes = seconds % 3600 / 60
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
