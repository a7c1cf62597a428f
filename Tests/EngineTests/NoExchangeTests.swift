import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A file system without exchange") struct NoExchangeTests {
    /// As such a file system answers.
    static let never = FaultShim.Steps(kinds: ["exchange"])

    @Test("is served all the same, and `status` says what it lacks", arguments: [EINVAL, ENOSYS])
    func works(_ errno: Int32) async throws {
        try await Machine.run { machine in
            let shim = try await FaultShim(in: machine.folder)
            let environment = shim.environment(Self.never, .fail(errno))
            for version in ["1", "2", "3"] {
                let offer = try await machine.site.pack(
                    "snake", version, ["index.html": version, "only-\(version)": ""])
                try machine.site.publish([offer])
                let ending = try await machine.ending(["sync"], environment: environment)
                #expect(ending.status == 0, "\(ending.err)")
                #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
                #expect(try machine.names("tmp") == [])
            }
            #expect(try machine.names("versions/snake") == ["2"])
            #expect(try Tree("\(machine.root)/versions/snake/2").text("index.html") == "2")
            try machine.expectReceiptsFit()
            let notices = try await machine.engine().status().notices
            #expect(notices.contains { $0.contains("cannot exchange") })

            // On one that can, it is said no more.
            #expect(await machine.sync().exit == .done)
            #expect(try await machine.engine().status().notices.contains { $0.contains("cannot exchange") } == false)
        }
    }

    @Test("shows readers at worst a missing folder, never a mixture")
    func readers() async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 30
            let shim = try await FaultShim(in: machine.folder)
            let environment = shim.environment(Self.never, .fail(EINVAL))
            func publish(_ version: Int) async throws {
                let text = "version \(version)"
                let files = ["index.html": text, "js/deep/last.js": text]
                try machine.site.publish([try await machine.site.pack("snake", "\(version)", files)])
            }
            try await publish(0)
            #expect(try await machine.ending(["sync"], environment: environment).status == 0)
            let reader = ReaderTests.Reader("\(machine.games)/snake")
            reader.start()
            for version in 1...12 {
                try await publish(version)
                #expect(try await machine.ending(["sync"], environment: environment).status == 0)
            }
            let sight = await reader.end()
            // Each problem may only be that nothing was there when the reader came.
            let missing = ["error \(ENOENT)", "error \(EBADF)"]
            #expect(sight.problems.filter { problem in !missing.contains { problem.contains($0) } } == [])
            #expect(sight.versions.count >= 3)
        }
    }

    @Test("heals by itself after a crash between any two of its renames", arguments: 1...12)
    func crashes(_ step: Int) async throws {
        try await Machine.run { machine in
            let shim = try await FaultShim(in: machine.folder, withoutExchange: true)
            let always = shim.environment(Self.never, .fail(EINVAL))
            for version in ["1", "2"] {
                try machine.site.publish([try await machine.site.pack("snake", version, ["index.html": version])])
                #expect(try await machine.ending(["sync"], environment: always).status == 0)
            }
            let new = try await machine.site.pack("snake", "3", ["index.html": "3"])
            try machine.site.publish([new])
            let steps = FaultShim.Steps(kinds: ["rename"], number: step)
            let killed = try await machine.ending(["sync"], environment: shim.environment(steps, .kill)).status
            #expect(killed == -SIGKILL || step > 4)
            let tree = try machine.tree("snake")
            #expect(tree.isEmpty || tree.paths == ["index.html"])

            #expect(try await machine.ending(["sync"], environment: always).status == 0)
            #expect(try machine.tree("snake") == (try await machine.unzipped(new)))
            #expect(try machine.names("tmp") == [])
            #expect(try machine.names("versions/snake") == ["2"])
            #expect(try Tree("\(machine.root)/versions/snake/2").text("index.html") == "2")
            #expect(try await machine.status("snake").versions.map(\.text) == ["3", "2"])
            try machine.expectReceiptsFit()
        }
    }

    @Test("keeps the old tree when the new one cannot be put in its place", arguments: [ENOSPC, EIO])
    func failedRename(_ errno: Int32) async throws {
        try await Machine.run { machine in
            let shim = try await FaultShim(in: machine.folder, withoutExchange: true)
            let old = try await machine.site.pack("snake", "1", ["index.html": "1"])
            try machine.site.publish([old])
            #expect(await machine.sync().exit == .done)
            try machine.site.publish([try await machine.site.pack("snake", "2", ["index.html": "2"])])
            // The first rename out of `tmp` moves the staged tree into the games folder.
            let steps = FaultShim.Steps(kinds: ["rename"], paths: ["root/tmp"], number: 1)
            let ending = try await machine.ending(["sync"], environment: shim.environment(steps, .fail(errno)))
            #expect(ending.status == (errno == ENOSPC ? 7 : 1))
            #expect(ending.err.contains("snake"))
            #expect(ending.err.contains("swap"))
            #expect(try machine.tree("snake") == (try await machine.unzipped(old)))
            #expect(try await machine.status("snake").installed?.text == "1")
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("index.html") == "2")
            try machine.expectReceiptsFit()
        }
    }
}
