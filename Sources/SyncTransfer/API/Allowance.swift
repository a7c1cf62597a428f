import Synchronization

/// How many bytes downloads may still receive, all of one or several loops together.
///
/// The rest of a body whose length is known is reserved before its first byte, so that no archive is begun that cannot
/// be ended; what was reserved and did not come is given back. Heads and failed attempts count.
public final class Allowance: Sendable {
    private let balance: Mutex<Int64>

    /// Negative counts as 0.
    public init(bytes: Int64) { balance = Mutex(max(0, bytes)) }

    /// Bytes that may still come, reservations taken off; never below 0.
    public var left: Int64 { balance.withLock { max(0, $0) } }

    /// False, and nothing changed, when so much is not left.
    func reserve(_ bytes: Int64) -> Bool {
        balance.withLock { balance in
            guard bytes <= balance else { return false }
            balance -= bytes
            return true
        }
    }

    /// Takes off what came anyway; the balance may fall below 0.
    func charge(_ bytes: Int64) {
        balance.withLock { balance in
            let (rest, isOver) = balance.subtractingReportingOverflow(max(0, bytes))
            balance = isOver ? .min : rest
        }
    }

    func giveBack(_ bytes: Int64) {
        balance.withLock { balance in
            let (sum, isOver) = balance.addingReportingOverflow(max(0, bytes))
            balance = isOver ? .max : sum
        }
    }

    /// For one request, of which so many bytes are expected.
    func charge(expecting expected: Int64?) throws(TransferError) -> Charge {
        let left = left
        guard left > 0, expected ?? 0 <= left else {
            throw .overAllowance(needed: expected.map { max($0, 1) } ?? 1, left: left)
        }
        return Charge(self)
    }
}
