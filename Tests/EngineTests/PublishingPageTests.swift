import FoundationEssentials
import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

/// What the pages say about publishing, done.
@Suite("Pages on publishing") struct PublishingPageTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The first block of that language below a heading.
    private func block(_ page: String, _ heading: String, _ language: String) throws -> String {
        let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
        let start = try #require(text.firstRange(of: "\n\(heading)\n"))
        let open = try #require(text[start.upperBound...].firstRange(of: "\n```\(language)\n"))
        let end = try #require(text[open.upperBound...].firstRange(of: "\n```\n"))
        return String(text[open.upperBound..<end.lowerBound])
    }

    @Test("who types the README's lines has a published site, and a machine that took a game from it")
    func readme() async throws {
        try await withScratch { folder in
            let port = try LoopbackServer.freePort()
            let lines = try block("README.md", "## Publish", "sh").replacing("8080", with: "\(port)")
                // A second is enough for a person's machine.
                .replacing("sleep 1", with: "until curl -sfo /dev/null http://127.0.0.1:\(port)/; do sleep 0.1; done")
            let program = try Program.path
            try Data(
                """
                set -e; cd '\(folder.path)'; PATH="${0%/*}:$PATH"; export no_proxy=127.0.0.1
                trap 'kill $! 2>/dev/null || :' EXIT
                \(lines)
                """.utf8
            ).write(to: URL(filePath: "\(folder.path)/lines.sh"))
            let builder = root.appending(path: "config/demo/build-site").path
            let out = try await Lane("readme").run {
                try Site.shell(
                    """
                    mkdir '\(folder.path)/build'; mkdir '\(folder.path)/build/demo'
                    '\(builder)' '\(folder.path)/build/demo/site' >/dev/null
                    sh -c '. \(folder.path)/lines.sh' '\(program)' 2>/dev/null
                    """)
            }
            #expect(out.contains { $0.hasPrefix("published snake 1.1 in site: ") }, "\(out)")
            #expect(out.count { $0.hasPrefix("note: snake 1.1: an update from 1.0 takes about ") } == 2, "\(out)")
            #expect(out.contains { $0.hasPrefix("installed") && $0.contains("snake 1.1") }, "\(out)")
            #expect(
                try Tree("\(folder.path)/client/games/snake")
                    == Tree("\(folder.path)/build/demo/site/games/snake/1.1"))
        }
    }

    @Test("the record on the formats page is one, with each key that is written today, in the same order")
    func record() throws {
        let text = try block("docs/FORMATS.md", "### Record of a site", "json")
        let record = try #require(SiteRecord(parsing: Array(text.utf8)))
        let index = try ArchiveIndex(parsing: Array(try block("docs/FORMATS.md", "### Index", "json").utf8))
        #expect(record.archives.map(\.content) == [index.archive])
        let written = try JSON(parsing: Array(record.serialized.utf8))
        #expect(written == (try JSON(parsing: Array(text.utf8))))
    }

    @Test("the query of the formats page tells what is installed")
    func state() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["a": "123", "b": ""])
            try machine.site.publish([offer])
            #expect(await machine.sync().exit == .done)
            let query = try block("docs/FORMATS.md", "## State", "sql")
            let script = """
                import sqlite3, sys
                for row in sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute(sys.argv[2]):
                    print(row[0], row[1], row[2], row[3], row[5], row[6])
                """
            let out = try await runTool(["python3", "-c", script, "\(machine.root)/state.sqlite3", query])
            #expect(out == "snake 1 2 3 1 none\n")
        }
    }
}
