import SyncCore
import SyncEngine

/// What `site check` found: one line a finding, and one for the whole.
enum SiteCheckText {
    static func lines(_ outcome: SiteCheck.Outcome, paint: Paint) -> [String] {
        let lines = outcome.findings.map { finding -> String in
            let color: Paint.Color? =
                switch finding.severity {
                case .problem: .red
                case .warning: .yellow
                case .note: nil
                }
            let word = color.map { paint(finding.severity.rawValue, $0) } ?? finding.severity.rawValue
            let hint = finding.hint.map { " (\($0))" } ?? ""
            return "\(word): \(finding.subject): \(finding.summary)\(hint)"
        }
        return lines + ["\(outcome.manifest): \(Quantities.games(outcome.games)), \(verdict(outcome))"]
    }

    private static func verdict(_ outcome: SiteCheck.Outcome) -> String {
        let counts = [(outcome.count(.problem), "problem"), (outcome.count(.warning), "warning")].filter { $0.0 > 0 }
        guard !counts.isEmpty else { return "all good" }
        return counts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }
}
