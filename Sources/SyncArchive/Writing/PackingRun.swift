import SyncCore
import SyncPlatform
import Synchronization

/// One archive being written, shared by its workers.
final class PackingRun: Sendable {
    let members: [ArchiveMember]
    let options: WriterOptions
    let order: PackingOrder
    private let control: ExtractionControl
    private let totalBytes: Int64
    private let nextMember = Atomic(0)
    private let packedBytes = Atomic<Int64>(0)
    private let begunMembers = Atomic(0)
    private let isStopped = Atomic(false)
    private let state: Mutex<State>

    private struct State: ~Copyable {
        /// By member: the size of its local header, and the digest of a file.
        var facts: [(headerSize: Int, sha256: Digest?)]
        var failure: ArchiveError?
    }

    init(
        _ members: [ArchiveMember], options: WriterOptions, order: PackingOrder, control: ExtractionControl
    ) {
        self.members = members
        self.options = options
        self.order = order
        self.control = control
        totalBytes = members.reduce(0) { $0 + $1.size }
        state = Mutex(State(facts: Array(repeating: (0, nil), count: members.count)))
    }

    /// One worker: members in order until the end. Blocks, so it runs on a lane.
    func work() {
        do throws(ArchiveError) {
            var packer = try MemberPacker(self)
            while let index = takeMember() { try packer.pack(index) }
        } catch {
            isStopped.store(true, ordering: .relaxed)
            state.withLock { state in
                // What the others meet after the first failure is only that they were stopped.
                if state.failure == nil || state.failure == .cancelled { state.failure = error }
            }
            order.stop()
        }
    }

    /// Ends the file, if all went well.
    func finish() throws(ArchiveError) -> [WrittenEntry] {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let records = try order.end(flushing: options.flushes)
        let facts = state.withLock { $0.facts }
        return zip(zip(members, records), facts).map { pair, facts in
            let (member, record) = pair
            var linkTarget: String?
            if case .link(let target) = member.content { linkTarget = target }
            return WrittenEntry(
                path: member.path, kind: member.kind, mode: member.mode, size: member.size, sha256: facts.sha256,
                linkTarget: linkTarget, method: record.method, crc32: record.crc32, headerOffset: record.headerOffset,
                dataOffset: record.headerOffset + Int64(facts.headerSize), packedSize: record.packedSize)
        }
    }

    private func takeMember() -> Int? {
        let index = nextMember.add(1, ordering: .relaxed).oldValue
        return index < members.count ? index : nil
    }

    /// Throws when somebody asked to stop or another worker failed.
    func checkStopped() throws(ArchiveError) {
        if control.isCancelled || isStopped.load(ordering: .relaxed) { throw .cancelled }
    }

    func note(begun member: ArchiveMember) {
        begunMembers.add(1, ordering: .relaxed)
        note(packed: 0, of: member)
    }

    func note(packed count: Int, of member: ArchiveMember) {
        guard let progress = control.progress else { return }
        let bytes = packedBytes.add(Int64(count), ordering: .relaxed).newValue
        progress(
            ExtractionProgress(
                bytes: bytes, totalBytes: totalBytes, entry: begunMembers.load(ordering: .relaxed),
                entries: members.count, name: member.path))
    }

    func note(packed member: ArchiveMember, _ count: Int, headerSize: Int, sha256: Digest?, at index: Int) {
        state.withLock { $0.facts[index] = (headerSize, sha256) }
        note(packed: count, of: member)
    }
}
