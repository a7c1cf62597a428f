extension Receipt {
    static let schema: Int64 = 1

    /// As it is written to disk.
    public var json: JSON {
        [
            "schema": .init(Self.schema),
            "game": .init(game.text),
            "version": .init(tree.version.text),
            "md5": .init(tree.digests.md5?.hex),
            "sha256": .init(tree.digests.sha256?.hex),
            "verified": .init(tree.verified),
            "installed_at": .init(tree.installedAt.description),
            "bytes": .init(tree.bytes),
            "files": .init(tree.files),
            "device": .init(tree.identity.device),
            "inode": .init(tree.identity.inode),
            "entries": .array(entries.map(\.json)),
        ]
    }

    /// Reads what ``json`` gave, with `name` as the receipt's own file name.
    public init(parsing bytes: [UInt8], name: String) throws(ReceiptError) {
        let value: JSON
        do { value = try JSON(parsing: bytes) } catch { throw .notJSON(error) }
        func text(_ key: String) throws(ReceiptError) -> String {
            guard let text = value[key]?.text else { throw .field(key) }
            return text
        }
        func number<Number: FixedWidthInteger>(_ key: String, as: Number.Type = Number.self) throws(ReceiptError)
            -> Number
        {
            guard case .number(let text) = value[key], let number = Number(text) else { throw .field(key) }
            return number
        }
        guard try number("schema", as: Int64.self) == Self.schema else { throw .field("schema") }
        guard let game = try? GameID(try text("game")) else { throw .field("game") }
        guard let version = try? Version(try text("version")) else { throw .field("version") }
        guard let installedAt = Timestamp(try text("installed_at")) else { throw .field("installed_at") }
        guard case .bool(let verified) = value["verified"] else { throw .field("verified") }
        guard let list = value["entries"]?.elements else { throw .field("entries") }
        self.game = game
        tree = InstalledTree(
            version: version,
            digests: ArchiveDigests(
                md5: value["md5"]?.text.flatMap { Digest(.md5, hex: $0) },
                sha256: value["sha256"]?.text.flatMap { Digest(.sha256, hex: $0) }),
            verified: verified, bytes: try number("bytes"), files: try number("files"), installedAt: installedAt,
            identity: TreeIdentity(device: try number("device"), inode: try number("inode")), receipt: name)
        var entries: [Entry] = []
        entries.reserveCapacity(list.count)
        for element in list { entries.append(try Entry(element)) }
        self.entries = entries
    }
}

extension Receipt.Entry {
    /// Whether every part of the path is the name of something in the folder before it.
    private static func staysInside(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { name in
            !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
        }
    }

    var json: JSON {
        let mode = JSON.string(String(self.mode, radix: 8))
        return switch kind {
        case .file(let size, let sha256):
            ["path": .init(path), "size": .init(size), "mode": mode, "sha256": .init(sha256.hex)]
        case .link(let target): ["path": .init(path), "link": .init(target)]
        case .folder: ["path": .init(path), "folder": true, "mode": mode]
        }
    }

    init(_ value: JSON) throws(ReceiptError) {
        guard let path = value["path"]?.text, Self.staysInside(path) else { throw .field("path") }
        self.path = path
        mode = value["mode"]?.text.flatMap { UInt32($0, radix: 8) } ?? 0
        if let target = value["link"]?.text {
            kind = .link(target: target)
        } else if value["folder"] != nil {
            kind = .folder
        } else {
            guard let size = value["size"]?.integer, let hex = value["sha256"]?.text,
                let sha256 = Digest(.sha256, hex: hex)
            else { throw .field("entries") }
            kind = .file(size: size, sha256: sha256)
        }
    }
}
