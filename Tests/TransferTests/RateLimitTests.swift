import Testing

@testable import SyncTransfer

@Suite("Rate limit") struct RateLimitTests {
    @Test("what was read too fast is waited for, to the byte")
    func pause() {
        var limit = RateLimit(rate: 1_000, now: .zero)
        // A tenth of a second is free.
        #expect(limit.pause(after: 100, now: .zero) == nil)
        #expect(limit.pause(after: 500, now: .zero) == .milliseconds(500))
        #expect(limit.pause(after: 1, now: .milliseconds(500)) == .milliseconds(1))
        // Silence saves no more than that tenth.
        #expect(limit.pause(after: 100, now: .seconds(100)) == nil)
        #expect(limit.pause(after: 1_000, now: .seconds(100)) == .seconds(1))
    }

    @Test("numbers beyond reason do not overflow")
    func extremes() {
        var slow = RateLimit(rate: 1, now: .zero)
        #expect(slow.pause(after: .max, now: .zero) == .seconds(3_600))
        var fast = RateLimit(rate: .max, now: .zero)
        #expect(fast.pause(after: 1 << 40, now: .zero) == nil)
    }
}
