import FoundationEssentials
import SyncCore
import SyncCrypto
import SyncPlatform
import SyncTrust
import TestSupport
import Testing

@testable import SyncEngine

@Suite("keygen") struct KeygenTests {
    @Test("it makes a pair that OpenSSL reads, the private half for its owner alone, and replaces nothing")
    func pair() async throws {
        try await Machine.run { machine in
            let file = "\(machine.folder.path)/publisher"
            let ending = try await machine.ending("keygen", file, umask: "000")
            #expect(ending.status == 0, "\(ending.err)")
            let lines = try Site.shell(
                """
                cd '\(machine.folder.path)'; stat -c '%a' publisher publisher.pub
                openssl pkey -in publisher -pubout | cmp - publisher.pub && echo same
                openssl pkey -pubin -in publisher.pub -outform DER | sha256sum | cut -c 1-64
                """)
            #expect(Array(lines.prefix(3)) == ["600", "644", "same"])
            #expect(ending.out.contains(lines[3]))
            #expect(!(ending.out + ending.err).contains("PRIVATE"))

            let before = try Data(contentsOf: URL(filePath: file))
            for taken in ["publisher", "other"] {
                try Site.shell("cd '\(machine.folder.path)'; echo mine >other.pub")
                let refused = try await machine.ending("keygen", "\(machine.folder.path)/\(taken)")
                #expect(refused.status == 1)
                #expect(refused.err.contains("exists already"))
            }
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
            #expect(!FileManager.default.fileExists(atPath: "\(machine.folder.path)/other"))
            #expect(try await machine.ending("keygen", "\(machine.folder.path)/nowhere/key").status == 1)
            #expect(try await machine.ending("keygen").status == 2)
            let json = try await machine.ending("keygen", "--json", "\(machine.folder.path)/third")
            #expect(try JSON(parsing: Array(json.out.utf8))["public"]?.text == "\(machine.folder.path)/third.pub")
        }
    }

    @Test("a private key is read from its file, and one that others may read is noticed")
    func reading() async throws {
        try await Machine.run { machine in
            let folder = machine.folder.path
            let pair = try KeyPairFiles.generate(at: "\(folder)/key")
            let key = try KeyFile.signing("\(folder)/key")
            #expect(key.verifyingKey.fingerprint == pair.fingerprint)
            #expect(try KeyFile.verifying(pair.publicPath) == key.verifyingKey)
            #expect(try Site.shell("stat -c %a '\(folder)/key'") == ["600"])
            #expect(throws: TrustError.badKey(path: pair.publicPath, .publicInsteadOfPrivate)) {
                try KeyFile.signing(pair.publicPath)
            }
            #expect(throws: TrustError.self) { try KeyFile.signing("\(folder)/missing") }
        }
    }

    @Test("what OpenSSL signs with the new key installs with the new public key in the configuration")
    func whole() async throws {
        try await Machine.run { machine in
            let folder = machine.folder.path
            #expect(try await machine.ending("keygen", "\(folder)/publisher").status == 0)
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            try Site.shell(
                """
                cd '\(folder)'; python3 - <<'END'
                import base64, json, subprocess
                kind = 'application/vnd.assetsync.manifest+json'
                body = open('site/manifest.json', 'rb').read()
                open('message', 'wb').write(b'DSSEv1 %d %s %d %s' % (len(kind), kind.encode(), len(body), body))
                sign = 'openssl pkeyutl -sign -rawin -inkey publisher -in message -out signature'
                subprocess.run(sign.split(), check=True)
                text = lambda data: base64.b64encode(data).decode()
                envelope = {'payload': text(body), 'payloadType': kind,
                            'signatures': [{'keyid': '', 'sig': text(open('signature', 'rb').read())}]}
                json.dump(envelope, open('site/manifest.json', 'w'))
                END
                """)
            machine.tables = "[trust]\nkeys = [\"\(folder)/publisher.pub\"]"
            let ending = try await machine.ending("sync")
            #expect(ending.status == 0, "\(ending.err)")
            #expect(try machine.tree("snake").text("x") == "1")
        }
    }
}
