import Glibc
import SyncCore
import SyncCrypto
import SyncPlatform

/// The folder that a web server serves: archives, their indexes, and the manifest that leads to them.
struct SiteFolder: Sendable {
    static let manifestName = "manifest.json"
    /// Beside the content: which archives were published, in their order, and the lock of whoever publishes.
    static let recordName = ".assetsync-published.json"
    static let lockName = ".assetsync.lock"
    /// What a publisher that was killed may leave.
    private static let temporaryPrefixes = [".assetsync-pack-", ".assetsync-new-"]
    private static let mostBytes: Int64 = 64 << 20

    let directory: Directory

    /// As it was typed. Blocks.
    init(_ path: String, creating: Bool) throws(ArchiveFailure) {
        do throws(PlatformError) {
            // A path without a slash would have no parent to be made in.
            let place = path.hasPrefix("/") ? path : "./\(path)"
            directory = creating ? try Directory.creating(place) : try Directory(opening: place)
            try directory.requireWritable()
        } catch {
            throw ArchiveFailure(
                exit: error.isFull ? .diskFull : .someFailed, code: "site.folder",
                summary: "the site `\(path.printable(limit: 200))` cannot be used: \(error.reason)",
                hint: error.isMissing ? "Name the folder that `assetsync pack` made" : error.hint)
        }
    }

    /// Takes the lock, however long somebody else has it. `waiting` is called once when that is so.
    func lock(
        _ control: ArchiveControl, waiting: (String) -> Void
    ) async throws(ArchiveFailure) -> FileLock {
        var isTold = false
        while true {
            do throws(LockError) {
                return try await FileLock.acquire(
                    in: directory, name: Self.lockName, verb: "pack", wait: .milliseconds(250))
            } catch {
                guard case .busy(_, let holder) = error else { throw ArchiveFailure(error, exit: error.exit) }
                if !isTold { waiting("waiting for the site: it is held by \(holder)") }
                isTold = true
            }
            try control.checkStopped()
        }
    }

    /// Removes what an earlier publisher left when it was killed. The lock is held.
    func sweep() throws(PlatformError) {
        for name in try directory.names() where Self.temporaryPrefixes.contains(where: name.hasPrefix) {
            try directory.removeTree(name)
        }
    }

    func newTemporaryName() -> String { ".assetsync-pack-\(randomToken())" }

    /// A small file; nil when there is none.
    func read(_ name: String) throws(ArchiveFailure) -> [UInt8]? {
        guard let status = try failing({ () throws(PlatformError) in try directory.status(name) }) else { return nil }
        guard status.kind == .file, status.size <= Self.mostBytes else {
            throw ArchiveFailure(
                exit: .someFailed, code: "site.file",
                summary: "`\(directory.path.printable())/\(name)` is no regular file of at most "
                    + byteText(Self.mostBytes), hint: "Move it away")
        }
        return try failing { () throws(PlatformError) in
            try directory.openRegular(name).readAll(Int(status.size), path: name)
        }
    }

    /// Size and SHA-256 of a file; nil when there is none, or something that is no file.
    func content(_ name: String, _ control: ArchiveControl) throws(ArchiveFailure) -> ArchiveIndex.Archive? {
        let found: (digest: Digest, bytes: Int64)?
        do throws(PlatformError) {
            guard let status = try directory.status(name), status.kind == .file else { return nil }
            let file = try directory.openRegular(name)
            found = try FileHasher().digest(of: file, path: name, until: { control.isStopRequested })
        } catch {
            throw ArchiveFailure(error)
        }
        guard let found else { throw .interrupted }
        return ArchiveIndex.Archive(size: found.bytes, sha256: found.digest)
    }

    /// Gives a file new content in one step, on the disk when it returns.
    func write(_ name: String, _ bytes: [UInt8]) throws(ArchiveFailure) {
        try failing { () throws(PlatformError) in
            try bytes.withUnsafeBufferPointer { buffer throws(PlatformError) in
                try directory.writeFile(name, with: UnsafeRawBufferPointer(buffer), flush: true)
            }
        }
    }

    /// Gives a file that is complete and flushed its name.
    func settle(_ temporary: String, as name: String) throws(ArchiveFailure) {
        try failing { () throws(PlatformError) in
            try directory.rename(temporary, to: directory, as: name)
            try directory.flush()
        }
    }

    /// - Returns: The bytes that were freed.
    func remove(_ name: String) throws(ArchiveFailure) -> Int64 {
        try failing { () throws(PlatformError) in
            guard let status = try directory.status(name), status.kind != .directory else { return 0 }
            try directory.unlink(name)
            return status.size
        }
    }
}
