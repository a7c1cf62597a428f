import SyncCore
import SyncCrypto
import Testing

@testable import SyncTrust

@Suite("Envelope") struct EnvelopeTests {
    private let payload = Array(#"{"games": []}"#.utf8)

    private func set(_ keys: SigningKey..., threshold: Int = 1) -> KeySet {
        KeySet(keys.map(\.verifyingKey), threshold: threshold)
    }

    private func refusal(_ text: String) -> TrustError? {
        do {
            _ = try Envelope(parsing: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("the bytes that are signed are those of the DSSE specification's example")
    func encoding() {
        // https://github.com/secure-systems-lab/dsse/blob/master/protocol.md, test vectors
        let bytes = Envelope.preAuthenticationEncoding(
            type: "http://example.com/HelloWorld", payload: Array("hello world".utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == "DSSEv1 29 http://example.com/HelloWorld 11 hello world")
        // Lengths are in bytes, not in characters.
        let umlauts = Envelope.preAuthenticationEncoding(type: "é", payload: Array("ü".utf8))
        #expect(String(decoding: umlauts, as: UTF8.self) == "DSSEv1 2 é 2 ü")
    }

    @Test("what this program signs, jq, base64 and openssl alone can verify")
    func byOtherPrograms() async throws {
        try await OpenSSL.run { openssl in
            let key = SigningKey()
            try openssl.write(Array(key.verifyingKey.pem.utf8), to: "public")
            try openssl.write(Array(Envelope.sign(payload, by: [key]).serialized.utf8), to: "envelope")
            let lines = try openssl.shell(
                """
                python3 - <<'END'
                import json, base64
                e = json.load(open('envelope'))
                body = base64.b64decode(e['payload'], validate=True)
                kind = e['payloadType'].encode()
                open('message', 'wb').write(b'DSSEv1 %d %s %d %s' % (len(kind), kind, len(body), body))
                open('signature', 'wb').write(base64.b64decode(e['signatures'][0]['sig'], validate=True))
                print(body.decode())
                END
                openssl pkeyutl -verify -rawin -in message -sigfile signature -pubin -inkey public
                """)
            #expect(lines == [#"{"games": []}"#, "Signature Verified Successfully"])
        }
    }

    @Test(
        "what python3 and openssl sign passes, in either alphabet, with and without padding, with and without a keyid",
        arguments: ["b64encode", "urlsafe_b64encode"], [true, false])
    func fromOtherPrograms(_ encode: String, _ isPadded: Bool) async throws {
        try await OpenSSL.run { openssl in
            try openssl.generate("key")
            // Bytes that need every digit of the alphabet, in three lengths.
            for tail in ["", "a", "ab"] {
                for keyID in ["", #""keyid": "","#, #""keyid": null,"#, #""keyid": "who knows","#] {
                    try openssl.shell(
                        """
                        python3 - <<'END'
                        import base64, subprocess
                        body = bytes(range(256)) + b'\(tail)'
                        kind = b'application/vnd.assetsync.manifest+json'
                        open('message', 'wb').write(b'DSSEv1 %d %s %d %s' % (len(kind), kind, len(body), body))
                        sign = 'openssl pkeyutl -sign -rawin -inkey key -in message -out signature'
                        subprocess.run(sign.split(), check=True)
                        def text(data):
                            coded = base64.\(encode)(data).decode()
                            return coded\(isPadded ? "" : ".rstrip('=')")
                        sig = text(open('signature', 'rb').read())
                        open('envelope', 'w').write('''{"payload": "%s", "payloadType": "%s", "extra": [1],
                            "signatures": [{\(keyID) "sig": "%s"}]}''' % (text(body), kind.decode(), sig))
                        END
                        """)
                    let envelope = try Envelope(parsing: try openssl.bytes("envelope"))
                    let key = try openssl.signingKey("key")
                    #expect(try envelope.verified(by: set(key)) == (0...255).map { UInt8($0) } + Array(tail.utf8))
                }
            }
        }
    }

    @Test("what was written is read back the same")
    func roundTrip() throws {
        for count in 0..<20 {
            let bytes = (0..<count).map { UInt8($0 * 13 & 0xFF) }
            let envelope = Envelope.sign(bytes, by: [SigningKey(), SigningKey()])
            #expect(try Envelope(parsing: Array(envelope.serialized.utf8)) == envelope)
            #expect(try Envelope.unverifiedPayload(of: Array(envelope.serialized.utf8)) == bytes)
        }
    }

    @Test("so many different keys must have signed; others do no harm")
    func thresholds() throws {
        let (a, b, c, stranger) = (SigningKey(), SigningKey(), SigningKey(), SigningKey())
        let both = Envelope.sign(payload, by: [stranger, a, b])
        #expect(try both.verified(by: set(a)) == payload)
        #expect(try both.verified(by: set(c, b, a, threshold: 2)) == payload)
        #expect(throws: TrustError.tooFewSignatures(got: 2, needed: 3)) {
            try both.verified(by: set(a, b, c, threshold: 3))
        }
        #expect(throws: TrustError.noKnownKey(signatures: 3)) { try both.verified(by: set(c)) }
    }

    @Test("the same key counts once: signed twice, listed twice, both, also under different ids")
    func distinct() throws {
        let (a, b) = (SigningKey(), SigningKey())
        let twice = Envelope.sign(payload, by: [a, a])
        #expect(throws: TrustError.tooFewSignatures(got: 1, needed: 2)) {
            try twice.verified(by: set(a, b, threshold: 2))
        }
        #expect(throws: TrustError.tooFewKeys(distinct: 1, needed: 2)) {
            try twice.verified(by: set(a, a, threshold: 2))
        }
        let renamed = Envelope(
            payload: payload,
            signatures: twice.signatures.enumerated().map { .init(keyID: "key \($0)", bytes: $1.bytes) })
        #expect(throws: TrustError.tooFewSignatures(got: 1, needed: 2)) {
            try renamed.verified(by: set(a, b, threshold: 2))
        }
    }

    @Test("a keyid proves nothing and hinders nothing")
    func keyIDs() throws {
        let (a, b) = (SigningKey(), SigningKey())
        let good = Envelope.sign(payload, by: [a])
        let claim = Envelope(
            payload: payload,
            signatures: [.init(keyID: b.verifyingKey.fingerprint.hex, bytes: good.signatures[0].bytes)])
        #expect(try claim.verified(by: set(a, b)) == payload)
        #expect(throws: TrustError.wrongSignature(keyID: b.verifyingKey.fingerprint.hex)) {
            try claim.verified(by: set(b))
        }
    }

    @Test("one changed byte of the payload, of its type or of the signature, and it is not trusted")
    func changed() throws {
        let key = SigningKey()
        let good = Envelope.sign(payload, by: [key])
        for index in payload.indices {
            var bytes = payload
            bytes[index] ^= 1
            #expect(throws: TrustError.wrongSignature(keyID: key.verifyingKey.fingerprint.hex)) {
                try Envelope(payload: bytes, signatures: good.signatures).verified(by: set(key))
            }
        }
        for index in 0..<64 {
            var bytes = good.signatures[0].bytes
            bytes[index] ^= 0x80
            #expect(throws: TrustError.noKnownKey(signatures: 1)) {
                try Envelope(payload: payload, signatures: [.init(keyID: "", bytes: bytes)]).verified(by: set(key))
            }
        }
        #expect(throws: TrustError.payloadType("text/plain")) {
            try Envelope.sign(payload, type: "text/plain", by: [key]).verified(by: set(key))
        }
        // The type is signed, too: a signature for one purpose cannot be used for another.
        let other = Envelope.sign(payload, type: "text/plain", by: [key])
        #expect(throws: (any Error).self) {
            try Envelope(payload: payload, signatures: other.signatures).verified(by: set(key))
        }
    }

    @Test("whichever bit of the file is another, either nobody trusts it or it says the same")
    func everyBit() throws {
        let key = SigningKey()
        let bytes = Array(Envelope.sign(payload, by: [key]).serialized.utf8)
        var refused = 0
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                do throws(TrustError) {
                    #expect(try Envelope(parsing: changed).verified(by: set(key)) == payload)
                } catch {
                    refused += 1
                }
            }
        }
        // What may change is a `keyid` and white space.
        #expect(refused > bytes.count * 8 - 8 * 66)
    }

    @Test("what is no envelope is refused, and why is said")
    func malformed() {
        for text in [#"{"games": []}"#, "[]", "3", "{}"] { #expect(refusal(text) == .unsigned, "\(text)") }
        let sig = #""signatures": [{"sig": "AA"}]"#
        for (text, word) in [
            ("", "empty"), ("<html>", "HTML"), (#"{"payload": "e30""#, "early"),
            (#"{"payload": "e30", \#(sig)}"#, "`payloadType` is missing"),
            (#"{"payloadType": "x", \#(sig)}"#, "`payload` is missing"),
            (#"{"payloadType": 1, "payload": "e30", \#(sig)}"#, "a number"),
            (#"{"payloadType": "x", "payload": [], \#(sig)}"#, "a list"),
            (#"{"payloadType": "x", "payload": "e30"}"#, "`signatures` is not a list"),
            (#"{"payloadType": "x", "payload": "e30", "signatures": {}}"#, "`signatures` is not a list"),
            (#"{"payloadType": "x", "payload": "e30", "signatures": []}"#, "`signatures` is empty"),
            (#"{"payloadType": "x", "payload": "e30", "signatures": ["AA"]}"#, "a string, not an object"),
            (#"{"payloadType": "x", "payload": "e30", "signatures": [{}]}"#, "`sig` is missing"),
            (#"{"payloadType": "x", "payload": "e30", "signatures": [{"sig": "!"}]}"#, "`sig` is not Base64"),
            (#"{"payloadType": "x", "payload": "e30", "signatures": [{"sig": "AA", "keyid": 1}]}"#, "`keyid`"),
            (#"{"payloadType": "x", "payload": "e30", "signatures": [{"sig": "AA", "sig": "AA"}]}"#, "twice"),
            (#"{"payloadType": "x", "payload": "e30", "payload": "e30", \#(sig)}"#, "twice"),
            (#"{"payloadType": "x", "payload": "e30", \#(sig)} {}"#, "after the value"),
        ] {
            guard case .malformed(let problem) = refusal(text) else {
                Issue.record("\(text)")
                continue
            }
            #expect(problem.contains(word), "\(problem)")
        }
        let many = Array(repeating: #"{"sig": "AA"}"#, count: 101).joined(separator: ",")
        let text = #"{"payloadType": "x", "payload": "e30", "signatures": [\#(many)]}"#
        #expect(refusal(text) == .malformed("it has 101 signatures, more than 100"))
        let zeros = "[\(Array(repeating: "0", count: 200_000).joined(separator: ","))]"
        guard case .malformed = refusal(zeros) else {
            Issue.record("memory for 200 000 values")
            return
        }
    }

    @Test(
        "what is no Base64 is refused: spaces, a mixed alphabet, wrong padding, bits that are left over",
        arguments: [
            "e30 ", "e\n30", "+-AA", "_/AA", "e30==", "e3=0", "=", "====", "e", "e3000", "e31", "e30=e30=", "é",
        ])
    func notBase64(_ text: String) { #expect(Base64.decode(text) == nil) }

    @Test("a client without keys reads a signed manifest, and takes nothing else for one")
    func unverified() throws {
        #expect(try Envelope.unverifiedPayload(of: Array(#"{"games": [], "payload": "x"}"#.utf8)) == nil)
        let api = #"{"payloadType": 7, "signatures": 3, "payload": {"games": []}}"#
        #expect(try Envelope.unverifiedPayload(of: Array(api.utf8)) == nil)
        #expect(try Envelope.unverifiedPayload(of: []) == nil)
        let other = Envelope.sign(payload, type: "text/plain", by: [SigningKey()])
        #expect(throws: TrustError.payloadType("text/plain")) {
            try Envelope.unverifiedPayload(of: Array(other.serialized.utf8))
        }
    }
}
