import Glibc
import SyncCore
import Synchronization

/// An exclusive `flock` on a file in an open directory, for as long as this value is not released.
///
/// The kernel drops it when the process ends, however it ends, so it is never stale. The file names the holder for
/// messages and stays where it is: unlinking it would let two processes lock two files of the same name.
public final class FileLock: Sendable {
    private let descriptor: Mutex<Descriptor?>

    private init(_ descriptor: consuming Descriptor) {
        self.descriptor = Mutex(descriptor)
    }

    /// Takes the lock.
    ///
    /// Keep the value and call ``release()`` at the end: Swift may end an unused value early, and the lock with it.
    ///
    /// - Parameters:
    ///   - directory: Where the lock file lies.
    ///   - name: Of the file; made with mode 0644 where it is missing.
    ///   - verb: One word for what the holder does.
    ///   - pid: Of the holder; nil for this process.
    ///   - wait: The longest wait for another holder; nil gives up after 100 ms, for the instants in which `status`
    ///     looks whether anybody holds it. The wait holds no thread and ends when the task is cancelled.
    /// - Returns: The lock, taken.
    /// - Throws: ``LockError/busy(path:holder:)`` with the holder as the file names it;
    ///   ``LockError/notAFile(path:found:)``, ``LockError/system(_:)``, ``LockError/cancelled(path:)``.
    public static func acquire(
        in directory: Directory, name: String = "lock", verb: String, pid: Int32? = nil, wait: Duration? = nil
    ) async throws(LockError) -> FileLock {
        let instant = Duration.milliseconds(100)
        let limit = wait ?? instant
        let clock = ContinuousClock()
        let start = clock.now
        var pause = Duration.milliseconds(5)
        while true {
            if let lock = try attempt(in: directory, name) {
                lock.describe(Holder(pid: pid ?? getpid(), verb: verb, since: SystemClock.now))
                return lock
            }
            let waited = clock.now - start
            guard waited < limit else {
                throw .busy(path: directory.join(name).printable(), holder: try described(in: directory, name))
            }
            do {
                try await Task.sleep(for: min(pause, limit - waited), tolerance: .milliseconds(1))
            } catch {
                throw .cancelled(path: directory.join(name).printable())
            }
            // Often at first, because most holders are such instants; then politely.
            if waited > instant { pause = min(pause * 2, .milliseconds(100)) }
        }
    }

    /// Who holds the lock now; nil when nobody does. Takes a shared lock for an instant.
    public static func holder(in directory: Directory, name: String = "lock") throws(LockError) -> Holder? {
        guard let file = try open(in: directory, name, flags: O_RDONLY) else { return nil }
        if flock(file.raw, LOCK_SH | LOCK_NB) == 0 {
            flock(file.raw, LOCK_UN)
            return nil
        }
        guard errno == EWOULDBLOCK else { throw .system(.last("flock", directory.join(name))) }
        return try described(in: directory, name)
    }

    /// Lets go. Again, or on a value that is dropped, it does nothing.
    public func release() {
        descriptor.withLock { descriptor in
            guard let raw = descriptor?.raw else { return }
            // The next holder needs a moment to write its own line; until then an empty file is the truth.
            ftruncate(raw, 0)
            // Not by closing alone: a process that is just being started from this one has the descriptor too.
            flock(raw, LOCK_UN)
            descriptor = nil
        }
    }

    /// One attempt; nil when somebody else holds it.
    private static func attempt(in directory: Directory, _ name: String) throws(LockError) -> FileLock? {
        while true {
            guard let file = try open(in: directory, name, flags: O_RDWR | O_CREAT) else { continue }
            if flock(file.raw, LOCK_EX | LOCK_NB) != 0 {
                if errno == EINTR { continue }
                guard errno == EWOULDBLOCK else { throw .system(.last("flock", directory.join(name))) }
                return nil
            }
            do throws(PlatformError) {
                // Somebody may have removed the file meanwhile; then the name leads to another one.
                guard try directory.status(name)?.identity == file.status().identity else { continue }
            } catch {
                throw .system(error)
            }
            return FileLock(file)
        }
    }

    /// Nil when there is no such file.
    private static func open(in directory: Directory, _ name: String, flags: Int32) throws(LockError) -> Descriptor? {
        let path = directory.join(name).printable()
        do throws(PlatformError) {
            // O_NONBLOCK, because opening a named pipe would wait for its other end.
            let file = try directory.openFile(name, flags: flags | O_NONBLOCK, mode: 0o644)
            switch try file.status().kind {
            case .file: return file
            case .directory: throw .system(call: "open", path: path, errno: EISDIR)
            case .link, .other: throw .system(call: "open", path: path, errno: ENXIO)
            }
        } catch {
            switch error.errno {
            case ENOENT where flags & O_CREAT == 0: return nil
            case EISDIR: throw .notAFile(path: path, found: "a folder")
            case ELOOP: throw .notAFile(path: path, found: "a link")
            case ENXIO: throw .notAFile(path: path, found: "a pipe, a socket or a device")
            default: throw .system(error)
            }
        }
    }

    /// What the file says of its holder. A dead process's line is the one before the present holder's own: a moment
    /// later that one is there.
    private static func described(in directory: Directory, _ name: String) throws(LockError) -> Holder {
        for _ in 0..<10 {
            guard let file = try open(in: directory, name, flags: O_RDONLY) else { return .unknown }
            var bytes = [UInt8](repeating: 0, count: Holder.maximumBytes)
            do throws(PlatformError) {
                let count = try bytes.withUnsafeMutableBufferPointer { buffer throws(PlatformError) in
                    try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0, path: directory.join(name))
                }
                let holder = Holder(parsing: bytes.prefix(count))
                if let pid = holder.pid, kill(pid, 0) == 0 || errno == EPERM { return holder }
            } catch {
                throw .system(error)
            }
            usleep(1_000)
        }
        return .unknown
    }

    /// Writes who holds it. Not being able to is no reason not to work: the lock is held all the same.
    private func describe(_ holder: Holder) {
        descriptor.withLock { descriptor in
            guard let raw = descriptor?.raw else { return }
            var line = holder.line
            let count = line.withUTF8 { pwrite(raw, $0.baseAddress, $0.count, 0) }
            ftruncate(raw, off_t(max(0, count)))
        }
    }
}
