import SyncCore
import SyncEngine

/// What is shown while an archive is worked on: one bar for its bytes, and the entry that was begun last.
struct ArchiveBoard: ProgressBlock {
    /// Begins the line: `extract`.
    let verb: String
    private var progress: ArchiveProgress?

    init(verb: String) { self.verb = verb }

    mutating func take(_ progress: ArchiveProgress) {
        // Threads report at once, so an older one may come later.
        guard progress.bytes >= self.progress?.bytes ?? 0, progress.entry >= self.progress?.entry ?? 0 else { return }
        self.progress = progress
    }

    func lines(columns: Int, rows: Int, glyphs: Glyphs) -> [String] {
        guard let progress else { return [] }
        let width = max(columns - 1, 1)
        let bar = ProgressBar.line(
            head: verb, percent: Quantities.percent(progress.bytes, of: progress.totalBytes),
            facts: [
                "\(progress.entry) of \(progress.entries)", Quantities.bytes(progress.bytes, of: progress.totalBytes),
            ], width: width)
        let lines = [fitted(bar, columns: width, glyphs: glyphs)]
        guard rows > 3, width > 4 else { return lines }
        return lines + ["  " + fittedAtEnd(progress.name.printable(), columns: width - 2, glyphs: glyphs)]
    }
}
