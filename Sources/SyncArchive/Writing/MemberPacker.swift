import CDeflate
import SyncCore
import SyncCrypto
import SyncPlatform

/// Packs members one after the other with its own buffers. One for each worker.
struct MemberPacker: ~Copyable {
    /// Up to this size a member is read and deflated in one piece.
    static let wholeLimit: Int64 = 8 << 20
    private static let blockSize = 256 << 10
    /// How much of a large member is tried before it is decided to deflate it.
    private static let sampleSize = 1 << 20

    private let run: PackingRun
    private let deflater: WholeDeflater
    private var input = WorkBuffer()
    private var output = WorkBuffer()
    private var cursors: [(root: Directory, cursor: DirectoryCursor)] = []

    init(_ run: PackingRun) throws(ArchiveError) {
        self.run = run
        deflater = try WholeDeflater(level: max(run.options.level, 1))
    }

    mutating func pack(_ index: Int) throws(ArchiveError) {
        let member = run.members[index]
        do throws(ArchiveError) {
            try run.checkStopped()
            run.note(begun: member)
            if member.size <= Self.wholeLimit {
                try packWhole(member, index)
            } else {
                try packStream(member, index)
            }
        } catch {
            throw error.naming(member.path)
        }
    }

    // MARK: - In one piece

    private mutating func packWhole(_ member: ArchiveMember, _ index: Int) throws(ArchiveError) {
        let plain: UnsafeRawBufferPointer
        switch member.content {
        case .folder: plain = UnsafeRawBufferPointer(start: nil, count: 0)
        case .data(let bytes): plain = try copy(bytes)
        case .link(let target): plain = try copy(Array(target.utf8))
        case .file(let root, let path, _):
            let file = try open(path, in: root)
            let buffer = try input.take(Int(member.size))
            try Self.read(file, into: buffer, at: 0, of: member)
            try Self.checkUnchanged(file, member)
            plain = UnsafeRawBufferPointer(buffer)
        }
        var packed = plain
        var method = CompressionMethod.stored
        if wantsDeflate(member) {
            let buffer = try output.take(plain.count)
            if let count = deflater.deflate(plain, into: buffer) {
                packed = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                method = .deflate
            }
        }
        // A link leads to a name in the archive, and names are not encrypted either; bsdtar reads no encrypted links.
        let isEncrypted = run.options.password != nil && member.kind == .file
        var record = EntryRecord(member, method: method, isEncrypted: isEncrypted)
        record.crc32 = libdeflate_crc32(0, plain.baseAddress, plain.count)
        let body = encrypted(packed, isEncrypted)
        record.packedSize = Int64(body?.count ?? packed.count)
        var bytes = record.localHeader
        if let body { bytes += body } else { bytes.append(contentsOf: packed) }
        run.note(
            packed: member, plain.count, headerSize: record.localHeader.count, sha256: digest(plain, member), at: index)
        try run.order.put(index, record, bytes)
    }

    private mutating func copy(_ bytes: [UInt8]) throws(ArchiveError) -> UnsafeRawBufferPointer {
        let buffer = try input.take(bytes.count)
        buffer.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(buffer)
    }

    private func digest(_ plain: UnsafeRawBufferPointer, _ member: ArchiveMember) -> Digest? {
        guard member.kind == .file else { return nil }
        var hasher = ContentHasher(.sha256)
        hasher.update(plain)
        return hasher.finish()
    }

    private func wantsDeflate(_ member: ArchiveMember) -> Bool {
        run.options.level > 0 && member.kind == .file && member.size > 0 && !StoredTypes.contains(member.path)
    }

    /// Salt, check of the password, encrypted bytes and authentication code.
    private func encrypted(_ packed: UnsafeRawBufferPointer, _ isEncrypted: Bool) -> [UInt8]? {
        guard isEncrypted, let password = run.options.password else { return nil }
        let salt = EntryCipher.freshSalt()
        var cipher = WinZipCipher(password: password, salt: salt, keySize: 32)
        let start = salt + cipher.passwordCheck
        var bytes = start + packed
        bytes.withUnsafeMutableBytes { cipher.encrypt(UnsafeMutableRawBufferPointer(rebasing: $0[start.count...])) }
        return bytes + cipher.finish()
    }

    // MARK: - Block by block

    private mutating func packStream(_ member: ArchiveMember, _ index: Int) throws(ArchiveError) {
        guard case .file(let root, let path, _) = member.content else {
            // Made-up bytes are in memory already.
            return try packWhole(member, index)
        }
        let file = try open(path, in: root)
        let method = try chooseMethod(file, member)
        var record = EntryRecord(member, method: method, isEncrypted: run.options.password != nil)
        // Others pack what follows while this one waits for its place.
        guard let start = run.order.turn(index) else { throw .cancelled }
        record.headerOffset = start
        let dataStart = start + Int64(record.localHeader.count)
        var sink = PackedSink(run.order, at: dataStart, password: run.options.password)
        try sink.begin()
        var hasher = ContentHasher(.sha256)
        var deflater: StreamDeflater? = method == .deflate ? try StreamDeflater(level: run.options.level) : nil
        let target = try output.take(Self.blockSize)
        var offset: Int64 = 0
        while offset < member.size {
            try run.checkStopped()
            let block = try input.take(Int(min(Int64(Self.blockSize), member.size - offset)))
            try Self.read(file, into: block, at: offset, of: member)
            offset += Int64(block.count)
            record.crc32 = libdeflate_crc32(record.crc32, block.baseAddress, block.count)
            hasher.update(UnsafeRawBufferPointer(block))
            if deflater == nil {
                try sink.take(block)
            } else {
                try deflater?.deflate(
                    UnsafeRawBufferPointer(block), isLast: offset == member.size, through: target, sink: &sink)
            }
            run.note(packed: block.count, of: member)
        }
        try Self.checkUnchanged(file, member)
        let end = try sink.finish()
        record.packedSize = end - dataStart
        try run.order.writeAll(record.localHeader, at: start)
        run.note(packed: member, 0, headerSize: record.localHeader.count, sha256: hasher.finish(), at: index)
        try run.order.finish(record, end: end)
    }

    /// Stored when a piece of it, taken from the middle, hardly gets smaller.
    private mutating func chooseMethod(
        _ file: borrowing Descriptor, _ member: ArchiveMember
    ) throws(ArchiveError) -> CompressionMethod {
        guard wantsDeflate(member) else { return .stored }
        let sample = try input.take(Int(min(Int64(Self.sampleSize), member.size)))
        try Self.read(file, into: sample, at: (member.size - Int64(sample.count)) / 2, of: member)
        let room = try output.take(sample.count)
        let count = deflater.deflate(UnsafeRawBufferPointer(sample), into: room) ?? sample.count
        return count < sample.count / 100 * 99 ? .deflate : .stored
    }

    // MARK: - Reading

    private mutating func open(_ path: String, in root: Directory) throws(ArchiveError) -> Descriptor {
        let cursor: DirectoryCursor
        if let known = cursors.first(where: { $0.root === root }) {
            cursor = known.cursor
        } else {
            cursor = DirectoryCursor(root)
            cursors.append((root, cursor))
        }
        do throws(PlatformError) {
            let (directory, name) = try cursor.place(path)
            return try directory.openFile(name)
        } catch {
            throw .platform(entry: nil, error)
        }
    }

    private static func read(
        _ file: borrowing Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64,
        of member: ArchiveMember
    ) throws(ArchiveError) {
        var done = 0
        while done < buffer.count {
            let count: Int
            do throws(PlatformError) {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                count = try file.read(into: rest, at: offset + Int64(done), path: member.path)
            } catch {
                throw .platform(entry: nil, error)
            }
            guard count > 0 else { throw .member(entryText(member.path), .changed(expected: member.size)) }
            done += count
        }
    }

    private static func checkUnchanged(
        _ file: borrowing Descriptor, _ member: ArchiveMember
    ) throws(ArchiveError) {
        do throws(PlatformError) {
            guard try file.size() != member.size else { return }
        } catch {
            throw .platform(entry: nil, error)
        }
        throw .member(entryText(member.path), .changed(expected: member.size))
    }
}
