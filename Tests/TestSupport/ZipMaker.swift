import CZlib

/// Writes zip archives byte by byte, right or wrong in every field: what a test does not say is as it should be.
public struct ZipMaker: Sendable {
    public var members: [ZipMember]
    /// Put in front of the archive.
    public var prefix: [UInt8] = []
    /// Whether offsets count the prefix.
    public var countsPrefix = false
    public var comment: [UInt8] = []
    public var trailing: [UInt8] = []
    /// Bytes between the last entry and the central directory.
    public var gap: [UInt8] = []
    /// At the end of the central directory, within its size.
    public var directoryTail: [UInt8] = []
    /// Zip64 end record and locator, whether needed or not.
    public var zip64 = false
    public var end = EndOverrides()

    /// Fields of the end records; nil is the true value.
    public struct EndOverrides: Sendable {
        public var disk: UInt16?
        public var directoryDisk: UInt16?
        public var entriesHere: UInt16?
        public var entries: UInt16?
        public var directorySize: UInt32?
        public var directoryOffset: UInt32?
        public var commentSize: UInt16?
        public var zip64Entries: UInt64?
        public var zip64DirectorySize: UInt64?
        public var zip64DirectoryOffset: UInt64?
        public var zip64RecordSize: UInt64?
        public var zip64Offset: UInt64?
        public var zip64Disks: UInt32?
        /// Keep true values in the 16- and 32-bit fields though zip64 records are there.
        public var keepsSmallFields = false

        public init() {}
    }

    public init(_ members: [ZipMember] = []) { self.members = members }

    /// Text files by name.
    public init(files: [(String, String)]) {
        members = files.map { ZipMember($0.0, $0.1) }
    }

    public func bytes() -> [UInt8] {
        var out = prefix
        let base = countsPrefix ? 0 : prefix.count
        var directory: [UInt8] = []
        for member in members {
            let offset = UInt64(out.count - base)
            member.appendLocal(to: &out)
            member.appendCentral(to: &directory, offset: offset)
        }
        out += gap
        let directoryOffset = UInt64(out.count - base)
        directory += directoryTail
        out += directory
        appendEnd(to: &out, base: base, directoryOffset: directoryOffset, directorySize: UInt64(directory.count))
        return out + comment + trailing
    }

    private func appendEnd(to out: inout [UInt8], base: Int, directoryOffset: UInt64, directorySize: UInt64) {
        let count = UInt64(members.count)
        if zip64 {
            let position = UInt64(out.count - base)
            out.append32(0x0606_4B50)
            out.append64(end.zip64RecordSize ?? 44)
            out.append16(45)
            out.append16(45)
            out.append32(0)
            out.append32(0)
            out.append64(end.zip64Entries ?? count)
            out.append64(end.zip64Entries ?? count)
            out.append64(end.zip64DirectorySize ?? directorySize)
            out.append64(end.zip64DirectoryOffset ?? directoryOffset)
            out.append32(0x0706_4B50)
            out.append32(0)
            out.append64(end.zip64Offset ?? position)
            out.append32(end.zip64Disks ?? 1)
        }
        let saturates = zip64 && !end.keepsSmallFields
        out.append32(0x0605_4B50)
        out.append16(end.disk ?? 0)
        out.append16(end.directoryDisk ?? 0)
        out.append16(end.entriesHere ?? (saturates ? 0xFFFF : UInt16(truncatingIfNeeded: count)))
        out.append16(end.entries ?? (saturates ? 0xFFFF : UInt16(truncatingIfNeeded: count)))
        out.append32(end.directorySize ?? (saturates ? 0xFFFF_FFFF : UInt32(truncatingIfNeeded: directorySize)))
        out.append32(end.directoryOffset ?? (saturates ? 0xFFFF_FFFF : UInt32(truncatingIfNeeded: directoryOffset)))
        out.append16(end.commentSize ?? UInt16(comment.count))
    }
}

extension [UInt8] {
    public mutating func append16(_ value: UInt16) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
    public mutating func append32(_ value: UInt32) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
    public mutating func append64(_ value: UInt64) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}

/// A raw deflate stream of the bytes.
public func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var out = [UInt8](repeating: 0, count: bytes.count + bytes.count / 1000 + 64)
    return bytes.withUnsafeBufferPointer { source in
        out.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = UInt32(target.count)
            deflate(&stream, Z_FINISH)
        }
        return Array(out[..<Int(stream.total_out)])
    }
}

/// CRC-32 as zip counts it.
public func checksum(_ bytes: [UInt8]) -> UInt32 { UInt32(crc32(0, bytes, UInt32(bytes.count))) }
