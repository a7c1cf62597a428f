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

    private let hashers: Mutex<Hashers>
    private let underWay = Atomic(0)
    private let spare = Mutex<[[UInt8]]>([])
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
        queue.async { [piece] in
            var piece = piece
            self.add(bytes: piece.span)
            piece.removeAll(keepingCapacity: true)
            self.spare.withLock { $0.append(piece) }
            self.underWay.wrappingSubtract(1, ordering: .acquiringAndReleasing)
            self.room.signal()
        }
        if let next = spare.withLock({ $0.popLast() }) { return next }
        var next: [UInt8] = []
        next.reserveCapacity(PartialFile.pieceBytes + 16 * 1024)
        return next
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
