public import SyncCore
import SyncPlatform

/// The state database: what is installed, wanted, kept, about to happen, and what the last runs did.
///
/// One connection on one ``Lane``, so a wait for the disk or for a lock never holds a thread of the cooperative pool.
/// Each method that changes something is one transaction. Any of them may throw ``StoreError``.
public actor StateStore {
    /// How long a lock of another program is waited for, in milliseconds, before ``StoreError/busy(path:)``.
    public static let busyLimit: Int32 = 5_000

    private let lane = Lane("assetsync.store")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

    let file: StateFile
    let mode: OpenMode
    private var connection: Connection?
    /// Which file the connection has open: a set-aside one keeps its identity under its new name.
    private var identity: TreeIdentity?
    /// Set while what is read does not follow the file's changes: what the file looked like then.
    private var frozen: StateFile.Appearance?
    private var reopenings: Int64 = 0
    private let waiting = BusyWait(milliseconds: busyLimit)

    private init(_ path: String, mode: OpenMode) {
        file = StateFile(path)
        self.mode = mode
    }

    /// Opens the database, making or replacing it where the mode allows that. A task that is cancelled does not wait for
    /// locks of other programs.
    ///
    /// - Parameters:
    ///   - path: Its folder must exist.
    ///   - mode: To read alone, or to read and write.
    ///   - now: For the name of a file that is set aside.
    /// - Returns: The store and what was found.
    /// - Throws: ``StoreError/newerSchema(path:found:known:)``, ``StoreError/busy(path:)``,
    ///   ``StoreError/notWritable(path:reason:)``, ``StoreError/full(path:)``; only to read also
    ///   ``StoreError/missing(path:)`` and ``StoreError/corrupt(path:reason:)``.
    public static func open(
        _ path: String, mode: OpenMode, now: Timestamp
    ) async throws(StoreError) -> (store: StateStore, outcome: OpenOutcome) {
        let store = StateStore(path, mode: mode)
        let outcome: Result<OpenOutcome, StoreError> = await withTaskCancellationHandler {
            do throws(StoreError) { return .success(try await store.connect(now: now)) } catch {
                return .failure(error)
            }
        } onCancel: {
            store.stopWaiting()
        }
        return (store, try outcome.get())
    }

    /// Closes the database; later calls throw ``StoreError/closed(path:)``. Dropping the store closes it too.
    public func close() {
        connection = nil
    }

    /// Changes whenever another connection, in this process or another, has changed the database.
    ///
    /// - Throws: ``StoreError/replaced(path:)`` when another file has taken its place: open it anew.
    public func dataVersion() throws(StoreError) -> Int64 {
        let version = try read { db throws(StoreError) in try db.number("PRAGMA data_version") ?? 0 }
        guard identity == nil || file.identity == identity else { throw .replaced(path: file.shownPath) }
        return version &+ reopenings << 32
    }

    /// Ends all waiting for locks of other programs, now and later: such calls throw ``StoreError/busy(path:)`` nearly at once.
    /// For a process that was asked to stop.
    public nonisolated func stopWaiting() { waiting.end() }

    /// Runs `body`; once its task is cancelled, locks of other programs are hardly waited for any more.
    public nonisolated func whileWanted<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await withTaskCancellationHandler(operation: body, onCancel: { stopWaiting() })
    }

    private func connect(now: Timestamp) throws(StoreError) -> OpenOutcome {
        switch mode {
        case .readOnly:
            try openToRead()
            return .existing
        case .readWrite(let durable):
            return try file.alone(waiting: waiting) { () throws(StoreError) in
                do throws(StoreError) {
                    return try openToWrite(durable: durable)
                } catch .corrupt(_, let reason) {
                    return try replace(reason: reason, durable: durable, now: now)
                }
            }
        }
    }

    private func openToRead() throws(StoreError) {
        identity = file.identity
        (connection, frozen) = try Connection.reading(file, waiting: waiting)
    }

    private func openToWrite(durable: Bool) throws(StoreError) -> OpenOutcome {
        let (connection, isNew) = try Connection.writing(file, durable: durable, waiting: waiting)
        self.connection = connection
        identity = file.identity
        return isNew ? .created : .existing
    }

    private func replace(reason: String, durable: Bool, now: Timestamp) throws(StoreError) -> OpenOutcome {
        connection = nil
        let path = try file.setAside(now: now, durable: durable)
        _ = try openToWrite(durable: durable)
        return .setAside(path: path, reason: reason)
    }

    /// The way out when a statement finds damage that opening did not: sets the file aside and goes on with a new one.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - now: For the name of the file that is set aside.
    /// - Returns: ``OpenOutcome/existing`` when another process has already replaced the file.
    /// - Throws: `error` itself when it is not ``StoreError/corrupt(path:reason:)`` or the store only reads.
    public func startOver(after error: StoreError, now: Timestamp) throws(StoreError) -> OpenOutcome {
        guard case .corrupt(_, let reason) = error, case .readWrite(let durable) = mode else { throw error }
        connection = nil
        return try file.alone(waiting: waiting) { () throws(StoreError) in
            if let current = file.identity, current != identity {
                do throws(StoreError) { return try openToWrite(durable: durable) } catch .corrupt { connection = nil }
            }
            return try replace(reason: reason, durable: durable, now: now)
        }
    }

    /// Runs `body` on the connection; again on a new one if the file has changed and the connection does not follow.
    func read<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result {
        guard var connection else { throw .closed(path: file.shownPath) }
        // A file that never stops changing is not followed for ever.
        for _ in 0..<5 {
            guard let before = frozen else { break }
            let attempt: Swift.Result<Result, StoreError>
            do throws(StoreError) { attempt = .success(try body(connection)) } catch { attempt = .failure(error) }
            guard file.appearance != before else { return try attempt.get() }
            try openToRead()
            reopenings += 1
            guard let reopened = self.connection else { throw .closed(path: file.shownPath) }
            connection = reopened
        }
        return try body(connection)
    }

    /// Runs `body` in one transaction.
    func write<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result {
        guard let connection else { throw .closed(path: file.shownPath) }
        return try connection.transaction { () throws(StoreError) in try body(connection) }
    }

    /// As ``write(_:)``, but the commit does not wait for the disk. A later one that does covers it.
    func writeLightly(_ body: (Connection) throws(StoreError) -> Void) throws(StoreError) {
        guard mode == .readWrite(durable: true), let connection else { return try write(body) }
        try connection.run("PRAGMA synchronous = NORMAL")
        // Refused only inside a transaction, and there is none.
        defer { try? connection.run("PRAGMA synchronous = FULL") }
        try write(body)
    }
}
