/// What a tree was when it was installed: enough to recognise it when the state database is lost, to verify every file,
/// and to repair one.
///
/// It lies outside the served tree, in the receipts folder, as one JSON object.
public struct Receipt: Sendable, Equatable {
    public struct Entry: Sendable, Equatable {
        public enum Kind: Sendable, Equatable {
            case file(size: Int64, sha256: Digest)
            case link(target: String)
            case folder
        }

        /// Relative to the tree, `/` between folders.
        public let path: String
        public let kind: Kind
        /// Permission bits; of no meaning for a link.
        public let mode: UInt32

        public init(path: String, kind: Kind, mode: UInt32) {
            self.path = path
            self.kind = kind
            self.mode = mode
        }
    }

    public let game: GameID
    public let tree: InstalledTree
    /// Sorted by path.
    public let entries: [Entry]

    public init(game: GameID, tree: InstalledTree, entries: [Entry]) {
        self.game = game
        self.tree = tree
        self.entries = entries
    }
}

/// Why a text is no receipt.
public enum ReceiptError: Diagnostic, Equatable {
    case notJSON(JSONError)
    case field(String)

    public var code: String { "receipt" }
    public var summary: String {
        switch self {
        case .notJSON(let error): "the receipt is \(error.summary)"
        case .field(let name): "the receipt's `\(name)` is missing or not usable"
        }
    }
}
