import SyncCore
import Testing

@Suite("Progress") struct ProgressEventTests {
    private func eta(_ done: Int64, of total: Int64?, at rate: Int64?) throws -> Int64? {
        ProgressEvent(game: try GameID("snake"), phase: .download, done: done, total: total, bytesPerSecond: rate).eta
    }

    @Test("the time to go is rounded up")
    func rounding() throws {
        #expect(try eta(0, of: 100, at: 10) == 10)
        #expect(try eta(0, of: 101, at: 10) == 11)
        #expect(try eta(99, of: 100, at: 1000) == 1)
        #expect(try eta(100, of: 100, at: 10) == 0)
    }

    @Test("there is none without a total or a rate, or with more done than there is")
    func unknown() throws {
        #expect(try eta(0, of: nil, at: 10) == nil)
        #expect(try eta(0, of: 10, at: nil) == nil)
        #expect(try eta(0, of: 10, at: 0) == nil)
        #expect(try eta(0, of: 10, at: -1) == nil)
        #expect(try eta(11, of: 10, at: 1) == nil)
        #expect(try eta(-1, of: 10, at: 1) == nil)
    }

    @Test("sizes that a server lies about do not stop the process")
    func extremes() throws {
        #expect(try eta(0, of: .max, at: .max) == 1)
        #expect(try eta(0, of: .max, at: 1) == .max)
        #expect(try eta(.min, of: .max, at: 1) == nil)
        #expect(try eta(1, of: .max, at: 2) == 4_611_686_018_427_387_903)
    }
}
