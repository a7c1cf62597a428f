import Glibc
import SyncPlatform
import TestSupport
import Testing

@Suite("Signals") struct SignalsTests {
    @Test("each is delivered, and a broken pipe ends nothing")
    func delivered() async throws {
        let child = try ChildProcess.probe("signals")
        try #require(await child.line() == "ready")
        child.signal(SIGHUP)
        #expect(await child.line() == "SIGHUP")
        child.signal(SIGPIPE)
        child.signal(SIGHUP)
        #expect(await child.line() == "SIGHUP")
        child.signal(SIGTERM)
        #expect(await child.line() == "SIGTERM")
    }

    @Test("a second stopping signal ends a process that never looks, with its exit code", arguments: [SIGINT, SIGTERM])
    func second(_ signal: Int32) async throws {
        let child = try ChildProcess.probe("stuck")
        try #require(await child.line() == "ready")
        child.signal(signal)
        // Beyond the quarter of a second in which it counts as the first one again; once more if the child was slow.
        let again = Task {
            while true {
                try await Task.sleep(for: .milliseconds(500))
                child.signal(SIGTERM)
            }
        }
        #expect(await child.wait() == 10)
        again.cancel()
    }

    @Test("reloading again and again stops nothing")
    func reloads() async throws {
        let child = try ChildProcess.probe("signals")
        try #require(await child.line() == "ready")
        for _ in 0..<5 {
            child.signal(SIGHUP)
            #expect(await child.line() == "SIGHUP")
        }
        child.signal(SIGINT)
        #expect(await child.line() == "SIGINT")
    }

    @Test("the same Ctrl-C delivered twice, by terminal and wrapper, is one")
    func doubled() async throws {
        let child = try ChildProcess.probe("signals")
        try #require(await child.line() == "ready")
        // Stopped meanwhile, so that both arrive in the same moment however slow the machine is.
        child.signal(SIGSTOP)
        child.signal(SIGINT)
        child.signal(SIGTERM)
        child.signal(SIGCONT)
        let both = [await child.line(), await child.line()]
        #expect(Set(both) == ["SIGINT", "SIGTERM"])
    }
}
