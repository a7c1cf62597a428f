import SyncCore
import SyncCrypto
import SyncPlatform

/// Unpacks files one after the other with its own buffers and its own way through the tree.
struct ExtractionWorker: ~Copyable {
    private let run: ExtractionRun
    private var reader: EntryReader
    private let cursor: DirectoryCursor
    private var modes = GivenModes()

    init(_ run: ExtractionRun) throws(ArchiveError) {
        self.run = run
        reader = try EntryReader(run.archive, oneOf: run.laneCount)
        cursor = DirectoryCursor(run.root)
    }

    /// Makes the files of the entries with these indices.
    mutating func unpack(_ batch: ArraySlice<Int>) throws(ArchiveError) -> [ExtractedFile] {
        let entries = run.archive.entries
        if let first = batch.first, let last = batch.last { reader.expect(entries[first], to: entries[last]) }
        var made: [ExtractedFile] = []
        made.reserveCapacity(batch.count)
        for index in batch { made.append(try unpack(entries[index])) }
        return made
    }

    private mutating func unpack(_ entry: ArchiveEntry) throws(ArchiveError) -> ExtractedFile {
        do throws(ArchiveError) {
            try run.checkStopped()
            run.note(begun: entry)
            return reader.isWhole(entry) ? try unpackWhole(entry) : try unpackStream(entry)
        } catch {
            throw error.naming(entry.path)
        }
    }

    private mutating func unpackWhole(_ entry: ArchiveEntry) throws(ArchiveError) -> ExtractedFile {
        let bytes = try reader.whole(entry)
        var sink = try FileSink(entry, cursor, &modes, run)
        try sink.take(bytes)
        return sink.finish()
    }

    private mutating func unpackStream(_ entry: ArchiveEntry) throws(ArchiveError) -> ExtractedFile {
        var sink = try FileSink(entry, cursor, &modes, run)
        try reader.stream(entry, into: &sink)
        return sink.finish()
    }
}

/// Where the plain bytes of an entry go.
protocol EntrySink: ~Copyable {
    mutating func take(_ block: UnsafeRawBufferPointer) throws(ArchiveError)
}

/// A new file that is hashed while it is written.
private struct FileSink: EntrySink, ~Copyable {
    private let entry: ArchiveEntry
    private let run: ExtractionRun
    private let output: OutputFile
    private var hasher: ContentHasher?

    init(
        _ entry: ArchiveEntry, _ cursor: DirectoryCursor, _ modes: inout GivenModes, _ run: ExtractionRun
    ) throws(ArchiveError) {
        self.entry = entry
        self.run = run
        hasher = run.hashes ? ContentHasher(.sha256) : nil
        do throws(PlatformError) {
            let (directory, name) = try cursor.place(entry.path)
            output = try OutputFile(
                in: directory, name: name, path: entry.path, permissions: entry.permissions, &modes)
        } catch {
            throw .platform(entry: nil, error)
        }
    }

    mutating func take(_ block: UnsafeRawBufferPointer) throws(ArchiveError) {
        try run.checkStopped()
        hasher?.update(block)
        do throws(PlatformError) {
            try output.write(block)
        } catch {
            throw .platform(entry: nil, error)
        }
        run.note(made: block.count, of: entry)
    }

    consuming func finish() -> ExtractedFile {
        output.setTime(entry.modified)
        return ExtractedFile(
            path: entry.path, kind: .file, size: entry.size, mode: output.mode, sha256: hasher.take()?.finish(),
            linkTarget: nil)
    }
}
