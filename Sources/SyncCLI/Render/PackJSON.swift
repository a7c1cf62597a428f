import SyncCore
import SyncEngine

/// `pack --json`. Fields are only ever added, at the end.
enum PackJSON {
    static func result(_ result: Result<SitePacker.Outcome, ArchiveFailure>, site: String) -> JSON {
        let outcome = result.value
        return .object(
            ArchiveJSON.head(result, exit: result.exit) + [
                .init("site", .string(site)), .init("changed", JSON(outcome?.isChanged ?? false)),
                .init("sequence", JSON(outcome?.sequence)),
                .init("published", outcome?.published.map(published) ?? .null),
                .init("withdrawn", JSON(outcome?.withdrawn?.text)),
                .init("pruned", .array((outcome?.pruned ?? []).map(JSON.string))),
                .init("pruned_bytes", JSON(outcome?.prunedBytes ?? 0)),
                .init("warnings", .array((outcome?.warnings ?? []).map(JSON.string))),
                .init("error", ArchiveJSON.error(of: result)),
            ])
    }

    private static func published(_ game: SitePacker.Published) -> JSON {
        let content = game.content
        return [
            "id": .string(game.id.text), "version": .string(game.version.text), "archive": .string(game.archive),
            "index": JSON(game.index), "sha256": .string(game.sha256.hex), "files": JSON(content.files),
            "folders": JSON(content.folders), "links": JSON(content.links), "bytes": JSON(content.bytes),
            "archive_bytes": JSON(content.archiveBytes),
        ]
    }
}
