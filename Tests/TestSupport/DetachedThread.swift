import Glibc

/// Runs blocking work on a thread of its own. Dispatch has a limited number of threads for all queues together, and
/// the servers of many tests at once would use them up.
func runDetached(_ work: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let result = pthread_create(
        &thread, nil,
        { context in
            context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
            return nil
        }, box.toOpaque())
    guard result == 0 else { return box.release() }
    pthread_detach(thread)
}

private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
