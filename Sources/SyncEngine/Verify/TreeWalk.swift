import SyncArchive
import SyncCore
import SyncPlatform

/// Compares the names, kinds, sizes and modes of one tree with its receipt, and tells which files have to be read.
struct TreeWalk {
    let root: Directory
    let entries: [Receipt.Entry]
    let isStopped: () -> Bool
    private(set) var problems: [VerifyReport.Problem] = []
    /// Indices of the entries that may be whole: files of the right size.
    private(set) var readable: [Int] = []

    init(_ root: Directory, _ entries: [Receipt.Entry], until isStopped: @escaping () -> Bool) {
        self.root = root
        self.entries = entries
        self.isStopped = isStopped
    }

    /// Reads folder after folder; nothing is followed.
    ///
    /// - Throws: What says nothing of the tree itself, such as a lack of rights.
    mutating func perform() throws(PlatformError) {
        let device = try root.status().identity.device
        let cursor = DirectoryCursor(root)
        var children: [[UInt8]: [Int]] = [:]
        for index in entries.indices { children[Self.parent(of: entries[index].path), default: []].append(index) }
        var folders: [[UInt8]] = [[]]
        while let folder = folders.popLast() {
            guard !isStopped() else { return }
            let expected = children.removeValue(forKey: folder) ?? []
            let path = String(decoding: folder, as: UTF8.self)
            do throws(PlatformError) {
                let directory = try cursor.directory(path[...])
                try compare(expected, in: directory, path, device, &folders)
            } catch {
                guard error.isDamage else { throw error }
                problems.append(.init(path: path.isEmpty ? "." : path, kind: .changed, detail: error.shortText))
            }
        }
        guard !isStopped() else { return }
        // What lies below a folder that is not there.
        for index in children.values.joined() { problems.append(.init(path: entries[index].path, kind: .missing)) }
    }

    private mutating func compare(
        _ expected: [Int], in directory: Directory, _ folder: String, _ device: UInt64, _ folders: inout [[UInt8]]
    ) throws(PlatformError) {
        var strangers: [[UInt8]: String] = [:]
        for name in try directory.names() { strangers[Array(name.utf8)] = name }
        for index in expected {
            guard !isStopped() else { return }
            let entry = entries[index]
            let name = Self.name(of: entry.path)
            strangers[Array(name.utf8)] = nil
            guard let status = try status(of: name, in: directory, entry) else { continue }
            try compare(entry, index, status, device, in: directory, name, &folders)
        }
        for name in strangers.values {
            problems.append(.init(path: folder.isEmpty ? name : "\(folder)/\(name)", kind: .extra))
        }
    }

    private mutating func status(
        of name: String, in directory: Directory, _ entry: Receipt.Entry
    ) throws(PlatformError) -> FileStatus? {
        do {
            if let status = try directory.status(name) { return status }
            problems.append(.init(path: entry.path, kind: .missing))
        } catch {
            guard error.isDamage else { throw error }
            problems.append(.init(path: entry.path, kind: .changed, detail: error.shortText))
        }
        return nil
    }

    private mutating func compare(
        _ entry: Receipt.Entry, _ index: Int, _ status: FileStatus, _ device: UInt64, in directory: Directory,
        _ name: String, _ folders: inout [[UInt8]]
    ) throws(PlatformError) {
        switch (entry.kind, status.kind) {
        case (.file(let size, _), .file):
            if size == status.size {
                readable.append(index)
            } else {
                let words = "\(status.size) bytes instead of \(size)"
                problems.append(.init(path: entry.path, kind: .changed, detail: words))
            }
            compareModes(entry, status.mode, mask: 0o7777)
        case (.folder, .directory):
            guard status.identity.device == device else {
                problems.append(.init(path: entry.path, kind: .kind, detail: "a mount point"))
                return
            }
            folders.append(Array(entry.path.utf8))
            // A folder gets the set-group bit from the one above it.
            compareModes(entry, status.mode, mask: 0o5777)
        case (.link(let target), .link):
            let found = try directory.linkTarget(name)
            guard !found.utf8.elementsEqual(target.utf8) else { return }
            problems.append(.init(path: entry.path, kind: .kind, detail: "a link to `\(found)`"))
        default:
            problems.append(.init(path: entry.path, kind: .kind, detail: status.kind.words))
        }
    }

    private mutating func compareModes(_ entry: Receipt.Entry, _ mode: UInt32, mask: UInt32) {
        guard mode & mask != entry.mode & mask else { return }
        let words = "\(String(mode & mask, radix: 8)) instead of \(String(entry.mode & mask, radix: 8))"
        problems.append(.init(path: entry.path, kind: .mode, detail: words))
    }

    /// Empty for the top.
    private static func parent(of path: String) -> [UInt8] {
        let bytes = path.utf8
        return bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[..<$0]) } ?? []
    }

    private static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }
}

extension FileStatus.Kind {
    /// What a sentence calls it.
    var words: String {
        switch self {
        case .directory: "a folder"
        case .file: "a file"
        case .link: "a symbolic link"
        case .other: "a device, pipe or socket"
        }
    }
}
