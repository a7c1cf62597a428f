import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer

/// Everything that the work of one run shares.
struct RunContext: Sendable {
    let config: Config
    let storage: Storage
    let receipts: ReceiptFolder
    let store: StateStore
    var transfer: TransferLoop
    let installer: Installer
    let retirement: Retirement
    let trash: Trash
    let board: ActivityBoard
    let space: SpaceBudget
    var traffic: TrafficBook
    let downloads: Slots
    let extractions: Slots
    /// One a core, for extraction.
    let lanes: [Lane]
    /// For the rest of the work that blocks.
    let lane: Lane
    /// Changes that an earlier run began and recovery finished.
    let recovered: [GameReport]
    let machine: MachineID
    let logger: Logger
    let now: @Sendable () -> Timestamp
    let report: @Sendable (RunEvent) -> Void

    func progress(_ event: ProgressEvent) {
        board.update(Activity(game: event.game, phase: event.phase, done: event.done, total: event.total))
        report(.progress(event))
    }
}
