import SyncCore
import SyncPlatform

/// What tells this machine from others, for rollouts. It never leaves the machine.
struct MachineID: Sendable {
    static let fileName = "machine-id"

    /// Absolute path of the root folder, where an id is kept for a system that has none.
    let root: String
    /// As systemd keeps it: machine-id(5).
    var systemFile = "/etc/machine-id"

    /// 32 hexadecimal digits; nil when neither the system nor the root folder has them.
    func read() -> String? { Self.id(in: systemFile) ?? Self.id(in: "\(root)/\(Self.fileName)") }

    /// The same, making one up where there is none.
    func readOrMake() throws(PlatformError) -> String {
        if let id = read() { return id }
        let id = (randomDigits() + randomDigits())
        try Directory.creating(root).writeFile(Self.fileName, with: id + "\n", flush: true)
        return id
    }

    private static func id(in path: String) -> String? {
        // A system without the file is one of those that it is made up for.
        guard let bytes = try? TextFile.read(path, limit: 4096) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first ?? ""
        let isID = text.utf8.count == 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        return isID ? text.lowercased() : nil
    }

    private func randomDigits() -> String {
        let hex = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - hex.count) + hex
    }
}
