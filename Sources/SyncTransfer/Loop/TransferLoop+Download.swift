import SyncCore
import SyncPlatform

extension TransferLoop {
    /// How often the bytes of a call may turn out wrong before it gives up: once, and twice more afresh.
    static let attemptsAtContent = 3

    /// An archive into the folder for partial downloads, resumed where that is possible, hashed while it arrives.
    ///
    /// - Parameters:
    ///   - request: What is wanted. Its names in the folder are replaced when something else is there.
    ///   - received: Counts the bytes of bodies and heads that come over the wire in this call, however it ends.
    ///   - progress: Called on the loop's thread at most four times a second, and once at the end; must be quick.
    /// - Returns: The whole archive, with every promise of the request checked.
    /// - Throws: ``TransferError``. What can be continued is kept; bytes that turned out wrong are not. Cancelling
    ///   the task throws ``TransferError/cancelled`` within a second, wherever the download is.
    public func download(
        _ request: DownloadRequest, received: ByteCount = ByteCount(),
        progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(TransferError) -> Download {
        let lane = Lane("transfer-disk")
        var failover = Failover(self, request, lane, received, progress)
        return try await failover.run()
    }

    /// Runs blocking work on a lane; it learns of the task's cancellation by asking.
    func cancellable<Result: Sendable>(
        _ lane: Lane, _ work: @escaping @Sendable (_ isCancelled: () -> Bool) throws(TransferError) -> Result
    ) async throws(TransferError) -> Result {
        let flag = StopFlag()
        let outcome: Swift.Result<Result, TransferError> = await withTaskCancellationHandler {
            do throws(TransferError) {
                return .success(
                    try await lane.run { () throws(TransferError) in
                        try work { flag.isUp }
                    })
            } catch {
                return .failure(error)
            }
        } onCancel: {
            flag.raise()
        }
        return try outcome.get()
    }
}
