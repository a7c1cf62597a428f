import SyncCore

/// Puts the lines of a run where they belong: what was done on standard output, what failed on standard error.
struct RunPrinter: Sendable {
    let context: Context
    let isPlan: Bool
    var told: Set<String> = []

    func print(_ report: RunReport) {
        let summary = RunSummary(
            report: report, isPlan: isPlan, glyphs: context.outFacts.glyphs, paint: context.outFacts.paint,
            failurePaint: context.errFacts.paint, told: told)
        for line in summary.lines {
            switch line.kind {
            case .failure: context.complain(line.text)
            case .warning: context.warn(line.text)
            case .change, .note, .total: context.say(line.text)
            }
        }
        printError(report)
    }

    func print(_ line: GameLine) {
        var line = line
        line.paint = line.isFailure ? context.errFacts.paint : context.outFacts.paint
        guard let text = line.text else { return }
        if line.isFailure { context.complain(text) } else { context.say(text) }
    }

    /// What stopped the whole run.
    func printError(_ report: RunReport) {
        if let error = report.error { context.complain(error) }
    }
}
