/// The file that `assetsync init` writes: the one line that must be set, then every key as a comment with its default.
public enum ConfigTemplate {
    /// Stands where the manifest's address is not known yet.
    public static let exampleManifest = "https://cdn.example.com/games/manifest.json"

    /// Lines that begin with `# ` are words; those that begin with `#` alone are defaults, to be uncommented and changed.
    public static func text(manifest: String) -> String {
        var lines = words(
            "Configuration of assetsync. `assetsync config show` prints what counts, `assetsync config check` finds "
                + "mistakes.")
        lines += words(
            "Every key but `manifest` has a default, which stands here behind a `#`: remove the `#` and change the value."
        )
        lines += words(
            "Durations: \"90s\", \"15m\", \"1h30m\". Sizes: \"64MiB\", \"1.5GB\", or a number of bytes. Shares: \"50%\"."
        )
        for section in ConfigKey.sections {
            if !section.name.isEmpty {
                lines += ["", ""] + (section.sentence.isEmpty ? [] : words(section.sentence))
                if section.isOpen, let key = section.keys.first { lines += words(key.sentence) }
                lines.append("[\(section.name)]")
            }
            for key in section.keys where !section.isOpen {
                lines += [""] + words(key.sentence)
                lines.append(
                    key.path == "manifest"
                        ? "manifest = \(TOMLNode.quoted(manifest))" : "#\(key.name) = \(key.defaultText)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Comment lines of at most 100 characters; what stands between backticks is not broken.
    private static func words(_ text: String) -> [String] {
        var lines: [String] = []
        var line = "#"
        var word = ""
        var isQuoted = false
        for character in text + " " {
            if character == "`" { isQuoted.toggle() }
            guard character == " ", !isQuoted else {
                word.append(character)
                continue
            }
            if line.count + 1 + word.count > 100 {
                lines.append(line)
                line = "#"
            }
            line += " \(word)"
            word = ""
        }
        return lines + [line]
    }
}
