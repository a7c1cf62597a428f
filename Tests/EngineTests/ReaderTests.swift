import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import Synchronization
import TestSupport
import Testing

@Suite("A reader during updates") struct ReaderTests {
    /// Reads a game in a tight loop on a thread of its own, and says what it saw.
    final class Reader: Sendable {
        struct Sight: Sendable {
            var versions: Set<String> = []
            var rounds = 0
            var problems: [String] = []
        }

        private let isOver = Atomic(false)
        private let sight = Mutex(Sight())
        private let path: String
        private let lane = Lane("reader")

        init(_ path: String) { self.path = path }

        func start() {
            lane.submit {
                while !self.isOver.load(ordering: .relaxed) { self.round() }
            }
        }

        func end() async -> Sight {
            isOver.store(true, ordering: .relaxed)
            await lane.run {}
            return sight.withLock { $0 }
        }

        /// By path, as a browser does; then two files through one open folder, which must be of one version.
        private func round() {
            let byPath = text(open("\(path)/index.html", O_RDONLY))
            let folder = open(path, O_RDONLY | O_DIRECTORY)
            let first = text(openat(folder, "index.html", O_RDONLY))
            let second = text(openat(folder, "js/deep/last.js", O_RDONLY))
            close(folder)
            sight.withLock { sight in
                sight.rounds += 1
                for seen in [byPath, first, second] where !seen.hasPrefix("version ") { sight.problems.append(seen) }
                if first != second { sight.problems.append("\(first) beside \(second)") }
                sight.versions.formUnion([byPath, first])
            }
            // The other tests need the processors, too.
            usleep(20)
        }

        private func text(_ file: Int32) -> String {
            guard file >= 0 else { return "error \(errno)" }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = read(file, &bytes, bytes.count)
            return count < 0 ? "error \(errno)" : String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    @Test("sees one whole version at every moment of fifty updates, and never an error")
    func fiftyUpdates() async throws {
        try await Machine.run { machine in
            // A reader that is held up finds its old version where it opened it: none is thrown away meanwhile.
            machine.config.sync.keepVersions = 60
            func publish(_ version: Int) async throws {
                let text = "version \(version)"
                let files = ["index.html": text, "js/deep/last.js": text, "js/a.js": text]
                try machine.site.publish([try await machine.site.pack("snake", "\(version)", files)])
            }
            try await publish(0)
            #expect(await machine.sync().exit == .done)

            let reader = Reader("\(machine.games)/snake")
            reader.start()
            for version in 1...50 {
                try await publish(version)
                #expect(await machine.sync().count(.update) == 1)
            }
            let sight = await reader.end()
            #expect(sight.problems == [])
            #expect(sight.versions.count >= 10, "it looked \(sight.rounds) times")
            #expect(try machine.names("versions/snake").count == 50)
            try machine.expectReceiptsFit()
        }
    }

    @Test("that has a file open keeps reading the old bytes after the update")
    func openFile() async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 1
            let old = try await machine.site.pack("snake", "1", ["index.html": "the old bytes"])
            try machine.site.publish([old])
            #expect(await machine.sync().exit == .done)
            let file = open("\(machine.games)/snake/index.html", O_RDONLY)
            defer { close(file) }

            try machine.site.publish([try await machine.site.pack("snake", "2", ["index.html": "new"])])
            #expect(await machine.sync().exit == .done)
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = read(file, &bytes, bytes.count)
            #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "the old bytes")
            #expect(try machine.tree("snake").text("index.html") == "new")
            #expect(try machine.names("versions") == [])
        }
    }
}
