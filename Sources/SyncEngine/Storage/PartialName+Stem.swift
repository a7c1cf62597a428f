import SyncTransfer

extension PartialName {
    /// The stem that a file in `tmp` has if it is a partial download or its record; nil for anything else.
    static func stem(of name: String) -> String? {
        for ending in [".part", ".json"] where name.hasSuffix(ending) { return String(name.dropLast(ending.count)) }
        return nil
    }
}
