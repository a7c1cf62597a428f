import SyncCore
import SyncCrypto
import TestSupport
import Testing

@testable import SyncEngine

@Suite("Plain http") struct PlainHTTPTests {
    @Test("where allow_http is off, keys let it pass, but no archive without a digest")
    func signed() async throws {
        try await Machine.run { machine in
            let key = SigningKey()
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            let bare = try await machine.site.pack("pong", "1", ["x": "1"]).with {
                $0.md5 = nil
                $0.sha256 = nil
            }
            try machine.site.write(Publisher.signed(Publisher.manifest([offer, bare]), by: key))
            machine.config.transfer.allowHTTP = false
            #expect(await machine.sync().exit == .network)
            try machine.trust(key)
            let report = await machine.sync()
            #expect(report.exit == .someFailed && report.count(.install) == 1)
            #expect(report.games.first { $0.id == "pong" }?.error?.message.contains("no digest") == true)
            machine.config.transfer.allowHTTP = true
            #expect(await machine.sync().count(.install) == 1)
            let notices = try await machine.engine().status().notices
            #expect(notices.contains { $0.contains("its signature protects it") })
            #expect(notices.contains { $0.hasPrefix("2 games come over plain http: 1 of them without a digest") })
        }
    }

    @Test("require_digest refuses what has none, in a signed manifest too")
    func requireDigest() async throws {
        try await Machine.run { machine in
            let key = SigningKey()
            try machine.trust(key)
            machine.config.trust.requireDigest = true
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            let bare = offer.with {
                $0.md5 = nil
                $0.sha256 = nil
            }
            try machine.site.write(Publisher.signed(Publisher.manifest([bare]), by: key))
            let refused = await machine.sync()
            #expect(refused.exit == .someFailed && refused.changes.map(\.outcome) == [.failed])
            #expect(try machine.names("games") == [])
            try machine.site.write(Publisher.signed(Publisher.manifest([offer]), by: key))
            #expect(await machine.sync().count(.install) == 1)
            #expect(
                try await machine.engine().status().notices.contains {
                    $0 == "1 game comes over plain http: their digests tell a changed archive"
                })
        }
    }
}
