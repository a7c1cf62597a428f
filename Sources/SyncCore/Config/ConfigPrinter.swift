/// The effective configuration for people and for programs. Secrets are `***`.
public struct ConfigPrinter {
    private let resolved: ResolvedConfig
    private let shown: Config

    public init(_ resolved: ResolvedConfig) {
        self.resolved = resolved
        var config = resolved.config
        // The place itself says more than an empty text, and means the same when it is written into a file.
        config.gamesDirectory = config.gamesPath
        shown = config
    }

    /// As TOML, each value's origin in a comment behind it.
    public var toml: String {
        var lines: [String] = []
        for section in ConfigKey.sections {
            if !section.name.isEmpty { lines += ["", "[\(section.name)]"] }
            for key in section.keys {
                let value = key.show(shown)
                if section.isOpen, case .table(let members) = value {
                    lines += members.map { line($0.key, $0.node.value, "\(key.path).\($0.key)") }
                } else {
                    lines.append(line(key.name, value, key.path))
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ name: String, _ value: TOMLNode.Value, _ path: String) -> String {
        let setting = "\(TOMLNode.key(name)) = \(TOMLNode(value).text)"
        // Comments stand in one column unless a value is long.
        let gap = String(repeating: " ", count: max(2, 40 - setting.count))
        return "\(setting)\(gap)# \(resolved.origin(of: path))"
    }

    /// `{"schema":1,"file":…,"config":{section:{key:value}},"origins":{"section.key":{"from":…}}}`
    public var json: JSON {
        var settings: [JSON.Member] = []
        var origins: [JSON.Member] = []
        for section in ConfigKey.sections {
            let members = section.keys.map { key in JSON.Member(key.name, TOMLNode(key.show(shown)).json) }
            if section.name.isEmpty || section.isOpen {
                settings += members
            } else {
                settings.append(JSON.Member(section.name, .object(members)))
            }
            origins += section.keys.map { key in JSON.Member(key.path, resolved.origin(of: key.path).json) }
        }
        return [
            "schema": 1, "file": .string(resolved.file), "config": .object(settings), "origins": .object(origins),
        ]
    }
}

extension ConfigOrigin {
    var json: JSON {
        switch self {
        case .default: ["from": "default"]
        case .file(let path, let line): ["from": "file", "file": .string(path), "line": JSON(line)]
        case .environment(let name): ["from": "environment", "name": .string(name)]
        case .option(let name): ["from": "option", "name": .string(name)]
        }
    }
}
