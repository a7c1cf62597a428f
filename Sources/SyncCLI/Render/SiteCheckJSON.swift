import SyncCore
import SyncEngine

/// `site check --json`. Fields are only ever added, at the end.
enum SiteCheckJSON {
    static func result(_ result: Result<SiteCheck.Outcome, ArchiveFailure>) -> JSON {
        let outcome = result.value
        let hasProblems = outcome.map { $0.count(.problem) > 0 } ?? true
        return .object(
            ArchiveJSON.head(result, exit: outcome != nil && hasProblems ? .someFailed : result.exit) + [
                .init("manifest", JSON(outcome?.manifest)), .init("games", JSON(outcome?.games ?? 0)),
                .init("problems", JSON(outcome?.count(.problem) ?? 0)),
                .init("warnings", JSON(outcome?.count(.warning) ?? 0)),
                .init("findings", .array((outcome?.findings ?? []).map(finding))),
                .init("error", ArchiveJSON.error(of: result)),
            ])
    }

    private static func finding(_ finding: SiteFinding) -> JSON {
        [
            "severity": .string(finding.severity.rawValue), "subject": .string(finding.subject),
            "message": .string(finding.summary), "hint": JSON(finding.hint),
        ]
    }
}
