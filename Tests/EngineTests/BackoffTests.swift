import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

@Suite("A game that waits after a failure") struct BackoffTests {
    private static let scheduled = SyncOptions(isScheduled: true)

    /// How often an archive was asked for, whatever came of it.
    private func requests(_ machine: Machine, _ offer: SiteOffer) throws -> Int {
        try machine.server.requests.count { $0.path == "/\(offer.url)" }
    }

    @Test("an archive that is not there is not asked for by the next tick, but by hand, and after another manifest")
    func missing() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            let chess = try await machine.site.pack("chess", "1", ["x": "1"])
            try machine.site.withdraw(offer)
            try machine.site.publish([offer, chess])
            let before = SystemTime.now
            #expect(await machine.sync(Self.scheduled).exit == .someFailed)
            #expect(try requests(machine, offer) == 1)
            let retryAt = try #require(try await machine.status("snake").error?.retryAt)
            #expect((before + 300...SystemTime.now + 300).contains(retryAt.seconds))
            #expect(try await machine.status("snake").next == "retry at \(retryAt)")

            for _ in 0..<2 {
                let report = await machine.sync(Self.scheduled)
                #expect(report.exit == .done)
                #expect(report.changes.map(\.outcome) == [.skipped])
                let note = try #require(report.changes.first?.note)
                #expect(note.hasPrefix("waits until \(retryAt), because the last attempt failed: download: "))
                #expect(note.contains("HTTP 404"))
            }
            #expect(try requests(machine, offer) == 1)
            #expect(try await machine.status("snake").error?.attempts == 1)
            #expect(await machine.engine().plan().games.first { $0.id == "snake" }?.action == .install)

            #expect(await machine.sync().exit == .someFailed)
            #expect(try requests(machine, offer) == 2)
            let second = try #require(try await machine.status("snake").error)
            #expect(second.attempts == 2)
            #expect((before + 600...SystemTime.now + 600).contains(try #require(second.retryAt).seconds))

            // Anything else in the manifest may mean that the address works now.
            try machine.site.publish([chess, offer])
            #expect(await machine.sync(Self.scheduled).exit == .someFailed)
            #expect(try requests(machine, offer) == 3)
            try machine.site.restore(offer)
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("x") == "1")
            #expect(try await machine.status("snake").error == nil)
        }
    }

    @Test("a bad archive waits until the manifest offers another digest", arguments: [true, false])
    func bad(_ isMismatch: Bool) async throws {
        try await Machine.run { machine in
            let good = try await machine.site.pack("snake", "1", ["x": "1"])
            let chess = try await machine.site.pack("chess", "1", ["x": "1"])
            var offer = good.with {
                $0.md5 = "00112233445566778899aabbccddeeff"; $0.sha256 = nil
            }
            if !isMismatch {
                let bad = ZipMember("index.html", "new").with {
                    $0.central.crc = 1; $0.local.crc = 1
                }
                offer = try machine.site.replace(good, with: ZipMaker([bad]).bytes())
            }
            try machine.site.publish([offer])
            #expect(await machine.sync(Self.scheduled).exit == .someFailed)
            let asked = try requests(machine, offer)
            #expect(asked >= 1)
            #expect(await machine.sync(Self.scheduled).exit == .done)
            // The bytes are no better because another game is new.
            try machine.site.publish([offer, chess])
            let report = await machine.sync(Self.scheduled)
            #expect(report.exit == .done)
            #expect(report.count(.install) == 1)
            #expect(try requests(machine, offer) == asked)

            if !isMismatch { try machine.site.undo(good) }
            try machine.site.publish([good, chess])
            #expect(await machine.sync(Self.scheduled).exit == .done)
            #expect(try requests(machine, offer) > asked)
            #expect(try machine.tree("snake").text("x") == "1")
        }
    }

    @Test("a server that asks for a pause gets it, up to a day, whatever else the manifest says meanwhile")
    func asked() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            let later = offer.with { $0.url = "/later/\(offer.url)" }
            try machine.site.publish([later])
            let before = SystemTime.now
            #expect(await machine.sync(Self.scheduled).exit == .someFailed)
            let retryAt = try #require(try await machine.status("snake").error?.retryAt)
            #expect((before + 86_400...SystemTime.now + 86_400).contains(retryAt.seconds))
            try machine.site.publish([later, try await machine.site.pack("chess", "1", ["x": "1"])])
            #expect(await machine.sync(Self.scheduled).exit == .done)
            #expect(try machine.server.requests.count { $0.path == later.url } == 1)
            #expect(await machine.sync().exit == .someFailed)
            try await eventually { try machine.server.requests.count { $0.path == later.url } == 2 }
            // Another version is another question.
            let new = try await machine.site.pack("snake", "2", ["x": "2"])
            try machine.site.publish([new])
            #expect(await machine.sync(Self.scheduled).count(.install) == 1)
        }
    }

    @Test("a time that only a wrong clock can have written holds nobody back")
    func wrongClock() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.withdraw(offer)
            try machine.site.publish([offer])
            var early = machine.engine()
            early.now = { SystemClock.now.advanced(by: 30 * 86_400) }
            #expect(await early.sync(Self.scheduled).exit == .someFailed)
            #expect(try await machine.status("snake").next == "tried again by the next sync")
            #expect(await machine.sync(Self.scheduled).exit == .someFailed)
            #expect(try requests(machine, offer) == 2)
        }
    }

    @Test("trouble with the network is tried again by the next tick")
    func network() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            let port = try LoopbackServer.freePort()
            try machine.site.publish([offer.with { $0.url = "http://127.0.0.1:\(port)/\(offer.url)" }])
            for attempt in 1...2 {
                let report = await machine.sync(Self.scheduled) { $0.transfer.retries = 0 }
                #expect(report.exit == .someFailed)
                let error = try #require(try await machine.status("snake").error)
                #expect(error.attempts == attempt)
                #expect(error.retryAt == nil)
            }
        }
    }

    @Test("`sync --scheduled` is how a timer says that it is one")
    func program() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.withdraw(offer)
            try machine.site.publish([offer])
            #expect(try await machine.ending("sync", "--scheduled").status == 1)
            let ending = try await machine.ending("sync", "--scheduled")
            #expect(ending.status == 0)
            #expect(ending.out.contains("snake 1: waits until "))
            #expect(ending.out.contains("HTTP 404"))
            #expect(try requests(machine, offer) == 1)
            #expect(try await machine.ending("status").out.contains("retry at "))
            #expect(try await machine.ending("sync").status == 1)
            #expect(try requests(machine, offer) == 2)
        }
    }
}

/// Seconds since 1970, as the engine's clock counts them.
private enum SystemTime {
    static var now: Int64 { SystemClock.now.seconds }
}
