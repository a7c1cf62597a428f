import SyncCore
import Testing

@Suite("Back-off") struct BackoffTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    @Test(
        "pauses double from five minutes to a day, however often it fails",
        arguments: [
            (-3, 300), (0, 300), (1, 300), (2, 600), (3, 1200), (9, 76_800), (10, 86_400), (11, 86_400),
            (Int.max, 86_400),
        ] as [(Int, Int64)])
    func pauses(_ refusals: Int, _ seconds: Int64) {
        #expect(Backoff.pause(refusals: refusals) == seconds)
    }

    @Test(
        "what the same bytes or the same address would meet again waits, and nothing else",
        arguments: [
            (GameStep.download, Retry.never, true), (.download, .later, false), (.verify, .later, true),
            (.verify, .never, true), (.extract, .never, true), (.extract, .later, false), (.space, .never, false),
            (.record, .never, false), (.swap, .never, false), (.delete, .never, false), (.plan, .never, false),
            (.manifest, .never, false),
        ])
    func kinds(_ step: GameStep, _ retry: Retry, _ waits: Bool) {
        #expect(Backoff.holdsBack(step, retry) == waits)
    }

    @Test(
        "a wait ends at its time, and one that only a wrong clock can have written does not count",
        arguments: [
            (-1, false), (0, false), (1, true), (86_400, true), (86_401, false), (40_000_000_000, false),
        ] as [(Int64, Bool)])
    func ends(_ seconds: Int64, _ waits: Bool) {
        let failure = GameFailure(
            step: .download, code: "x", message: "x", since: now, retryAt: now.advanced(by: seconds))
        #expect(Backoff.end(of: failure, now: now) == (waits ? now.advanced(by: seconds) : nil))
    }

    @Test("without a failure, or without a time, nothing waits")
    func nothing() {
        #expect(Backoff.end(of: nil, now: now) == nil)
        #expect(Backoff.end(of: GameFailure(step: .verify, code: "x", message: "x", since: now), now: now) == nil)
    }

    @Test(
        "the cause is what stands before the way out",
        arguments: [
            ("HTTP 404. Publish it. Soon", "HTTP 404"), ("the file `a. b` is gone. Look", "the file `a. b` is gone"),
            ("version 1.0 is bad", "version 1.0 is bad"), ("", ""),
        ])
    func cause(_ message: String, _ cause: String) {
        #expect(GameFailure(step: .verify, code: "x", message: message, since: now).cause == cause)
    }

    /// A game that failed a minute ago and waits four more.
    private func waiting(installed: Bool) throws -> GameRecord {
        var record = try installed ? Sample.installed("snake", "1") : GameRecord(id: GameID("snake"))
        record.failure = GameFailure(
            step: .download, code: "x", message: "HTTP 404 for `a`. Publish it", since: now,
            retryAt: now.advanced(by: 240))
        return record
    }

    @Test("a run by a timer leaves a waiting game alone and says until when and why", arguments: [true, false])
    func scheduled(_ isInstalled: Bool) throws {
        let plan = Plan(
            manifest: Manifest(releases: [try Sample.release("snake", "2"), try Sample.release("other")]),
            records: [try waiting(installed: isInstalled)], onDisk: isInstalled ? Sample.disk(["snake"]) : [:],
            options: PlanOptions(waitingAt: now))
        #expect(plan.steps.map(\.release.game.text) == ["other"])
        #expect(plan.waiting.map(\.text) == ["snake"])
        let skip = try #require(plan.skipped.first)
        #expect(skip.wanted?.text == "2")
        #expect(
            skip.reason
                == "waits until 2027-01-15T08:04:00Z, because the last attempt failed: download: HTTP 404 for `a`")
    }

    @Test("a run by hand never waits, and a timer not longer than the time")
    func byHand() throws {
        for time in [nil, now.advanced(by: 240)] {
            let plan = Plan(
                manifest: Manifest(releases: [try Sample.release("snake", "2")]),
                records: [try waiting(installed: true)], onDisk: Sample.disk(["snake"]),
                options: PlanOptions(waitingAt: time))
            #expect(plan.steps.count == 1)
            #expect(plan.skipped.isEmpty)
        }
    }
}
