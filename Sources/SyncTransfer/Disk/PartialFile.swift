import Glibc
import SyncCore
import SyncPlatform
import Synchronization

/// The file that one download fills, its resume record, and the digests of what is in it.
///
/// At every moment the file is the beginning of one archive, and the record, when there is one, is that archive's:
/// the record goes first when the bytes change and comes first when they are new. One user at a time; the lock is
/// there because that user is now the disk lane, now curl's thread.
final class PartialFile: Sendable {
    /// Bytes are collected to pieces of this size, because curl hands over 16 KiB at most.
    static let pieceBytes = 256 * 1024
    /// An archive up to this size gets no record: to fetch it again costs less than to be able to go on.
    static let unrecordedBytes: Int64 = 16 * 1024

    struct State: ~Copyable {
        var descriptor: Descriptor
        /// Bytes in the file.
        var size: Int64
        /// What they are the beginning of.
        var record: ResumeRecord?
        /// Whether the record is on disk, for a later call.
        var isRecorded: Bool
        var digests: DigestPipe
        /// Received and not yet in the file.
        var pending: [UInt8] = []
    }

    let name: PartialName
    let directory: Directory
    let wantsMD5: Bool
    /// Bytes of an earlier call that were found.
    let resumedFrom: Int64
    private let state: Mutex<State>

    init(name: PartialName, directory: Directory, wantsMD5: Bool, state: consuming State) {
        self.name = name
        self.directory = directory
        self.wantsMD5 = wantsMD5
        resumedFrom = state.size
        self.state = Mutex(state)
    }

    /// What is on disk, as the next request needs it.
    var resume: Resume { state.withLock { Resume(kept: $0.size, record: $0.record) } }

    /// Bytes received so far, those still in memory included.
    var received: Int64 { state.withLock { $0.size + Int64($0.pending.count) } }

    /// Drops what is there and begins the archive that `record` describes.
    func startOver(_ record: ResumeRecord) throws(TransferError) {
        try state.withLock { state throws(TransferError) in
            try empty(&state)
            state.record = record
            guard record.total ?? .max > Self.unrecordedBytes else { return }
            try write(record)
            state.isRecorded = true
        }
    }

    /// A later reply may say what the first did not: the size of the whole. The record on disk can do without it.
    func learn(total: Int64?) {
        guard let total else { return }
        state.withLock { $0.record?.total = total }
    }

    /// Drops what is there, the record first.
    func discard() throws(TransferError) {
        try state.withLock { state throws(TransferError) in try empty(&state) }
    }

    /// Takes bytes that continue the file. They are in it after ``flush()``.
    func append(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        try state.withLock { state throws(TransferError) in
            state.pending.append(contentsOf: bytes)
            if state.pending.count >= Self.pieceBytes { try flush(&state) }
        }
    }

    func flush() throws(TransferError) {
        try state.withLock { state throws(TransferError) in try flush(&state) }
    }

    /// Whether ``digests()`` would not have to wait.
    var isHashed: Bool { state.withLock { $0.digests.isIdle } }

    /// Size and digests of the whole file. They begin anew with ``discard()`` or ``startOver(_:)``. May wait for the
    /// hashing to catch up: call it on a lane.
    func digests() -> (size: Int64, sha256: Digest, md5: Digest?) {
        let (size, digests) = state.withLock { ($0.size, $0.digests) }
        let (sha256, md5) = digests.finish()
        return (size, sha256, md5)
    }

    /// Removes what no later call could use: an empty file, one that cannot be continued, or the wrong bytes.
    func tidy(after failure: TransferError) {
        let resume = resume
        let isRecorded = state.withLock { $0.isRecorded }
        guard failure.condemnsBytes || !isRecorded || !resume.asksRange && !resume.isComplete else { return }
        // What cannot be removed now is replaced by the next call.
        try? name.remove(in: directory)
    }

    private func flush(_ state: inout State) throws(TransferError) {
        guard !state.pending.isEmpty else { return }
        // Taken out, so that two parts of the state can be used at once.
        var bytes: [UInt8] = []
        swap(&bytes, &state.pending)
        try bytes.span.withUnsafeBytes { bytes throws(TransferError) in
            try onDisk { () throws(PlatformError) in try state.descriptor.writeAll(bytes, path: path) }
        }
        state.size += Int64(bytes.count)
        state.pending = state.digests.add(consume bytes)
    }

    private func empty(_ state: inout State) throws(TransferError) {
        if state.isRecorded {
            try onDisk { () throws(PlatformError) in try directory.removeTree(name.record) }
            state.isRecorded = false
        }
        state.record = nil
        state.pending.removeAll(keepingCapacity: true)
        guard state.size > 0 else { return }
        try onDisk { () throws(PlatformError) in try state.descriptor.truncate(path: path) }
        state.size = 0
        state.digests = DigestPipe(wantsMD5: wantsMD5)
    }

    private func write(_ record: ResumeRecord) throws(TransferError) {
        // A record that is cut by a crash is no JSON and so not trusted; no second name is needed.
        let bytes = record.serialized
        try onDisk { () throws(PlatformError) in
            let file = try directory.createFileReplacing(name.record)
            try bytes.span.withUnsafeBytes { bytes throws(PlatformError) in
                try file.writeAll(bytes, path: "\(directory.path)/\(name.record)")
            }
        }
    }

    private var path: String { "\(directory.path)/\(name.file)" }
}
