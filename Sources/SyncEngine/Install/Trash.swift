import SyncCore
import SyncPlatform
import Synchronization

/// Trees in `tmp` that nobody needs any more. They are deleted after all swaps, because deleting many files first slows
/// down later creates, and never in place, so that a half-deleted tree is never visible.
final class Trash: Sendable {
    private let temporary: Directory
    private let lane: Lane
    private let names = Mutex<[String]>([])

    init(temporary: Directory, lane: Lane) {
        self.temporary = temporary
        self.lane = lane
    }

    /// Marks something in `tmp` for deletion.
    func add(_ name: String) { names.withLock { $0.append(name) } }

    /// Moves a name of another folder into `tmp` and marks it.
    func take(_ name: String, from folder: Directory) throws(PlatformError) {
        let place = "old-\(randomToken())"
        do {
            try folder.rename(name, to: temporary, as: place)
        } catch {
            // A folder that its owner may not write cannot be moved to another parent.
            guard error.isDenied, let status = try folder.status(name), status.kind == .directory,
                status.mode & 0o200 == 0
            else { throw error }
            try folder.setMode(name, status.mode | 0o700)
            try folder.rename(name, to: temporary, as: place)
        }
        add(place)
    }

    /// Deletes what was marked. What cannot be deleted now, or not before the task is cancelled, is swept by the next
    /// run: whoever stops a run does not wait for a hundred thousand files.
    func empty(_ logger: Logger) async {
        let doomed = names.withLock { names in
            defer { names = [] }
            return names
        }
        guard !doomed.isEmpty else { return }
        let isStopped = StopFlag()
        await withTaskCancellationHandler {
            await lane.run { [temporary] in
                for name in doomed where !isStopped.isUp {
                    do throws(PlatformError) {
                        try temporary.removeTree(name) { isStopped.isUp }
                    } catch {
                        logger.log(.warning, "trash.kept", [.init("name", name), .init("cause", error.summary)])
                    }
                }
            }
        } onCancel: {
            isStopped.raise()
        }
    }
}
