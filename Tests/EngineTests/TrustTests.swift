import FoundationEssentials
import SyncCore
import SyncCrypto
import SyncPlatform
import SyncTrust
import TestSupport
import Testing

@testable import SyncEngine

@Suite("Signed manifests") struct TrustTests {
    /// A machine with one installed game, from a manifest with sequence 7 that `key` signed.
    private func installed(
        _ body: (inout Machine, SigningKey, SiteOffer, Tree) async throws -> Void
    ) async throws {
        try await Machine.run { machine in
            let key = SigningKey()
            try machine.trust(key)
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.write(Publisher.signed(good(offer), by: key))
            #expect(await machine.sync().exit == .done)
            try await body(&machine, key, offer, try Tree(machine.games))
        }
    }

    private func good(_ offer: SiteOffer) -> String {
        Publisher.manifest([offer], #""sequence": 7, "expires": "2998-01-01T00:00:00Z","#)
    }

    @Test("a signed manifest installs, status says valid, and the same again is nothing to do")
    func valid() async throws {
        try await installed { machine, key, offer, tree in
            #expect(try machine.tree("snake").text("x") == "1")
            let status = try await machine.ending("status", "--json")
            let json = try JSON(parsing: Array(status.out.utf8))
            #expect(json["manifest"]?["signature"] == "valid")
            #expect(json["manifest"]?["sequence"] == 7)
            #expect(await machine.sync().changes == [])
            // Also when the server does not know the copy any more.
            try machine.site.write(Publisher.signed(good(offer), by: key))
            #expect(await machine.sync().changes == [])
            #expect(try await machine.ending("status").out.contains("signed"))
        }
    }

    @Test(
        "unsigned, changed, signed by others: each is refused, nothing is touched, and a good one is taken afterwards")
    func refusals() async throws {
        try await installed { machine, key, offer, tree in
            let evil = try await machine.site.pack("snake", "2", ["x": "evil"])
            let text = Publisher.manifest([evil], #""sequence": 8,"#)
            let stranger = SigningKey()
            let signed = Envelope.sign(Array(text.utf8), by: [key])
            let changed = Envelope(
                payload: Array(text.replacing("evil", with: "EVIL").utf8) + [0x20], signatures: signed.signatures)
            let otherType = Envelope.sign(Array(text.utf8), type: "application/vnd.other+json", by: [key])
            let anonymous = Envelope(
                payload: Array(text.utf8),
                signatures: [.init(keyID: key.verifyingKey.fingerprint.hex, bytes: [UInt8](repeating: 0, count: 64))])
            for (body, code) in [
                (text, "trust.unsigned"), ("<html>Sign in</html>", "trust.malformed"), ("", "trust.malformed"),
                (#"{"payload": "e30", "payloadType": "x"}"#, "trust.malformed"),
                (String(signed.serialized.dropLast(30)), "trust.malformed"),
                (otherType.serialized, "trust.payload_type"),
                (Publisher.signed(text, by: stranger), "trust.no_known_key"),
                (changed.serialized, "trust.wrong_signature"), (anonymous.serialized, "trust.wrong_signature"),
            ] {
                try machine.site.write(body)
                try await machine.expectRefused(code, installed: tree)
            }
            try machine.site.write(Publisher.signed(good(offer), by: stranger, key))
            try await machine.expectRecovery()
        }
    }

    @Test("too few keys, and the same key twice in envelope or configuration")
    func thresholds() async throws {
        try await Machine.run { machine in
            let (a, b, c) = (SigningKey(), SigningKey(), SigningKey())
            try machine.trust(a, b, c, threshold: 2)
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            let text = Publisher.manifest([offer])
            try machine.site.write(Publisher.signed(text, by: c, a))
            #expect(await machine.sync().exit == .done)
            let tree = try Tree(machine.games)
            for body in [Publisher.signed(text, by: a), Publisher.signed(text, by: a, a, SigningKey())] {
                try machine.site.write(body)
                try await machine.expectRefused("trust.too_few_signatures", installed: tree)
            }
            #expect(
                try await machine.engine().status().manifest?.error
                    == "the manifest is signed by 1 of the keys of `trust.keys`, and 2 must have signed")
            try machine.site.write(Publisher.signed(text, by: b, c))
            try await machine.expectRecovery()
            // The same key in two files.
            try machine.trust(a, a, threshold: 2)
            try machine.site.write(Publisher.signed(text, by: a, a))
            try await machine.expectRefused("trust.too_few_keys", installed: tree)
        }
    }

    @Test("rollback, freeze and endless data are refused")
    func attacks() async throws {
        try await installed { machine, key, offer, tree in
            let old = try await machine.site.pack("snake", "0.9", ["x": "with a hole"])
            for (top, code) in [
                (#""sequence": 6,"#, "manifest.rollback"), ("", "manifest.rollback"),
                (#""sequence": 8, "expires": "2020-01-01T00:00:00Z","#, "manifest.expired"),
            ] {
                try machine.site.write(Publisher.signed(Publisher.manifest([old], top), by: key))
                try await machine.expectRefused(code, installed: tree)
            }
            let endless = good(offer).dropLast() + #", "filler": "\#(String(repeating: "x", count: 70_000))"}"#
            try machine.site.write(Publisher.signed(String(endless), by: key))
            machine.config.limits.manifest = 65_536
            try await machine.expectRefused("trust.malformed", installed: tree)
            machine.config.limits.manifest = 1 << 20
            try await machine.expectRecovery()
        }
    }

    @Test("what another manifest signed at the same sequence offers is taken: a sequence must not fall, and no more")
    func sameSequence() async throws {
        try await installed { machine, key, offer, tree in
            let next = try await machine.site.pack("snake", "2", ["x": "2"])
            try machine.site.write(Publisher.signed(good(next), by: key))
            #expect(await machine.sync().count(.update) == 1)
        }
    }

    @Test("a clock that was never set does not revive what expired before the newest signed time; a later one mends it")
    func clocks() async throws {
        try await Machine.run { machine in
            let key = SigningKey()
            try machine.trust(key)
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            func publish(_ top: String) throws {
                try machine.site.write(Publisher.signed(Publisher.manifest([offer], top), by: key))
            }
            func sync(at clock: String) async throws -> RunReport {
                let moment = try #require(Timestamp(clock))
                var engine = machine.engine()
                engine.now = { moment }
                return await engine.sync()
            }
            try publish(#""generated": "2026-06-01T00:00:00Z", "expires": "2026-07-01T00:00:00Z","#)
            #expect(try await sync(at: "1970-01-01T00:00:10Z").exit == .done)
            let tree = try Tree(machine.games)
            // Far in the future everything that expires is refused, the installed one as well, by 304 too.
            #expect(try await sync(at: "2199-01-01T00:00:00Z").error?.code == "manifest.expired")
            #expect(try await sync(at: "2026-06-15T00:00:00Z").exit == .done)
            // Back before the machine's clock was set: an old signed manifest does not pass as fresh.
            try publish(#""generated": "2026-04-01T00:00:00Z", "expires": "2026-05-01T00:00:00Z","#)
            let frozen = try await sync(at: "1970-01-01T00:00:10Z")
            #expect(frozen.error?.code == "manifest.expired")
            #expect(frozen.error?.summary.contains("signed at 2026-06-01T00:00:00Z") == true)
            #expect(frozen.error?.hint?.contains("1970-01-01T00:00:10Z") == true)
            #expect(try Tree(machine.games) == tree)
            try publish(#""generated": "2026-06-20T00:00:00Z", "expires": "2026-07-20T00:00:00Z","#)
            #expect(try await sync(at: "1970-01-01T00:00:10Z").exit == .done)
        }
    }

    @Test("before a manifest expires, status and log warn")
    func warning() async throws {
        try await installed { machine, key, offer, tree in
            let soon = SystemClockInTest.now.advanced(by: 3600 * 50)
            try machine.site.write(
                Publisher.signed(Publisher.manifest([offer], #""sequence": 7, "expires": "\#(soon)","#), by: key))
            let ending = try await machine.ending("sync")
            #expect(ending.status == 0)
            #expect(ending.err.contains("manifest.expires") && ending.err.contains("\(soon)"))
            #expect(try await machine.engine().status().notices.contains { $0.contains("expires at \(soon)") })
            let quiet = machine.engine { $0.trust.expiryWarning = .seconds(3600 * 49) }
            #expect(try await quiet.status().notices.allSatisfy { !$0.contains("expires") })
        }
    }

    @Test("a key file that is missing, unreadable, encrypted, private or for another algorithm stops the run")
    func keyFiles() async throws {
        try await installed { machine, key, offer, tree in
            let good = machine.config.trust.keys
            let path = "\(machine.folder.path)/other"
            for (script, word) in [
                ("rm -f other", "No such file"), ("rm -f other; mkdir other", "directory"),
                ("rmdir other; echo hello >other", "PEM"), ("head -c 200000 /dev/zero >other", "larger than"),
                ("openssl genpkey -algorithm ed25519 -out other", "private key"),
                ("openssl genpkey -algorithm RSA 2>/dev/null | openssl pkey -pubout -out other", "RSA"),
                ("openssl genpkey -algorithm ed25519 -aes256 -pass pass:x -out other", "private"),
            ] {
                try Site.shell("cd '\(machine.folder.path)'; \(script)")
                // Beside a good key that alone would do.
                machine.config.trust.keys = good + [path]
                try await machine.expectRefused("trust.key_file", installed: tree)
                let error = try #require(try await machine.engine().status().manifest?.error)
                #expect(error.contains(word) && error.contains(path), "\(error)")
            }
            machine.config.trust.keys = good
            try await machine.expectRecovery()
        }
    }

    @Test("a client without keys reads a signed manifest as it stands, and calls it unsigned")
    func withoutKeys() async throws {
        try await Machine.run { machine in
            let key = SigningKey()
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.write(Publisher.signed(good(offer), by: key))
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("x") == "1")
            let json = try JSON(parsing: Array(try await machine.ending("status", "--json").out.utf8))
            #expect(json["manifest"]?["signature"] == "unsigned")
            // A broken one cannot be read; nobody asked for trust.
            try machine.site.write(#"{"payload": "!", "payloadType": "x", "signatures": []}"#)
            #expect(await machine.sync().exit == .someFailed)
            try machine.site.write(Publisher.signed(good(offer), by: key))
            #expect(await machine.sync().exit == .done)
            // Setting keys looks at the same bytes again.
            try machine.trust(key)
            #expect(
                try await machine.engine().status().notices.contains { $0.contains("before `trust.keys` was set") })
            #expect(await machine.sync().exit == .done)
            #expect(try await machine.engine().status().manifest?.trust != nil)
            try machine.trust(SigningKey())
            try await machine.expectRefused("trust.no_known_key", installed: try Tree(machine.games))
        }
    }
}

enum SystemClockInTest {
    static var now: Timestamp { Timestamp(seconds: Int64(Date().timeIntervalSince1970)) }
}
