import FoundationEssentials
import Glibc

/// Everything below a folder, as it is on disk.
struct Tree: Equatable {
    struct Entry: Equatable, CustomStringConvertible {
        /// `file`, `folder`, `link` or `other`.
        let kind: String
        /// 0 for a link.
        let mode: UInt32
        /// Of a file; a link's target.
        let content: Data

        var description: String {
            "\(kind) \(String(mode, radix: 8)) \(content.count): \(String(decoding: content.prefix(40), as: UTF8.self))"
        }
    }

    /// By relative path.
    var entries: [String: Entry] = [:]

    /// Empty when there is nothing at the path.
    init(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try add(path, "")
    }

    private mutating func add(_ folder: String, _ prefix: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let path = "\(folder)/\(name)"
            var info = stat()
            guard lstat(path, &info) == 0 else { throw TreeFailure(path: path, errno: errno) }
            let mode = UInt32(info.st_mode & 0o7777)
            switch info.st_mode & S_IFMT {
            case S_IFDIR:
                entries[prefix + name] = Entry(kind: "folder", mode: mode, content: Data())
                try add(path, prefix + name + "/")
            case S_IFREG:
                let content = try Data(contentsOf: URL(filePath: path))
                entries[prefix + name] = Entry(kind: "file", mode: mode, content: content)
            case S_IFLNK:
                let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
                entries[prefix + name] = Entry(kind: "link", mode: 0, content: Data(target.utf8))
            default: entries[prefix + name] = Entry(kind: "other", mode: mode, content: Data())
            }
        }
    }

    /// The text of a file; nil when there is none.
    func text(_ path: String) -> String? { entries[path].map { String(decoding: $0.content, as: UTF8.self) } }

    var paths: [String] { entries.keys.sorted() }
    var isEmpty: Bool { entries.isEmpty }
}

struct TreeFailure: Error {
    let path: String
    let errno: Int32
}
