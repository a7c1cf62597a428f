import SyncPlatform

/// The symlinks of an extraction: their targets are read and judged first, they are made after all files.
struct LinkMaker {
    private let links: [(path: String, target: String)]

    /// Reads the targets.
    ///
    /// - Throws: ``EntryProblem/linkLeavesFolder(target:)`` and other reasons why a link is not made.
    init(_ archive: Archive, _ plan: ExtractionPlan, _ reader: inout EntryReader) throws(ArchiveError) {
        var links: [(path: String, target: String)] = []
        var bytes = 0
        for index in plan.links {
            let entry = archive.entries[index]
            guard reader.isWhole(entry) else {
                throw .entry(entryText(entry.path), .linkTargetTooLong(entry.packedSize))
            }
            let target = try reader.whole(entry)
            bytes += target.count
            guard bytes <= LinkTarget.mostBytes else {
                throw .namesTooLarge(bytes: bytes, limit: LinkTarget.mostBytes)
            }
            guard let text = String(validating: target, as: UTF8.self), LinkTarget.isText(text) else {
                throw .entry(entryText(entry.path), .linkTargetInvalid)
            }
            links.append((entry.path, text))
        }
        self.links = links
        var resolver = LinkResolver(links)
        if let (path, problem) = resolver.problem() { throw .entry(entryText(path), problem) }
    }

    func make(in root: Directory) throws(ArchiveError) -> [ExtractedFile] {
        let cursor = DirectoryCursor(root)
        var made: [ExtractedFile] = []
        for (path, target) in links {
            do throws(PlatformError) {
                let (directory, name) = try cursor.place(path)
                try directory.makeLink(name, target: target)
            } catch {
                throw .platform(entry: entryText(path), error)
            }
            made.append(
                ExtractedFile(path: path, kind: .link, size: 0, mode: 0o777, sha256: nil, linkTarget: target))
        }
        return made
    }
}
