extension ConfigFormat where Value == String {
    /// An absolute path.
    static let path = ConfigFormat("an absolute path") { node throws(ConfigProblem) in
        try ConfigPath.normalized(node.string("an absolute path"))
    } write: {
        .text($0)
    }

    /// An absolute path that ends with `.prom`: node_exporter reads no other.
    static let prometheusPath = ConfigFormat("the absolute path of a `.prom` file") { node throws(ConfigProblem) in
        let path = try path.read(node)
        guard path.hasSuffix(".prom") else {
            throw ConfigProblem("must end with `.prom`, because node_exporter reads no other file")
        }
        return path
    } write: {
        .text($0)
    }

    /// One line of text. Not repeated in messages.
    static let line = ConfigFormat("a text") { node throws(ConfigProblem) in
        let text = try node.string("a text")
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw ConfigProblem("must be one line without control characters")
        }
        return text
    } write: {
        .text($0)
    }
}

extension ConfigFormat where Value == [String] {
    static let paths = ConfigFormat("a list of absolute paths") { node throws(ConfigProblem) in
        var paths: [String] = []
        let elements = try node.elements("a list of absolute paths")
        guard elements.count <= 100 else { throw ConfigProblem("must hold at most 100 paths, not \(elements.count)") }
        try ConfigProblem.collecting(elements, line: \.line) { element throws(ConfigProblem) in
            let path = try ConfigFormat<String>.path.read(element)
            guard !paths.contains(path) else { throw ConfigProblem("must not hold the same path twice") }
            paths.append(path)
        }
        return paths
    } write: {
        .list($0.map { TOMLNode(.text($0)) })
    }

    /// Keys with dots between them, as in `data.list`.
    static let keyPath = ConfigFormat("a dotted path such as `data.list`") { node throws(ConfigProblem) in
        let parts = try ConfigFormat<String>.line.read(node).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else {
            throw ConfigProblem("must be names with single dots between them, such as `data.list`")
        }
        return parts.map(String.init)
    } write: {
        .text($0.joined(separator: "."))
    }
}

extension ConfigFormat where Value == [[String]] {
    /// A list of texts is one command; a list of lists is several.
    static let commands = ConfigFormat("a command as a list of texts: program and arguments") {
        node throws(ConfigProblem) in
        let nodes = try node.elements("a list of texts: the program and its arguments")
        guard !nodes.isEmpty else { return [] }
        guard nodes.contains(where: { if case .list = $0.value { true } else { false } }) else {
            return [try command(nodes)]
        }
        var commands: [[String]] = []
        for node in nodes { commands.append(try command(node.elements("a list of texts as the others are"))) }
        return commands
    } write: { commands in
        let lists = commands.map { $0.map { TOMLNode(.text($0)) } }
        return .list(lists.count == 1 ? lists[0] : lists.map { TOMLNode(.list($0)) })
    }

    private static func command(_ nodes: [TOMLNode]) throws(ConfigProblem) -> [String] {
        var words: [String] = []
        for node in nodes {
            let word = try node.string("a text")
            guard !word.utf8.contains(0) else { throw ConfigProblem("must hold no NUL", line: node.line) }
            words.append(word)
        }
        guard let program = words.first, !program.isEmpty else {
            throw ConfigProblem("must begin with a program, not with nothing")
        }
        guard program.hasPrefix("/") || !program.contains("/") else {
            throw ConfigProblem(
                "must begin with an absolute path or a program's name, not `\(program.printable(limit: 60))`",
                line: nodes[0].line)
        }
        return words
    }
}

extension ConfigFormat where Value == Config.Durability {
    static let durability = ConfigFormat("`full` or `fast`") { node throws(ConfigProblem) in
        let text = try node.string("`full` or `fast`")
        guard let value = Config.Durability(rawValue: text) else {
            throw ConfigProblem("must be `full` or `fast`, not `\(text.printable(limit: 60))`")
        }
        return value
    } write: {
        .text($0.rawValue)
    }
}

extension ConfigFormat where Value == Config.NameEncoding {
    /// Whether iconv knows the name is not checked here.
    static let nameEncoding = ConfigFormat("`auto` or a name that iconv knows, such as `gb18030`") {
        node throws(ConfigProblem) in
        let text = try node.string("`auto` or the name of an encoding")
        guard !text.isEmpty else {
            throw ConfigProblem("must not be empty", hint: "Set `auto`, or a name such as `gb18030` or `shift_jis`")
        }
        let allowed = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-_.:()+".utf8.contains(byte)
        }
        guard allowed, text.utf8.count <= 64 else {
            throw ConfigProblem("must be `auto` or the name of an encoding, not `\(text.printable(limit: 60))`")
        }
        return text.lowercased() == "auto" ? .auto : .named(text)
    } write: {
        switch $0 {
        case .auto: .text("auto")
        case .named(let name): .text(name)
        }
    }
}

extension ConfigFormat where Value == ListenAddress {
    static let listen = ConfigFormat("an address with a port, such as \(ListenAddress.examples)") {
        node throws(ConfigProblem) in
        let text = try node.string("an address with a port")
        do throws(UnitError) { return try ListenAddress(text) } catch {
            throw ConfigProblem("must be an address with a port, not `\(error.text)`", hint: error.hint)
        }
    } write: {
        .text($0.description)
    }
}
