import FoundationEssentials
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A budget for the line") struct BudgetTests {
    /// A game whose archive has about that many bytes.
    private func pack(_ machine: Machine, _ game: String, _ version: String = "1", bytes: Int) async throws -> SiteOffer
    {
        try await machine.site.pack(game, version, script: "head -c \(bytes) /dev/urandom >noise")
    }

    private func sent(_ machine: Machine, _ offer: SiteOffer) throws -> Int64 {
        try machine.server.requests.filter { $0.path.hasSuffix("/\(offer.url)") }.reduce(0) { $0 + $1.sentBytes }
    }

    @Test("a game that does not fit waits for the next day, which is no failure, and smaller ones go on")
    func day() async throws {
        try await Machine.run { machine in
            let big = try await pack(machine, "big", bytes: 200_000)
            let middle = try await pack(machine, "middle", bytes: 100_000)
            let small = try await pack(machine, "small", bytes: 20_000)
            try machine.site.publish([middle, small])
            machine.config.transfer.maxBytesPerDay = 250_000
            #expect(await machine.sync().exit == .done)

            try machine.site.publish([big, middle, small, try await pack(machine, "tiny", bytes: 1_000)])
            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(report.result == .success)
            #expect(report.count(.install) == 1)
            let waiting = try #require(report.games.first { $0.id == "big" })
            #expect(waiting.outcome == .skipped && waiting.error == nil)
            let note = try #require(waiting.note)
            let midnight = try Site.shell("date -d 'tomorrow 00:00' '+%Y-%m-%d %H:%M'")[0]
            #expect(note.hasPrefix("waits until \(midnight): `transfer.max_bytes_per_day` has "), "\(note)")
            #expect(note.contains(" of 244 KiB left, 195 KiB needed"), "\(note)")
            #expect(try sent(machine, big) == 0)

            let status = try await machine.status("big")
            #expect(status.state == .absent)
            #expect(status.next == note)
            #expect(status.error == nil)
            machine.transferLines = "max_bytes_per_day = 250000"
            let json = try await machine.ending("status", "--json").out
            #expect(json.contains("\"next\":\"waits until \(midnight): `transfer.max_bytes_per_day` has "), "\(json)")
            // Nothing has changed, and still it is not taken for settled.
            #expect(await machine.sync().games.first { $0.id == "big" }?.outcome == .skipped)

            machine.config.transfer.maxBytesPerDay = nil
            #expect(await machine.sync().count(.install) == 1)
            #expect(try await machine.status("big").state == .current)
        }
    }

    @Test("a run's budget lets the rest wait for the next run")
    func run() async throws {
        try await Machine.run { machine in
            machine.config.transfer.maxBytesPerRun = 150_000
            let one = try await pack(machine, "one", bytes: 100_000)
            let two = try await pack(machine, "two", bytes: 90_000)
            try machine.site.publish([one, two])
            let first = await machine.sync()
            #expect(first.exit == .done)
            // Side by side they must not take the same bytes.
            #expect(first.count(.install) == 1)
            let waiting = try #require(first.games.first { $0.outcome == .skipped })
            let note = try #require(waiting.note)
            #expect(note.hasPrefix("waits for the next run: `transfer.max_bytes_per_run` has "), "\(note)")
            #expect(try await machine.status(waiting.id).next == note)
            #expect(await machine.sync().count(.install) == 1)
            for offer in [one, two] { #expect(try machine.tree(offer.game) == (try await machine.unzipped(offer))) }
        }
    }

    @Test("a game that no budget of that size can let through fails and names the way out")
    func never() async throws {
        try await Machine.run { machine in
            machine.config.transfer.maxBytesPerMonth = 100_000
            let big = try await pack(machine, "big", bytes: 120_000)
            try machine.site.publish([big, try await pack(machine, "small", bytes: 1_000)])
            let report = await machine.sync()
            #expect(report.exit == .someFailed)
            #expect(report.count(.install) == 1)
            let error = try #require(report.games.first { $0.id == "big" }?.error)
            #expect(error.step == .download)
            #expect(error.message.contains("more than `transfer.max_bytes_per_month` ever allows"), "\(error.message)")
            #expect(error.message.hasSuffix("Raise `transfer.max_bytes_per_month`"))
            #expect(try sent(machine, big) == 0)
        }
    }

    @Test("the same where only the server says how large it is")
    func neverUnsaid() async throws {
        try await Machine.run { machine in
            machine.config.transfer.maxBytesPerMonth = 100_000
            let big = try await pack(machine, "big", bytes: 120_000).with { $0.size = nil }
            try machine.site.publish([big])
            let report = await machine.sync()
            #expect(report.exit == .someFailed)
            let message = try #require(report.games.first { $0.id == "big" }?.error?.message)
            #expect(message.contains("more than `transfer.max_bytes_per_month` ever allows"), "\(message)")
            #expect(try await machine.status("big").next == "tried again by the next sync")
        }
    }

    @Test("failed attempts and manifests count, and what is kept of a download need not be paid again")
    func everythingCounts() async throws {
        try await Machine.run { machine in
            let offer = try await pack(machine, "snake", bytes: 200_000)
            let wrong = offer.with { $0.md5 = "00112233445566778899aabbccddeeff" }
            try machine.site.publish([wrong])
            let report = await machine.sync()
            #expect(report.exit == .someFailed)
            // Three attempts at 200 kB, and their heads.
            let own = try #require(report.games.first { $0.id == "snake" }).bytesDownloaded
            #expect(own > 600_000 && own < 610_000)
            let bytes = try await ledger(machine)
            // The manifest and three attempts; the log is written when a reply has ended.
            try await eventually { try machine.server.requests.count == 4 }
            let sent = try machine.server.requests.reduce(0) { $0 + $1.sentBytes }
            #expect(sent >= 200_000)
            // Heads come on top: a few hundred bytes a request.
            let requests = try machine.server.requests.count
            #expect(bytes > sent && bytes < sent + 2_000 * Int64(requests))
            #expect(await machine.sync().exit == .someFailed)
            #expect(try await ledger(machine) > bytes + 200_000)
        }
    }

    private func ledger(_ machine: Machine) async throws -> Int64 {
        // No day at all is no bytes.
        Int64(try await ask(machine, "sum(bytes)")) ?? 0
    }

    /// Another program's view of the books.
    private func ask(_ machine: Machine, _ column: String) async throws -> String {
        let source = """
            import sqlite3, sys
            print(sqlite3.connect(sys.argv[1]).execute("SELECT \(column) FROM traffic").fetchone()[0])
            """
        let path = "\(machine.root)/state.sqlite3"
        return try await Lane("python").run { try Site.shell("python3 -c '\(source)' '\(path)'")[0] }
    }

    @Test("what came before `kill -9` is in the books, and the rest fits by what is kept")
    func killed() async throws {
        try await Machine.run { machine in
            let offer = try await pack(machine, "snake", bytes: 1_500_000)
            try machine.site.publish([offer.with { $0.url = "/slow/" + $0.url }])
            let program = try machine.program(["sync"])
            try await eventually {
                FileManager.default.fileExists(atPath: "\(machine.root)/state.sqlite3")
                    ? (try? await ledger(machine)) ?? 0 > 100_000 : false
            }
            program.signal(9)
            _ = try await program.ending()
            let booked = try await ledger(machine)
            // Whatever came later than half a second before the end is not known.
            let part = try #require(try machine.names("tmp").first { $0.hasSuffix(".part") })
            let kept = try #require(Int64(try Site.shell("stat -c %s '\(machine.root)/tmp/\(part)'")[0]))
            #expect(booked <= kept + 2_000)

            try machine.site.hurry()
            // The whole archive would not fit any more, the rest does.
            machine.config.transfer.maxBytesPerDay = booked + 1_500_000 - kept + 20_000
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
        }
    }

    @Test("archives from files cost nothing")
    func files() async throws {
        try await Machine.run { machine in
            let offer = try await pack(machine, "snake", bytes: 50_000)
            try machine.site.publish([offer])
            machine.config.manifest = try SafeURL("file://\(machine.site.path)/manifest.json")
            machine.config.transfer.maxBytesPerDay = 10
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
            #expect(try await ask(machine, "count(*)") == "0")
        }
    }
}
