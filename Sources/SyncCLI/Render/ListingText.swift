import SyncCore
import SyncEngine

/// What an archive holds, for people: a table and one line for all.
struct ListingText {
    let listing: ArchiveListing
    var paint = Paint.none
    /// Of the terminal, where there is one.
    var width: Int?

    var text: String { (lines + ["", total]).joined(separator: "\n") }

    private var lines: [String] {
        let all = table(withTimes: true).lines(width: nil, paint: paint)
        // Where there is no room for everything, a time is worth less than a name in one piece.
        guard let width, all.contains(where: { displayWidth($0) > width }) else { return all }
        return table(withTimes: false).lines(width: width, paint: paint)
    }

    private func table(withTimes: Bool) -> TextTable {
        let marksEncrypted = listing.entries.contains { $0.isEncrypted }
        func row(_ size: String, _ time: @autoclosure () -> String, _ note: String, _ name: String) -> [String] {
            [size] + (withTimes ? [time()] : []) + (marksEncrypted ? [note] : []) + [name]
        }
        var table = TextTable(titles: row("SIZE", "MODIFIED", "NOTE", "NAME"))
        table.rows = listing.entries.map { entry in
            let name = entry.path.printable() + (entry.kind == .folder ? "/" : "")
            let cells = row(size(of: entry), "\(entry.modified)", entry.isEncrypted ? "encrypted" : "", name)
            return cells.map { TextTable.Cell($0) }
        }
        return table
    }

    private func size(of entry: ArchiveListing.Entry) -> String {
        switch entry.kind {
        case .file: byteText(entry.size)
        case .folder: ""
        case .link: "link"
        }
    }

    private var total: String {
        let counts = Quantities.counts(
            files: listing.count(.file), folders: listing.count(.folder), links: listing.count(.link))
        return "\(counts): \(byteText(listing.bytes)), packed \(byteText(listing.packedBytes))"
    }
}
