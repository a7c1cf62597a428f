import SyncCore
import SyncEngine

/// What an archive holds, for people: a table and one line for all.
struct ListingText {
    let listing: ArchiveListing
    var paint = Paint.none
    /// Of the terminal, where there is one.
    var width: Int?

    var text: String {
        let marksEncrypted = listing.entries.contains { $0.isEncrypted }
        var table = TextTable(titles: ["SIZE", "MODIFIED"] + (marksEncrypted ? ["NOTE"] : []) + ["NAME"])
        table.rows = listing.entries.map { entry in
            var cells = [size(of: entry), "\(entry.modified)"]
            if marksEncrypted { cells.append(entry.isEncrypted ? "encrypted" : "") }
            return (cells + [entry.path.printable() + (entry.kind == .folder ? "/" : "")]).map { TextTable.Cell($0) }
        }
        return (table.lines(width: width, paint: paint) + ["", total]).joined(separator: "\n")
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
