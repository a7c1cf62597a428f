import Testing

@testable import SyncCLI

@Suite("Screen") struct ScreenTests {
    let recording = Recording()

    @Test("a block is drawn over itself, row by row, and taken away without a trace")
    func redraw() {
        let screen = Screen(recording.writer)
        screen.draw(["a 1", "b 1"], columns: 80)
        screen.draw(["a 1", "b 1"], columns: 80)
        screen.draw(["a 2"], columns: 80)
        screen.clear()
        screen.clear()
        #expect(
            recording.text
                == "a 1\u{1B}[K\nb 1\u{1B}[K\n"
                + "\u{1B}[2A\ra 2\u{1B}[K\n\u{1B}[K\n\u{1B}[1A\r"
                + "\u{1B}[1A\r\u{1B}[K\n\u{1B}[1A\r")
    }

    @Test("a message is printed above the block")
    func message() {
        let screen = Screen(recording.writer)
        screen.print("before")
        screen.draw(["bar"], columns: 80)
        screen.print("one\ntwo")
        #expect(
            recording.text
                == "before\nbar\u{1B}[K\n\u{1B}[1A\rone\u{1B}[K\ntwo\u{1B}[K\nbar\u{1B}[K\n")
    }

    @Test("a terminal that became narrower has wrapped the block: all its rows are replaced")
    func narrower() {
        let screen = Screen(recording.writer)
        screen.draw([String(repeating: "x", count: 70)], columns: 80)
        screen.draw(["x"], columns: 30)
        #expect(recording.text.hasSuffix("\u{1B}[3A\rx\u{1B}[K\n\u{1B}[K\n\u{1B}[K\n\u{1B}[2A\r"))
    }
}
