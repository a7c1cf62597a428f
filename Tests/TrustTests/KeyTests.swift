import SyncCore
import SyncCrypto
import Testing

@Suite("Keys") struct KeyTests {
    @Test("what OpenSSL signs with its key this program verifies with the public half that OpenSSL wrote")
    func theirSignature() async throws {
        try await OpenSSL.run { openssl in
            try openssl.generate("key")
            try openssl.shell("openssl pkey -in key -pubout -out public")
            for message in [[], [0], Array("a manifest\n".utf8), [UInt8](repeating: 0xAB, count: 100_000)] {
                try openssl.write(message, to: "message")
                // OpenSSL 3.0 cannot sign a file without bytes.
                guard !message.isEmpty else { continue }
                try openssl.shell("openssl pkeyutl -sign -rawin -inkey key -in message -out signature")
                let signature = try openssl.bytes("signature")
                let key = try openssl.verifyingKey("public")
                #expect(key.verifies(signature, of: message))
                #expect(!key.verifies(signature, of: message + [0]))
                var broken = signature
                broken[40] ^= 1
                #expect(!key.verifies(broken, of: message))
                #expect(!key.verifies(Array(signature.dropLast()), of: message))
                #expect(!key.verifies([], of: message))
                #expect(!SigningKey().verifyingKey.verifies(signature, of: message))
                // Ed25519 has one signature for a key and a message.
                #expect(try openssl.signingKey("key").signature(of: message) == signature)
            }
        }
    }

    @Test("what this program signs with its new key OpenSSL verifies, with both files that this program wrote")
    func ourSignature() async throws {
        try await OpenSSL.run { openssl in
            let key = SigningKey()
            try key.withPEM { try openssl.write(Array($0), to: "key") }
            try openssl.write(Array(key.verifyingKey.pem.utf8), to: "public")
            let message = Array("another manifest".utf8)
            try openssl.write(message, to: "message")
            try openssl.write(key.signature(of: message), to: "signature")
            let verify = "openssl pkeyutl -verify -rawin -in message -sigfile signature"
            #expect(try openssl.shell("\(verify) -pubin -inkey public") == ["Signature Verified Successfully"])
            #expect(try openssl.shell("\(verify) -inkey key") == ["Signature Verified Successfully"])
            #expect(try openssl.shell("echo x >>message; \(verify) -pubin -inkey public || echo no").last == "no")
        }
    }

    @Test(
        "both files are byte for byte what OpenSSL writes, and the fingerprint is what sha256sum says of the DER form")
    func sameBytes() async throws {
        try await OpenSSL.run { openssl in
            try openssl.generate("key")
            try openssl.shell("openssl pkey -in key -pubout -out public")
            let key = try openssl.signingKey("key")
            #expect(key.withPEM { String(decoding: $0, as: UTF8.self) } == (try openssl.text("key")))
            #expect(key.verifyingKey.pem == (try openssl.text("public")))
            #expect(try openssl.verifyingKey("public") == key.verifyingKey)
            let sum = try openssl.shell("openssl pkey -pubin -in public -outform DER | sha256sum")
            #expect(sum == ["\(key.verifyingKey.fingerprint.hex)  -"])
        }
    }

    @Test("text around the armour and Windows line ends do no harm")
    func decorated() async throws {
        try await OpenSSL.run { openssl in
            try openssl.generate("key")
            try openssl.shell("openssl pkey -in key -pubout -out public; (echo the publisher; cat public) >noted")
            try openssl.shell("sed 's/$/\\r/' public >windows")
            let key = try openssl.verifyingKey("public")
            #expect(try openssl.verifyingKey("noted") == key)
            #expect(try openssl.verifyingKey("windows") == key)
        }
    }

    @Test("an encrypted key is refused, in the new and in the old form, and nobody is asked for a password")
    func encrypted() async throws {
        try await OpenSSL.run { openssl in
            try openssl.generate("key")
            try openssl.shell("openssl pkey -in key -aes256 -passout pass:secret -out locked")
            #expect(throws: KeyError.encrypted) { try openssl.signingKey("locked") }
            try openssl.shell("openssl genrsa -traditional -aes256 -passout pass:secret -out old 2048 2>/dev/null")
            #expect(throws: KeyError.encrypted) { try openssl.signingKey("old") }
            #expect(KeyError.encrypted.hint?.contains("openssl pkey") == true)
        }
    }

    @Test("another algorithm, the wrong half, several keys, garbage: each is named")
    func refused() async throws {
        try await OpenSSL.run { openssl in
            try openssl.generate("key")
            try openssl.shell(
                """
                openssl pkey -in key -pubout -out public; cat public public >two
                openssl genpkey -algorithm RSA -out rsa 2>/dev/null; openssl pkey -in rsa -pubout -out rsa-public
                openssl genpkey -algorithm x25519 | openssl pkey -pubout -out x-public
                sed 's/^MCo/MCx/' public >cut; echo hello >text; : >empty
                printf -- '-----BEGIN PUBLIC KEY-----\\n' >open
                """)
            for (name, error) in [
                ("rsa-public", KeyError.notEd25519("RSA")), ("x-public", .notEd25519("X25519")),
                ("key", .privateInsteadOfPublic), ("two", .severalKeys), ("cut", .unreadable), ("open", .unreadable),
                ("text", .notPEM), ("empty", .notPEM),
            ] {
                #expect(throws: error, "\(name)") { try openssl.verifyingKey(name) }
                #expect(!error.summary.isEmpty && error.hint != nil)
            }
            for (name, error) in [
                ("rsa", KeyError.notEd25519("RSA")), ("public", .publicInsteadOfPrivate), ("text", .notPEM),
            ] {
                #expect(throws: error, "\(name)") { try openssl.signingKey(name) }
            }
        }
    }
}
