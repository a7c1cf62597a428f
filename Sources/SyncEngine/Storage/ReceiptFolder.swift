import SyncCore
import SyncPlatform

/// The receipts: one file a tree, named `<id>.<token>.json`.
struct ReceiptFolder: Sendable {
    let directory: Directory

    static func name(_ game: GameID, token: String) -> String { "\(game.text).\(token).json" }

    /// Writes a new receipt. It is flushed with the tree it speaks of.
    func write(_ receipt: Receipt) throws(PlatformError) {
        let name = receipt.tree.receipt
        try directory.removeTree(name)
        let file = try directory.createFile(name)
        var text = receipt.json.serialized
        text += "\n"
        try file.writeAll(Array(text.utf8), path: "\(directory.path)/\(name)")
    }

    /// nil when it is missing or not readable as a receipt: the tree is then not recognised.
    func read(_ name: String) -> Receipt? {
        guard let file = try? directory.openFile(name), let size = try? file.size(), size < 1 << 30 else { return nil }
        guard let bytes = try? file.readAll(Int(size)), bytes.count == Int(size) else { return nil }
        return try? Receipt(parsing: bytes, name: name)
    }

    /// All that can be read of the games with wanted ids; the others are not even opened.
    func all(_ isWanted: (_ id: Substring) -> Bool = { _ in true }) throws(PlatformError) -> [Receipt] {
        try directory.names().filter { isWanted($0.dropLast(Self.suffixLength)) }.compactMap { read($0) }
    }

    /// `.<token>.json`
    private static let suffixLength = 18

    func remove(_ name: String) throws(PlatformError) { try directory.removeTree(name) }
}
