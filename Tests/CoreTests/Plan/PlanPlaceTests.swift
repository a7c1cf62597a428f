import SyncCore
import Testing

@Suite("Plan and what stands in the games folder") struct PlanPlaceTests {
    static let foreign = ["a symbolic link", "a file", "a mount point", "a device, pipe or socket"]

    @Test("a folder that assetsync did not install is kept and fails its game")
    func notOurs() throws {
        for place in [DiskEntry.tree, .brokenTree("emptied")] {
            let plan = Plan(
                manifest: Manifest(releases: [try Sample.release("snake"), try Sample.release("tetris")]), records: [],
                onDisk: ["snake": place])
            #expect(plan.steps.map(\.release.game.text) == ["tetris"])
            #expect(plan.problems.map(\.name) == ["snake"])
            #expect(plan.problems.map(\.error) == [.notOurs])
            #expect(plan.problems.first?.error.hint?.contains("sync.delete_untracked") == true)
            #expect(plan.untracked.isEmpty, "it is reported as the game's failure, not twice")
            #expect(plan.untrackedDeletions.isEmpty)
        }
    }

    @Test("with delete_untracked a folder in a new game's place is replaced")
    func replacesUntracked() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("snake"), try Sample.release("tetris")]), records: [],
            onDisk: ["snake": .tree], options: PlanOptions(deleteUntracked: true))
        #expect(plan.steps.map(\.action) == [.install, .install])
        #expect(plan.steps.map(\.replacesUntracked) == [true, false])
        #expect(plan.problems.isEmpty)
    }

    @Test("a run with refused entries replaces no folder that is not ours")
    func refusedReplacesNothing() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("snake")], refused: [try Sample.refused(nil)]),
            records: [],
            onDisk: ["snake": .tree, "stray": .tree], options: PlanOptions(deleteUntracked: true))
        #expect(plan.steps.isEmpty)
        #expect(plan.untrackedDeletions.isEmpty)
        #expect(plan.problems.map(\.error) == [.entry(.missing("id")), .notReplaced])
    }

    @Test("a link, file or mount in a new game's place is never replaced, whatever is allowed", arguments: foreign)
    func blocked(_ found: String) throws {
        let everything = PlanOptions(force: true, allowMassDelete: true, maxDeletePercent: 100, deleteUntracked: true)
        for options in [PlanOptions(), everything] {
            let plan = Plan(
                manifest: Manifest(releases: [try Sample.release("snake")]), records: [],
                onDisk: ["snake": .foreign(found)], options: options)
            #expect(plan.steps.isEmpty)
            #expect(plan.problems.map(\.error) == [.blocked(found: found)])
            let error = try #require(plan.problems.first?.error)
            #expect(error.summary.hasPrefix(found))
            #expect(error.hint?.contains("delete_untracked") == false, "that would not help")
        }
    }

    @Test("a link, file or mount in an installed game's place fails it, whatever is wanted", arguments: foreign)
    func replaced(_ found: String) throws {
        let everything = PlanOptions(force: true, allowMassDelete: true, maxDeletePercent: 100, deleteUntracked: true)
        let offers: [[Release]] = [[try Sample.release("snake")], [try Sample.release("snake", "2.0")], []]
        for releases in offers {
            let plan = Plan(
                manifest: Manifest(releases: releases), records: [try Sample.installed("snake")],
                onDisk: ["snake": .foreign(found)], options: everything)
            #expect(plan.steps.isEmpty)
            #expect(plan.deletions.isEmpty)
            #expect(plan.untrackedDeletions.isEmpty)
            #expect(plan.problems.map(\.error) == [.replaced(found: found)])
            #expect(plan.problems.map(\.step) == [releases.isEmpty ? .delete : .plan])
            #expect(plan.problems.map(\.installed?.text) == ["1.0"])
        }
    }

    @Test("folders that assetsync never installed are reported and kept")
    func untracked() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("snake")]), records: [try Sample.installed("snake")],
            onDisk: ["snake": .tree, "zoo": .tree, "backup": .tree, "notes.txt": .foreign("a file")])
        #expect(plan.untracked == ["backup", "notes.txt", "zoo"])
        #expect(plan.untrackedDeletions.isEmpty)
        #expect(plan.isSettled, "a stray folder is no work and no failure")
    }

    @Test("with delete_untracked they are removed, but nothing that is no folder")
    func untrackedRemoved() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("snake")]), records: [try Sample.installed("snake")],
            onDisk: [
                "snake": .tree, "zoo": .tree, "backup": .brokenTree("emptied"), "link": .foreign("a symbolic link"),
                "notes.txt": .foreign("a file"), "disk": .foreign("a mount point"),
            ], options: PlanOptions(deleteUntracked: true))
        #expect(plan.untracked == ["backup", "disk", "link", "notes.txt", "zoo"])
        #expect(plan.untrackedDeletions == ["backup", "zoo"])
        #expect(!plan.isSettled)
    }

    @Test("what a run may not delete of games it may not delete of strangers either")
    func untrackedHeldBack() throws {
        let options = PlanOptions(deleteUntracked: true)
        let disk = Sample.disk(["a", "b", "stray"])
        let records = [try Sample.installed("a"), try Sample.installed("b")]
        let manifests = [
            Manifest(releases: []), Manifest(releases: [try Sample.release("c")]),
            Manifest(releases: [try Sample.release("a")], refused: [try Sample.refused("b")]),
        ]
        for manifest in manifests {
            let plan = Plan(manifest: manifest, records: records, onDisk: disk, options: options)
            #expect(plan.untracked == ["stray"])
            #expect(plan.untrackedDeletions.isEmpty)
        }
    }

    @Test("a run for some games leaves untracked folders alone")
    func untrackedAndSelection() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("a")]), records: [try Sample.installed("a")],
            onDisk: Sample.disk(["a", "stray"]),
            options: PlanOptions(selection: [try GameID("a")], deleteUntracked: true))
        #expect(plan.untracked == ["stray"])
        #expect(plan.untrackedDeletions.isEmpty)
    }

    @Test("folders of games that stay, fail or are paused are not untracked")
    func tracked() throws {
        let records = [
            try Sample.installed("kept"), try Sample.installed("paused", hold: .paused), try Sample.installed("stale"),
            try Sample.installed("broken"),
        ]
        let plan = Plan(
            manifest: Manifest(
                releases: [try Sample.release("kept"), try Sample.release("paused", "2.0")],
                refused: [try Sample.refused("broken")]), records: records,
            onDisk: Sample.disk(["kept", "paused", "stale", "broken", "listed-and-refused"]),
            options: PlanOptions(deleteUntracked: true))
        #expect(plan.untracked == ["listed-and-refused"])
        #expect(plan.untrackedDeletions.isEmpty)
    }
}
