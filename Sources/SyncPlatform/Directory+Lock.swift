import Glibc

extension Directory {
    /// Takes an advisory lock on the open directory itself, for steps of a few milliseconds. Blocks the thread.
    ///
    /// Where the file system knows no such locks, it is as if it were taken.
    ///
    /// - Parameters:
    ///   - milliseconds: How long another holder is waited for.
    ///   - isOver: Asked now and then; ends the wait early.
    /// - Returns: Whether it is taken.
    public func lock(milliseconds: Int32, unless isOver: () -> Bool = { false }) -> Bool {
        let deadline = SystemClock.monotonicMilliseconds + Int64(milliseconds)
        while flock(raw, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return true }
            guard SystemClock.monotonicMilliseconds < deadline, !isOver() else { return false }
            usleep(2_000)
        }
        return true
    }

    public func unlock() { flock(raw, LOCK_UN) }
}
