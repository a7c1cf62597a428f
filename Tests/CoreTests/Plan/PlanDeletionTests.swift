import SyncCore
import Testing

@Suite("Plan deletions") struct PlanDeletionTests {
    /// `count` installed games of which the manifest lists all but the first `stale`.
    private func plan(
        installed count: Int, stale: Int, refused: [RefusedEntry] = [], options: PlanOptions = PlanOptions()
    ) throws -> Plan {
        let names = (0..<count).map { "game-\($0)" }
        return Plan(
            manifest: Manifest(releases: try names.dropFirst(stale).map { try Sample.release($0) }, refused: refused),
            records: try names.map { try Sample.installed($0) }, onDisk: Sample.disk(names), options: options)
    }

    @Test("games that the manifest no longer lists are deleted, up to exactly the allowed share")
    func atTheShare() throws {
        let plan = try plan(installed: 4, stale: 2)
        #expect(plan.deletions.map(\.text) == ["game-0", "game-1"])
        #expect(plan.deletionsHeldBack == nil)
        #expect(plan.heldBack.isEmpty)
        #expect(!plan.isSettled)
    }

    @Test("one game over the allowed share, and none is deleted")
    func overTheShare() throws {
        let plan = try plan(installed: 4, stale: 3)
        #expect(plan.deletions.isEmpty)
        #expect(plan.heldBack.map(\.text) == ["game-0", "game-1", "game-2"])
        #expect(plan.deletionsHeldBack == .massDelete(doomed: 3, installed: 4, maxPercent: 50))
        #expect(!plan.isSettled)
        let error = try #require(plan.deletionsHeldBack)
        #expect(error.summary.contains("3 of 4") && error.summary.contains("`sync.max_delete = \"50%\"`"))
        #expect(error.hint?.contains("--allow-mass-delete") == true)
    }

    @Test("the switch allows what is over the share")
    func allowed() throws {
        let plan = try plan(installed: 4, stale: 3, options: PlanOptions(allowMassDelete: true))
        #expect(plan.deletions.count == 3)
        #expect(plan.deletionsHeldBack == nil)
    }

    @Test(
        "the share is compared exactly, whatever its decimals",
        arguments: [
            (10, 1, 10.0, true), (10, 2, 10.0, false), (3, 1, 33.3, false), (3, 1, 33.4, true), (1000, 1, 0.1, true),
            (1000, 2, 0.1, false), (5, 0, 0.0, true), (5, 1, 0.0, false), (5, 5, 100.0, true), (7, 1, 12.5, false),
            (8, 1, 12.5, true),
        ])
    func share(installed: Int, stale: Int, percent: Double, isAllowed: Bool) throws {
        // One more game is listed, so that the manifest is not empty.
        let names = (0..<installed).map { "game-\($0)" }
        let plan = Plan(
            manifest: Manifest(releases: try (names.dropFirst(stale) + ["new"]).map { try Sample.release($0) }),
            records: try names.map { try Sample.installed($0) }, onDisk: Sample.disk(names),
            options: PlanOptions(maxDeletePercent: percent))
        #expect(plan.deletions.count == (isAllowed ? stale : 0))
        #expect((plan.deletionsHeldBack == nil) == isAllowed)
    }

    @Test("a share that is no number deletes nothing")
    func noNumber() throws {
        let plan = try plan(installed: 4, stale: 1, options: PlanOptions(maxDeletePercent: .nan))
        #expect(plan.deletions.isEmpty)
        #expect(plan.deletionsHeldBack?.summary.isEmpty == false)
    }

    @Test("installs and updates go on while deletions are held back")
    func othersGoOn() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("new")]), records: [try Sample.installed("old")],
            onDisk: Sample.disk(["old"]))
        #expect(plan.steps.map(\.action) == [.install])
        #expect(plan.deletions.isEmpty)
        #expect(plan.heldBack.map(\.text) == ["old"])
    }

    @Test("an empty manifest deletes nothing and names the switch")
    func emptyRefused() throws {
        for count in [0, 1, 3] {
            let plan = try plan(installed: count, stale: count)
            #expect(plan.deletions.isEmpty)
            #expect(plan.heldBack.count == count)
            #expect(plan.deletionsHeldBack == .emptyManifest(installed: count))
            #expect(plan.deletionsHeldBack?.hint?.contains("--allow-mass-delete") == true)
            #expect(!plan.isSettled, "a refused manifest must be looked at again by the next run")
        }
    }

    @Test("an empty manifest with the switch removes every game")
    func emptyAllowed() throws {
        let plan = try plan(installed: 3, stale: 3, options: PlanOptions(allowMassDelete: true))
        #expect(plan.deletions.map(\.text) == ["game-0", "game-1", "game-2"])
        #expect(plan.deletionsHeldBack == nil)
        let nothing = try self.plan(installed: 0, stale: 0, options: PlanOptions(allowMassDelete: true))
        #expect(nothing.isSettled)
    }

    @Test("a refused entry, whatever its reason, keeps every game, also with the switch")
    func refusedEntries() throws {
        for refused in [try Sample.refused(nil), try Sample.refused("game-3"), try Sample.refused("unheard-of")] {
            for options in [PlanOptions(), PlanOptions(allowMassDelete: true), PlanOptions(deleteUntracked: true)] {
                let plan = try plan(installed: 4, stale: 1, refused: [refused], options: options)
                #expect(plan.deletions.isEmpty)
                #expect(plan.heldBack.map(\.text) == ["game-0"])
                #expect(plan.deletionsHeldBack == .refusedEntries(1))
            }
        }
    }

    @Test("a manifest of refused entries only is not an empty one")
    func onlyRefused() throws {
        let plan = try plan(installed: 2, stale: 2, refused: [try Sample.refused(nil), try Sample.refused("game-0")])
        #expect(plan.deletions.isEmpty)
        // Of the two, one is still spoken of.
        #expect(plan.heldBack.map(\.text) == ["game-1"])
        #expect(plan.deletionsHeldBack == .refusedEntries(2))
    }

    @Test("refused entries hold back nothing when nothing is to be deleted")
    func nothingToHoldBack() throws {
        let plan = try plan(installed: 2, stale: 0, refused: [try Sample.refused(nil)])
        #expect(plan.deletionsHeldBack == nil)
        #expect(plan.problems.count == 1)
        #expect(!plan.isSettled)
    }

    @Test("a paused game is not deleted, and what the operator removed needs no deleting")
    func paused() throws {
        let names = ["paused", "removed", "listed"]
        let records = [
            try Sample.installed("paused", hold: .paused), GameRecord(id: try GameID("removed"), hold: .removed),
            try Sample.installed("listed"),
        ]
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("listed")]), records: records,
            onDisk: Sample.disk(names.filter { $0 != "removed" }))
        #expect(plan.deletions.isEmpty)
        #expect(plan.skipped.map(\.game.text) == ["paused"])
        #expect(plan.skipped.map(\.reason) == ["paused"])
        #expect(plan.isSettled)
    }

    @Test("a stale game whose folder is gone already is deleted from the state")
    func goneAlready() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("a")]),
            records: [try Sample.installed("a"), try Sample.installed("b")], onDisk: Sample.disk(["a"]))
        #expect(plan.deletions.map(\.text) == ["b"])
    }
}
