import Glibc
public import SyncCore

/// The machine's clocks. Pure code gets a ``Timestamp`` handed in instead.
public enum SystemClock {
    /// The wall clock, which may jump.
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec))
    }

    /// Only differences mean something; never goes back.
    public static var monotonicMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
