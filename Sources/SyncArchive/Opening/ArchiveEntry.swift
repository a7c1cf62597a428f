/// One file, folder or symlink that an archive holds, its path already found safe.
public struct ArchiveEntry: Sendable {
    public enum Kind: Sendable, Equatable {
        case file, directory, link
    }

    /// Relative, components joined by single slashes, none of them empty, `.` or `..`.
    public let path: String
    public let kind: Kind
    /// Unpacked bytes, as the central directory says.
    public let size: Int64
    /// Packed bytes, those of the encryption included.
    public let packedSize: Int64
    /// Read, write and execute bits for owner, group and others, where the maker told them.
    public let permissions: UInt32?
    /// Seconds since 1970.
    public let modified: Int64
    public let crc32: UInt32
    public let method: CompressionMethod
    public var isEncrypted: Bool { cipher != .none }

    let cipher: EntryCipher
    let flags: ZipFlags
    /// As the header has it; local headers must say the same.
    let storedMethod: UInt16
    /// The name byte for byte where it is not that of ``path``.
    let storedName: [UInt8]?
    let headerOffset: Int64
    /// Where the next entry's header, or the central directory, begins.
    var spaceEnd: Int64

    /// How long the name is in the local header.
    var storedNameCount: Int { storedName?.count ?? path.utf8.count }

    init(_ header: CentralHeader, path: EntryPath, storedName: [UInt8]?) throws(EntryProblem) {
        self.path = path.path
        self.storedName = storedName
        (kind, permissions) = try header.kind(isFolder: path.isFolder)
        size = header.size
        packedSize = header.packedSize
        modified = header.modified
        crc32 = header.crc32
        flags = header.flags
        storedMethod = header.method
        headerOffset = header.offset
        spaceEnd = header.offset
        if kind == .directory {
            guard size == 0 else { throw .folderWithData(size) }
            method = .stored
            cipher = .none
        } else {
            if header.isHardLinkOrDevice, kind != .link { throw .hardLink }
            (method, cipher) = try header.packing()
            if kind == .link, size > LinkTarget.longest { throw .linkTargetTooLong(size) }
        }
    }
}
