import FoundationEssentials
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Where archives come from") struct SourcesTests {
    private func archive(_ machine: Machine, _ offer: SiteOffer) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(machine.site.path)/\(offer.url)")))
    }

    private func publish(_ text: String, _ machine: Machine) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(machine.site.path)/manifest.json"))
    }

    @Test("a game that its server has lost comes from the mirror that the manifest names")
    func entryMirror() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["index.html": "1"])
            try publish(
                """
                [{"id": "snake", "version": "1", "url": "gone.zip", "mirrors": ["\(offer.url)"],
                  "sha256": "\(try #require(offer.sha256))"}]
                """, machine)
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
            let paths = try machine.server.requests.map(\.path)
            #expect(paths == ["/manifest.json", "/gone.zip", "/\(offer.url)"])
            // Other mirrors alone are no news.
            try publish(
                """
                [{"id": "snake", "version": "1", "url": "gone.zip", "sha256": "\(try #require(offer.sha256))"}]
                """, machine)
            #expect(await machine.sync().changes == [])
        }
    }

    @Test("a mirror of the whole site stands in for each archive, and never for the manifest")
    func siteMirror() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["index.html": "1"])
            let bytes = try archive(machine, offer)
            try machine.site.publish([offer])
            try FileManager.default.removeItem(atPath: "\(machine.site.path)/\(offer.url)")
            try await LoopbackServer.serving(["/copy/\(offer.url)": .init(bytes)]) { mirror in
                machine.config.transfer.mirrors = [try SafeURL("\(mirror.base)/copy/")]
                #expect(await machine.sync().exit == .done)
                #expect(try machine.tree("snake").text("index.html") == "1")
                #expect(mirror.requests.map(\.path) == ["/copy/\(offer.url)"])
                try FileManager.default.removeItem(atPath: "\(machine.site.path)/manifest.json")
                #expect(await machine.sync().exit == .network)
                #expect(mirror.requests.count == 1)
            }
        }
    }

    @Test("an archive whose size nobody promised is not begun when the budget has less left")
    func unpromisedSize() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", script: "head -c 300000 /dev/urandom >noise")
            let other = try await machine.site.pack("chess", "1", script: "head -c 200000 /dev/urandom >noise")
            try machine.site.publish([other])
            machine.config.transfer.maxBytesPerDay = 400_000
            #expect(await machine.sync().exit == .done)
            try machine.site.publish([other, offer.with { $0.size = nil }])
            let report = await machine.sync()
            #expect(report.exit == .done)
            let game = try #require(report.games.first { $0.id == "snake" })
            #expect(game.outcome == .skipped)
            #expect(try #require(game.note).contains("`transfer.max_bytes_per_day`"))
            #expect(try machine.tree("snake").isEmpty)
            machine.config.transfer.maxBytesPerDay = nil
            #expect(await machine.sync().count(.install) == 1)
        }
    }

    @Test(
        "a bucket is a site like any other: manifest, archives and the question whether anything is new",
        .enabled(if: Moto.reasonMissing == nil, "an S3-compatible server is not installed"))
    func bucket() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["index.html": "1"])
            try machine.site.publish([offer])
            let manifest = Array(try Data(contentsOf: URL(filePath: "\(machine.site.path)/manifest.json")))
            let objects = ["games/manifest.json": manifest, "games/\(offer.url)": try archive(machine, offer)]
            try await Moto.serving(objects) { moto in
                let path = machine.folder.path
                try Data((moto.accessKey + "\n").utf8).write(to: URL(filePath: "\(path)/access"))
                try Data((moto.secretKey + "\n").utf8).write(to: URL(filePath: "\(path)/secret"))
                machine.config.manifest = try SafeURL("s3://bucket/games/manifest.json")
                machine.tables = """
                    [s3]
                    endpoint = "\(moto.endpoint)"
                    path_style = true
                    access_key_file = "\(path)/access"
                    secret_key_file = "\(path)/secret"
                    """
                let first = try await machine.ending("sync")
                #expect(first.status == 0, "\(first.err)")
                #expect(try machine.tree("snake").text("index.html") == "1")
                #expect(try await machine.ending("sync").out.contains("0 B downloaded") == false)
                // The wrong key is told as such, and what is installed stays.
                try Data("wrong".utf8).write(to: URL(filePath: "\(path)/secret"))
                let refused = try await machine.ending("sync")
                #expect(refused.status == 5)
                #expect(refused.err.contains("SignatureDoesNotMatch"), "\(refused.err)")
                #expect(!refused.err.contains("wrong"))
                #expect(try machine.tree("snake").text("index.html") == "1")
            }
        }
    }
}
