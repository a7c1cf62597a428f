/// The rule that makes a safe relative path of an entry's name. Pure, byte by byte.
struct EntryPath: Equatable {
    static let longestName = 255
    static let longestPath = 4096

    /// Components joined by single slashes; empty for the archive's top folder (`./`).
    let path: String
    /// The name ends with a separator.
    let isFolder: Bool

    /// A backslash separates in names made by Windows tools. Elsewhere it is an ordinary character, but a name that would
    /// leave the folder if it separated is refused all the same.
    init(_ name: String, backslashSeparates: Bool) throws(EntryProblem) {
        let bytes = Array(name.utf8)
        guard !bytes.isEmpty else { throw .emptyName }
        try Self.checkCharacters(bytes)
        try Self.checkStart(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isChanged = false
        for component in bytes.split(
            omittingEmptySubsequences: false, whereSeparator: { Self.isSlash($0, backslashSeparates) })
        {
            guard !component.isEmpty, !component.elementsEqual(Self.dot) else {
                isChanged = true
                continue
            }
            guard component.count <= Self.longestName else { throw .nameTooLong(bytes: component.count) }
            guard !component.split(separator: Self.backslash).contains(where: { $0.elementsEqual(Self.dotDot) }) else {
                throw .leavesFolder
            }
            if !result.isEmpty { result.append(Self.slash) }
            result.append(contentsOf: component)
        }
        guard result.count <= Self.longestPath else { throw .pathTooLong(bytes: result.count) }
        isFolder = bytes.last.map { Self.isSlash($0, backslashSeparates) } ?? false
        isChanged = isChanged || (backslashSeparates && bytes.contains(Self.backslash))
        path = isChanged ? String(decoding: result, as: UTF8.self) : name
    }

    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")
    private static let dot: [UInt8] = [0x2E]
    private static let dotDot: [UInt8] = [0x2E, 0x2E]

    private static func isSlash(_ byte: UInt8, _ backslashSeparates: Bool) -> Bool {
        byte == slash || (backslashSeparates && byte == backslash)
    }

    private static func checkCharacters(_ bytes: [UInt8]) throws(EntryProblem) {
        var previous: UInt8 = 0
        for byte in bytes {
            // C0, DEL, and C1, which is C2 80 to C2 9F in UTF-8.
            if byte < 0x20 || byte == 0x7F { throw .controlCharacter(UInt32(byte)) }
            if previous == 0xC2, (0x80...0x9F).contains(byte) { throw .controlCharacter(UInt32(byte)) }
            previous = byte
        }
    }

    private static func checkStart(_ bytes: [UInt8]) throws(EntryProblem) {
        if bytes[0] == slash || bytes[0] == backslash { throw .absolutePath }
        if bytes.count > 1, bytes[1] == UInt8(ascii: ":"), (0x61...0x7A).contains(bytes[0] | 0x20) { throw .drivePath }
    }
}
