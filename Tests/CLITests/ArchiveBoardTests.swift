import SyncEngine
import Testing

@testable import SyncCLI

@Suite("Archive progress") struct ArchiveBoardTests {
    func progress(_ bytes: Int64, entry: Int, name: String = "img/a.png") -> ArchiveProgress {
        ArchiveProgress(bytes: bytes, totalBytes: 4_194_304, entry: entry, entries: 12, name: name)
    }

    @Test("one bar for the bytes, with the entry's number and name")
    func lines() {
        var board = ArchiveBoard(verb: "extract")
        #expect(board.lines(columns: 80, rows: 24, glyphs: .ascii) == [])
        board.take(progress(1_048_576, entry: 3))
        #expect(
            board.lines(columns: 80, rows: 24, glyphs: .ascii) == [
                "extract  [======>                       ]  25%  3 of 12  1.0 MiB of 4.0 MiB", "  img/a.png",
            ])
        #expect(
            board.lines(columns: 40, rows: 24, glyphs: .ascii) == [
                "extract  [==>           ]  25%  3 of 12", "  img/a.png",
            ])
    }

    @Test("what comes late from another thread is not taken for the present")
    func late() {
        var board = ArchiveBoard(verb: "extract")
        board.take(progress(2_097_152, entry: 5))
        board.take(progress(1_048_576, entry: 5))
        board.take(progress(2_097_152, entry: 4))
        #expect(board.lines(columns: 40, rows: 24, glyphs: .ascii).first == "extract  [======>       ]  50%  5 of 12")
    }

    @Test("no line is wider than the terminal", arguments: [1, 5, 20, 40, 79, 200], [1, 2, 3, 50])
    func fits(_ columns: Int, _ rows: Int) {
        var board = ArchiveBoard(verb: "extract")
        board.take(progress(.max, entry: .max, name: String(repeating: "游戏/\u{1B}[31m", count: 300)))
        let lines = board.lines(columns: columns, rows: rows, glyphs: .unicode)
        #expect(lines.count <= max(1, rows - 1))
        #expect(lines.allSatisfy { displayWidth($0) < max(columns, 2) && !$0.contains("\u{1B}") })
    }
}
