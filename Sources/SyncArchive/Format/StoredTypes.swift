/// Files that are compressed already: packing them again costs time and gains nothing.
enum StoredTypes {
    private static let endings: Set<String> = [
        "7z", "aac", "apk", "avif", "br", "bz2", "cab", "docx", "flac", "gif", "gz", "heic", "jar", "jpeg", "jpg",
        "jxl",
        "lz4", "m4a", "m4v", "mkv", "mov", "mp3", "mp4", "oga", "ogg", "ogv", "opus", "png", "pptx", "rar", "tgz",
        "webm",
        "webp", "whl", "woff", "woff2", "xlsx", "xz", "zip", "zst",
    ]

    static func contains(_ path: String) -> Bool {
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return endings.contains(path[path.index(after: dot)...].lowercased())
    }
}
