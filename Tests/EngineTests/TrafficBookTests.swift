import SyncCore
import SyncPlatform
import Synchronization
import Testing

@testable import SyncEngine

@Suite("The books of the line") struct TrafficBookTests {
    private let monday = LocalTime(year: 2026, month: 3, day: 30, minuteOfDay: 600)
    private let wednesday = LocalTime(year: 2026, month: 4, day: 1, minuteOfDay: 0)

    /// What the line has counted.
    private final class Line: Sendable {
        private let bytes = Atomic<Int64>(0)
        var count: Int64 { bytes.load(ordering: .relaxed) }
        func add(_ more: Int64) { bytes.add(more, ordering: .relaxed) }
    }

    private func book(
        _ limits: [TransferBudget.Span: Int64], _ days: [Int64: Int64] = [:], _ line: Line
    ) -> TrafficBook {
        TrafficBook(limits: limits, days: days) { line.count }
    }

    @Test("games under way do not take the same bytes, and what came of one is not counted twice")
    func promises() throws {
        let (line, ape, bee) = (Line(), try GameID("ape"), try GameID("bee"))
        let book = book([.run: 100], [:], line)
        try book.reserve(ape, needed: 60, kept: 0, at: monday)
        #expect(throws: GameWait.self) { try book.reserve(bee, needed: 41, kept: 0, at: monday) }
        // Half of it has come, which changes nothing for the others.
        book.note(ape, done: 30)
        #expect(throws: GameWait.self) { try book.reserve(bee, needed: 41, kept: 0, at: monday) }
        line.add(60)
        book.note(ape, done: 60)
        #expect(throws: GameWait.self) { try book.reserve(bee, needed: 41, kept: 0, at: monday) }
        book.release(ape)
        #expect(throws: GameWait.self) { try book.reserve(bee, needed: 41, kept: 0, at: monday) }
        try book.reserve(bee, needed: 40, kept: 0, at: monday)
    }

    @Test("a game that ends early gives back what it did not need")
    func givenBack() throws {
        let (line, ape) = (Line(), try GameID("ape"))
        let book = book([.run: 100], [:], line)
        try book.reserve(ape, needed: 100, kept: 0, at: monday)
        line.add(10)
        book.release(ape)
        try book.reserve(ape, needed: 90, kept: 0, at: monday)
    }

    @Test("what was kept is not paid again, and a start over is paid twice")
    func startOver() throws {
        let (line, ape) = (Line(), try GameID("ape"))
        let book = book([:], [:], line)
        try book.reserve(ape, needed: 50, kept: 50, at: monday)
        for done: Int64 in [60, 80, 0, 20] { book.note(ape, done: done) }
        #expect(book.takeUnbooked(at: monday)?.bytes == 50)
    }

    @Test("bytes go to the day on which they came, each once, and at the end the line has the last word")
    func booked() throws {
        let (line, ape) = (Line(), try GameID("ape"))
        let book = book([:], [:], line)
        #expect(book.takeUnbooked(at: monday) == nil)
        line.add(7)
        #expect(try #require(book.takeUnbooked(at: monday)) == (monday.dayNumber, 7))
        try book.reserve(ape, needed: nil, kept: 0, at: monday)
        book.note(ape, done: 100)
        #expect(try #require(book.takeUnbooked(at: wednesday)) == (wednesday.dayNumber, 93))
        #expect(book.takeUnbooked(at: wednesday) == nil)
        line.add(83)
        #expect(book.takeUnbooked(at: wednesday) == nil)
        #expect(book.takeUnbooked(at: wednesday, isEnd: true)?.bytes == -10)
    }

    @Test("a new day has its whole budget, and a new month, and earlier runs count")
    func days() throws {
        let (line, ape) = (Line(), try GameID("ape"))
        let known = [monday.dayNumber: Int64(90), monday.dayNumber - 29: 100, monday.dayNumber - 30: 500]
        let book = book([.day: 100, .month: 250], known, line)
        #expect(TrafficBook.left([.day: 100, .month: 250], days: known, at: monday) == 10)
        try book.reserve(ape, needed: 10, kept: 0, at: monday)
        book.release(ape)
        let waits = #expect(throws: GameWait.self) { try book.reserve(ape, needed: 11, kept: 0, at: monday) }
        #expect(
            waits?.wait.words.hasPrefix("waits until 2026-03-31 00:00: `transfer.max_bytes_per_day` has 10 B") == true)
        // The month of Monday has 60 left.
        let longer = #expect(throws: GameWait.self) { try book.reserve(ape, needed: 61, kept: 0, at: monday) }
        #expect(
            longer?.wait.words.hasPrefix("waits until 2026-04-01 00:00: `transfer.max_bytes_per_month` has 60 B")
                == true)
        try book.reserve(ape, needed: 100, kept: 0, at: wednesday)
    }

    @Test("a game that would not even fit beside the manifest of a new day never fits")
    func overhead() throws {
        let (line, ape) = (Line(), try GameID("ape"))
        let book = book([.day: 100], [:], line)
        line.add(5)
        book.beginGames()
        let error = #expect(throws: BudgetError.self) { try book.reserve(ape, needed: 96, kept: 0, at: monday) }
        #expect(error?.span == .day && error?.needed == 96 && error?.limit == 100)
        try book.reserve(ape, needed: 95, kept: 0, at: monday)
    }

    @Test("a download that outgrows the budget waits for what ends the tightest limit")
    func overrun() throws {
        let line = Line()
        line.add(95)
        let wait = try book([.day: 100, .month: 500], [:], line).overrun(needed: 40, at: monday)?.wait
        #expect(
            wait?.words
                == "waits until 2026-03-31 00:00: `transfer.max_bytes_per_day` has 5 B of 100 B left, 40 B needed")
        #expect(try book([:], [:], line).overrun(needed: 40, at: monday) == nil)
        #expect(throws: BudgetError(span: .day, needed: 101, limit: 100)) {
            try book([.day: 100, .month: 500], [:], line).overrun(needed: 101, at: monday)
        }
    }
}
