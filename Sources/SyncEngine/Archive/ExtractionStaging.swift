import Glibc
import SyncCore
import SyncPlatform

/// The folder in which an archive is unpacked before anything is seen of it: beside the one it is meant for, so that a
/// rename puts it there.
struct ExtractionStaging: Sendable {
    let tree: Directory
    private let home: Directory
    private let name: String
    private let destination: Destination
    /// Folders above the destination that were missing, the outermost first.
    private let made: [(parent: Directory, name: String)]

    private enum Destination: Sendable {
        case existing(Directory)
        case new(String)
    }

    /// For messages.
    var path: String { "\(home.realPath)/\(name)" }

    init(for target: ExtractionTarget) throws(PlatformError) {
        var made: [(parent: Directory, name: String)] = []
        let token = ".assetsync-\(randomToken())"
        do throws(PlatformError) {
            switch target {
            case .existing(let directory):
                destination = .existing(directory)
                home = try Self.home(beside: directory)
                name = home === directory ? token : Self.short(directory.path) + token
            case .new(let newName, let above, let missing):
                var parent = above
                for name in missing {
                    try parent.makeNewDirectory(name)
                    made.append((parent, name))
                    parent = try parent.directory(name)
                }
                destination = .new(newName)
                home = parent
                name = Self.short(newName) + token
            }
            try home.makeNewDirectory(name)
            made.append((home, name))
            // Whatever the umask says, its owner has to get in.
            if let mode = try home.status(name)?.mode, mode & 0o700 != 0o700 { try home.setMode(name, mode | 0o700) }
            tree = try home.directory(name)
        } catch {
            Self.remove(made)
            throw error
        }
        self.made = made.dropLast()
    }

    /// The folder above, unless something speaks against it: one that may not be written, that lies on another file
    /// system, or whose new files would not get the group that the folder gives to its own. Then it is the folder itself.
    private static func home(beside directory: Directory) throws(PlatformError) -> Directory {
        let status = try directory.status()
        guard status.mode & 0o2000 == 0 else { return directory }
        do throws(PlatformError) {
            let parent = try directory.directory("..")
            let isSameSystem = try parent.status().identity.device == status.identity.device
            return isSameSystem && parent.isWritable ? parent : directory
        } catch {
            guard error.isDenied else { throw error }
            return directory
        }
    }

    /// What the staging is called after: the last name of the path, where there is one that leaves room for more.
    private static func short(_ path: String) -> String {
        let name = path.split(separator: "/").last.map { String($0) } ?? ""
        return name == "." || name == ".." || name.utf8.count > 200 ? "" : name
    }

    /// Refuses what cannot fit, before hours are spent on it.
    func checkSpace(for bytes: Int64) throws(ArchiveFailure) {
        let (free, total) = try failing { () throws(PlatformError) in try tree.space() }
        // Some file systems do not know.
        guard total > 0, bytes > free else { return }
        throw ArchiveFailure(
            exit: .diskFull, code: "platform.full",
            summary:
                "\(byteText(bytes)) do not fit in the \(byteText(free)) free at `\(home.realPath.printable())`",
            hint: "Free some space, then try again")
    }

    /// Puts the tree where it is meant to be. A folder that is there stays the same folder and gets what is in the tree.
    ///
    /// - Returns: How many files and links gave way.
    /// - Throws: ``ArchiveFailure``, with everything as it was before; whoever calls then discards the staging.
    func settle(replacing: Bool, control: ArchiveControl) throws(ArchiveFailure) -> Int {
        try control.checkStopped()
        switch destination {
        case .new(let name):
            do throws(PlatformError) {
                try home.renameNew(self.name, to: home, as: name)
                return 0
            } catch {
                guard error.exists else { throw ArchiveFailure(error) }
                throw ArchiveFailure(
                    exit: .someFailed, code: "extract.folder",
                    summary: "`\(home.path)/\(name)` has been made by somebody else meanwhile".printable())
            }
        case .existing(let directory):
            var merge = FolderMerge(of: tree, into: directory, replacing: replacing)
            try merge.plan()
            try merge.perform(control)
            return merge.replaced
        }
    }

    /// Removes the staging, and after a failure the folders that were made above it.
    ///
    /// - Throws: Where something of the staging could not be removed.
    func discard(afterFailure: Bool) throws(PlatformError) {
        defer { if afterFailure { Self.remove(made) } }
        try home.removeTree(name)
    }

    /// Innermost first, and only what is empty: what others have put there meanwhile stays.
    private static func remove(_ made: [(parent: Directory, name: String)]) {
        for (parent, name) in made.reversed() { unlinkat(parent.raw, name, AT_REMOVEDIR) }
    }
}
