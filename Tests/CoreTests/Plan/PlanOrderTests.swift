import SyncCore
import Testing

/// Reproducible shuffles (Lehmer's generator), so that a failure can be seen again.
private struct Shuffler: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        var bits: UInt64 = 0
        for _ in 0..<3 {
            state = state * 48_271 % 2_147_483_647
            bits = bits << 31 ^ state
        }
        return bits
    }
}

@Suite("Plan order") struct PlanOrderTests {
    @Test("the same input in any order gives the same plan", arguments: 1...20)
    func determinism(seed: UInt64) throws {
        let releases = try [
            Sample.release("install"), Sample.release("update", "2.0"), Sample.release("keep"),
            Sample.release("z-keep"),
            Sample.release("gone"), Sample.release("paused"), Sample.release("removed"), Sample.release("blocked"),
            Sample.release("a-folder"), Sample.release("Upper"), Sample.release("caf\u{E9}"),
            Sample.release("cafe\u{301}"),
        ]
        let refused = try [Sample.refused("broken", position: 20), Sample.refused(nil, position: 21)]
        let records = try [
            Sample.installed("update"), Sample.installed("keep"), Sample.installed("z-keep"), Sample.installed("gone"),
            Sample.installed("paused", hold: .paused), GameRecord(id: GameID("removed"), hold: .removed),
            Sample.installed("stale-1"), Sample.installed("stale-2"), Sample.installed("stale-paused", hold: .paused),
            Sample.installed("stale-link"),
        ]
        let places: [(String, DiskEntry)] = [
            ("update", .tree), ("keep", .tree), ("z-keep", .tree), ("paused", .tree), ("stale-1", .tree),
            ("stale-2", .tree), ("stale-paused", .tree), ("stale-link", .foreign("a symbolic link")),
            ("blocked", .foreign("a file")), ("a-folder", .tree), ("stray", .tree), ("other", .tree),
        ]
        func plan(_ order: (Int) -> [Int]) -> Plan {
            var disk = DiskListing()
            for index in order(places.count) { disk[places[index].0] = places[index].1 }
            return Plan(
                manifest: Manifest(
                    releases: order(releases.count).map { releases[$0] },
                    refused: order(refused.count).map { refused[$0] }),
                records: order(records.count).map { records[$0] }, onDisk: disk)
        }
        var shuffler = Shuffler(state: seed)
        let straight = plan { Array(0..<$0) }
        let shuffled = plan { (0..<$0).shuffled(using: &shuffler) }
        #expect(shuffled == straight)
        // By bytes: for Swift's `==` the second and the third are the same text.
        let inOrder = ["Upper", "cafe\u{301}", "caf\u{E9}", "gone", "install", "update"]
        #expect(straight.steps.map { Array($0.release.game.text.utf8) } == inOrder.map { Array($0.utf8) })
        #expect(straight.kept.map(\.text) == ["keep", "z-keep"])
        #expect(straight.heldBack.map(\.text) == ["stale-1", "stale-2"])
        #expect(straight.skipped.map(\.game.text) == ["paused", "removed", "stale-paused"])
        #expect(straight.problems.map(\.name) == ["a-folder", "blocked", "broken", "entry 21", "stale-link"])
        #expect(straight.untracked == ["other", "stray"])
    }

    @Test("a row that stands twice stops nothing")
    func doubledRow() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("a")]),
            records: [try Sample.installed("a"), try Sample.installed("a")], onDisk: Sample.disk(["a"]))
        #expect(plan.kept.map(\.text) == ["a"])
    }

    @Test(
        "the bytes to fetch are told when every size is, and sizes that no disk has stop nothing",
        arguments: [
            ([], 0), ([7], 7), ([7, 0, 5], 12), ([7, nil], nil), ([Int64.max], Int64.max), ([.max, 1], nil),
            ([.max, .max, .max], nil),
        ] as [([Int64?], Int64?)])
    func bytesToFetch(_ sizes: [Int64?], _ sum: Int64?) throws {
        let releases = try sizes.enumerated().map { try Sample.release("game-\($0)", size: $1) }
        let plan = Plan(manifest: Manifest(releases: releases), records: [], onDisk: [:])
        #expect(plan.steps.count == sizes.count)
        #expect(plan.bytesToFetch == sum)
    }

    @Test("every reason is one sentence without a full stop and has a way out")
    func words() throws {
        let errors: [PlanError] = [
            .entry(.missing("url")), .notOurs, .notReplaced, .blocked(found: "a file"),
            .replaced(found: "a mount point"),
            .unknownGame, .emptyManifest(installed: 0), .emptyManifest(installed: 3),
            .massDelete(doomed: 2, installed: 3, maxPercent: 33.3), .refusedEntries(1), .refusedEntries(2),
        ]
        for error in errors {
            #expect(!error.summary.isEmpty && !error.summary.hasSuffix("."), "\(error.summary)")
            #expect(error.hint?.isEmpty == false, "\(error)")
            #expect(error.code.hasPrefix("plan.") || error.code == "manifest.entry")
        }
        #expect(PlanError.massDelete(doomed: 2, installed: 3, maxPercent: 33.3).summary.contains("33.3%"))
        #expect(PlanError.refusedEntries(1).summary.hasPrefix("1 entry of"))
        #expect(PlanError.refusedEntries(2).summary.hasPrefix("2 entries of"))
        #expect(PlanError.replaced(found: "odd\u{1B}[2Jthing").summary == "its folder is now odd\\u{1B}[2Jthing")
    }
}
