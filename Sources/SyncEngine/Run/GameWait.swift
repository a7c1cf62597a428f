import SyncCore
import SyncPlatform

/// A game is left as it is for now, which is no failure.
struct GameWait: Error {
    let wait: GameRecord.Wait

    /// Outside of `transfer.window`.
    init(for window: TransferWindow, at time: LocalTime) {
        let opening = window.opening(after: time)
        wait = GameRecord.Wait(
            until: LocalClock.moment(of: opening),
            words: "waits until \(opening.clock): outside `transfer.window`")
    }

    /// Not enough is left of a budget.
    init(for span: TransferBudget.Span, _ budget: TransferBudget, needed: Int64?, at time: LocalTime) {
        let next: LocalTime? =
            switch span {
            case .run: nil
            case .day: time.startOfNextDay
            case .month: time.startOfNextMonth
            }
        wait = GameRecord.Wait(
            until: next.flatMap(LocalClock.moment),
            words: "waits \(next.map { "until \($0)" } ?? "for the next run"): \(budget.words(span, needed: needed))")
    }
}

/// A game that no budget of that size will ever let through.
struct BudgetError: Diagnostic, Equatable {
    let span: TransferBudget.Span
    let needed: Int64
    let limit: Int64

    var code: String { "budget" }
    var summary: String {
        "\(byteText(needed)) are needed, more than `\(span.key)` ever allows (\(byteText(limit)))"
    }
    var hint: String? { "Raise `\(span.key)`" }
}
