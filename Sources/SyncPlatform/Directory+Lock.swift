import Glibc

extension Directory {
    /// Takes an advisory lock on the open directory itself, for steps of a few milliseconds. Blocks the thread.
    ///
    /// Where the file system knows no such locks, it is as if it were taken.
    ///
    /// - Parameter milliseconds: How long another holder is waited for.
    /// - Returns: Whether it is taken.
    public func lock(milliseconds: Int32) -> Bool {
        let deadline = SystemClock.monotonicMilliseconds + Int64(milliseconds)
        while flock(raw, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return true }
            guard SystemClock.monotonicMilliseconds < deadline else { return false }
            usleep(2_000)
        }
        return true
    }

    public func unlock() { flock(raw, LOCK_UN) }
}
