import SyncCore

/// Says what a file that is no archive looks like.
enum FirstWords {
    static func describe(_ head: [UInt8]) -> String {
        for (magic, name) in signatures where head.starts(with: magic) { return name }
        if head.allSatisfy({ $0 == 0 }) { return "zero bytes" }
        guard let text = String(validating: head.prefix { $0 != 0 }, as: UTF8.self), text.utf8.count == head.count
        else { return "unknown binary data" }
        let trimmed = String(text.drop { $0.isWhitespace || $0 == "\u{FEFF}" })
        let start = trimmed.prefix(9).lowercased()
        let kind =
            start.hasPrefix("<!doctype") || start.hasPrefix("<html") || start.hasPrefix("<head")
            ? "an HTML page"
            : start.hasPrefix("<?xml") ? "an XML document" : start.hasPrefix("{") ? "a JSON text" : "a text"
        let words = trimmed.prefix(60).split { $0.isWhitespace }.joined(separator: " ").printable(limit: 48)
        return words.isEmpty ? kind : "\(kind): `\(words)`"
    }

    private static let signatures: [([UInt8], String)] = [
        ([0x1F, 0x8B], "a gzip file"),
        (Array("Rar!".utf8), "a RAR archive"),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file"),
        ([0x28, 0xB5, 0x2F, 0xFD], "a zstd file"),
        (Array("BZh".utf8), "a bzip2 file"),
        (Array("%PDF".utf8), "a PDF document"),
        ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ]
}
