import Dispatch
import SyncCore
import SyncCrypto
import Synchronization

/// Computes the digests of a file from its pieces, large ones on a queue of its own: MD5 is slower than the network,
/// and curl's one thread should not wait for it.
final class DigestPipe: Sendable {
    /// Below this, handing a piece over costs more than it saves.
    private static let worthwhileBytes = 64 * 1024
    /// Pieces under way before the sender has to wait: what bounds the memory.
    private static let mostPieces = 2

    fileprivate struct Hashers: ~Copyable {
        var sha256 = ContentHasher(.sha256)
        var md5: ContentHasher?

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            sha256.update(bytes)
            md5?.update(bytes)
        }
    }

    private struct Pieces {
        /// To be hashed, in this order.
        var full: [[UInt8]] = []
        /// To be filled again.
        var spare: [[UInt8]] = []
    }

    private let hashers: Mutex<Hashers>
    private let underWay = Atomic(0)
    private let pieces = Mutex(Pieces())
    private let room = DispatchSemaphore(value: mostPieces)
    private let queue = DispatchQueue(label: "transfer-digest")

    init(wantsMD5: Bool) {
        hashers = Mutex(Hashers(md5: wantsMD5 ? ContentHasher(.md5) : nil))
    }

    /// Takes the next bytes; waits while too many are under way.
    ///
    /// - Returns: An empty array with room, to be filled next.
    func add(_ piece: consuming [UInt8]) -> [UInt8] {
        if piece.count < Self.worthwhileBytes, isIdle {
            add(bytes: piece.span)
            piece.removeAll(keepingCapacity: true)
            return piece
        }
        room.wait()
        underWay.wrappingAdd(1, ordering: .acquiringAndReleasing)
        var piece = consume piece
        pieces.withLock { $0.full.takeIn(&piece) }
        queue.async { self.hashNext() }
        if let next = pieces.withLock({ $0.spare.popLast() }) { return next }
        var next: [UInt8] = []
        next.reserveCapacity(PartialFile.pieceBytes + 16 * 1024)
        return next
    }

    private func hashNext() {
        var piece = pieces.withLock { $0.full.removeFirst() }
        add(bytes: piece.span)
        piece.removeAll(keepingCapacity: true)
        pieces.withLock { $0.spare.takeIn(&piece) }
        underWay.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        room.signal()
    }

    /// Whether no piece is under way.
    var isIdle: Bool { underWay.load(ordering: .acquiring) == 0 }

    /// Hashes at once, on the caller's thread.
    func add(bytes: Span<UInt8>) {
        bytes.withUnsafeBytes { bytes in hashers.withLock { $0.update(bytes) } }
    }

    /// The digests of everything so far; the pipe is as new then. Waits for the pieces under way: call it on a lane.
    func finish() -> (sha256: Digest, md5: Digest?) {
        queue.sync {}
        return hashers.withLock { hashers in
            var ended = Hashers(md5: hashers.md5 == nil ? nil : ContentHasher(.md5))
            swap(&ended, &hashers)
            return ended.finished()
        }
    }
}

extension DigestPipe.Hashers {
    fileprivate consuming func finished() -> (sha256: Digest, md5: Digest?) {
        (sha256.finish(), md5.take()?.finish())
    }
}

extension [[UInt8]] {
    /// Appends by moving: a second reference, if only for a moment, would make the next change a copy.
    fileprivate mutating func takeIn(_ piece: inout [UInt8]) {
        append([])
        swap(&self[count - 1], &piece)
    }
}
