public import SyncPlatform

/// An opened zip archive whose central directory was read and found good as a whole.
///
/// The central directory is the authority: local headers must agree with it when an entry is unpacked.
public final class Archive: Sendable {
    /// Files, folders and symlinks by path, a folder right before what is below it. What macOS adds (`__MACOSX/`,
    /// `.DS_Store`) is left out.
    public let entries: [ArchiveEntry]
    /// What a person should know though it is no error, such as names that differ only by case.
    public let warnings: [String]
    /// What all entries unpack to, as the directory claims; unpacking stops when one has more.
    public let unpackedBytes: Int64

    let file: ArchiveFile
    let tree: EntryTree<ArchiveEntry>
    let options: ArchiveOptions

    /// Reads and checks the whole central directory: names, conflicts, overlaps, methods, kinds and limits. Blocks.
    ///
    /// - Parameters:
    ///   - file: Open for reading. Only ranges of it are read.
    ///   - path: For messages.
    ///   - options: Limits, password and the encoding of old names.
    /// - Throws: ``ArchiveError`` that names what was found and, where it is about one, the entry.
    public init(
        _ file: consuming Descriptor, path: String, options: ArchiveOptions = ArchiveOptions()
    ) throws(ArchiveError) {
        self.file = try ArchiveFile(file, path: path)
        self.options = options
        var listing = try Listing(self.file, options: options)
        try listing.checkOverlap()
        unpackedBytes = try listing.checkSizes(options.limits)
        tree = try EntryTree(listing.takeEntries(), limits: options.limits)
        entries = tree.entries
        guard entries.contains(where: { $0.kind == .file }) else { throw .noFiles }
        warnings = CaseWarnings.find(in: tree)
    }
}
