import SyncCore
import Testing

@Suite("Program") struct ProgramTests {
    @Test("help and version go to standard output and end well")
    func help() async throws {
        let help = try await Shell.run("$PROGRAM --help")
        #expect(help.status == 0)
        #expect(help.out.hasPrefix("Usage: assetsync [OPTIONS] COMMAND [ARGUMENTS]\n"))
        #expect(help.err == "")
        let topic = try await Shell.run("$PROGRAM help sync; $PROGRAM sync -h | cmp - out")
        #expect(topic.status == 0)
        let version = try await Shell.run("$PROGRAM --version")
        #expect(version.out == "assetsync \(Product.version)\n")
    }

    @Test(
        "wrong usage ends with 2 and says what was meant",
        arguments: [
            ("sync --dryrun", "error: `sync` has no option `--dryrun`\nhint: Did you mean `--dry-run`?\n"),
            ("statsu", "error: there is no command `statsu`\nhint: Did you mean `status`?\n"),
            ("", "error: a command is missing\nhint: `assetsync --help` lists the commands\n"),
        ])
    func usage(_ words: String, _ text: String) async throws {
        let shell = try await Shell.run("$PROGRAM \(words)")
        #expect(shell.status == 2)
        #expect(shell.err == text)
        #expect(shell.out == "")
    }

    @Test(
        "a closed, full or abandoned stream changes no exit code",
        arguments: [
            "$PROGRAM --help >&-", "$PROGRAM --help >/dev/full", "$PROGRAM --help <&- >&- 2>&-",
            "{ $PROGRAM help --man; echo $? >code; } | true; exit $(cat code)", "$STAGE sync >&- 2>&-",
            "$STAGE sync -vv >/dev/full 2>/dev/full", "{ $STAGE sync --json; echo $? >code; } | true; exit $(cat code)",
        ])
    func streams(_ line: String) async throws {
        #expect(try await Shell.run(line).status == 0)
    }

    @Test("a mistake keeps its code when nobody can read about it", arguments: ["2>&-", "2>/dev/full", ">&- 2>&- <&-"])
    func mistakeWithoutStream(_ redirection: String) async throws {
        #expect(try await Shell.run("$PROGRAM bogus \(redirection)").status == 2)
    }

    @Test("with all streams closed no file gets their text")
    func closedDescriptors() async throws {
        let shell = try await Shell.run(
            "STAGE_CONFIG=$PWD/a.toml $STAGE init <&- >&- 2>&-; code=$?; cat a.toml; exit $code")
        #expect(shell.status == 0)
        #expect(shell.out.hasPrefix("# Configuration of assetsync."))
        #expect(!shell.out.contains("wrote"))
    }

    @Test("an empty environment and no home are enough")
    func noEnvironment() async throws {
        let shell = try await Shell.run("env -i $STAGE sync")
        #expect(shell.status == 0)
        #expect(shell.out.hasSuffix("\n3 installed, 12 kept; 3.3 MiB downloaded in 2.1 s\n"))
    }
}
