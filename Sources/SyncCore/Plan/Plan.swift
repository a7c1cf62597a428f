/// What one run will do, decided before anything on disk is touched.
public struct Plan: Sendable, Equatable {
    public struct Step: Sendable, Equatable {
        public let release: Release
        /// `install`, `update` or `reinstall`.
        public let action: Action
        public let from: Version?
        /// The same version with another digest.
        public let isRepublished: Bool
        /// A folder that is not ours stands at the game's place and `delete_untracked` lets it be replaced.
        public let replacesUntracked: Bool
    }

    public struct Skip: Sendable, Equatable {
        public let game: GameID
        public let installed: Version?
        public let wanted: Version?
        public let reason: String
    }

    public struct Problem: Sendable, Equatable {
        /// Not yet made printable.
        public let name: String
        public let game: GameID?
        public let installed: Version?
        public let wanted: Version?
        public let step: GameStep
        public let error: PlanError
    }

    /// Installs, updates and reinstalls, by id.
    public let steps: [Step]
    /// Games that are no longer wanted, by id; carried out last.
    public let deletions: [GameID]
    /// Why nothing is deleted although games are no longer wanted, or the manifest lists none at all; a run that has
    /// this fails.
    public let deletionsHeldBack: PlanError?
    /// Games that are held back by ``deletionsHeldBack``.
    public let heldBack: [GameID]
    /// Games that are as the manifest wants them, by id.
    public let kept: [GameID]
    /// By id.
    public let skipped: [Skip]
    /// Those of ``skipped`` that would change and wait for the time of their next attempt.
    public let waiting: [GameID]
    /// Those of ``skipped`` whose rollout has not come to this machine.
    public let rollouts: [GameID]
    /// By name.
    public let problems: [Problem]
    /// Names in the games folder that assetsync never installed, sorted.
    public let untracked: [String]
    /// Those of ``untracked`` that `delete_untracked` removes.
    public let untrackedDeletions: [String]

    /// Bytes of all archives to fetch; nil when the manifest does not tell one's size, or tells sizes that no disk has.
    public var bytesToFetch: Int64? {
        var sum: Int64 = 0
        for step in steps {
            guard let size = step.release.size else { return nil }
            let (larger, overflow) = sum.addingReportingOverflow(size)
            guard !overflow else { return nil }
            sum = larger
        }
        return sum
    }

    /// Nothing to do and nothing to complain about.
    public var isSettled: Bool {
        steps.isEmpty && deletions.isEmpty && deletionsHeldBack == nil && problems.isEmpty && untrackedDeletions.isEmpty
    }
}
