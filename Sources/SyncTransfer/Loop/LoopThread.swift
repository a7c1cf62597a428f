import Glibc
import SyncCore
import Synchronization

/// The thread that runs all transfers, and the mailbox through which others reach it.
///
/// It keeps itself alive until it has ended; whoever started it calls ``stop()``.
final class LoopThread: Sendable {
    private struct Mail {
        var orders: [Order] = []
        var cancelled: [UInt64] = []
        var isStopping = false
    }

    private let mail = Mutex(Mail())
    private let lastID = Atomic<UInt64>(0)
    private let multi: MultiHandle
    private let settings: TransferSettings

    init(_ settings: TransferSettings) throws(TransferError) {
        self.settings = settings
        multi = try MultiHandle()
    }

    func start() throws(TransferError) {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<LoopThread>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            throw .setting("thread", problem: "cannot be started (error \(result))")
        }
        pthread_detach(thread)
    }

    /// Ends the thread soon; what is under way ends as cancelled.
    func stop() {
        mail.withLock { $0.isStopping = true }
        multi.wakeUp()
    }

    /// Runs one exchange and waits for its outcome. Cancelling the task ends it within one turn of the loop.
    func perform(_ ask: Ask, _ sink: any ReplySink) async -> Outcome {
        let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let order = Order(id: id, ask: ask, sink: sink, continuation: continuation)
                let isAccepted = mail.withLock { mail in
                    guard !mail.isStopping, !Task.isCancelled else { return false }
                    mail.orders.append(order)
                    return true
                }
                guard isAccepted else { return continuation.resume(returning: Outcome(failure: .cancelled)) }
                multi.wakeUp()
            }
        } onCancel: {
            mail.withLock { $0.cancelled.append(id) }
            multi.wakeUp()
        }
    }

    private func run() {
        // curl's sockets must not raise SIGPIPE, and other signals are for other threads.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)

        let queue = TransferQueue(multi, settings)
        while true {
            let mail = mail.withLock { mail in
                let taken = mail
                mail.orders = []
                mail.cancelled = []
                return taken
            }
            queue.waiting.append(contentsOf: mail.orders)
            queue.cancel(mail.cancelled)
            guard !mail.isStopping else { break }
            queue.turn()
            multi.wait(milliseconds: queue.patience)
        }
        queue.cancelAll()
        // An order that came between the last look and the stop flag cannot be: both are under one lock.
    }
}
