import CCurl

/// The exchanges that wait and those that run. Lives on the loop's thread.
final class TransferQueue {
    var waiting: [Order] = []
    private var running: [UInt64: Exchange] = [:]
    private var perOrigin: [Origin: Int] = [:]
    /// Whether something ended since the last look at what waits.
    private var hasMoreRoom = false
    private let gate: RateGate?
    private let multi: MultiHandle
    private let settings: TransferSettings

    init(_ multi: MultiHandle, _ settings: TransferSettings) {
        self.multi = multi
        self.settings = settings
        gate = RateGate(rate: settings.maxRate)
    }

    /// Starts what may start, lets curl work, and finishes what ended.
    func turn() {
        if gate?.openWhenDue() == true {
            // In another order each time, so that none is always first.
            for exchange in running.values.shuffled() { exchange.unpause() }
        }
        // What ends makes room for what waits, and that has to be begun before the loop sleeps.
        repeat {
            hasMoreRoom = false
            admit()
            multi.perform()
            settle()
            finishEnded()
            endStalled()
        } while hasMoreRoom
    }

    /// How long the loop may sleep unless curl has something to do.
    var patience: Int32 {
        guard let earliest = running.values.map(\.lastByte).min() else { return 60_000 }
        let left = min(gate?.opening ?? .now + .seconds(60), earliest + settings.stallTimeout) - .now
        return Int32(min(max(left.milliseconds, 1), 60_000))
    }

    func cancel(_ ids: [UInt64]) {
        for id in ids {
            if let exchange = running[id] {
                finish(exchange, CURLE_OK, failure: .cancelled)
            } else if let place = waiting.firstIndex(where: { $0.id == id }) {
                waiting.remove(at: place).continuation.resume(returning: Outcome(failure: .cancelled))
            }
        }
    }

    func cancelAll() {
        cancel(Array(running.keys))
        for order in waiting { order.continuation.resume(returning: Outcome(failure: .cancelled)) }
        waiting = []
    }

    private func admit() {
        var place = 0
        while running.count < max(1, settings.parallel), place < waiting.count {
            let origin = waiting[place].ask.origin
            guard perOrigin[origin, default: 0] < max(1, settings.perHost) else {
                place += 1
                continue
            }
            start(waiting.remove(at: place))
        }
    }

    private func start(_ order: Order) {
        // One for each exchange: curl may keep the buffer of an earlier one, and then refuses to be set up anew.
        guard let easy = EasyHandle() else {
            return order.continuation.resume(returning: Outcome(failure: .setting("curl", problem: "out of memory")))
        }
        let exchange = Exchange(order, easy, settings, gate)
        if let code = easy.failure {
            let text = String(cString: curl_easy_strerror(code))
            return order.continuation.resume(returning: Outcome(failure: .setting("curl", problem: text)))
        }
        guard multi.add(easy) else {
            return order.continuation.resume(returning: Outcome(failure: .setting("curl", problem: "no transfer")))
        }
        running[order.id] = exchange
        perOrigin[order.ask.origin, default: 0] += 1
    }

    private func settle() {
        for exchange in running.values where !exchange.settle() { finish(exchange, CURLE_OK) }
    }

    private func finishEnded() {
        while let (tag, code) = multi.nextEnded() {
            guard let exchange = Exchange.of(tag) else { continue }
            finish(exchange, code)
        }
    }

    private func endStalled() {
        let oldest = ContinuousClock.now - settings.stallTimeout
        for exchange in running.values where exchange.isSilent(since: oldest) {
            let host = exchange.order.ask.origin.description
            finish(exchange, CURLE_OK, failure: .stalled(host: host, after: settings.stallTimeout))
        }
    }

    private func finish(_ exchange: Exchange, _ code: CURLcode, failure: TransferError? = nil) {
        let order = exchange.order
        let outcome = exchange.outcome(code, settings, failure: failure)
        multi.remove(exchange.easy)
        running[order.id] = nil
        hasMoreRoom = true
        perOrigin[order.ask.origin, default: 1] -= 1
        if perOrigin[order.ask.origin] == 0 { perOrigin[order.ask.origin] = nil }
        order.continuation.resume(returning: outcome)
    }
}
