import SyncCore
import Testing

/// One row of the specification's table and what follows from it.
struct PlanRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var installed: String?
    var wanted = "1.0"
    var place: DiskEntry?
    var damage: String?
    var force = false
    /// nil when the game is kept.
    var action: Action?
}

@Suite("Plan table") struct PlanTableTests {
    static let rows = [
        PlanRow(testDescription: "not installed, nothing there: install", action: .install),
        PlanRow(
            testDescription: "another version, tree there: update", installed: "1.0", wanted: "1.1", place: .tree,
            action: .update),
        PlanRow(
            testDescription: "another version, tree gone: update", installed: "1.0", wanted: "1.1", action: .update),
        PlanRow(
            testDescription: "another version, tree broken: update", installed: "1.0", wanted: "1.1",
            place: .brokenTree("`a` is missing"), action: .update),
        PlanRow(
            testDescription: "another version, damaged: update", installed: "1.0", wanted: "1.1", place: .tree,
            damage: "1 file changed", action: .update),
        PlanRow(testDescription: "the same version, tree there: keep", installed: "1.0", place: .tree),
        PlanRow(testDescription: "the same version, tree gone: reinstall", installed: "1.0", action: .reinstall),
        PlanRow(
            testDescription: "the same version, damaged: reinstall", installed: "1.0", place: .tree,
            damage: "1 file changed", action: .reinstall),
        PlanRow(
            testDescription: "the same version, tree visibly broken: reinstall", installed: "1.0",
            place: .brokenTree("`a` is missing"), action: .reinstall),
        PlanRow(
            testDescription: "a lower version is wanted as any other: update", installed: "2.0", wanted: "1.9",
            place: .tree, action: .update),
        PlanRow(
            testDescription: "versions that only mean the same differ: update", installed: "1.0", wanted: "1.00",
            place: .tree, action: .update),
        PlanRow(
            testDescription: "force, the same version: reinstall", installed: "1.0", place: .tree, force: true,
            action: .reinstall),
        PlanRow(
            testDescription: "force, another version: update", installed: "1.0", wanted: "1.1", place: .tree,
            force: true, action: .update),
        PlanRow(testDescription: "force, not installed: install", force: true, action: .install),
    ]

    @Test("each row of the table leads to its action", arguments: rows)
    func row(_ row: PlanRow) throws {
        let records = try row.installed.map { [try Sample.installed("snake", $0, damage: row.damage)] } ?? []
        var disk = DiskListing()
        disk["snake"] = row.place
        let release = try Sample.release("snake", row.wanted)
        let plan = Plan(
            manifest: Manifest(releases: [release]), records: records, onDisk: disk,
            options: PlanOptions(force: row.force))

        #expect(plan.steps.map(\.action) == (row.action.map { [$0] } ?? []))
        #expect(plan.steps.map(\.release) == (row.action == nil ? [] : [release]))
        #expect(plan.steps.map(\.from) == (row.action == nil ? [] : [try row.installed.map { try Version($0) }]))
        #expect(plan.kept == (row.action == nil ? [release.game] : []))
        #expect(plan.steps.allSatisfy { !$0.isRepublished && !$0.replacesUntracked })
        #expect(plan.isSettled == (row.action == nil))
        #expect(plan.deletions.isEmpty && plan.problems.isEmpty && plan.skipped.isEmpty && plan.untracked.isEmpty)
    }

    @Test("a row without an installed tree counts as no row")
    func emptyRow() throws {
        let record = GameRecord(id: try GameID("snake"), damage: "left from an earlier tree")
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("snake")]), records: [record], onDisk: [:])
        #expect(plan.steps.map(\.action) == [.install])
    }

    @Test("the same version with another digest is an update that is called republished")
    func republished() throws {
        let cases: [(offered: Release, installed: GameRecord)] = [
            (try Sample.release("a", sha256: "1"), try Sample.installed("a", sha256: "0")),
            (try Sample.release("a", md5: "1"), try Sample.installed("a", md5: "0")),
            // One digest is the same, the other tells them apart.
            (try Sample.release("a", md5: "0", sha256: "1"), try Sample.installed("a", md5: "0", sha256: "0")),
            (try Sample.release("a", md5: "1", sha256: "0"), try Sample.installed("a", md5: "0", sha256: "0")),
        ]
        for (offered, installed) in cases {
            let plan = Plan(manifest: Manifest(releases: [offered]), records: [installed], onDisk: ["a": .tree])
            #expect(plan.steps.map(\.action) == [.update])
            #expect(plan.steps.map(\.isRepublished) == [true])
        }
    }

    @Test("another version with another digest is an update like any other")
    func otherVersionOtherDigest() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("a", "2.0", sha256: "1")]),
            records: [try Sample.installed("a", "1.0", sha256: "0")], onDisk: ["a": .tree])
        #expect(plan.steps.map(\.isRepublished) == [false])
    }

    @Test("a digest that cannot be compared with what is installed is an update: the bytes decide")
    func incomparableDigest() throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("a", md5: "1")]),
            records: [try Sample.installed("a", md5: nil, sha256: "0")], onDisk: ["a": .tree])
        #expect(plan.steps.map(\.action) == [.update])
    }

    @Test("a digest that disappears, stays or appears beside a known one changes nothing by itself")
    func unknownDigests() throws {
        let offers = [
            try Sample.release("a"), try Sample.release("a", sha256: "0"),
            try Sample.release("a", md5: "1", sha256: "0"),
        ]
        for offer in offers {
            let plan = Plan(
                manifest: Manifest(releases: [offer]), records: [try Sample.installed("a", md5: nil, sha256: "0")],
                onDisk: ["a": .tree])
            #expect(plan.steps.isEmpty)
            #expect(plan.kept.map(\.text) == ["a"])
        }
    }

    @Test("only another URL changes nothing")
    func otherURL() throws {
        let offer = try Sample.release("a", sha256: "0", url: "https://mirror.example.org/else/where.zip?v=2")
        let plan = Plan(
            manifest: Manifest(releases: [offer]), records: [try Sample.installed("a", sha256: "0")],
            onDisk: ["a": .tree])
        #expect(plan.isSettled)
        #expect(plan.kept.map(\.text) == ["a"])
    }

    @Test("ids that look the same and differ in bytes are two games with two folders")
    func normalisation() throws {
        let composed = "caf\u{E9}", decomposed = "cafe\u{301}"
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release(composed), try Sample.release(decomposed)]),
            records: [try Sample.installed(composed), try Sample.installed(decomposed)],
            onDisk: Sample.disk([composed]))
        #expect(plan.kept.map { Array($0.text.utf8) } == [Array(composed.utf8)])
        #expect(plan.steps.map { Array($0.release.game.text.utf8) } == [Array(decomposed.utf8)])
    }
}
