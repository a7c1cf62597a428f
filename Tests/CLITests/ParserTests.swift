import SyncCore
import Testing

@testable import SyncCLI

@Suite("Command line") struct ParserTests {
    func parse<C: Command>(_ type: C.Type, _ words: String...) throws -> (C, CommonOptions) {
        var parser = CommandParser(words)
        guard case .command(let command) = try parser.parse(), let command = command as? C else {
            throw ValueError("not the command")
        }
        return (command, parser.common)
    }

    func problem(_ words: String...) -> UsageError? {
        var parser = CommandParser(words)
        do {
            _ = try parser.parse()
            return nil
        } catch {
            return error
        }
    }

    @Test("sync takes games and all its options, in any order")
    func sync() throws {
        let (command, _) = try parse(
            SyncCommand.self, "sync", "snake", "--dry-run", "--force", "tetris", "--allow-mass-delete", "--json",
            "--progress", "never")
        #expect(command.request.games == [try GameID("snake"), try GameID("tetris")])
        #expect(command.request.isDryRun && command.request.force && command.request.allowMassDelete && command.json)
        #expect(command.progress == .never)
        #expect(command.request.wait == .no)
    }

    @Test("--wait takes a duration only with an equals sign")
    func wait() throws {
        #expect(try parse(SyncCommand.self, "sync", "--wait").0.request.wait == .forever)
        #expect(try parse(SyncCommand.self, "sync", "--wait=1h30m").0.request.wait == .atMost(.seconds(5400)))
        let (command, _) = try parse(SyncCommand.self, "sync", "--wait", "5m")
        #expect(command.request.wait == .forever)
        #expect(command.request.games == [try GameID("5m")])
    }

    @Test("common options stand before and after the command, with a space or an equals sign")
    func common() throws {
        let (command, common) = try parse(
            StatusCommand.self, "--root=/srv/games", "-v", "status", "--config", "a.toml", "--json", "-v",
            "--log-format",
            "json")
        #expect(command.json)
        #expect(common.root == "/srv/games")
        #expect(common.configFile == "a.toml")
        #expect(common.verbosity == 2)
        #expect(common.logFormat == .json)
    }

    @Test("short options can be written together, and the last of -v and -q wins")
    func shortOptions() throws {
        #expect(try parse(StatusCommand.self, "status", "-vv").1.verbosity == 2)
        #expect(try parse(StatusCommand.self, "status", "-vq").1.verbosity == -1)
        #expect(try parse(StatusCommand.self, "-qv", "status").1.verbosity == 1)
    }

    @Test("after -- everything is a game")
    func endOfOptions() throws {
        let (command, _) = try parse(PauseCommand.self, "pause", "--", "--json", "-v")
        #expect(command.games.map(\.text) == ["--json", "-v"])
    }

    @Test("a command of two words is found, also with an option between them")
    func twoWords() throws {
        #expect(try parse(ConfigShowCommand.self, "config", "show", "--json").0.json)
        #expect(try parse(ConfigCheckCommand.self, "config", "-q", "check").1.verbosity == -1)
        #expect(problem("config") == .incompleteCommand("config", choices: ["config check", "config show"]))
    }

    @Test("help wins wherever it stands, and says nothing about what is missing")
    func help() throws {
        for words in [["--help"], ["-h"], ["config", "-h"]] {
            var parser = CommandParser(words)
            guard case .help(of: nil) = try parser.parse() else {
                Issue.record("no help for \(words)")
                continue
            }
        }
        var parser = CommandParser(["pause", "--help"])
        guard case .help(of: let command?) = try parser.parse() else {
            Issue.record("no help for pause")
            return
        }
        #expect(command.name == "pause")
    }

    @Test("what is not understood is named with the nearest match")
    func nearest() {
        #expect(problem("snyc") == .unknownCommand("snyc", nearest: "sync"))
        #expect(problem("config", "shwo") == .unknownCommand("config shwo", nearest: "config show"))
        #expect(problem("bogus") == .unknownCommand("bogus", nearest: nil))
        #expect(
            problem("sync", "--dryrun") == .unknownFlag("--dryrun", command: "sync", nearest: "--dry-run", owner: nil))
        #expect(problem("sync", "-x") == .unknownFlag("-x", command: "sync", nearest: nil, owner: nil))
        #expect(
            problem("status", "--exit-code")
                == .unknownFlag("--exit-code", command: "status", nearest: nil, owner: "plan"))
        #expect(problem("--versoin") == .unknownFlag("--versoin", command: nil, nearest: "--version", owner: nil))
    }

    @Test("values are checked as they come in, and the option that was wrong is named")
    func values() {
        #expect(
            problem("sync", "a/b")
                == .badValue(of: "GAME", problem: "the id `a/b` contains `/`", command: "sync"))
        #expect(
            problem("sync", "--progress=loud")
                == .badValue(
                    of: "`--progress`", problem: "`loud` is none of `auto`, `always`, `never`, `json`", command: "sync")
        )
        #expect(problem("status", "--json=yes") == .needlessValue(flag: "--json", command: "status"))
        #expect(problem("--root") == .missingValue(flag: "--root", value: "DIR", command: nil))
        #expect(problem("--root=", "sync") == .badValue(of: "`--root`", problem: "the value is empty", command: nil))
        #expect(problem("pause") == .missingArgument("GAME", command: "pause", isMany: true))
        #expect(problem("config", "check", "it") == .extraArgument("it", command: "config check"))
        #expect(problem() == .noCommand)
    }

    @Test("control characters of the command line reach no message")
    func hostileWords() {
        for words in [["\u{1B}[2J"], ["sync", "--\u{1B}[2J"], ["sync", "a\u{1B}b"], ["sync", "--progress", "\u{7}"]] {
            var parser = CommandParser(words)
            #expect(throws: UsageError.self) { try parser.parse() }
            do {
                _ = try parser.parse()
            } catch {
                let text = error.summary + (error.hint ?? "")
                #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            }
        }
    }

    @Test(
        "durations are read with their units, larger ones first",
        arguments: [("90s", 90), ("15m", 900), ("1h30m", 5400), ("2d", 172_800), ("1d1h1m1s", 90_061), ("0s", 0)])
    func durations(_ text: String, _ seconds: Int) throws {
        #expect(try DurationText.parse(text) == .seconds(seconds))
    }

    @Test(
        "other texts are no durations",
        arguments: [
            "", "5", "m", "5x", "-5s", "1.5h", "30m1h", "1m1m", "5 m", "99999999999999999999s", "999999999d",
        ])
    func noDurations(_ text: String) {
        #expect(throws: UnitError.self) { try DurationText.parse(text) }
    }
}
