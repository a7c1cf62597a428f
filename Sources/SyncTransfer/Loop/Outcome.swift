/// What became of one exchange.
struct Outcome: Sendable {
    /// Nil when the reply came whole, whatever its status.
    var failure: TransferError?
    var head: ReplyHead?
    /// Bytes of the body and the headers that came over the wire.
    var wireBytes: Int64 = 0
    /// The beginning of a body that nobody took.
    var dropped: [UInt8] = []
}
