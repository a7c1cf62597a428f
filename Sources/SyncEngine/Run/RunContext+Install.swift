import SyncCore
import SyncPlatform

extension RunContext {
    /// Swaps in a tree that was built in `tmp`; where that cannot be done, the tree and its receipt are thrown away.
    ///
    /// Throws ``GameProblem`` for the step `record` when the swap may have happened and could not be recorded.
    func install(_ staged: StagedGame) async throws -> InstalledTree {
        do {
            return try await installer.install(staged)
        } catch let problem as GameProblem {
            // Nothing was swapped.
            if case .temporary(let name) = staged.place {
                trash.add(name)
                try? receipts.remove(staged.tree.receipt)  // What stays is swept by recovery.
            }
            throw problem
        } catch let error as PlatformError {
            // Whether the swap happened the next run tells by the inode; until then nothing is thrown away.
            throw GameProblem(step: .record, cause: error)
        }
    }
}
