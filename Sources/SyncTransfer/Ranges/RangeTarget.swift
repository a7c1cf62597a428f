/// Where bytes of ranges go.
public protocol RangeTarget: Sendable {
    /// Takes bytes that stand at `offset` in the file. Called on the loop's thread, so it must be quick; the pieces are
    /// of 256 KiB at most and come in any order. Bytes of gaps may come along.
    func put(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(TransferError)
}
