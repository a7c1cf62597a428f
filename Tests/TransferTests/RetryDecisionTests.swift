import SyncCore
import Testing

@testable import SyncTransfer

@Suite("Retry decision") struct RetryDecisionTests {
    private let failure = TransferError.status(500, url: "http://host/x")

    @Test("a request that fails without progress is sent again as often as the settings say, then the failure stands")
    func countsAttempts() {
        var decision = RetryDecision(retries: 2)
        #expect(decision.after(failure, progressed: false, chance: 0.5) == .retry(after: .milliseconds(100)))
        #expect(decision.after(failure, progressed: false, chance: 0.5) == .retry(after: .milliseconds(200)))
        #expect(decision.after(failure, progressed: false, chance: 0.5) == .giveUp(failure))
    }

    @Test("pauses double up to half a minute, each a random part of the whole")
    func pauses() {
        var decision = RetryDecision(retries: 100)
        var longest: [Duration] = []
        for _ in 0..<10 {
            guard case .retry(let after) = decision.after(failure, progressed: false, chance: 1) else { return }
            longest.append(after)
        }
        let expected = [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30].map { Duration.seconds($0) }
        #expect(zip(longest, expected).allSatisfy { ($0 - $1) < .milliseconds(1) && ($1 - $0) < .milliseconds(1) })
        #expect(decision.after(failure, progressed: false, chance: 0) == .retry(after: .zero))
    }

    @Test("progress begins the count anew")
    func progress() {
        var decision = RetryDecision(retries: 1)
        for _ in 0..<50 {
            #expect(decision.after(.closedEarly(missing: 1), progressed: true, chance: 0) == .retry(after: .zero))
        }
        #expect(decision.after(failure, progressed: false, chance: 0) == .giveUp(failure))
    }

    @Test("no retries means none", arguments: [0, -1])
    func none(_ retries: Int) {
        var decision = RetryDecision(retries: retries)
        #expect(decision.after(failure, progressed: false, chance: 0) == .giveUp(failure))
    }

    @Test("what the server asks for is the least, up to five minutes; beyond that the attempt ends")
    func retryAfter() {
        var decision = RetryDecision(retries: 3)
        #expect(
            decision.after(failure, retryAfter: .seconds(300), progressed: false, chance: 0)
                == .retry(after: .seconds(300)))
        #expect(
            decision.after(failure, retryAfter: .seconds(301), progressed: false, chance: 0)
                == .giveUp(.retryLater(after: .seconds(301), status: 500)))
    }

    @Test("what cannot change in a moment is not tried again")
    func final() {
        for failure: TransferError in [
            .status(404, url: "x"), .digestMismatch(.md5, expected: "a", got: "b"), .tls(host: "h", .expired),
            .tooLarge(limit: 1, promised: 2), .cancelled, .redirectScheme("file"), .proxy(status: 407),
        ] {
            var decision = RetryDecision(retries: 5)
            #expect(decision.after(failure, progressed: true, chance: 0) == .giveUp(failure))
        }
    }

    @Test("`Retry-After` is read as seconds, or as a date against the reply's own clock")
    func reading() {
        func pause(_ text: String?, sent: String? = "Tue, 01 Jul 2025 10:00:00 GMT") -> Duration? {
            var head = ReplyHead(status: 503)
            head.retryAfter = text
            head.date = sent
            // 2025-07-01T09:59:00Z
            return RetryAfter.pause(head, now: 1_751_363_940)
        }
        #expect(pause("120") == .seconds(120))
        #expect(pause("0") == .zero)
        #expect(pause("Tue, 01 Jul 2025 10:00:30 GMT") == .seconds(30))
        #expect(pause("Tue, 01 Jul 2025 10:00:30 GMT", sent: nil) == .seconds(90))
        #expect(pause("Tuesday, 01-Jul-25 10:00:30 GMT") == .seconds(30))
        #expect(pause("Tue, 01 Jul 2020 10:00:00 GMT") == .zero)
        #expect(pause("99999999999999999999") == .seconds(31_536_000))
        for text in [nil, "", "-5", "soon", "1.5", "5 s"] { #expect(pause(text) == nil) }
    }
}
