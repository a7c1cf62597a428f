/// What the operator and the config say about a plan.
public struct PlanOptions: Sendable, Equatable {
    /// Only these games; nil means all.
    public var selection: Set<GameID>?
    /// Install the wanted version again even where it is current.
    public var force: Bool
    public var allowMassDelete: Bool
    /// The largest share of the installed games that a run may delete, in percent.
    public var maxDeletePercent: Double
    public var deleteUntracked: Bool
    /// Games whose rollout has not come to this machine, and what is said of them. They are left as they are.
    public var beforeRollout: [GameID: String] = [:]
    /// The time, in a run by a timer: games whose last attempt failed for good wait for theirs. nil lets none wait.
    public var waitingAt: Timestamp?

    public init(
        selection: Set<GameID>? = nil, force: Bool = false, allowMassDelete: Bool = false,
        maxDeletePercent: Double = 50, deleteUntracked: Bool = false, waitingAt: Timestamp? = nil
    ) {
        self.selection = selection
        self.force = force
        self.allowMassDelete = allowMassDelete
        self.maxDeletePercent = maxDeletePercent
        self.deleteUntracked = deleteUntracked
        self.waitingAt = waitingAt
    }
}
