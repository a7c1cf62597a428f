import CLinux
import Dispatch
import Glibc

/// Hears signals that would end the process. One per process: the handlers stay when the value goes, so that a signal
/// that comes late changes no exit code.
///
/// A signal that was ignored when the process began (`nohup`) stays ignored.
public final class SignalWatch {
    private let source: any DispatchSourceRead

    /// - Parameters:
    ///   - signals: Numbers such as `SIGTERM`.
    ///   - exitOnSecond: The code with which the process ends at once when a second signal comes, whatever it is busy
    ///     with; nil to go on listening. A second SIGHUP does not count: a closing terminal sends two of them.
    ///   - heard: Runs on a queue of its own with the signal's number.
    /// - Throws: ``PlatformError`` when the process is out of descriptors.
    public init(
        _ signals: [Int32], exitOnSecond: Int32? = nil, heard: @escaping @Sendable (Int32) -> Void
    ) throws(PlatformError) {
        var ends: [Int32] = [-1, -1]
        try checked("pipe") { linux_signal_pipe(&ends) }
        let (reading, writing) = (ends[0], ends[1])
        source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: DispatchQueue(label: "signals"))
        source.setEventHandler {
            var number: UInt8 = 0
            while read(reading, &number, 1) == 1 { heard(Int32(number)) }
        }
        // The pipe is never closed: a handler that has begun on another thread would write into whatever file gets the
        // number next.
        source.resume()
        linux_watch_signals(signals, Int32(signals.count), writing, exitOnSecond ?? -1)
    }
}
