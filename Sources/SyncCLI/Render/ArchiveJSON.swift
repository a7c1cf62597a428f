import SyncCore
import SyncEngine

/// Archives as machines read of them. Fields are only ever added, at the end.
enum ArchiveJSON {
    /// `extract --json`: what was made, or why nothing was.
    static func extraction(
        _ result: Result<ArchiveExtraction.Outcome, ArchiveFailure>, archive: String, folder: String
    ) -> JSON {
        let outcome = result.value
        return .object(
            head(result, archive: archive) + [
                .init("folder", .string(folder)), .init("files", JSON(outcome?.files ?? 0)),
                .init("folders", JSON(outcome?.folders ?? 0)), .init("links", JSON(outcome?.links ?? 0)),
                .init("bytes", JSON(outcome?.bytes ?? 0)), .init("replaced", JSON(outcome?.replaced ?? 0)),
                .init("warnings", .array((outcome?.warnings ?? []).map(JSON.string))),
                .init("error", error(of: result)),
            ])
    }

    /// `archive --json`.
    static func creation(_ result: Result<PackedContent, ArchiveFailure>, archive: String) -> JSON {
        let outcome = result.value
        return .object(
            head(result, archive: archive) + [
                .init("files", JSON(outcome?.files ?? 0)), .init("folders", JSON(outcome?.folders ?? 0)),
                .init("links", JSON(outcome?.links ?? 0)), .init("bytes", JSON(outcome?.bytes ?? 0)),
                .init("archive_bytes", JSON(outcome?.archiveBytes ?? 0)), .init("error", error(of: result)),
            ])
    }

    /// `extract --list --json`.
    static func listing(_ result: Result<ArchiveListing, ArchiveFailure>, archive: String) -> JSON {
        let listing = result.value
        return .object(
            head(result, archive: archive) + [
                .init("entries", .array((listing?.entries ?? []).map(entry))),
                .init("files", JSON(listing?.count(.file) ?? 0)), .init("folders", JSON(listing?.count(.folder) ?? 0)),
                .init("links", JSON(listing?.count(.link) ?? 0)), .init("bytes", JSON(listing?.bytes ?? 0)),
                .init("packed_bytes", JSON(listing?.packedBytes ?? 0)),
                .init("warnings", .array((listing?.warnings ?? []).map(JSON.string))),
                .init("error", error(of: result)),
            ])
    }

    /// A line of `--progress json`.
    static func progress(_ progress: ArchiveProgress, phase: String, time: Timestamp) -> JSON {
        [
            "type": "progress", "time": .string("\(time)"), "phase": .string(phase), "done": JSON(progress.bytes),
            "total": JSON(progress.totalBytes), "entry": JSON(progress.entry), "entries": JSON(progress.entries),
            "name": .string(progress.name),
        ]
    }

    /// The last line of `--progress json`: the members of the object of `--json`.
    static func result(_ object: JSON, time: Timestamp) -> JSON {
        guard case .object(let members) = object else { return object }
        return .object([.init("type", "result"), .init("time", .string("\(time)"))] + members)
    }

    private static func head<Outcome>(_ result: Result<Outcome, ArchiveFailure>, archive: String) -> [JSON.Member] {
        head(result, exit: result.exit) + [.init("archive", .string(archive))]
    }

    /// What every such object begins with.
    static func head<Outcome>(_ result: Result<Outcome, ArchiveFailure>, exit: ExitStatus) -> [JSON.Member] {
        let word: JSON = exit == .done ? "success" : exit == .interrupted ? "interrupted" : "failed"
        return [.init("schema", 1), .init("result", word), .init("exit", JSON(exit.rawValue))]
    }

    private static func entry(_ entry: ArchiveListing.Entry) -> JSON {
        [
            "path": .string(entry.path), "kind": .string(entry.kind.rawValue), "size": JSON(entry.size),
            "packed_size": JSON(entry.packedSize), "modified": .string("\(entry.modified)"),
            "mode": JSON(entry.mode.map { digits($0, radix: 8, count: 4) }),
            "crc32": .string(digits(entry.crc32, radix: 16, count: 8)), "method": .string(entry.method),
            "encrypted": JSON(entry.isEncrypted),
        ]
    }

    static func error<Outcome>(of result: Result<Outcome, ArchiveFailure>) -> JSON {
        guard case .failure(let failure) = result else { return .null }
        return [
            "code": .string(failure.code), "message": .string(failure.summary), "hint": JSON(failure.hint),
            "entry": JSON(failure.entry),
        ]
    }

    private static func digits(_ value: UInt32, radix: Int, count: Int) -> String {
        let text = String(value, radix: radix)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension Result where Failure == ArchiveFailure {
    var value: Success? {
        if case .success(let value) = self { value } else { nil }
    }

    /// How the process ends.
    var exit: ExitStatus {
        if case .failure(let failure) = self { failure.exit } else { .done }
    }
}
