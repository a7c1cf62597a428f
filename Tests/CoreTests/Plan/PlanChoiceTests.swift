import SyncCore
import Testing

@Suite("Plan and what the operator chose") struct PlanChoiceTests {
    @Test("a paused game is left as it is, whatever the manifest wants", arguments: [false, true])
    func paused(force: Bool) throws {
        for place in [DiskEntry.tree, .brokenTree("emptied"), .foreign("a file"), nil] {
            var disk = DiskListing()
            disk["snake"] = place
            let plan = Plan(
                manifest: Manifest(releases: [try Sample.release("snake", "2.0")]),
                records: [try Sample.installed("snake", "1.0", hold: .paused, damage: "1 file changed")], onDisk: disk,
                options: PlanOptions(force: force))
            #expect(plan.steps.isEmpty && plan.problems.isEmpty && plan.deletions.isEmpty)
            #expect(plan.skipped.map(\.installed?.text) == ["1.0"])
            #expect(plan.skipped.map(\.wanted?.text) == ["2.0"])
            #expect(plan.isSettled)
        }
    }

    @Test("a game that was paused before it was installed is not installed")
    func pausedNew() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("snake")]),
            records: [GameRecord(id: try GameID("snake"), hold: .paused)], onDisk: [:])
        #expect(plan.steps.isEmpty)
        #expect(plan.skipped.map(\.game.text) == ["snake"])
    }

    @Test("a removed game stays away, and the way back is named")
    func removed() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("snake")]),
            records: [GameRecord(id: try GameID("snake"), hold: .removed)], onDisk: [:],
            options: PlanOptions(force: true))
        #expect(plan.steps.isEmpty)
        #expect(plan.skipped.first?.reason.contains("`assetsync resume`") == true)
        #expect(plan.isSettled)
    }

    @Test("only the games that were named are touched")
    func selection() throws {
        let names = ["changed", "named", "new", "stale"]
        let records = try names.filter { $0 != "new" }.map { try Sample.installed($0) }
        let releases = try ["changed", "named", "new"].map { try Sample.release($0, "2.0") }
        func plan(_ selection: [String]) throws -> Plan {
            Plan(
                manifest: Manifest(releases: releases), records: records,
                onDisk: Sample.disk(names.filter { $0 != "new" }),
                options: PlanOptions(selection: Set(try selection.map { try GameID($0) })))
        }
        let named = try plan(["named"])
        #expect(named.steps.map(\.release.game.text) == ["named"])
        #expect(named.deletions.isEmpty && named.deletionsHeldBack == nil && named.problems.isEmpty)
        #expect(try plan(["stale"]).deletions.map(\.text) == ["stale"])
        #expect(try plan(["new", "changed"]).steps.map(\.release.game.text) == ["changed", "new"])
        #expect(try plan([]).isSettled)
    }

    @Test("a game that nobody knows is a failure with the way to the list of games")
    func unknown() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("snake")]),
            records: [try Sample.installed("snake"), GameRecord(id: try GameID("gone"))],
            onDisk: Sample.disk(["snake"]),
            options: PlanOptions(selection: [try GameID("snaek"), try GameID("gone"), try GameID("snake")]))
        #expect(plan.kept.map(\.text) == ["snake"])
        #expect(plan.problems.map(\.name) == ["gone", "snaek"])
        #expect(plan.problems.allSatisfy { $0.error == .unknownGame })
        #expect(plan.problems.first?.error.hint?.contains("`assetsync status`") == true)
        #expect(!plan.isSettled)
    }

    @Test("a refused entry of another game does not fail a run for one game, one without an id does")
    func refusedAndSelection() throws {
        let plan = Plan(
            manifest: Manifest(
                releases: [try Sample.release("snake")],
                refused: [try Sample.refused("other", position: 2), try Sample.refused(nil, position: 3)]),
            records: [], onDisk: [:], options: PlanOptions(selection: [try GameID("snake")]))
        #expect(plan.steps.map(\.release.game.text) == ["snake"])
        #expect(plan.problems.map(\.name) == ["entry 3"])
    }

    @Test("a game whose entry was refused keeps its installed version and is reported with it")
    func refusedKeeps() throws {
        let plan = Plan(
            manifest: Manifest(releases: [], refused: [try Sample.refused("snake")]),
            records: [try Sample.installed("snake")], onDisk: Sample.disk(["snake"]))
        #expect(plan.steps.isEmpty && plan.deletions.isEmpty && plan.heldBack.isEmpty)
        let problem = try #require(plan.problems.first)
        #expect(problem.game?.text == "snake")
        #expect(problem.installed?.text == "1.0")
        #expect(problem.step == .manifest)
        #expect(problem.error == .entry(.missing("version")))
    }
}
