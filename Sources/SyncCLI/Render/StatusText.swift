import SyncCore

/// `status` for people: where the manifest stands, what the last run did, a table of the games, and what needs a hand.
struct StatusText {
    let report: StatusReport
    let glyphs: Glyphs
    var paint = Paint.none
    /// Of the terminal, where there is one.
    var width: Int?

    var text: String {
        let parts = [head, table, failures, foot].filter { !$0.isEmpty }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var head: [String] {
        var lines = labelled("manifest", manifest)
        if let error = report.manifest?.error {
            let (cause, hint) = ErrorText.parts(error)
            lines += labelled("", "\(paint("error", .red)): \(cause)")
            if let hint { lines += labelled("", "\(paint("hint", .cyan)): \(hint)") }
        }
        lines += labelled("last run", lastRun)
        if let error = report.lastRun?.error, error != report.manifest?.error {
            lines += labelled("", "\(paint("error", .red)): \(error.printable())")
        }
        if report.agent.running {
            let pid = report.agent.pid.map { " (process \($0))" } ?? ""
            lines += labelled("running", "\(report.agent.verb?.printable(limit: 40) ?? "a run")\(pid)")
        }
        if let next = report.agent.nextRun { lines += labelled("next run", "\(next)") }
        return lines
    }

    private func labelled(_ label: String, _ text: String) -> [String] {
        wrapped(text, first: padded(label, columns: 10), indent: 10)
    }

    /// Broken at words where there is a terminal; whole lines are easier for everything else.
    private func wrapped(_ text: String, first: String = "", indent: Int) -> [String] {
        guard let width else { return [first + text] }
        return WrappedText(width: max(width, 24)).lines(text, first: first, indent: indent)
    }

    private var manifest: String {
        guard let record = report.manifest else { return "\(report.manifestURL.printable()), not fetched yet" }
        var parts = [report.manifestURL.printable()]
        if let moment = record.checked ?? record.fetched {
            parts.append("checked \(Quantities.age(of: moment, now: report.generated))")
        } else {
            parts.append("not fetched yet")
        }
        if record.trust != nil { parts.append("signed") }
        if let sequence = record.sequence { parts.append("sequence \(sequence)") }
        if let expires = record.expires {
            parts.append(expires < report.generated ? "expired \(expires)" : "expires \(expires)")
        }
        return parts.joined(separator: ", ")
    }

    private var lastRun: String {
        guard let run = report.lastRun else { return "none yet; `assetsync sync` makes the first one" }
        let moment = Quantities.moment(run.finished ?? run.started, now: report.generated)
        guard let result = run.result else {
            return report.agent.running ? "\(moment): in progress" : "\(moment): cut short; the next run tidies up"
        }
        let counts = [
            (run.installed, "installed"), (run.updated, "updated"), (run.deleted, "deleted"), (run.failed, "failed"),
        ]
        var parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        if run.bytesDownloaded > 0 { parts.append("\(byteText(run.bytesDownloaded)) downloaded") }
        let words =
            switch result {
            case .success: "done"
            case .noop: "nothing to do"
            case .partial: "done in part"
            case .failed: "failed"
            case .interrupted: "interrupted; the next run goes on"
            }
        return "\(moment): " + ([words] + parts).joined(separator: ", ")
    }

    private var table: [String] {
        guard !report.games.isEmpty else { return wrapped(emptyWords, indent: 0) }
        var table = TextTable(titles: ["GAME", "STATE", "VERSION", "SIZE", "NEXT"])
        for game in report.games {
            let size = game.installed == nil ? "" : byteText(game.bytes)
            table.rows.append([
                .init("\(game.id)"), .init(state(of: game), color(of: game.state)), .init(versions(of: game)),
                .init(size), .init(game.next?.printable() ?? ""),
            ])
        }
        return table.lines(width: width, paint: paint)
    }

    private var emptyWords: String {
        report.manifest?.fetched == nil
            ? "no games yet: run `assetsync sync` to fetch the manifest and install what it lists"
            : "no games: the manifest lists none"
    }

    private func state(of game: StatusReport.Game) -> String {
        var word = game.state.rawValue
        if let progress = game.progress, let percent = Quantities.percent(progress.done, of: progress.total) {
            word += " \(percent)%"
        }
        // The manifest gave no digest, so nobody can say that these are the publisher's bytes.
        return game.installed != nil && !game.verified ? "\(word), unverified" : word
    }

    private func versions(of game: StatusReport.Game) -> String {
        switch (game.installed, game.wanted) {
        case (let installed?, let wanted?) where installed == wanted: "\(installed)"
        case (let installed?, let wanted?): "\(installed) \(glyphs.arrow) \(wanted)"
        case (let installed?, nil): "\(installed) \(glyphs.arrow) none"
        case (nil, let wanted?): "none \(glyphs.arrow) \(wanted)"
        case (nil, nil): "none"
        }
    }

    private func color(of state: GameState) -> Paint.Color? {
        switch state {
        case .current: .green
        case .failed, .damaged: .red
        case .outdated, .paused, .absent, .removing: .yellow
        case .queued, .downloading, .verifying, .extracting, .staged: .cyan
        }
    }

    private var failures: [String] {
        report.games.flatMap { game -> [String] in
            guard let error = game.error else { return [] }
            let (cause, hint) = ErrorText.parts(error.message)
            let tries =
                error.attempts > 1 ? " (\(error.attempts) attempts since \(error.since))" : " (at \(error.since))"
            let first = "\(error.step.rawValue): \(cause)\(tries)"
            return wrapped(first, first: "  \(paint("\(game.id)", .red)): ", indent: 4)
                + (hint.map { wrapped("\(paint("hint", .cyan)): \($0)", first: "    ", indent: 4) } ?? [])
        }
    }

    private var foot: [String] {
        var lines: [String] = []
        if !report.untracked.isEmpty {
            let names = "untracked: \(Quantities.list(report.untracked)) (kept: not installed by assetsync)"
            lines += wrapped(names, indent: 2)
        }
        return lines + report.notices.flatMap { wrapped("notice: \($0.printable())", indent: 2) }
    }
}
