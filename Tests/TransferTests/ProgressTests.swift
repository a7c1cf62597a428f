import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Progress") struct ProgressTests {
    @Test("reports come at most four times a second and once at the end, and never fall")
    func reports() async throws {
        try await Harness.run { harness in
            harness.server.always(Harness.path, .slow(bytesPerSecond: 100_000))
            let reports = Collected<(DownloadProgress, ContinuousClock.Instant)>()
            let start = ContinuousClock.now
            _ = try await harness.loop.download(harness.request()) { reports.add(($0, .now)) }
            let all = reports.all
            #expect(all.count >= 3)
            #expect(Double(all.count) <= 2 + (ContinuousClock.now - start) / .milliseconds(250))
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.0.done <= $1.0.done })
            #expect(all.allSatisfy { $0.0.total == 100_000 })
            #expect(all.last?.0.done == 100_000)
        }
    }

    @Test("a length that nobody told is no total, and the promised size is one")
    func totals() async throws {
        try await Harness.run { harness in
            harness.server.always(Harness.path, .chunked(), .slow(bytesPerSecond: 400_000))
            let unknown = Collected<DownloadProgress>()
            _ = try await harness.loop.download(harness.request(game: "a")) { unknown.add($0) }
            #expect(unknown.all.first?.total == nil)
            let known = Collected<DownloadProgress>()
            _ = try await harness.loop.download(harness.request(game: "b", size: 100_000)) { known.add($0) }
            #expect(known.all.first?.total == 100_000)
        }
    }

    @Test("the rate is that of the last five seconds")
    func rate() {
        var meter = ProgressMeter(now: .zero)
        #expect(meter.rate(now: .zero) == nil)
        // 1,000 bytes a second for ten seconds, then 3,000.
        for step in 1...40 { _ = meter.add(250, now: .milliseconds(250 * step)) }
        #expect(meter.rate(now: .seconds(10)) == 1_000)
        for step in 1...20 { _ = meter.add(750, now: .seconds(10) + .milliseconds(250 * step)) }
        #expect(meter.rate(now: .seconds(15)) == 3_000)
        for step in 1...10 { _ = meter.add(250, now: .seconds(15) + .milliseconds(250 * step)) }
        #expect(meter.rate(now: .milliseconds(17_500)) == 2_000)
    }

    @Test("many small pieces make few reports")
    func interval() {
        var meter = ProgressMeter(now: .zero)
        let due = (1...1_000).count { meter.add(1, now: .milliseconds($0)) }
        #expect(due == 4)
    }
}
