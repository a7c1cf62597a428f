/// What an entry of the manifest says.
enum EntryField: String, CaseIterable {
    case id, version, url, md5, sha256, size

    /// The names that are understood without configuration.
    private var understood: [[String]] {
        switch self {
        case .id: [["id"], ["gameId"]]
        case .version: [["version"], ["h5Version"]]
        case .url: [["url"], ["h5Down"]]
        case .md5: [["md5"], ["h5Md5"]]
        case .sha256: [["sha256"]]
        case .size: [["size"]]
        }
    }

    /// The paths of keys under which it may stand.
    func paths(_ fields: ManifestFields) -> [[String]] {
        let configured =
            switch self {
            case .id: fields.id
            case .version: fields.version
            case .url: fields.url
            case .md5: fields.md5
            case .sha256: fields.sha256
            case .size: fields.size
            }
        return configured.map { [$0] } ?? understood
    }
}
