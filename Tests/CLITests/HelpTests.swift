import FoundationEssentials
import SyncCore
import Testing

@testable import SyncCLI

@Suite("Help") struct HelpTests {
    @Test("no line is wider than the terminal", arguments: [80, 40, 30])
    func widths(_ width: Int) {
        let page = HelpPage(width: width)
        let pages = [page.text(of: nil)] + CommandTable.all.map { page.text(of: $0) }
        for line in pages.flatMap({ $0.split(separator: "\n") }) {
            // One word may be longer than a very narrow terminal.
            let isOneWord = !line.drop { $0 == " " }.contains(" ")
            #expect(displayWidth(line) <= width || isOneWord, "\(line)")
        }
    }

    @Test("every command has a page with its options and exit codes")
    func pages() {
        for command in CommandTable.all {
            let text = HelpPage(width: 80).text(of: command)
            #expect(text.hasPrefix("Usage: assetsync \(command.name)"))
            #expect(text.contains("EXIT STATUS\n   0  "))
            for flag in command.flagEntries { #expect(text.contains(flag.longSpelling)) }
            #expect(Set(command.exits.map(\.status)).count == command.exits.count)
            #expect(command.exits.map(\.status.rawValue) == command.exits.map(\.status.rawValue).sorted())
            #expect(!command.summary.hasSuffix("."))
        }
    }

    @Test("the page of pause, as a whole")
    func pause() {
        #expect(
            HelpPage(width: 80).text(of: PauseCommand.self) == """
                Usage: assetsync pause GAME...

                Leave games as they are until they are resumed.

                A download of the game that is going on stops; what has arrived is kept for
                later.

                ARGUMENTS
                  GAME  The games to leave alone

                COMMON OPTIONS
                      --config FILE        Read this configuration file
                      --root DIR           Keep state and games in this folder
                  -v, --verbose            Log more on standard error; `-vv` logs everything
                  -q, --quiet              Print failures only
                      --log-format FORMAT  Write the log as `text` or as `json` lines
                  -h, --help               Show help and exit
                      --version            Show the version and exit

                EXIT STATUS
                   0  done, or nothing to do
                   1  some games failed, the others are done
                   2  wrong usage
                   7  the disk is full
                   8  another run holds the lock, or another program the state database
                   9  the configuration is wrong
                  11  internal or state error

                """)
    }

    @Test("the man page in the package is the one the program writes")
    func manPage() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "packaging/man/assetsync.1")
        let packaged = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(packaged == ManPage.text, "run `assetsync help --man > packaging/man/assetsync.1`")
    }

    @Test("commands that are not built are not listed")
    func onlyWhatIs() {
        #expect(
            CommandTable.all.map { $0.name } == [
                "sync", "plan", "status", "verify", "rollback", "pause", "resume", "remove", "history", "config check",
                "config show", "init", "extract", "archive", "pack", "site check", "keygen", "help",
            ])
        #expect(!HelpPage(width: 80).text(of: HelpCommand.self).contains("--man"))
    }
}
