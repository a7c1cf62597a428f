import CLinux
import Dispatch
import Glibc

/// The signals that ask a process to stop or to read its config again, as values.
public enum Signal: Int32, Sendable, Equatable, CaseIterable {
    case hangup = 1
    case interrupt = 2
    case terminate = 15

    /// `SIGTERM`.
    public var name: String {
        switch self {
        case .hangup: "SIGHUP"
        case .interrupt: "SIGINT"
        case .terminate: "SIGTERM"
        }
    }
}

/// Turns signals into an asynchronous sequence. One per process.
///
/// A handler writes to a pipe, so it works whatever threads there are and whatever they do; the programs that the
/// process starts get the default handling again.
public enum Signals {
    /// Installs the handlers and survives `SIGPIPE`, so that writing to a closed pipe is an error like any other.
    ///
    /// A second stopping signal ends the process at once with `exitStatus`, even when nobody reads the sequence; one
    /// within 250 ms of the first is taken for the same (a terminal and a wrapper both pass Ctrl-C on).
    /// `SIGHUP` stays ignored where it is ignored already (`nohup`) and would stop.
    ///
    /// - Parameters:
    ///   - stopping: Which signals ask to stop. Those not named are delivered only.
    ///   - exitStatus: For the second one.
    /// - Returns: Each signal as it arrives, those that came before anybody listened too. It never ends.
    /// - Throws: ``PlatformError/system(call:path:errno:)`` without descriptors.
    public static func install(stopping: Set<Signal>, exitStatus: Int32) throws(PlatformError) -> AsyncStream<Signal> {
        var ends: [Int32] = [-1, -1]
        try checked("pipe") { pipe(&ends) }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { try checked("fcntl") { linux_fcntl(end, F_SETFD, Int(FD_CLOEXEC)) } }
        // The handler must never block; the reader has a thread of its own to do so.
        try checked("fcntl") { linux_fcntl(writing, F_SETFL, Int(O_NONBLOCK)) }
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self, bufferingPolicy: .bufferingOldest(64))
        DispatchQueue(label: "assetsync.signals").async {
            var byte: UInt8 = 0
            while true {
                let count = read(reading, &byte, 1)
                if count == 1, let signal = Signal(rawValue: Int32(byte)) { continuation.yield(signal) }
                if count == 0 || count < 0 && errno != EINTR { break }
            }
        }

        try checked("sigaction") { linux_survive_signal(SIGPIPE) }
        for signal in Signal.allCases {
            let stops = stopping.contains(signal)
            if signal == .hangup, stops, linux_is_ignored(SIGHUP) == 1 { continue }
            try checked("sigaction") { linux_watch_signal(signal.rawValue, writing, stops ? 1 : 0, exitStatus) }
        }
        return stream
    }
}
