extension EntryReader {
    /// `{"url": …, "sha256": …}` under `index`. One that breaks a rule is left out and the entry stays good: an index
    /// only saves bytes.
    func index(in value: JSON) -> IndexReference? {
        guard let found = value["index"], case .object = found, let address = found["url"],
            let sha256 = found["sha256"]?.text.flatMap({ Digest(.sha256, hex: $0) })
        else { return nil }
        do throws(EntryError) {
            return IndexReference(url: try self.address(address, .url), sha256: sha256)
        } catch {
            return nil
        }
    }
}
