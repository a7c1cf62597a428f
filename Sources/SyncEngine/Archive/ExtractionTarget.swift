import Glibc
import SyncCore
import SyncPlatform

/// The folder that an archive is to be unpacked to, found and not touched yet.
enum ExtractionTarget {
    case existing(Directory)
    /// To be made: `name`, in the folder to which `missing` lead from the one that is there.
    case new(name: String, above: Directory, missing: [String])

    /// Of the path as typed, links on the way are followed, and one at its end where it leads to a folder. A folder that
    /// is not empty is refused unless it may hold files.
    init(_ path: String, mayHoldFiles: Bool) throws(ArchiveFailure) {
        let isEmpty: Bool
        do throws(PlatformError) {
            self = try Self.find(path)
            isEmpty = if case .existing(let directory) = self { try directory.names().isEmpty } else { true }
        } catch {
            throw ArchiveFailure(
                exit: .someFailed, code: "extract.folder",
                summary: "`\(path.printable(limit: 200))` cannot be used as a folder: \(error.reason)")
        }
        guard mayHoldFiles || isEmpty else {
            throw ArchiveFailure(
                exit: .someFailed, code: "extract.notEmpty", summary: "`\(path.printable(limit: 200))` is not empty",
                hint: "Name a new folder, or use `--overwrite` to unpack over what is there")
        }
    }

    private static func find(_ path: String) throws(PlatformError) -> ExtractionTarget {
        if let directory = try open(path) { return .existing(directory) }
        let names = path.split(separator: "/").map { String($0) }.filter { $0 != "." }
        let top = path.hasPrefix("/") ? "/" : "."
        for count in names.indices.reversed() {
            guard let above = try open(([top] + names[..<count]).joined(separator: "/")) else { continue }
            // What cannot be opened and yet has a name is a link that leads nowhere.
            guard !names[count...].contains(".."), try above.status(names[count]) == nil else { break }
            return .new(name: names[names.count - 1], above: above, missing: Array(names[count...].dropLast()))
        }
        throw .system(call: "open", path: path.printable(limit: 200), errno: ENOENT)
    }

    /// Nil when there is nothing of that name.
    private static func open(_ path: String) throws(PlatformError) -> Directory? {
        do throws(PlatformError) {
            return try Directory(opening: path)
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }
}
