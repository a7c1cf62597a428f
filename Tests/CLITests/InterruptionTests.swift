import Testing

@Suite("Interruption") struct InterruptionTests {
    /// Starts a long run in the background, waits until it works, then sends the signals.
    func run(_ signals: [String], variables: String = "") async throws -> Shell {
        let kills = signals.map { "kill -\($0) $run" }.joined(separator: "; \(pause)\n")
        return try await Shell.run(
            """
            \(variables) STAGE_STEPS=1000 $STAGE sync --progress json 2>lines & run=$!
            until grep -q progress lines; do sleep 0.05; done
            \(kills)
            wait $run; exit $?
            """)
    }

    /// Between two signals: longer than the quarter of a second in which they are taken for one.
    let pause = "sleep 0.5"

    @Test("the first signal ends the run in order", arguments: ["INT", "TERM", "HUP"])
    func first(_ signal: String) async throws {
        // A shell without job control ignores SIGINT in the background; `env` gives it back.
        let shell = try await run([signal], variables: "env --default-signal=INT")
        #expect(shell.status == 10)
        #expect(shell.out == "interrupted before anything changed\n")
    }

    @Test("the second one ends it at once, also when the first is not obeyed")
    func second() async throws {
        let shell = try await run(["TERM", "TERM"], variables: "env STAGE_STUBBORN=1")
        #expect(shell.status == 10)
        #expect(shell.out == "")
    }

    @Test("a closing terminal sends SIGHUP twice, and that still is the first")
    func hangups() async throws {
        let shell = try await run(["HUP", "HUP"])
        #expect(shell.status == 10)
        #expect(shell.out == "interrupted before anything changed\n")
    }

    @Test("nohup is honoured")
    func nohup() async throws {
        let shell = try await Shell.run(
            """
            STAGE_STEPS=50 nohup $STAGE sync --progress json 2>lines & run=$!
            until grep -q progress lines; do sleep 0.05; done
            kill -HUP $run; wait $run; exit $?
            """)
        #expect(shell.status == 0)
        #expect(shell.out.contains("3 installed"))
    }
}
