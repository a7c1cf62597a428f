import Testing

@testable import SyncTransfer

@Suite("Retry decision") struct RetryDecisionTests {
    @Test("a request that fails without progress is sent again as often as the settings say, then the failure stands")
    func countsAttempts() {
        var decision = RetryDecision(retries: 2)
        let failure = TransferError.status(500, url: "http://host/x")
        #expect(decision.after(failure, progressed: false, chance: 0.5) == .retry(after: .milliseconds(100)))
        #expect(decision.after(failure, progressed: false, chance: 0.5) == .retry(after: .milliseconds(200)))
        #expect(decision.after(failure, progressed: false, chance: 0.5) == .giveUp(failure))
    }
}
