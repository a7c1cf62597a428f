extension ResolvedConfig {
    /// Reads every key of the document and checks that they fit together. Pure: looks at no file.
    ///
    /// - Throws: ``ConfigError`` with every mistake, in the order of the file.
    public init(_ document: TOMLNode, _ surroundings: ConfigSurroundings) throws(ConfigError) {
        var reader = ConfigReader(surroundings)
        reader.read(document)
        reader.resolveRoot()
        let mistakes = reader.mistakes + ConfigRules(reader).mistakes
        // A stable order for mistakes of one line, and those without a line first.
        let sorted = mistakes.enumerated().sorted { left, right in
            (left.element.line, left.offset) < (right.element.line, right.offset)
        }.map(\.element)
        if let first = sorted.first { throw ConfigError(first, Array(sorted.dropFirst())) }
        self.init(config: reader.config, file: surroundings.file, origins: reader.origins)
    }
}

/// One walk through a document.
struct ConfigReader {
    let surroundings: ConfigSurroundings
    private(set) var config: Config
    private(set) var origins: [String: ConfigOrigin] = [:]
    private(set) var mistakes: [ConfigMistake] = []
    /// Keys whose value could not be taken; what depends on them is not checked.
    private(set) var refused: Set<String> = []

    init(_ surroundings: ConfigSurroundings) {
        self.surroundings = surroundings
        config = .defaults
    }

    mutating func read(_ document: TOMLNode) {
        guard case .table(let members) = document.value else { return }
        for member in members {
            if let key = ConfigKey.sections[0].keys.first(where: { $0.path == member.key }) {
                take(key, member)
            } else if let section = ConfigKey.sections.dropFirst().first(where: { $0.name == member.key }) {
                read(section, member)
            } else {
                note(
                    member.key, member.line, "is not a known key",
                    Self.suggestion(for: member.key, in: ConfigKey.sections[0])
                )
            }
        }
        if origins["manifest"] == nil {
            note(
                "manifest", 0, "is not set", "Write `manifest = \"https://…\"` above the first section of the file")
        }
    }

    private mutating func read(_ section: ConfigSection, _ member: TOMLNode.Member) {
        guard case .table(let members) = member.node.value else {
            return note(
                section.name, member.line, "is a section, not \(member.node.kind)",
                "Write `[\(section.name)]` on a line")
        }
        if section.isOpen { return take(section.keys[0], member) }
        for member in members {
            if let key = section.keys.first(where: { $0.path == "\(section.name).\(member.key)" }) {
                take(key, member)
            } else {
                note(
                    "\(section.name).\(member.key)", member.line, "is not a known key",
                    Self.suggestion(for: member.key, in: section))
            }
        }
    }

    private mutating func take(_ key: ConfigKey, _ member: TOMLNode.Member) {
        origins[key.path] = .file(path: surroundings.file, line: member.line)
        if case .table(let parts) = member.node.value {
            for part in parts {
                origins["\(key.path).\(part.key)"] = .file(path: surroundings.file, line: part.line)
            }
        }
        do throws(ConfigProblem) {
            try key.read(member.node, &config)
        } catch {
            for problem in [error] + error.others {
                note(key.path, problem.line ?? member.line, problem.text, problem.hint)
            }
        }
    }

    private mutating func note(
        _ key: String, _ line: Int, _ problem: String, _ hint: @autoclosure () -> String?
    ) {
        refused.insert(key)
        // To look for the nearest key costs more than all the rest, and nobody reads that many.
        let shown = mistakes.count < 100 ? hint() : nil
        mistakes.append(
            ConfigMistake(key: key, origin: .file(path: surroundings.file, line: line), problem: problem, hint: shown))
    }

    /// `root` by precedence: the option, the file, the default.
    mutating func resolveRoot() {
        if let option = surroundings.rootOption {
            origins["root"] = .option("--root")
            refused.remove("root")
            // The value of the file does not count, so its mistakes do not either.
            mistakes.removeAll { $0.key == "root" }
            do {
                config.root = try ConfigPath.normalized(option)
            } catch {
                refused.insert("root")
                mistakes.append(
                    ConfigMistake(key: "root", origin: .option("--root"), problem: error.text, hint: error.hint))
            }
        } else if origins["root"] == nil {
            guard let path = surroundings.defaultRoot else {
                return note(
                    "root", 0, "has no default here, because neither `XDG_DATA_HOME` nor `HOME` is set",
                    "Set `root = \"/path\"` in the file, give `--root DIR`, or set `HOME`")
            }
            config.root = path
            origins["root"] = surroundings.defaultRootOrigin
        }
        // Written out, the default is still the default: the folders that go with the games stay where they were.
        if config.gamesDirectory == "\(config.root)/games" { config.gamesDirectory = nil }
    }
}
