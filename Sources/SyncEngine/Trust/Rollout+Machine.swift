import SyncCore
import SyncCrypto

extension Rollout {
    /// Whether the machine of that id takes part; nobody knows of one without an id, so it waits.
    func includes(machine: String?, at now: Timestamp) -> Bool {
        guard let machine else { return false }
        return includes(Digest(sha256Of: seed + machine), at: now)
    }
}

extension Manifest {
    /// The games whose rollout has not come to this machine, and what is said of them. `machine` is only asked when some
    /// game has a rollout.
    func gamesBeforeRollout(
        at now: Timestamp, machine: () throws -> String?
    ) rethrows -> [GameID: String] {
        guard releases.contains(where: { $0.rollout != nil }) else { return [:] }
        let machine = try machine()
        var waiting: [GameID: String] = [:]
        for release in releases {
            guard let rollout = release.rollout, !rollout.includes(machine: machine, at: now) else { continue }
            waiting[release.game] = rollout.words(at: now)
        }
        return waiting
    }
}
