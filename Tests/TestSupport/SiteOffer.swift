/// What a manifest says of one version of a game.
public struct SiteOffer: Sendable {
    /// How the fields of a manifest are called.
    public enum Naming: Sendable, CaseIterable {
        case native, h5
    }

    public var game: String
    public var version: String
    /// Relative to the manifest, unless a test makes it absolute.
    public var url: String
    public var md5: String?
    public var sha256: String?
    public var size: Int64?

    /// The same with something changed.
    public func with(_ change: (inout SiteOffer) -> Void) -> SiteOffer {
        var copy = self
        change(&copy)
        return copy
    }

    public func json(_ naming: Naming) -> String {
        let names =
            switch naming {
            case .native: ["id", "version", "url", "md5"]
            case .h5: ["gameId", "h5Version", "h5Down", "h5Md5"]
            }
        var fields = zip(names, [game, version, url, md5]).compactMap { name, value in
            value.map { "\"\(name)\": \"\($0)\"" }
        }
        if let sha256 { fields.append("\"sha256\": \"\(sha256)\"") }
        if let size { fields.append("\"size\": \(size)") }
        return "{\(fields.joined(separator: ", "))}"
    }
}
