import SyncCore
import Testing

@Suite("Budgets") struct TransferBudgetTests {
    private typealias Span = TransferBudget.Span

    @Test("without a limit everything fits")
    func unlimited() {
        let budget = TransferBudget(limits: [:], used: [.run: .max, .day: .max, .month: .max])
        #expect(budget.verdict(needed: .max, overhead: .max) == .fits)
        #expect(budget.left == nil)
        #expect(budget.tightest == nil)
    }

    @Test(
        "a game fits up to the last byte, waits beyond it, and never fits beyond the whole",
        arguments: [
            (60, .fits), (61, .waits(.day)), (95, .waits(.day)), (96, .never(.day)), (101, .never(.day)),
            (nil, .fits), (0, .fits), (.max, .never(.day)),
        ] as [(Int64?, TransferBudget.Verdict)])
    func day(_ needed: Int64?, _ verdict: TransferBudget.Verdict) {
        let budget = TransferBudget(limits: [.day: 100], used: [.day: 40, .month: 5_000])
        #expect(budget.left == 60)
        #expect(budget.verdict(needed: needed, overhead: 5) == verdict)
    }

    @Test("of several limits the one that lasts longest says how long a game waits")
    func several() {
        let limits: [TransferBudget.Span: Int64] = [.run: 50, .day: 100, .month: 1_000]
        func verdict(_ used: [TransferBudget.Span: Int64], _ needed: Int64?) -> TransferBudget.Verdict {
            TransferBudget(limits: limits, used: used).verdict(needed: needed)
        }
        #expect(verdict([:], 50) == .fits)
        #expect(verdict([:], 51) == .never(.run))
        #expect(verdict([:], 101) == .never(.day))
        #expect(verdict([.run: 10, .day: 10, .month: 10], 45) == .waits(.run))
        #expect(verdict([.run: 10, .day: 90, .month: 90], 45) == .waits(.day))
        #expect(verdict([.run: 10, .day: 90, .month: 990], 45) == .waits(.month))
        #expect(verdict([.run: 0, .day: 0, .month: 990], 45) == .waits(.month))
    }

    @Test("a size that nobody knows fits as long as anything is left")
    func unknown() {
        func verdict(_ used: Int64) -> TransferBudget.Verdict {
            TransferBudget(limits: [.month: 100], used: [.month: used]).verdict(needed: nil)
        }
        #expect(verdict(99) == .fits)
        #expect(verdict(100) == .waits(.month))
        #expect(verdict(.max) == .waits(.month))
    }

    @Test("more used than allowed leaves nothing, and numbers without sense do no harm")
    func clamped() {
        let budget = TransferBudget(limits: [.run: 10, .day: 5, .month: 7], used: [.run: 11, .day: -9, .month: .max])
        #expect(budget.left(of: .run) == 0)
        #expect(budget.left(of: .day) == 5)
        #expect(budget.left(of: .month) == 0)
        #expect(budget.left == 0)
    }

    @Test("the words name the limit, what is left of it and what is needed")
    func words() {
        let budget = TransferBudget(limits: [.day: 100 << 20], used: [.day: 88 << 20])
        #expect(
            budget.words(.day, needed: 35 << 20)
                == "`transfer.max_bytes_per_day` has 12.0 MiB of 100 MiB left, 35.0 MiB needed")
        #expect(budget.words(.day, needed: nil) == "`transfer.max_bytes_per_day` has 12.0 MiB of 100 MiB left")
        #expect(budget.tightest == .day)
    }
}
