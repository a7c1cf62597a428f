import SyncCore
import Testing

@Suite("Exit status") struct ExitStatusTests {
    /// The testing library has a type of that name too.
    private typealias ExitStatus = SyncCore.ExitStatus

    @Test("the numbers are those of the contract")
    func numbers() {
        let numbers: [(ExitStatus, Int32)] = [
            (.done, 0), (.someFailed, 1), (.usage, 2), (.workPending, 3), (.damaged, 4), (.network, 5), (.trust, 6),
            (.diskFull, 7), (.lockBusy, 8), (.config, 9), (.interrupted, 10), (.internalError, 11),
        ]
        for (status, number) in numbers { #expect(status.rawValue == number) }
        #expect(ExitStatus.allCases.count == numbers.count)
    }

    @Test("where several apply, the earlier in the contract's order wins, whichever is asked")
    func precedence() {
        // 8, 9, 11, 6, 5, 10 before 7 before 1; success last.
        let order: [ExitStatus] = [
            .lockBusy, .config, .internalError, .trust, .network, .interrupted, .diskFull, .someFailed, .done,
        ]
        for (index, winner) in order.enumerated() {
            for loser in order[index...] {
                #expect(winner.combined(with: loser) == winner)
                #expect(loser.combined(with: winner) == winner)
            }
        }
    }

    @Test("for any two the answer is one of them, the same from both sides, and success only for two successes")
    func order() {
        for one in ExitStatus.allCases {
            for two in ExitStatus.allCases {
                let both = one.combined(with: two)
                #expect(both == two.combined(with: one))
                #expect(both == one || both == two)
                #expect((both == .done) == (one == .done && two == .done))
                for three in ExitStatus.allCases {
                    #expect(both.combined(with: three) == one.combined(with: two.combined(with: three)))
                }
            }
        }
    }

    @Test("every code has its own words for the manual page")
    func words() {
        let meanings = ExitStatus.allCases.map(\.meaning)
        #expect(Set(meanings).count == meanings.count)
        #expect(meanings.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
    }
}
