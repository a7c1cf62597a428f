extension EntryReader {
    /// More than this many of an entry are not looked at: each may cost a connection.
    static let mostMirrors = 16

    /// The other addresses of an entry's archive, in the order in which they are tried: the entry's, then those that the
    /// configuration makes of its address. What cannot be used is left out and told.
    func mirrors(of url: SafeURL, in value: JSON) -> (usable: [SafeURL], problems: [String]) {
        var usable: [SafeURL] = []
        var problems: [String] = []
        switch value["mirrors"] {
        case nil, .null: break
        case .array(let elements):
            for element in elements.prefix(Self.mostMirrors) {
                do throws(EntryError) {
                    usable.append(try address(element, .url))
                } catch {
                    problems.append(error.summary)
                }
            }
            if elements.count > Self.mostMirrors {
                problems.append("there are \(elements.count) mirrors, and only \(Self.mostMirrors) are tried")
            }
        case let other?: problems.append("`mirrors` is \(other.kind), not a list")
        }
        usable += rules.mirrors.compactMap { url.mirrored(at: $0, manifest: rules.base) }
        var seen: Set<SafeURL> = [url]
        return (usable.filter { seen.insert($0).inserted }, problems)
    }
}
