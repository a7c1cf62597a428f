/// A path to be packed, taken apart: the folder from which names in the archive begin, and the names below it.
struct TypedPath: Equatable {
    let text: String
    /// `.`, `/`, or whatever ends in the last `..`.
    let base: String
    /// None of them `.` or `..`; none at all for a folder whose content goes to the top of the archive.
    let names: [String]
    /// Then a link to a folder is that folder.
    let endsInSlash: Bool

    init(_ text: String) {
        let parts = text.split(separator: "/").filter { $0 != "." }
        let start = parts.lastIndex(of: "..").map { $0 + 1 } ?? 0
        let top = text.hasPrefix("/") ? "/" : "."
        self.text = text
        base = start == 0 ? top : (text.hasPrefix("/") ? "/" : "") + parts[..<start].joined(separator: "/")
        names = parts[start...].map { String($0) }
        endsInSlash = text.hasSuffix("/") || text.hasSuffix("/.")
    }

    /// In the archive.
    var name: String { names.joined(separator: "/") }
}
