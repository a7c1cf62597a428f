/// Takes one reply; called on the loop's thread, so it must be quick.
protocol ReplySink: Sendable {
    /// The final head, before the first byte of the body. Not called for redirects.
    func begin(_ head: ReplyHead) throws(TransferError) -> BodyVerdict
    /// A piece of the body, of 16 KiB at most.
    func take(_ bytes: UnsafeRawBufferPointer) throws(TransferError)
    /// No more bytes at the moment. `isEnd` says that none will come, for whatever reason.
    func settle(isEnd: Bool) throws(TransferError)
}

/// What happens with the body of a reply.
enum BodyVerdict: Sendable {
    case take
    /// Read and dropped when it is small, so that the connection can be used again.
    case drop
}
