import Testing

@Suite("Terminal") struct TerminalTests {
    /// script(1) gives the program a terminal of its own, 60 columns wide.
    func run(_ line: String) async throws -> Shell {
        try await Shell.run("script -qec 'stty cols 60 rows 20; \(line)' /dev/null")
    }

    @Test("bars are drawn, fit the width, and are gone before the summary")
    func bars() async throws {
        let shell = try await run("$STAGE sync")
        #expect(shell.status == 0)
        #expect(shell.out.contains("game-0  download  ["))
        #expect(shell.out.contains("total             ["))
        #expect(shell.out.contains("\u{1B}[2A\r"))
        for line in shell.out.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }) {
            let text = line.replacing("\u{1B}[K", with: "")
            #expect(text.count < 60 || text.contains("\u{1B}"), "\(text.debugDescription)")
        }
        // The last rows are erased, then come the lines of the summary and nothing else.
        let summary = try #require(shell.out.firstRange(of: "\u{1B}[32minstalled\u{1B}[0m   game-0"))
        #expect(
            shell.out[..<summary.lowerBound].hasSuffix("\u{1B}[K\r\n\u{1B}[2A\r")
                || shell.out[..<summary.lowerBound].hasSuffix("\u{1B}[1A\r"))
        #expect(!shell.out[summary.lowerBound...].contains("[" + "="))
    }

    @Test("NO_COLOR and TERM=dumb are honoured", arguments: ["NO_COLOR=1", "TERM=dumb"])
    func plain(_ variable: String) async throws {
        let shell = try await run("\(variable) $STAGE sync")
        #expect(!shell.out.contains("\u{1B}[3"))
        #expect(shell.out.contains("installed   game-0"))
        #expect(shell.out.contains("[=") == (variable == "NO_COLOR=1"))
    }

    @Test("the table of status fits the terminal, and is painted")
    func status() async throws {
        let shell = try await run("$STAGE status")
        #expect(shell.status == 0)
        #expect(
            shell.out.replacing("\r\n", with: "\n").contains(
                """
                GAME    STATE     VERSION    SIZE
                pong    \u{1B}[32mcurrent\u{1B}[0m   1.0        1.1 MiB
                snake   \u{1B}[31mfailed\u{1B}[0m    1.0 → 1.1  1.1 MiB
                  retry at 2026-01-02T03:14:05Z
                贪吃蛇  \u{1B}[33moutdated\u{1B}[0m  1.0 → 1.1  1.1 MiB
                  updated by the next sync
                """))
    }

    @Test("never and json draw nothing", arguments: ["never", "json"])
    func noBars(_ mode: String) async throws {
        let shell = try await run("$STAGE sync --progress \(mode)")
        #expect(!shell.out.contains("[="))
        #expect(shell.out.contains("3 installed"))
    }
}
