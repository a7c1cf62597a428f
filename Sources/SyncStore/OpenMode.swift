/// What a ``StateStore`` is opened for.
public enum OpenMode: Sendable, Equatable {
    /// Makes what is missing and sets aside what is damaged.
    ///
    /// Durable: a change is on the disk when the call returns, so it survives a power cut. Otherwise it survives
    /// `kill -9`, and after a power cut the database is as it was a moment earlier.
    case readWrite(durable: Bool)
    /// Changes nothing, needs no permission to write, and works while another process writes.
    case readOnly
}
