import SyncCore

/// One game of a run in one line, or in two when there is a way out to name.
struct GameLine {
    let report: GameReport
    /// Whether it says what would be done.
    let isPlan: Bool
    let glyphs: Glyphs
    var paint = Paint.none

    /// The width of the longest verb, and the space after it.
    static let indent = 12

    /// nil for a game of which nothing is to be said.
    var text: String? {
        switch report.outcome {
        case .failed: failure
        case .done where report.action == .keep && report.note == nil: nil
        case .done, .skipped: change
        }
    }

    var isFailure: Bool { report.outcome == .failed }

    private var change: String {
        line(
            verb, report.outcome == .skipped ? nil : .green,
            name + detail + (report.note.map { ": \($0.printable())" } ?? ""))
    }

    private var failure: String {
        let (cause, hint) = ErrorText.parts(report.error?.message ?? "the reason is not known")
        let step = report.error.map { "\($0.step.rawValue): " } ?? ""
        let refused = report.error?.step == .manifest
        let first = line(refused ? "refused" : isPlan ? "fails" : "failed", .red, "\(name): \(step)\(cause)")
        guard let hint else { return first }
        return first + "\n" + String(repeating: " ", count: Self.indent) + paint("hint", .cyan) + ": " + hint
    }

    private func line(_ verb: String, _ color: Paint.Color?, _ rest: String) -> String {
        paint(verb, color) + String(repeating: " ", count: max(1, Self.indent - verb.count)) + rest
    }

    private var verb: String {
        switch (report.action, isPlan || report.outcome == .skipped) {
        case _ where !isPlan && report.outcome == .skipped: "skipped"
        case (.skip, _): isPlan ? "skip" : "skipped"
        case (.install, true): "install"
        case (.install, false): "installed"
        case (.update, true): "update"
        case (.update, false): "updated"
        case (.reinstall, true): "reinstall"
        case (.reinstall, false): "reinstalled"
        case (.delete, true): "delete"
        case (.delete, false): "deleted"
        case (.keep, true): "keep"
        case (.keep, false): "kept"
        }
    }

    /// `snake 1.0 -> 1.1`.
    private var name: String {
        let id = report.id.printable(limit: 200)
        return switch (report.from, report.to) {
        case (let from?, let to?) where from != to: "\(id) \(from) \(glyphs.arrow) \(to)"
        case (let version?, _), (nil, let version?): "\(id) \(version)"
        case (nil, nil): id
        }
    }

    /// What came over the wire, and what did not have to.
    private var detail: String {
        let downloaded = report.bytesDownloaded > 0 ? [byteText(report.bytesDownloaded)] : []
        let saved = report.bytesSaved > 0 ? ["\(byteText(report.bytesSaved)) saved"] : []
        let parts = downloaded + saved
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }
}
