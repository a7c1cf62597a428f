/// What stands in the games folder, by name.
///
/// A dictionary with `String` keys would take two folders for one where their names differ in bytes but look the same.
public struct DiskListing: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    private var entries: [[UInt8]: DiskEntry] = [:]

    public init() {}

    public init(dictionaryLiteral elements: (String, DiskEntry)...) {
        for (name, entry) in elements { self[name] = entry }
    }

    /// nil where nothing of that name stands.
    public subscript(name: String) -> DiskEntry? {
        get { entries[Array(name.utf8)] }
        set { entries[Array(name.utf8)] = newValue }
    }

    public var count: Int { entries.count }

    /// In the order of their bytes.
    public var names: [String] {
        entries.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
