import FoundationEssentials
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A game that fails") struct FailureTests {
    /// Something that keeps `snake` from its new version, the step where it shows and words of the message.
    struct Trouble: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let step: GameStep
        let words: [String]
        var exit = ExitStatus.someFailed
        /// What a publisher gets wrong; nil when the fault is the machine's.
        var spoil: (@Sendable (Site, SiteOffer) throws -> SiteOffer)?
        var limit: @Sendable (inout Config.Limits) -> Void = { _ in }
    }

    static let troubles = [
        Trouble(
            testDescription: "its archive is not there", step: .download, words: ["HTTP 404", "snake-2.zip"],
            spoil: { site, offer in
                try site.withdraw(offer)
                return offer
            }),
        Trouble(
            testDescription: "its MD5 is another", step: .verify, words: ["md5 checksum differs", "00112233"],
            spoil: { _, offer in offer.with { $0.md5 = "00112233445566778899aabbccddeeff" } }),
        Trouble(
            testDescription: "its SHA-256 is another", step: .verify, words: ["sha256 checksum differs", "ffff"],
            spoil: { _, offer in offer.with { $0.sha256 = String(repeating: "f", count: 64) } }),
        Trouble(
            testDescription: "its size is another", step: .verify, words: ["size differs", "expected 12"],
            spoil: { _, offer in offer.with { $0.size = 12 } }),
        Trouble(
            testDescription: "its archive is damaged inside", step: .extract, words: ["index.html", "CRC"],
            spoil: { site, offer in
                let bad = ZipMember("index.html", "new").with {
                    $0.central.crc = 1; $0.local.crc = 1
                }
                return try site.replace(offer, with: ZipMaker([bad]).bytes())
            }),
        Trouble(
            testDescription: "an entry leads out of its folder", step: .extract, words: ["../escape"],
            spoil: { site, offer in try site.replace(offer, with: ZipMaker(files: [("../escape", "out")]).bytes()) }),
        Trouble(
            testDescription: "its archive is a page of words", step: .download, words: ["not a zip archive"],
            spoil: { site, offer in try site.replace(offer, with: Array("<html>please log in</html>".utf8)) }),
        Trouble(
            testDescription: "its archive is larger than the limit", step: .download, words: ["limit"],
            limit: { $0.archive = 100 }),
        Trouble(
            testDescription: "it unpacks to more than the limit", step: .extract, words: ["limit"],
            limit: { $0.unpacked = 10 }),
        Trouble(
            testDescription: "it has more entries than the limit", step: .extract, words: ["entries"],
            limit: { $0.entries = 1 }),
        Trouble(
            testDescription: "the disk is too full", step: .space, words: ["not enough disk space", "min_free"],
            exit: .diskFull, limit: { $0.minFree = .bytes(1 << 60) }),
    ]

    @Test("keeps its old version, stops no other game, and heals with the next run", arguments: troubles)
    func heals(_ trouble: Trouble) async throws {
        try await Machine.run { machine in
            let site = machine.site
            let old = try await site.pack("snake", "1", ["index.html": "old", "js/a.js": "old"])
            let chess = try await site.pack("chess", "1", ["index.html": "chess"])
            try site.publish([old, chess])
            #expect(await machine.sync().exit == .done)
            let before = try machine.tree("snake")

            let new = try await site.pack(
                "snake", "2", ["index.html": "new", "js/long.js": String(repeating: "x", count: 200)])
            let newChess = try await site.pack("chess", "2", ["x": "2"])
            try site.publish([try trouble.spoil?(site, new) ?? new, newChess])
            let limits: @Sendable (inout Config) -> Void = { config in
                trouble.limit(&config.limits)
            }
            let isLimit = trouble.spoil == nil
            // Only the spoilt game fails; a limit may hold for both.
            for attempt in 1...2 {
                let report = await machine.sync(SyncOptions(), limits)
                #expect(report.exit == trouble.exit)
                let failed = try #require(report.games.first { $0.id == "snake" })
                #expect(failed.outcome == .failed)
                #expect(failed.error?.step == trouble.step)
                for word in trouble.words {
                    #expect(failed.error?.message.contains(word) == true, "\(failed.error?.message ?? "")")
                }
                #expect(try machine.tree("snake") == before)
                if !isLimit { #expect(try machine.tree("chess") == (try await machine.unzipped(newChess))) }

                let status = try await machine.status("snake")
                #expect(status.state == .failed)
                #expect(status.installed?.text == "1")
                #expect(status.wanted?.text == "2")
                #expect(status.error?.step == trouble.step)
                #expect(status.error?.attempts == attempt)
                #expect(status.next != nil)
            }
            try machine.expectReceiptsFit()
            #expect(try machine.names("tmp").filter { !$0.hasSuffix(".part") && !$0.hasSuffix(".json") } == [])

            // The publisher or the operator mends it, and that is all.
            if trouble.spoil != nil { try site.undo(new) }
            try site.publish([new, newChess])
            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(new)))
            #expect(try machine.tree("chess") == (try await machine.unzipped(newChess)))
            #expect(try await machine.status("snake").state == .current)
            #expect(try await machine.status("snake").error == nil)
            #expect(try machine.names("tmp") == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("is tried again by the next run though the manifest is the same")
    func triedAgain() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.withdraw(offer)
            try machine.site.publish([offer])
            #expect(await machine.sync().exit == .someFailed)
            #expect(try await machine.status("snake").installed == nil)
            try machine.site.restore(offer)
            #expect(await machine.sync().count(.install) == 1)
        }
    }

    @Test("is told with its id, the step, the cause and what to do")
    func words() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.withdraw(offer)
            try machine.site.publish([offer, try await machine.site.pack("chess", "1", ["x": "1"])])
            let ending = try await machine.ending("sync")
            #expect(ending.status == 1)
            #expect(ending.err.contains("failed      snake 1: download: the server answered HTTP 404 (not found)"))
            #expect(ending.err.contains("hint: Check the address in the manifest, or publish the missing file"))
            #expect(ending.out.contains("installed   chess 1"))
            #expect(ending.out.contains("1 installed, 1 failed"))
            let status = try await machine.ending("status")
            #expect(status.status == 0)
            #expect(status.out.contains("HTTP 404"))
        }
    }

    @Test("by its entry in the manifest lets the others go on, and nothing is deleted")
    func refusedEntry() async throws {
        try await Machine.run { machine in
            let site = machine.site
            let offers = [
                try await site.pack("snake", "1", ["x": "1"]), try await site.pack("chess", "1", ["x": "1"]),
                try await site.pack("gone", "1", ["x": "1"]),
            ]
            try site.publish(offers)
            #expect(await machine.sync().exit == .done)
            let bad = offers[0].with {
                $0.version = "2"; $0.md5 = "not a digest"
            }
            try site.publish([bad, try await site.pack("chess", "2", ["x": "2"])])
            let report = await machine.sync()
            #expect(report.exit == .someFailed)
            #expect(report.games.first { $0.id == "snake" }?.error?.step == .manifest)
            #expect(report.count(.update) == 1)
            #expect(report.count(.delete) == 0)
            #expect(try Tree(machine.games).paths == ["chess", "chess/x", "gone", "gone/x", "snake", "snake/x"])
            #expect(try await machine.status("snake").state == .failed)

            try site.publish([offers[0], try await site.pack("chess", "2", ["x": "2"])])
            let mended = await machine.sync()
            #expect(mended.exit == .done)
            #expect(mended.count(.delete) == 1)
            #expect(try await machine.status("snake").state == .current)
        }
    }
}

extension Site {
    /// Puts other bytes in the place of an archive and says so in the offer; ``undo(_:)`` takes it back.
    func replace(_ offer: SiteOffer, with bytes: [UInt8]) throws -> SiteOffer {
        try withdraw(offer)
        let file = "\(path)/\(offer.url)"
        try Data(bytes).write(to: URL(filePath: file))
        let words = try Site.shell("md5sum <'\(file)'; sha256sum <'\(file)'")
        return offer.with {
            $0.md5 = String(words[0].prefix(32))
            $0.sha256 = String(words[1].prefix(64))
            $0.size = Int64(bytes.count)
        }
    }

    func undo(_ offer: SiteOffer) throws {
        if FileManager.default.fileExists(atPath: "\(path)/.gone") { try restore(offer) }
    }
}
