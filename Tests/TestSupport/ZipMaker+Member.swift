/// One entry to be written, with whatever is to be wrong about it.
public struct ZipMember: Sendable {
    public enum Descriptor: Sendable, CaseIterable {
        case none, signed32, bare32, signed64, bare64
        /// Announced in the flags but left out.
        case missing
        case wrongChecksum
    }

    public var name: [UInt8]
    public var data: [UInt8]
    public var method: UInt16 = 8
    /// The packed bytes, where they are not what the method makes of `data`.
    public var packed: [UInt8]?
    public var flags: UInt16 = 0
    /// The system that made it: 3 is Unix, 0 FAT, 10 NTFS.
    public var host: UInt8 = 3
    public var attributes: UInt32 = 0o100644 << 16
    public var time: UInt16 = 0x3905
    public var date: UInt16 = 0x58A6
    public var extra: [UInt8] = []
    public var descriptor = Descriptor.none
    /// Sizes and offset in zip64 fields, whether needed or not.
    public var zip64 = false
    public var central = Overrides()
    public var local = Overrides()
    /// Put before the local header.
    public var gap: [UInt8] = []
    /// Without local header and data: the directory's offset must lead elsewhere.
    public var isOnlyInDirectory = false

    /// Fields of one of the two headers; nil is what the other says too.
    public struct Overrides: Sendable {
        public var name: [UInt8]?
        public var method: UInt16?
        public var flags: UInt16?
        public var crc: UInt32?
        public var packedSize: UInt32?
        public var size: UInt32?
        public var extra: [UInt8]?
        public var offset: UInt32?
        public var disk: UInt16?
        public var signature: UInt32?

        public init() {}
    }

    public init(_ name: String, _ text: String = "", mode: UInt32 = 0o100644) {
        self.init(name: Array(name.utf8), data: Array(text.utf8), mode: mode)
    }

    public init(name: [UInt8], data: [UInt8] = [], mode: UInt32 = 0o100644) {
        self.name = name
        self.data = data
        attributes = mode << 16
    }

    /// A folder of that name, which should end with a slash.
    public static func folder(_ name: String, mode: UInt32 = 0o40755) -> ZipMember {
        var member = ZipMember(name, mode: mode)
        member.method = 0
        member.attributes |= 0x10
        return member
    }

    public static func link(_ name: String, to target: String) -> ZipMember {
        var member = ZipMember(name, target, mode: 0o120777)
        member.method = 0
        return member
    }

    /// The same with something changed.
    public func with(_ change: (inout ZipMember) -> Void) -> ZipMember {
        var copy = self
        change(&copy)
        return copy
    }

    private var body: [UInt8] { packed ?? (method == 8 ? deflated(data) : data) }

    func appendLocal(to out: inout [UInt8]) {
        guard !isOnlyInDirectory else { return }
        out += gap
        let body = body
        let streamed = descriptor != .none
        let crc = checksum(data)
        let extra = (local.extra ?? extra) + (zip64 ? zip64Field(streamed ? [0, 0] : [data.count, body.count]) : [])
        let name = local.name ?? name
        out.append32(local.signature ?? 0x0403_4B50)
        out.append16(zip64 ? 45 : 20)
        out.append16(local.flags ?? effectiveFlags)
        out.append16(local.method ?? method)
        out.append16(time)
        out.append16(date)
        out.append32(local.crc ?? (streamed ? 0 : central.crc ?? crc))
        out.append32(local.packedSize ?? (zip64 ? 0xFFFF_FFFF : streamed ? 0 : UInt32(body.count)))
        out.append32(local.size ?? (zip64 ? 0xFFFF_FFFF : streamed ? 0 : central.size ?? UInt32(data.count)))
        out.append16(UInt16(name.count))
        out.append16(UInt16(extra.count))
        out += name + extra + body
        appendDescriptor(to: &out, crc: crc, packed: UInt64(body.count), size: UInt64(data.count))
    }

    private func appendDescriptor(to out: inout [UInt8], crc: UInt32, packed: UInt64, size: UInt64) {
        switch descriptor {
        case .none, .missing: return
        case .signed32, .signed64, .wrongChecksum: out.append32(0x0807_4B50)
        case .bare32, .bare64: break
        }
        out.append32(descriptor == .wrongChecksum ? ~crc : crc)
        if descriptor == .signed64 || descriptor == .bare64 {
            out.append64(packed)
            out.append64(size)
        } else {
            out.append32(UInt32(packed))
            out.append32(UInt32(size))
        }
    }

    func appendCentral(to out: inout [UInt8], offset: UInt64) {
        let body = body
        let position = offset + UInt64(isOnlyInDirectory ? 0 : gap.count)
        let extra =
            (central.extra ?? extra) + (zip64 ? zip64Field([data.count, body.count, Int(position)]) : [])
        let name = central.name ?? name
        out.append32(central.signature ?? 0x0201_4B50)
        out.append16(30 | UInt16(host) << 8)
        out.append16(zip64 ? 45 : 20)
        out.append16(central.flags ?? effectiveFlags)
        out.append16(central.method ?? method)
        out.append16(time)
        out.append16(date)
        out.append32(central.crc ?? checksum(data))
        out.append32(central.packedSize ?? (zip64 ? 0xFFFF_FFFF : UInt32(body.count)))
        out.append32(central.size ?? (zip64 ? 0xFFFF_FFFF : UInt32(data.count)))
        out.append16(UInt16(name.count))
        out.append16(UInt16(extra.count))
        out.append16(0)
        out.append16(central.disk ?? 0)
        out.append16(0)
        out.append32(attributes)
        out.append32(central.offset ?? (zip64 ? 0xFFFF_FFFF : UInt32(position)))
        out += name + extra
    }

    private var effectiveFlags: UInt16 { flags | (descriptor == .none ? 0 : 8) }

    private func zip64Field(_ values: [Int]) -> [UInt8] {
        var field: [UInt8] = []
        field.append16(1)
        field.append16(UInt16(values.count * 8))
        for value in values { field.append64(UInt64(value)) }
        return field
    }
}

/// An extra field of that id.
public func extraField(_ id: UInt16, _ payload: [UInt8]) -> [UInt8] {
    var field: [UInt8] = []
    field.append16(id)
    field.append16(UInt16(payload.count))
    return field + payload
}
