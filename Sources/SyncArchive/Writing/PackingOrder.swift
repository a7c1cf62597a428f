import Dispatch
import Glibc
import SyncPlatform
import Synchronization

/// Puts entries into the file in their order, while several workers pack them in any order.
///
/// A worker hands over an entry that is ready; it is written when all before it are. An entry too large to be held in
/// memory waits for its turn and is then written piece by piece. Workers begin entries in order, so the one whose turn
/// it is never waits for another.
final class PackingOrder: Sendable {
    /// Held for entries before them; then workers wait.
    private static let mostHeldBytes = 32 << 20

    private let file: Descriptor
    private let path: String
    private let state: Mutex<State>

    private struct State: ~Copyable {
        /// Whose turn it is, and where it goes.
        var next = 0
        var offset: Int64 = 0
        var ready: [Int: (record: EntryRecord, bytes: [UInt8])] = [:]
        var heldBytes = 0
        var isWriting = false
        var records: [EntryRecord] = []
        /// One for each worker that waits: a signal that all share could be taken by the wrong one.
        var waiting: [DispatchSemaphore] = []
        var isStopped = false
    }

    init(_ file: consuming Descriptor, path: String) {
        self.file = file
        self.path = path
        state = Mutex(State())
    }

    /// Hands over a whole entry: its header and packed bytes together.
    func put(_ index: Int, _ record: EntryRecord, _ bytes: [UInt8]) throws(ArchiveError) {
        state.withLock { state in
            state.ready[index] = (record, bytes)
            state.heldBytes += bytes.count
        }
        try writeReady()
        wait { $0.heldBytes <= Self.mostHeldBytes }
    }

    /// Waits until all entries before are written.
    ///
    /// - Returns: Where the entry's header goes; nil when others failed.
    func turn(_ index: Int) -> Int64? {
        wait { $0.next == index && !$0.isWriting }
        return state.withLock { $0.isStopped ? nil : $0.offset }
    }

    /// The entry whose turn it is has been written up to `end`.
    func finish(_ record: EntryRecord, end: Int64) throws(ArchiveError) {
        state.withLock { state in
            state.records.append(record)
            state.next += 1
            state.offset = end
        }
        wake()
        try writeReady()
    }

    /// Nobody waits any longer.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(ArchiveError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(file.raw, rest.baseAddress, rest.count, off_t(offset + Int64(done)))
            if count < 0 {
                if errno == EINTR { continue }
                throw .platform(entry: nil, .system(call: "write", path: entryText(path), errno: errno))
            }
            done += count
        }
    }

    /// Writes directory and end record.
    func end(flushing: Bool) throws(ArchiveError) -> [EntryRecord] {
        let (records, start) = state.withLock { ($0.records, $0.offset) }
        var offset = start
        var bytes: [UInt8] = []
        for record in records {
            bytes += record.centralHeader
            if bytes.count > 1 << 20 { try flushBuffer(&bytes, &offset) }
        }
        let size = offset + Int64(bytes.count) - start
        bytes += EndRecordBytes.make(entries: records.count, directoryOffset: start, directorySize: size)
        try flushBuffer(&bytes, &offset)
        if flushing {
            do throws(PlatformError) {
                try file.flush(path: path)
            } catch {
                throw .platform(entry: nil, error)
            }
        }
        return records
    }

    private func flushBuffer(_ bytes: inout [UInt8], _ offset: inout Int64) throws(ArchiveError) {
        try writeAll(bytes, at: offset)
        offset += Int64(bytes.count)
        bytes.removeAll(keepingCapacity: true)
    }

    func writeAll(_ bytes: [UInt8], at offset: Int64) throws(ArchiveError) {
        let failure: ArchiveError? = bytes.withUnsafeBytes { buffer in
            do throws(ArchiveError) {
                try write(buffer, at: offset)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Writes what is ready and next, unless another worker is at it.
    private func writeReady() throws(ArchiveError) {
        while let (bytes, offset) = takeReady() {
            try writeAll(bytes, at: offset)
            state.withLock { $0.isWriting = false }
            wake()
        }
    }

    /// The entries that are ready and next, joined so that small ones cost one call together.
    private func takeReady() -> (bytes: [UInt8], offset: Int64)? {
        state.withLock { state in
            guard !state.isWriting else { return nil }
            let start = state.offset
            var joined: [UInt8] = []
            while joined.count < 1 << 20, var (record, bytes) = state.ready.removeValue(forKey: state.next) {
                record.headerOffset = state.offset
                state.records.append(record)
                state.next += 1
                state.offset += Int64(bytes.count)
                state.heldBytes -= bytes.count
                if joined.isEmpty { joined = bytes } else { joined += bytes }
                bytes = []
            }
            guard !joined.isEmpty else { return nil }
            state.isWriting = true
            return (joined, start)
        }
    }

    private func wait(until isReady: (borrowing State) -> Bool) {
        while true {
            let signal = state.withLock { state -> DispatchSemaphore? in
                if state.isStopped || isReady(state) { return nil }
                let signal = DispatchSemaphore(value: 0)
                state.waiting.append(signal)
                return signal
            }
            guard let signal else { return }
            signal.wait()
        }
    }

    private func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for signal in waiting { signal.signal() }
    }
}
