import SyncCore
import Testing

@testable import SyncCLI

@Suite("Log") struct LogSinkTests {
    func line(_ form: LogSink.Form) -> String {
        LogSink(form: form) { noon }.line(
            .warning, "game.failed",
            [.init("game", "snake"), .init("reason", "a \"b\"\n=c"), .init("level", ""), .init("bytes", 5)])
    }

    @Test("a line is an event and its fields, whatever is in them")
    func text() {
        #expect(
            line(.text)
                == #"2026-01-02T03:04:05Z warning game.failed game=snake reason="a \"b\"\\u{A}=c" level="" bytes=5"#)
    }

    @Test("under systemd there is a priority and no time")
    func journal() {
        #expect(line(.journal) == #"<4>game.failed game=snake reason="a \"b\"\\u{A}=c" level="" bytes=5"#)
    }

    @Test("a JSON line keeps its own names")
    func json() throws {
        let text = line(.json)
        #expect(
            text == #"{"time":"2026-01-02T03:04:05Z","level":"warning","event":"game.failed","game":"snake","#
                + #""reason":"a \"b\"\\u{A}=c","level_":"","bytes":"5"}"#)
        #expect(try JSON(parsing: Array(text.utf8))["reason"]?.text == #"a "b"\u{A}=c"#)
    }

    @Test("-v says more and -q says less")
    func levels() {
        #expect(LogSink.level(verbosity: 0) == .notice)
        #expect(LogSink.level(verbosity: 0, standard: .warning) == .warning)
        #expect(LogSink.level(verbosity: 1, standard: .warning) == .info)
        #expect(LogSink.level(verbosity: 2) == .debug)
        #expect(LogSink.level(verbosity: 7) == .debug)
        #expect(LogSink.level(verbosity: -1) == .warning)
    }
}
