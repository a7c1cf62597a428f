import Synchronization

/// What one request takes from an ``Allowance``: held while it runs, settled with what came.
final class Charge: Sendable {
    private struct State {
        var held: Int64 = 0
        /// Whether the whole body is reserved.
        var isReserved = false
    }

    private let allowance: Allowance
    private let state = Mutex(State())

    init(_ allowance: Allowance) { self.allowance = allowance }

    /// Before the body: reserves all of it where its length is known.
    func begin(_ length: Int64?) throws(TransferError) {
        guard let length else { return }
        guard allowance.reserve(length) else { throw .overAllowance(needed: length, left: allowance.left) }
        state.withLock {
            $0.held += length
            $0.isReserved = true
        }
    }

    /// Before a piece of the body is taken.
    func take(_ bytes: Int) throws(TransferError) {
        let isReserved = state.withLock { $0.isReserved }
        guard !isReserved else { return }
        guard allowance.reserve(Int64(bytes)) else {
            throw .overAllowance(needed: Int64(bytes), left: allowance.left)
        }
        state.withLock { $0.held += Int64(bytes) }
    }

    /// When the request has ended: what came counts, nothing else.
    func settle(spent: Int64) {
        let held = state.withLock { state in
            defer { state = State() }
            return state.held
        }
        allowance.giveBack(held)
        allowance.charge(spent)
    }
}
