/// What an archive holds and where: enough to fetch single files of it by ranges.
///
/// It lies beside the archive as JSON in gzip; the manifest leads to it and to its SHA-256.
public struct ArchiveIndex: Sendable, Equatable {
    /// Of files, folders and links together. Larger archives have no index.
    public static let mostEntries = 400_000
    /// Of the JSON text.
    public static let mostBytes = 128 << 20

    /// The archive that the offsets are of.
    public struct Archive: Sendable, Equatable {
        public let size: Int64
        public let sha256: Digest

        public init(size: Int64, sha256: Digest) {
            self.size = size
            self.sha256 = sha256
        }
    }

    public enum Method: String, Sendable, Equatable, CaseIterable {
        case store, deflate
    }

    public struct File: Sendable, Equatable {
        public let path: String
        /// Unpacked bytes.
        public let size: Int64
        /// Read, write and execute bits.
        public let mode: UInt32
        /// Of the unpacked bytes, as is ``crc32``.
        public let sha256: Digest
        /// Where the packed bytes begin in the archive, after the local header.
        public let offset: Int64
        /// How many there are.
        public let packed: Int64
        public let method: Method
        public let crc32: UInt32

        public init(
            path: String, size: Int64, mode: UInt32, sha256: Digest, offset: Int64, packed: Int64, method: Method,
            crc32: UInt32
        ) {
            self.path = path
            self.size = size
            self.mode = mode
            self.sha256 = sha256
            self.offset = offset
            self.packed = packed
            self.method = method
            self.crc32 = crc32
        }
    }

    public struct Folder: Sendable, Equatable {
        public let path: String
        public let mode: UInt32

        public init(path: String, mode: UInt32) {
            self.path = path
            self.mode = mode
        }
    }

    public struct Link: Sendable, Equatable {
        public let path: String
        public let target: String

        public init(path: String, target: String) {
            self.path = path
            self.target = target
        }
    }

    public let archive: Archive
    /// In the order of the archive, as folders and links are.
    public let files: [File]
    public let folders: [Folder]
    public let links: [Link]

    public init(archive: Archive, files: [File], folders: [Folder] = [], links: [Link] = []) {
        self.archive = archive
        self.files = files
        self.folders = folders
        self.links = links
    }

    /// Packed bytes of the files whose content is not among those of an older version: what an update fetches, headers
    /// of requests aside. The same content counts once.
    public func newBytes(since older: ArchiveIndex) -> Int64 {
        var known = Set(older.files.map(\.sha256))
        // Cannot overflow: the ranges lie side by side in one file.
        return files.reduce(0) { known.insert($1.sha256).inserted ? $0 + $1.packed : $0 }
    }
}
