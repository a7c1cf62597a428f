import FoundationEssentials
import SyncCore
import SyncCrypto
import SyncTrust
import TestSupport
import Testing

@testable import SyncEngine

@Suite("Key rotation") struct KeyRotationTests {
    private func announcing(_ keys: SigningKey..., threshold: Int = 1, top: String = "") -> String {
        #"\#(top) "keys": \#(KeySet(keys.map(\.verifyingKey), threshold: threshold).json.serialized),"#
    }

    @Test("the next keys count from the manifest on that the current ones signed; the old ones no longer do")
    func rotation() async throws {
        try await Machine.run { machine in
            let (old, new, newer) = (SigningKey(), SigningKey(), SigningKey())
            try machine.trust(old)
            var offers: [SiteOffer] = []
            for version in 1...4 {
                offers.append(try await machine.site.pack("snake", "\(version)", ["x": "\(version)"]))
            }
            // A stranger's word about keys is nobody's.
            try machine.site.write(
                Publisher.signed(Publisher.manifest([offers[0]], announcing(newer)), by: newer))
            #expect(await machine.sync().error?.code == "trust.no_known_key")
            let text = Publisher.manifest([offers[0]], announcing(new))
            try machine.site.write(Publisher.signed(text, by: old))
            #expect(await machine.sync().exit == .done)
            // The same bytes are not doubted although they are not signed by the new key, also not when asked for anew.
            #expect(await machine.sync().exit == .done)
            try machine.site.write(Publisher.signed(text, by: old))
            let again = await machine.sync { $0.sync.maxDelete = Share(percent: 51) }
            #expect(again.exit == .done && again.changes == [])
            let tree = try Tree(machine.games)
            try machine.site.write(Publisher.signed(Publisher.manifest([offers[1]]), by: old))
            try await machine.expectRefused("trust.no_known_key", installed: tree)
            try machine.site.write(Publisher.signed(Publisher.manifest([offers[1]]), by: new))
            #expect(await machine.sync().count(.update) == 1)
            // On to two keys, of which both must sign.
            try machine.site.write(
                Publisher.signed(Publisher.manifest([offers[2]], announcing(new, newer, threshold: 2)), by: new))
            #expect(await machine.sync().count(.update) == 1)
            try machine.site.write(Publisher.signed(Publisher.manifest([offers[3]]), by: new))
            try await machine.expectRefused("trust.too_few_signatures", installed: try Tree(machine.games))
            try machine.site.write(Publisher.signed(Publisher.manifest([offers[3]]), by: newer, new))
            #expect(await machine.sync().count(.update) == 1)
        }
    }

    @Test("without the state the keys of the configuration count: a publisher signs with the old key, too, for a while")
    func lostState() async throws {
        try await Machine.run { machine in
            let (old, new) = (SigningKey(), SigningKey())
            try machine.trust(old)
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            let text = Publisher.manifest([offer], announcing(new))
            try machine.site.write(Publisher.signed(text, by: old))
            #expect(await machine.sync().exit == .done)
            try Site.shell("rm '\(machine.root)'/state.sqlite3*")
            try machine.site.write(Publisher.signed(text, by: new))
            #expect(await machine.sync().error?.code == "trust.no_known_key")
            try machine.site.write(Publisher.signed(text, by: new, old))
            #expect(await machine.sync().exit == .done)
            try machine.site.write(Publisher.signed(Publisher.manifest([offer]), by: new))
            #expect(await machine.sync().exit == .done)
        }
    }

    @Test("when the operator changes the keys his word counts anew, and what the old keys said binds nobody")
    func operatorsWord() async throws {
        try await Machine.run { machine in
            let (stolen, thief, fresh) = (SigningKey(), SigningKey(), SigningKey())
            try machine.trust(stolen)
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            // A thief takes the highest sequence, the latest time and new keys.
            let top = #""sequence": 9223372036854775807, "generated": "2999-01-01T00:00:00Z","#
            try machine.site.write(
                Publisher.signed(Publisher.manifest([offer], announcing(thief, top: top)), by: stolen))
            #expect(await machine.sync().exit == .done)
            let text = Publisher.manifest([offer], #""sequence": 8, "expires": "2998-01-01T00:00:00Z","#)
            try machine.site.write(Publisher.signed(text, by: fresh))
            #expect(await machine.sync().error?.code == "trust.no_known_key")
            try machine.trust(fresh)
            try await machine.expectRecovery()
            try machine.site.write(Publisher.signed(Publisher.manifest([offer]), by: thief))
            try await machine.expectRefused("trust.no_known_key", installed: try Tree(machine.games))
        }
    }

    @Test("next keys that can never sign anything refuse the manifest, before anybody is locked out")
    func lockOut() async throws {
        try await Machine.run { machine in
            let key = SigningKey()
            try machine.trust(key)
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.write(Publisher.signed(Publisher.manifest([offer]), by: key))
            #expect(await machine.sync().exit == .done)
            let tree = try Tree(machine.games)
            let pem = JSON.string(key.verifyingKey.pem).serialized
            for keys in ["[]", #"{"threshold": 2, "keys": [\#(pem), \#(pem)]}"#, #"{"threshold": 1, "keys": ["x"]}"#] {
                try machine.site.write(
                    Publisher.signed(Publisher.manifest([offer], "\"keys\": \(keys),"), by: key))
                try await machine.expectRefused("trust.next_keys", installed: tree)
            }
            try machine.site.write(Publisher.signed(Publisher.manifest([offer], "\"keys\": null,"), by: key))
            try await machine.expectRecovery()
        }
    }

    @Test("in an unsigned manifest `keys` and `generated` mean nothing")
    func unsigned() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.write(Publisher.manifest([offer], #""keys": 7, "generated": 1767323045,"#))
            #expect(await machine.sync().exit == .done)
            #expect(try await machine.engine().status().manifest?.trust == nil)
        }
    }
}
