import FoundationEssentials
import SyncCore
import SyncCrypto
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

@Suite("Rollouts") struct RolloutTests {
    private let machines = (0..<10_000).map { number in
        let hex = String(number, radix: 16)
        return String(repeating: "0", count: 32 - hex.count) + hex
    }
    private let now = Timestamp(seconds: 1_800_000_000)

    @Test(
        "of 10 000 machines the share takes part, each grows into the next larger one, and another seed chooses others")
    func manyMachines() throws {
        var before: Set<String> = []
        for percent in [0, 1, 5, 10, 25, 50, 75, 90, 100] {
            let rollout = Rollout(share: Share(percent: percent), seed: "snake 1.1")
            let taking = Set(machines.filter { rollout.includes(machine: $0, at: now) })
            #expect(abs(Double(taking.count) / 100 - Double(percent)) <= 2, "\(taking.count) of 10000 at \(percent) %")
            #expect(taking.isSuperset(of: before))
            before = taking
        }
        #expect(before.count == 10_000)
        let half = Rollout(share: Share(percent: 50), seed: "snake 1.1")
        let other = Rollout(share: Share(percent: 50), seed: "snake 1.2")
        let both = machines.count { half.includes(machine: $0, at: now) && other.includes(machine: $0, at: now) }
        #expect((2_300...2_700).contains(both))
    }

    @Test("who takes part is what sha256sum and python3 say")
    func byOtherPrograms() throws {
        let lines = try Site.shell(
            """
            python3 - <<'END'
            import hashlib
            for n in range(300):
                h = hashlib.sha256(b'a seed' + b'%032x' % n).digest()
                print('in' if int.from_bytes(h, 'big') * 10000 < 1234 * 2**256 else 'out')
            END
            """)
        let rollout = Rollout(share: try Share("12.34%"), seed: "a seed")
        #expect(machines.prefix(300).map { rollout.includes(machine: $0, at: now) ? "in" : "out" } == lines)
    }

    private func manifest(_ offer: SiteOffer, percent: Int, start: String? = nil) -> String {
        let entry = offer.json(.native).dropLast()
        let start = start.map { #", "start": "\#($0)""# } ?? ""
        return #"{"games": [\#(entry), "rollout": {"percent": \#(percent), "seed": "s"\#(start)}}]}"#
    }

    @Test("a machine that does not take part stays as it is, says so, and updates when the share reaches it")
    func waiting() async throws {
        try await Machine.run { machine in
            let old = try await machine.site.pack("snake", "1", ["x": "1"])
            let new = try await machine.site.pack("snake", "2", ["x": "2"])
            try machine.site.write(manifest(old, percent: 0))
            let absent = await machine.sync()
            #expect(absent.exit == .done && absent.changes.map(\.action) == [.skip])
            #expect(absent.changes.first?.note == "waiting for rollout (0%)")
            #expect(try machine.names("games") == [])
            #expect(try await machine.status("snake").next == "waiting for rollout (0%)")

            try machine.site.write(manifest(old, percent: 100))
            #expect(await machine.sync().count(.install) == 1)
            try machine.site.write(manifest(new, percent: 0))
            for _ in 0..<2 {
                let report = await machine.sync()
                #expect(report.exit == .done && report.changes.map(\.action) == [.skip])
                #expect(try machine.tree("snake").text("x") == "1")
            }
            let plan = await machine.engine().plan()
            #expect(plan.changes.map(\.note) == ["waiting for rollout (0%)"] && plan.bytesToFetch == 0)
            let status = try await machine.ending("status")
            #expect(status.out.contains("waiting for rollout (0%)"))
            try machine.site.write(manifest(new, percent: 100))
            #expect(await machine.sync().count(.update) == 1)
            // A share that falls takes nothing back.
            try machine.site.write(manifest(new, percent: 0))
            #expect(await machine.sync().changes == [])
            #expect(try await machine.status("snake").state == .current)
        }
    }

    @Test("a rollout begins at its start, without a new manifest")
    func start() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.write(manifest(offer, percent: 100, start: "2026-06-01T00:00:00Z"))
            for (clock, count) in [("2026-05-31T23:59:59Z", 0), ("2026-06-01T00:00:00Z", 1)] {
                let moment = try #require(Timestamp(clock))
                var engine = machine.engine()
                engine.now = { moment }
                #expect(await engine.sync().count(.install) == count)
            }
        }
    }

    @Test("a machine without an id of the system makes one up, once")
    func machineID() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.write(manifest(offer, percent: 100))
            var engine = machine.engine()
            engine.machine.systemFile = "\(machine.folder.path)/missing"
            #expect(engine.machine.read() == nil)
            #expect(await engine.plan().games.first?.note == "waiting for rollout (100%)")
            #expect(await engine.sync().count(.install) == 1)
            let id = try #require(engine.machine.read())
            #expect(id.count == 32)
            #expect(try engine.machine.readOrMake() == id)
            try Data("0123456789ABCDEF0123456789abcdef\n".utf8).write(to: URL(filePath: engine.machine.systemFile))
            #expect(engine.machine.read() == "0123456789abcdef0123456789abcdef")
            try Data("uninitialized\n".utf8).write(to: URL(filePath: engine.machine.systemFile))
            #expect(engine.machine.read() == id)
        }
    }
}
