import SyncCore
import SyncPlatform

/// Looks at the games folder in one pass.
struct GamesFolder {
    let games: Directory
    /// nil for a look without receipts: then a changed top directory counts as a tree.
    let receipts: ReceiptFolder?

    /// What stands there, by name. Hidden names are not looked at.
    func scan(_ records: [GameRecord]) throws(PlatformError) -> DiskListing {
        let device = try games.status().identity.device
        var installed: [GameID: InstalledTree] = [:]
        for record in records { installed[record.id] = record.installed }
        var entries = DiskListing()
        for name in try games.names() where !name.hasPrefix(".") {
            guard let status = try games.status(name) else { continue }
            let game = try? GameID(name)  // what is no id has no tree
            entries[name] = entry(name, status, device: device, installed: game.flatMap { installed[$0] })
        }
        return entries
    }

    private func entry(
        _ name: String, _ status: FileStatus, device: UInt64, installed: InstalledTree?
    ) -> DiskEntry {
        switch status.kind {
        case .link: return .foreign("a symbolic link")
        case .file: return .foreign("a file")
        case .other: return .foreign("a device, pipe or socket")
        case .directory: break
        }
        guard status.identity.device == device else { return .foreign("a mount point") }
        guard let tree = installed, status.modifiedNanoseconds != tree.topModified, let receipts else { return .tree }
        // Somebody added or removed something at the top since the swap: look closer before calling it whole.
        guard let receipt = receipts.read(tree.receipt), let problem = receipt.visibleProblem(in: games, name) else {
            return .tree
        }
        return .brokenTree(problem)
    }
}

extension Receipt {
    /// Whether something of the tree is there: one of its entries, or an empty folder that held them.
    func hasTraces(in games: Directory, _ name: String) -> Bool {
        let isEmpty = (try? games.directory(name).names().isEmpty) ?? false
        return isEmpty || entries.contains { ((try? games.status("\(name)/\($0.path)")) ?? nil) != nil }
    }

    /// Compares names, kinds and sizes with the disk, without reading a file; nil when nothing is missing.
    func visibleProblem(in games: Directory, _ name: String) -> String? {
        for entry in entries {
            let status = try? games.status("\(name)/\(entry.path)")
            guard let status else { return "`\(entry.path.printable())` is missing" }
            switch (entry.kind, status.kind) {
            case (.file(let size, _), .file) where size == status.size: continue
            case (.link, .link), (.folder, .directory): continue
            default: return "`\(entry.path.printable())` has changed"
            }
        }
        return nil
    }
}
