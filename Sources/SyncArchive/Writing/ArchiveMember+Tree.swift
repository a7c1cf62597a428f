import Glibc
public import SyncPlatform

extension ArchiveMember {
    /// Everything below a directory: files, folders (empty ones too) and symlinks, which are not followed.
    ///
    /// Of the modes, what a umask usually takes away (writing by group and others) is left out, so that the same tree
    /// gives the same archive on every machine.
    ///
    /// - Parameters:
    ///   - directory: Must stay as it is until the archive is written.
    ///   - prefix: The folder in the archive that becomes its place; empty for the top.
    /// - Returns: In no particular order.
    /// - Throws: A failed system call; ``ArchiveError/member(_:_:)`` for devices, pipes, sockets and names that are no
    ///   UTF-8.
    public static func tree(_ directory: Directory, at prefix: String = "") throws(ArchiveError) -> [ArchiveMember] {
        var members: [ArchiveMember] = []
        let cursor = DirectoryCursor(directory)
        // Folders still to be read, by path, so that depth costs neither stack nor descriptors.
        var folders = [""]
        while let folder = folders.popLast() {
            let opened: Directory
            let names: [String]
            do throws(PlatformError) {
                opened = try cursor.directory(folder[...])
                names = try opened.names()
            } catch {
                throw .platform(entry: nil, error)
            }
            for name in names {
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                let member = try ArchiveMember(name, in: opened, below: directory, path: path, prefix: prefix)
                members.append(member)
                if member.kind == .directory { folders.append(path) }
            }
        }
        return members
    }

    /// One file, folder or symlink as it is on disk.
    ///
    /// - Parameters:
    ///   - name: In `directory`.
    ///   - directory: Must stay as it is until the archive is written.
    ///   - path: In the archive.
    /// - Throws: As ``tree(_:at:)``, and when there is nothing of that name.
    public init(_ name: String, in directory: Directory, as path: String) throws(ArchiveError) {
        try self.init(name, in: directory, below: directory, path: name, entryPath: path)
    }

    private init(
        _ name: String, in opened: Directory, below root: Directory, path: String, prefix: String
    ) throws(ArchiveError) {
        let entryPath = prefix.isEmpty ? path : "\(prefix)/\(path)"
        try self.init(name, in: opened, below: root, path: path, entryPath: entryPath)
    }

    private init(
        _ name: String, in opened: Directory, below root: Directory, path: String, entryPath: String
    ) throws(ArchiveError) {
        // What cannot be spelt comes with replacement characters, and a file of that name is not found.
        let status: FileStatus?
        do throws(PlatformError) {
            status = try opened.status(name)
        } catch {
            throw .platform(entry: entryText(entryPath), error)
        }
        guard let status else {
            throw .member(entryText(entryPath), name.contains("\u{FFFD}") ? .nameNotUTF8 : .missing)
        }
        let permissions = status.mode & 0o755
        switch status.kind {
        case .file: self.init(entryPath, .file(root, path: path, size: status.size), permissions: permissions)
        case .directory: self.init(entryPath, .folder, permissions: permissions)
        case .link: self.init(entryPath, .link(target: try Self.target(of: name, in: opened, entryPath)))
        case .other: throw .member(entryText(entryPath), .notPackable)
        }
    }

    private static func target(of name: String, in directory: Directory, _ path: String) throws(ArchiveError) -> String
    {
        var bytes = [CChar](repeating: 0, count: Int(LinkTarget.longest) + 1)
        let count = readlinkat(directory.raw, name, &bytes, bytes.count)
        guard count >= 0 else {
            throw .platform(entry: nil, .system(call: "readlink", path: entryText(path), errno: errno))
        }
        guard let text = String(validating: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) else {
            throw .entry(entryText(path), .linkTargetInvalid)
        }
        return text
    }
}
