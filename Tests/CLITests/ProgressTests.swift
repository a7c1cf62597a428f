import SyncCore
import Testing

@testable import SyncCLI

@Suite("Progress") struct ProgressTests {
    func event(
        _ game: String, _ done: Int64, _ total: Int64?, phase: ProgressEvent.Phase = .download, rate: Int64? = nil
    ) throws -> RunEvent {
        .progress(ProgressEvent(game: try GameID(game), phase: phase, done: done, total: total, bytesPerSecond: rate))
    }

    func ended(_ game: String, _ outcome: GameReport.Outcome = .done) -> RunEvent {
        .game(GameReport(id: game, action: .install, outcome: outcome))
    }

    @Test("a bar a running game and one for the whole, within the width")
    func bars() throws {
        var board = ProgressBoard()
        #expect(board.lines(columns: 80, rows: 24, glyphs: .ascii) == [])
        board.take(.planned(changes: 4))
        board.take(ended("ape"))
        board.take(ended("cow", .failed))
        board.take(try event("snake", 1_048_576, 2_097_152, rate: 524_288))
        board.take(try event("tetris", 512, nil))
        board.take(try event("pong", 75, 100, phase: .extract))
        #expect(
            board.lines(columns: 81, rows: 24, glyphs: .ascii) == [
                "snake   download  [=====>       ]  50%  1.0 MiB of 2.0 MiB  512 KiB/s  0:02 left",
                "tetris  download  [                              ]       512 B",
                "pong    extract   [=====================>        ]  75%  75 B of 100 B",
                "total             [===================>      ]  77%  2 of 4  1 failed  512 KiB/s",
            ])
        board.take(ended("snake"))
        board.take(ended("tetris"))
        board.take(ended("pong"))
        #expect(
            board.lines(columns: 80, rows: 24, glyphs: .ascii) == [
                "total             [==============================] 100%  5 of 5  1 failed"
            ])
    }

    @Test(
        "no line is wider than the terminal and no block higher", arguments: [1, 5, 20, 40, 79, 200], [1, 4, 10, 50])
    func fits(_ columns: Int, _ rows: Int) throws {
        var board = ProgressBoard()
        board.take(.planned(changes: 30))
        for index in 0..<30 {
            board.take(try event("游戏-\(index)-\(String(repeating: "x", count: index * 3))", 1 << 40, 1 << 41, rate: 1))
        }
        let lines = board.lines(columns: columns, rows: rows, glyphs: .unicode)
        #expect(lines.count <= max(rows - 1, 2))
        #expect(lines.allSatisfy { displayWidth($0) < max(columns, 2) })
    }

    @Test("numbers that make no sense break nothing")
    func hostileNumbers() throws {
        var board = ProgressBoard()
        board.take(.planned(changes: .max))
        for (index, (done, total, rate)) in [
            (Int64.max, Int64.max, Int64.max), (.max, 1, .max), (-5, 10, -1), (5, 0, 0), (.min, .max, .min),
        ].enumerated() {
            board.take(try event("g\(index)", done, total, rate: rate))
        }
        #expect(board.lines(columns: 80, rows: 24, glyphs: .ascii).count == 6)
    }

    @Test("JSON lines come twice a second for each game, one as it ends and one last")
    func json() throws {
        var lines = ProgressJSON()
        let start = ContinuousClock.now
        func line(_ event: RunEvent, at milliseconds: Int) -> String? {
            lines.line(for: event, at: start + .milliseconds(milliseconds), time: noon)
        }
        #expect(line(.planned(changes: 2), at: 0) == nil)
        #expect(
            line(try event("ape", 10, 100, rate: 30), at: 0)
                == #"{"type":"progress","time":"2026-01-02T03:04:05Z","game":"ape","phase":"download","done":10,"#
                + #""total":100,"bps":30,"eta":3}"#)
        #expect(line(try event("ape", 20, 100), at: 499) == nil)
        #expect(
            line(try event("bee", 1, nil, phase: .extract), at: 499)
                == #"{"type":"progress","time":"2026-01-02T03:04:05Z","game":"bee","phase":"extract","done":1,"#
                + #""total":null,"bps":null,"eta":null}"#)
        #expect(line(try event("ape", 30, 100), at: 500) != nil)
        #expect(line(try event("ape", 31, 100), at: 999) == nil)
        #expect(
            line(ended("ape"), at: 999)
                == #"{"type":"game","time":"2026-01-02T03:04:05Z","game":"ape","action":"install","from":null,"#
                + #""to":null,"outcome":"done","bytes_downloaded":0,"bytes_saved":0,"error":null,"note":null}"#)
        let report = RunReport(
            result: .failed, exit: .network, kept: 2,
            error: RunFailure(exit: .network, code: "x.y", summary: "not reachable", hint: "Look"))
        #expect(
            line(.finished(report), at: 1000)
                == #"{"type":"result","time":"2026-01-02T03:04:05Z","result":"failed","exit":5,"installed":0,"#
                + #""updated":0,"reinstalled":0,"deleted":0,"failed":0,"kept":2,"bytes_downloaded":0,"#
                + #""bytes_saved":0,"error":{"code":"x.y","message":"not reachable","hint":"Look"}}"#)
    }

    @Test("bars only where they can be drawn, nothing for the quiet")
    func style() {
        var facts = TerminalFacts()
        #expect(ProgressMode.auto.style(on: facts, quiet: false) == .lines)
        #expect(ProgressMode.auto.style(on: facts, quiet: true) == .none)
        #expect(ProgressMode.always.style(on: facts, quiet: false) == .bars)
        facts.canDraw = true
        #expect(ProgressMode.auto.style(on: facts, quiet: false) == .bars)
        #expect(ProgressMode.never.style(on: facts, quiet: false) == .none)
        #expect(ProgressMode.json.style(on: facts, quiet: true) == .json)
    }
}
