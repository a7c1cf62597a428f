import SyncCore
import Synchronization

/// Counts what comes over the line, and keeps promises to games under way apart, so that games that run side by side do
/// not take the same bytes of a budget twice.
final class TrafficBook: Sendable {
    private struct Promise {
        var needed: Int64
        /// Bytes on disk when last heard of, and those that came since the promise.
        var done: Int64
        var came: Int64 = 0
    }

    private struct State {
        /// Bytes by day, those of this run that have been booked included.
        var days: [Int64: Int64]
        var booked: Int64 = 0
        /// What came before the first game: the manifest.
        var overhead: Int64 = 0
        var promises: [GameID: Promise] = [:]
        /// Bytes of archives, by the games' own word.
        var came: Int64 = 0
    }

    private let limits: [TransferBudget.Span: Int64]
    private let received: @Sendable () -> Int64
    private let state: Mutex<State>

    /// - Parameters:
    ///   - limits: In bytes; a span without a limit is not there.
    ///   - days: What the state knows of earlier runs.
    ///   - received: All bytes of this run, as far as they have been counted: those of a request under way may not be.
    init(limits: [TransferBudget.Span: Int64], days: [Int64: Int64], received: @escaping @Sendable () -> Int64) {
        self.limits = limits
        self.received = received
        state = Mutex(State(days: days))
    }

    /// What is left as the run begins; nil without a limit.
    static func left(_ limits: [TransferBudget.Span: Int64], days: [Int64: Int64], at time: LocalTime) -> Int64? {
        budget(limits, days: days, run: 0, unbooked: 0, promised: 0, at: time).left
    }

    /// What every run costs has come; the games begin.
    func beginGames() { state.withLock { $0.overhead = received() } }

    /// Promises a game what it needs. Give it back by ``release(_:)``.
    ///
    /// - Parameters:
    ///   - game: Whose bytes they are.
    ///   - needed: In bytes; nil when unknown.
    ///   - kept: Bytes on disk already.
    ///   - time: Now.
    /// - Throws: ``GameWait``, or ``BudgetError`` when waiting cannot help.
    func reserve(_ game: GameID, needed: Int64?, kept: Int64, at time: LocalTime) throws {
        try state.withLock { state -> Void in
            let budget = account(state, at: time)
            switch budget.verdict(needed: needed, overhead: state.overhead) {
            case .fits: state.promises[game] = Promise(needed: needed ?? 0, done: kept)
            case .waits(let span): throw GameWait(for: span, budget, needed: needed, at: time)
            case .never(let span):
                throw BudgetError(span: span, needed: needed ?? 0, limit: budget.limits[span] ?? 0)
            }
        }
    }

    /// Why a game that turned out to need more than was left waits; nil without a limit.
    ///
    /// - Throws: ``BudgetError`` when waiting cannot help.
    func overrun(needed: Int64?, at time: LocalTime) throws(BudgetError) -> GameWait? {
        let (budget, overhead) = state.withLock { state in (account(state, at: time), state.overhead) }
        if let needed, case .never(let span) = budget.verdict(needed: needed, overhead: overhead) {
            throw BudgetError(span: span, needed: needed, limit: budget.limits[span] ?? 0)
        }
        return budget.tightest.map { GameWait(for: $0, budget, needed: needed, at: time) }
    }

    /// How many bytes of a game are on disk now.
    func note(_ game: GameID, done: Int64) {
        state.withLock { state in
            guard var promise = state.promises[game] else { return }
            // It falls when a download starts over; what came before was paid for all the same.
            let step = max(0, done - promise.done)
            promise.done = done
            promise.came += step
            state.came += step
            state.promises[game] = promise
        }
    }

    func release(_ game: GameID) { state.withLock { $0.promises[game] = nil } }

    /// What has come since the last call, to be added to a day; nil when nothing has. At the end of the run what games
    /// said of themselves is replaced by what the line counted, which may make it less.
    func takeUnbooked(at time: LocalTime, isEnd: Bool = false) -> (day: Int64, bytes: Int64)? {
        state.withLock { state in
            let total = isEnd ? received() : max(received(), state.came, state.booked)
            let bytes = total - state.booked
            guard bytes != 0 else { return nil }
            state.booked = total
            state.days[time.dayNumber, default: 0] += bytes
            return (time.dayNumber, bytes)
        }
    }

    private func account(_ state: State, at time: LocalTime) -> TransferBudget {
        let run = max(received(), state.came)
        let promised = state.promises.values.reduce(0) { $0 + max(0, $1.needed - $1.came) }
        return Self.budget(
            limits, days: state.days, run: run, unbooked: run - state.booked, promised: promised, at: time)
    }

    private static func budget(
        _ limits: [TransferBudget.Span: Int64], days: [Int64: Int64], run: Int64, unbooked: Int64, promised: Int64,
        at time: LocalTime
    ) -> TransferBudget {
        let month = time.monthDays
        let ofMonth = days.reduce(0) { month.contains($1.key) ? $0 + $1.value : $0 }
        return TransferBudget(
            limits: limits,
            used: [
                .run: run + promised, .day: (days[time.dayNumber] ?? 0) + unbooked + promised,
                .month: ofMonth + unbooked + promised,
            ])
    }
}

extension Config.Transfer {
    /// By what they count.
    var budgets: [TransferBudget.Span: Int64] {
        let limits: [(TransferBudget.Span, Int64?)] = [
            (.run, maxBytesPerRun), (.day, maxBytesPerDay), (.month, maxBytesPerMonth),
        ]
        return Dictionary(uniqueKeysWithValues: limits.compactMap { span, limit in limit.map { (span, $0) } })
    }
}
