extension String {
    /// An address with `***` for its user-info and for its query.
    var maskingCredentials: String {
        guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else { return "***" }
        let start = index(colon, offsetBy: 3)
        let end = self[start...].firstIndex { "/?#".contains($0) } ?? endIndex
        let authority = self[start..<end]
        let host = authority.lastIndex(of: "@").map { "***" + authority[$0...] } ?? String(authority)
        let path = self[end...].prefix { $0 != "?" && $0 != "#" }
        return self[..<start] + host + path + (self[end...].contains("?") ? "?***" : "")
    }
}

extension [String] {
    /// ``a, `b` or `c` ``
    var alternatives: String {
        guard let last else { return "" }
        return count == 1 ? last : dropLast().joined(separator: ", ") + " or " + last
    }
}
