import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("The program on the line") struct LineTests {
    @Test("the environment names the proxy, and `no_proxy` the hosts without it")
    func environmentProxy() async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", script: "echo hello >index.html")])
            machine.config.manifest = try SafeURL("http://games.invalid/manifest.json")
            machine.config.transfer.retries = 0
            // A web server gives what is asked of it in a proxy's way, too.
            let proxy = ["http_proxy": machine.server.url]
            let direct = proxy.merging(["no_proxy": "other.example,.invalid"]) { first, _ in first }
            let without = try await machine.ending("sync", environment: direct)
            #expect(without.status == ExitStatus.network.rawValue)
            #expect(without.err.contains("cannot find the host `games.invalid`"), "\(without.err)")
            #expect(try machine.server.requests.isEmpty)
            #expect(try await machine.ending("sync", environment: proxy).status == 0)
            try await eventually { try machine.server.requests.count == 2 }
        }
    }

    @Test("what is kept of a download is read once to go on with it, and once to unpack it")
    func keptIsHashedOnce() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", script: "head -c 600000 /dev/urandom >noise")
            try machine.site.publish([offer.with { $0.url = "slow/\(offer.url)" }])
            let tmp = "\(machine.config.workPath)/tmp"
            func kept() throws -> Int64 {
                let part = try machine.names("tmp").first { $0.hasSuffix(".part") }
                return try part.flatMap { try Directory(opening: tmp).status($0)?.size } ?? 0
            }
            let first = try machine.program(["sync"])
            try await eventually { try kept() >= 200_000 }
            first.signal(SIGKILL)
            _ = try await first.ending()
            let count = try kept()

            try machine.site.hurry()
            let log = "\(machine.folder.path)/reads"
            let words = ["strace", "-f", "-y", "-e", "trace=read,pread64", "-o", log]
            #expect(try await machine.ending(["sync"], prefix: words).status == 0)
            let lines = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self).split(separator: "\n")
            let read = lines.filter { $0.contains(".part>") }.compactMap { line in
                line.split(separator: "=").last.flatMap { Int64($0.drop { $0 == " " }.prefix { $0 != " " }) }
            }.reduce(0, +)
            let size = Int64(try Data(contentsOf: URL(filePath: "\(machine.site.path)/\(offer.url)")).count)
            // The end of the archive, where its directory is, is read besides.
            #expect(read >= count + size && read < count + size + 150_000)
        }
    }

    @Test(
        "a manifest that is refused says what to do about that refusal",
        arguments: [
            ("404", "Check `manifest` in the configuration"), ("401", "transfer.password_file"),
            ("403", "transfer.password_file"), ("500", "the next run tries again"),
            ("204", "Check `manifest` in the configuration"), ("444", "the next run tries again"),
        ])
    func refusedManifest(_ status: String, _ words: String) async throws {
        try await Machine.run { machine in
            machine.config.manifest = try SafeURL("\(machine.server.url)/status-\(status)/manifest.json")
            machine.config.transfer.retries = 0
            let report = await machine.sync()
            #expect(report.exit == .network)
            #expect(report.error?.hint?.contains(words) == true, "\(report.error?.hint ?? "none")")
            #expect(report.error?.hint?.contains("resumed") == false)
        }
    }
}
