/// The few characters beyond ASCII that the program's own words use.
struct Glyphs: Sendable, Equatable {
    let arrow: String
    let ellipsis: String

    static let unicode = Glyphs(arrow: "→", ellipsis: "…")
    static let ascii = Glyphs(arrow: "->", ellipsis: "...")
}
