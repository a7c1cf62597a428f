import SyncArchive
import SyncCore
import SyncPlatform

/// What is to be packed, found by the paths that somebody typed.
struct MemberCollection {
    private let output: ArchiveOutput
    private var bases: [String: Directory] = [:]
    private var found: [ArchiveMember] = []
    /// From which base each name in the archive came.
    private var origins: [String: String] = [:]

    /// The file that the archive replaces is not packed into it.
    init(leavingOut output: ArchiveOutput) { self.output = output }

    consuming func members(at paths: [String]) throws(ArchiveFailure) -> [ArchiveMember] {
        for path in paths { try add(TypedPath(path)) }
        return found
    }

    private mutating func add(_ path: TypedPath) throws(ArchiveFailure) {
        let members: [ArchiveMember]
        do throws(ArchiveError) {
            members = try self.members(at: path)
        } catch {
            guard case .platform(nil, let cause) = error else { throw ArchiveFailure(packing: error) }
            throw ArchiveFailure(
                exit: .someFailed, code: error.code,
                summary: "`\(path.text.printable(limit: 200))` cannot be packed: \(cause.reason)")
        }
        for member in members where try !isOutput(member) {
            // Typed twice, or typed along with the folder that it lies in.
            if origins.updateValue(path.base, forKey: member.path) != path.base { found.append(member) }
        }
    }

    private mutating func members(at path: TypedPath) throws(ArchiveError) -> [ArchiveMember] {
        let base = try base(path.base)
        guard let name = path.names.last else { return try ArchiveMember.tree(base) }
        let (parent, isDirect) = try parent(of: path, below: base)
        let member = try ArchiveMember(name, in: parent, as: path.name)
        let members: [ArchiveMember]
        switch member.content {
        case .link where path.endsInSlash:
            let folder = try opening(path.text)
            return [ArchiveMember(path.name, .folder, permissions: 0o755)]
                + (try ArchiveMember.tree(folder, at: path.name))
        case .folder: members = [member] + (try ArchiveMember.tree(try directory(name, in: parent), at: path.name))
        case .file, .link, .data: members = [member]
        }
        return isDirect ? members.map { $0.read(from: base) } : members
    }

    /// The folder that holds the last name, and whether no link is on the way to it. One is followed, as the system does,
    /// but then the folder that it leads to has to be kept open itself.
    private func parent(
        of path: TypedPath, below base: Directory
    ) throws(ArchiveError) -> (Directory, isDirect: Bool) {
        let above = path.names.dropLast().joined(separator: "/")
        do throws(PlatformError) {
            return (try DirectoryCursor(base).directory(above[...]), true)
        } catch {
            return (try opening("\(path.base)/\(above)"), false)
        }
    }

    private mutating func base(_ path: String) throws(ArchiveError) -> Directory {
        if let base = bases[path] { return base }
        let base = try opening(path)
        bases[path] = base
        return base
    }

    private func opening(_ path: String) throws(ArchiveError) -> Directory {
        do throws(PlatformError) { return try Directory(opening: path) } catch { throw .platform(entry: nil, error) }
    }

    private func directory(_ name: String, in parent: Directory) throws(ArchiveError) -> Directory {
        do throws(PlatformError) { return try parent.directory(name) } catch { throw .platform(entry: nil, error) }
    }

    private func isOutput(_ member: ArchiveMember) throws(ArchiveFailure) -> Bool {
        guard let identity = output.identity, case .file(let root, let path, _) = member.content,
            path == output.name || path.hasSuffix("/\(output.name)")
        else { return false }
        return try failing { () throws(PlatformError) in
            let (folder, name) = try DirectoryCursor(root).place(path)
            return try folder.status(name)?.identity == identity
        }
    }
}

extension ArchiveMember {
    /// The same, read from the folder in which its name in the archive is its path, so that no other is kept open.
    fileprivate func read(from base: Directory) -> ArchiveMember {
        guard case .file(_, _, let size) = content else { return self }
        return ArchiveMember(path, .file(base, path: path, size: size), permissions: permissions)
    }
}

extension ArchiveFailure {
    /// What kept something from being packed, before there is an archive to speak of.
    fileprivate init(packing error: ArchiveError) {
        let failure = ArchiveFailure(error, archive: "")
        self.init(
            exit: failure.exit, code: error.code, summary: error.summary, hint: failure.hint, entry: failure.entry)
    }
}
