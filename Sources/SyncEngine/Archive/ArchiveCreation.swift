import SyncArchive
import SyncCore
import SyncPlatform

/// Packs files and folders into a zip archive by hand.
///
/// The same files give the same bytes, whatever their times and owners and wherever they are packed, unless a password
/// is used. The archive is written under another name beside its own and appears in one step, complete and flushed.
public struct ArchiveCreation: Sendable {
    public var archive: String
    /// Files and folders; a path without `/` and `../` at its beginning is the name in the archive.
    public var paths: [String] = []
    /// 0 stores, 1 is the fastest, 9 the smallest.
    public var level = 6
    public var password: String?
    /// Whether a file that has the archive's name gives way.
    public var replaces = false

    public init(_ archive: String) { self.archive = archive }

    /// - Throws: ``ArchiveFailure``; what had the archive's name before is then untouched.
    public func run(_ control: ArchiveControl = ArchiveControl()) async throws(ArchiveFailure) -> PackedContent {
        let lanes = (0..<usableProcessors()).map { Lane("archive-\($0)") }
        let (output, writer) = try await lanes[0].run { () throws(ArchiveFailure) in
            let output = try ArchiveOutput(archive, replacing: replaces)
            let members = try MemberCollection(leavingOut: output).members(at: paths)
            let options = WriterOptions(level: level, password: password.map { Array($0.utf8) }, flushes: true)
            do throws(ArchiveError) {
                return (output, try ArchiveWriter(members, options: options))
            } catch {
                throw error == .noFiles ? Self.noFiles : ArchiveFailure(error, archive: archive)
            }
        }
        do throws(ArchiveFailure) {
            try control.checkStopped()
            let written = try await write(writer, to: output, on: lanes, control)
            return try await lanes[0].run { () throws(ArchiveFailure) in
                try control.checkStopped()
                return PackedContent(written, archiveBytes: try output.settle())
            }
        } catch {
            await lanes[0].run { output.discard() }
            throw error
        }
    }

    private func write(
        _ writer: ArchiveWriter, to output: ArchiveOutput, on lanes: [Lane], _ control: ArchiveControl
    ) async throws(ArchiveFailure) -> [WrittenEntry] {
        let file: Descriptor
        do throws(PlatformError) { file = try output.create() } catch { throw ArchiveFailure(error) }
        do throws(ArchiveError) {
            return try await writer.write(to: file, path: archive, on: lanes, control: control.extraction)
        } catch {
            throw ArchiveFailure(error, archive: archive)
        }
    }

    private static let noFiles = ArchiveFailure(
        exit: .someFailed, code: "archive.noFiles", summary: "there are no files to pack")
}
