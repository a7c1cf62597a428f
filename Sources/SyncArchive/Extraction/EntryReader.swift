import CDeflate

/// Reads entries from the archive: compares local headers, decrypts, inflates and checks. One for each worker.
struct EntryReader: ~Copyable {
    /// Of all workers together, for entries that are read and inflated in one piece.
    private static let budget: Int64 = 24 << 20
    private static let blockSize = 256 << 10
    /// Room for an ordinary extra field, so that one read is enough.
    static let extraGuess = 128

    /// How much is read at once for neighbours.
    private static let stretchLimit: Int64 = 128 << 10

    let file: ArchiveFile
    /// What of the archive ``input`` holds.
    private var window: Range<Int64> = 0..<0
    /// Where the entries lie that are asked for next.
    private var stretch: Range<Int64> = 0..<0
    private let password: [UInt8]?
    private let wholeLimit: Int64
    private let inflater: WholeInflater
    private var input = WorkBuffer()
    private var output = WorkBuffer()

    /// One of `count` that work at the same time.
    init(_ archive: Archive, oneOf count: Int) throws(ArchiveError) {
        wholeLimit = max(Self.budget / Int64(count), 1 << 20)
        file = archive.file
        password = archive.options.password
        inflater = try WholeInflater()
    }

    /// Says which entries come next: small ones that lie side by side in the archive are read with one call.
    mutating func expect(_ first: ArchiveEntry, to last: ArchiveEntry) {
        let start = first.headerOffset
        stretch = start < last.spaceEnd && last.spaceEnd - start <= Self.stretchLimit ? start..<last.spaceEnd : 0..<0
    }

    /// The bytes of an entry's space, of which no two have a part in common: what was decrypted in place is not asked for
    /// again.
    mutating func load(_ count: Int, at offset: Int64) throws(ArchiveError) -> UnsafeMutableRawBufferPointer {
        let end = offset + Int64(count)
        if offset < window.lowerBound || end > window.upperBound {
            let readEnd = stretch.contains(offset) ? max(end, stretch.upperBound) : end
            let buffer = try freshInput(Int(readEnd - offset))
            try file.read(into: buffer, at: offset)
            window = offset..<readEnd
        }
        let start = Int(offset - window.lowerBound)
        return UnsafeMutableRawBufferPointer(rebasing: try input.take(window.count)[start..<start + count])
    }

    private mutating func freshInput(_ count: Int) throws(ArchiveError) -> UnsafeMutableRawBufferPointer {
        window = 0..<0
        return try input.take(count)
    }

    /// Whether ``whole(_:)`` may be called. Stored entries gain nothing by it once they are larger than a block.
    func isWhole(_ entry: ArchiveEntry) -> Bool {
        switch entry.method {
        case .stored: entry.packedSize <= Self.blockSize
        // Neither side can overflow: a packed size is at most that of the file.
        case .deflate: entry.packedSize <= wholeLimit && entry.size <= wholeLimit - entry.packedSize
        }
    }

    /// The plain bytes of a small entry, fully checked; valid until the next call.
    mutating func whole(_ entry: ArchiveEntry) throws(ArchiveError) -> UnsafeRawBufferPointer {
        let (header, data, rest) = try readWhole(entry)
        let target = try output.take(entry.method == .deflate ? Int(entry.size) : 0)
        do throws(EntryProblem) {
            if header.hasDescriptor { try DataDescriptor.check(UnsafeRawBufferPointer(rest).bytes, of: entry) }
            let cipher = entry.cipher
            let body = UnsafeMutableRawBufferPointer(
                rebasing: data[cipher.prefixSize..<data.count - cipher.suffixSize])
            var decryptor = try Decryptor(
                for: entry, password: password,
                prefix: UnsafeMutableRawBufferPointer(rebasing: data[..<cipher.prefixSize]))
            decryptor.decrypt(body)
            try decryptor.finish(suffix: data[(data.count - cipher.suffixSize)...])
            var plain = UnsafeRawBufferPointer(body)
            if entry.method == .deflate {
                try inflater.inflate(plain, into: target)
                plain = UnsafeRawBufferPointer(target)
            }
            try Self.check(libdeflate_crc32(0, plain.baseAddress, plain.count), of: entry)
            return plain
        } catch {
            throw Self.failure(error, entry)
        }
    }

    /// Hands the plain bytes of an entry of any size to a sink, block by block. Only when this returns are they good.
    mutating func stream<Sink: EntrySink & ~Copyable>(
        _ entry: ArchiveEntry, into sink: inout Sink
    ) throws(ArchiveError) {
        let (header, start) = try readHeader(entry)
        var source = try PackedSource(
            file, entry, start: start, password: password, buffer: try freshInput(Self.blockSize))
        var made: Int64 = 0
        var crc: UInt32 = 0
        func emit(_ block: UnsafeRawBufferPointer) throws(ArchiveError) {
            made += Int64(block.count)
            guard made <= entry.size else { throw Self.failure(.tooMuchData(expected: entry.size), entry) }
            crc = libdeflate_crc32(crc, block.baseAddress, block.count)
            try sink.take(block)
        }
        switch entry.method {
        case .stored:
            while true {
                let block = try source.next()
                if block.isEmpty { break }
                try emit(block)
            }
        case .deflate:
            let target = try output.take(Self.blockSize)
            var inflater = try StreamInflater()
            var packed = try source.next()
            while true {
                let step: (used: Int, made: Int, ended: Bool)
                do throws(EntryProblem) {
                    step = try inflater.inflate(packed, into: target)
                } catch {
                    throw Self.failure(error, entry)
                }
                try emit(UnsafeRawBufferPointer(rebasing: target[..<step.made]))
                packed = UnsafeRawBufferPointer(rebasing: packed[step.used...])
                if step.ended { break }
                guard packed.isEmpty else { continue }
                packed = try source.next()
                if packed.isEmpty, step.made < target.count { throw Self.failure(.corruptData, entry) }
            }
            let left = Int64(packed.count) + source.left
            guard left == 0 else { throw Self.failure(.unusedBytes(left), entry) }
        }
        let end = try source.finish()
        do throws(EntryProblem) {
            guard made == entry.size else { throw .tooLittleData(expected: entry.size, found: made) }
            try Self.check(crc, of: entry)
        } catch {
            throw Self.failure(error, entry)
        }
        try checkDescriptor(header, entry, at: end)
    }

    /// Compares the local header of an entry whose data is not read, such as a folder's.
    mutating func checkHeader(_ entry: ArchiveEntry) throws(ArchiveError) {
        let (header, start) = try readHeader(entry)
        try checkDescriptor(header, entry, at: start + entry.packedSize)
    }

    private static func check(_ crc: UInt32, of entry: ArchiveEntry) throws(EntryProblem) {
        guard crc == entry.crc32 || !entry.cipher.keepsChecksum else {
            throw .checksum(expected: entry.crc32, found: crc)
        }
    }

    /// With the traditional cipher a wrong password may show only as damage.
    static func failure(_ problem: EntryProblem, _ entry: ArchiveEntry) -> ArchiveError {
        var problem = problem
        if case .traditional = entry.cipher, problem.code == "data" || problem.code == "checksum" {
            problem = .wrongPasswordOrDamaged
        }
        return .entry(entryText(entry.path), problem)
    }
}
