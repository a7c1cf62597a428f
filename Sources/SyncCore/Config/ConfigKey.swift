/// One key of the configuration: what it is called, how it is read and written, and what it is for.
///
/// The table of them, ``sections``, drives the reader, `config show`, the template and the manual page.
public struct ConfigKey: Sendable {
    /// Dotted: `sync.interval`.
    public let path: String
    /// What its value is, with its article.
    public let form: String
    /// What it does, in one or two sentences.
    public let sentence: String

    let read: @Sendable (TOMLNode, inout Config) throws(ConfigProblem) -> Void
    let write: @Sendable (Config) -> TOMLNode.Value
    let show: @Sendable (Config) -> TOMLNode.Value

    init<Value>(
        _ path: String, _ format: ConfigFormat<Value>, _ place: any WritableKeyPath<Config, Value> & Sendable,
        _ sentence: String
    ) {
        self.path = path
        self.sentence = sentence
        form = format.name
        read = { node, config throws(ConfigProblem) in config[keyPath: place] = try format.read(node) }
        write = { format.write($0[keyPath: place]) }
        show = { format.show($0[keyPath: place]) }
    }

    /// The last part of the path.
    public var name: String { path.split(separator: ".").last.map(String.init) ?? path }

    /// Its default as TOML text. `root` has the one of the root user; `manifest` has none and is empty.
    public var defaultText: String {
        path == "manifest" ? "" : TOMLNode(write(.defaults)).text
    }
}

/// A `[section]` with its keys; the first one, without a name, holds the keys above every section.
public struct ConfigSection: Sendable {
    public let name: String
    public let sentence: String
    public let keys: [ConfigKey]

    init(_ name: String, _ sentence: String, _ keys: [ConfigKey]) {
        self.name = name
        self.sentence = sentence
        self.keys = keys
    }

    /// Whether the members have names of the user's choice, such as ids of games.
    public var isOpen: Bool { keys.first?.path == name }
}
