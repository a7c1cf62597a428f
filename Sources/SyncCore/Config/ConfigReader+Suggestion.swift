extension ConfigReader {
    /// What was most likely meant by a key that does not exist: the same name in another section, else the nearest name
    /// of the section, else the nearest name anywhere, else what there is.
    static func suggestion(for name: String, in section: ConfigSection) -> String {
        let here = section.keys.map(\.name) + (section.name.isEmpty ? ConfigKey.sections.dropFirst().map(\.name) : [])
        if section.name == "manifest_fields", let word = manifestField(for: name) {
            return didYouMean("\(section.name).\(word)")
        }
        let everywhere = ConfigKey.all.filter { !here.contains($0.name) }
        if let key = everywhere.first(where: { $0.name == name }) { return didYouMean(key.path) }
        if let word = nearest(to: name, of: here) {
            if section.name.isEmpty, ConfigKey.sections.contains(where: { $0.name == word }) {
                return didYouMean(word)
            }
            return didYouMean(section.name.isEmpty ? word : "\(section.name).\(word)")
        }
        if let word = nearest(to: name, of: everywhere.map(\.name)),
            let key = everywhere.first(where: { $0.name == word })
        {
            return didYouMean(key.path)
        }
        let list = here.map { "`\($0)`" }.joined(separator: ", ")
        return section.name.isEmpty
            ? "The keys and sections are \(list)" : "The keys of `[\(section.name)]` are \(list)"
    }

    /// A name as an API has it (`gameId`, `zipUrl`, `file_size`) stands for the field that it ends with.
    private static func manifestField(for name: String) -> String? {
        let word = name.lowercased()
        let field = EntryField.allCases.first { field in
            field.paths(ManifestFields()).contains { $0.last?.lowercased() == word }
        }
        return field?.rawValue ?? EntryField.allCases.map(\.rawValue).first { word.hasSuffix($0) }
    }

    private static func didYouMean(_ path: String) -> String {
        guard let dot = path.firstIndex(of: ".") else {
            let isSection = ConfigKey.sections.contains { $0.name == path }
            return isSection
                ? "Did you mean the section `[\(path)]`?" : "Did you mean `\(path)`, above the first section?"
        }
        return "Did you mean `\(path)`, which is `\(path[path.index(after: dot)...])` in `[\(path[..<dot])]`?"
    }
}
