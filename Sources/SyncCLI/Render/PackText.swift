import SyncCore
import SyncEngine

/// What `pack` did, in words.
enum PackText {
    static func lines(_ outcome: SitePacker.Outcome, site: String, kept: Int?) -> [String] {
        let site = site.printable()
        let sequence = outcome.sequence.map { ", sequence \($0)" } ?? ""
        var lines: [String] = []
        if let published = outcome.published {
            let name = "\(published.id) \(published.version)"
            if outcome.isChanged {
                let content = published.content
                let counts = Quantities.counts(
                    files: content.files, folders: content.folders, links: content.links)
                lines.append(
                    "published \(name) in \(site): \(counts) (\(byteText(content.bytes))) in "
                        + "\(published.archive.printable()) (\(byteText(content.archiveBytes)))\(sequence)")
            } else {
                lines.append("nothing to do: \(name) is published in \(site) in these bytes already\(sequence)")
            }
        }
        if let game = outcome.withdrawn { lines.append("withdrew \(game) from \(site)\(sequence)") }
        if outcome.isChanged, outcome.published == nil, outcome.withdrawn == nil {
            lines.append("published the manifest anew\(sequence)")
        }
        if !outcome.pruned.isEmpty {
            let count = outcome.pruned.count == 1 ? "1 file" : "\(outcome.pruned.count) files"
            lines.append("removed \(count) of old versions (\(byteText(outcome.prunedBytes)))")
        } else if kept != nil, outcome.published == nil, outcome.withdrawn == nil {
            lines.append("nothing to remove in \(site)")
        }
        return lines
    }
}
