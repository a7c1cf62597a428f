public import SyncPlatform

/// Writes a zip archive that depends on nothing but its members: sorted names, one fixed time, no owner, no host. The
/// same members give the same bytes on every machine, unless they are encrypted.
public struct ArchiveWriter: Sendable {
    /// In the order in which they are written: by path, a folder right before what is below it.
    public let members: [ArchiveMember]
    private let options: WriterOptions

    /// Judges the members by the rules by which they will be read. What macOS adds (`__MACOSX/`, `.DS_Store`) is left
    /// out.
    ///
    /// - Parameters:
    ///   - members: In any order. A folder may be named twice.
    ///   - options: Level, password and flush.
    /// - Throws: ``ArchiveError/entry(_:_:)`` for a name that is not safe, a conflict, or a link that leaves the tree;
    ///   ``ArchiveError/noFiles``.
    public init(_ members: [ArchiveMember], options: WriterOptions = WriterOptions()) throws(ArchiveError) {
        for member in members { try Self.check(member) }
        let limits = ArchiveLimits(entries: .max)
        let tree = try EntryTree(members.filter { !$0.isJunk }, limits: limits)
        guard tree.entries.contains(where: { $0.kind == .file }) else { throw .noFiles }
        let links = tree.entries.compactMap { member -> (path: String, target: String)? in
            guard case .link(let target) = member.content else { return nil }
            return (member.path, target)
        }
        var resolver = LinkResolver(links)
        if let (path, problem) = resolver.problem() { throw .entry(entryText(path), problem) }
        self.members = tree.entries
        self.options = options
    }

    private static func check(_ member: ArchiveMember) throws(ArchiveError) {
        do throws(EntryProblem) {
            let path = try EntryPath(member.path, backslashSeparates: false)
            // Nothing is tidied away here: whoever packs says what the names are.
            guard PathOrder.same(path.path, member.path), !path.isFolder else { throw .emptyName }
            if case .link(let target) = member.content {
                guard target.utf8.count <= LinkTarget.longest else {
                    throw .linkTargetTooLong(Int64(target.utf8.count))
                }
                guard LinkTarget.isText(target) else { throw .linkTargetInvalid }
            }
        } catch {
            throw .entry(entryText(member.path), error)
        }
    }

    /// Packs the members on the lanes and writes them.
    ///
    /// After an error the file holds a part of an archive and is to be removed.
    ///
    /// - Parameters:
    ///   - file: Empty, open for writing, and able to seek. Closed at the end.
    ///   - path: For messages.
    ///   - lanes: At least one.
    ///   - control: To watch and to stop it.
    /// - Returns: What was written and where, in the order of ``members``.
    /// - Throws: ``ArchiveError``; ``ArchiveError/member(_:_:)`` for a file that changed meanwhile.
    public func write(
        to file: consuming Descriptor, path: String, on lanes: [Lane],
        control: ExtractionControl = ExtractionControl()
    ) async throws(ArchiveError) -> [WrittenEntry] {
        precondition(!lanes.isEmpty, "packing needs a lane")
        let order = PackingOrder(file, path: path)
        let run = PackingRun(members, options: options, order: order, control: control)
        await withTaskGroup(of: Void.self) { group in
            for lane in lanes { group.addTask { await lane.run { run.work() } } }
        }
        return try await lanes[0].run { () throws(ArchiveError) in try run.finish() }
    }
}
