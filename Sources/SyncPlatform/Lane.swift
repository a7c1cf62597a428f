import Dispatch
import Glibc

/// A serial queue that is also an actor's executor: work that blocks runs here and never on the cooperative pool,
/// which has only one thread per core.
public final class Lane: SerialExecutor {
    private let queue: DispatchQueue

    public init(_ label: String) { queue = DispatchQueue(label: label) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs blocking work on the lane and waits for it without holding a thread of the pool.
    public func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(Failure) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try outcome.get()
    }

    /// Queues blocking work without waiting for it. Whoever submits makes sure that what it needs stays alive.
    public func submit(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

/// How many processors this process may use.
public func usableProcessors() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
