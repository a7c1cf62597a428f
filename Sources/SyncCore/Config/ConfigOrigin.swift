/// Where a value of the configuration comes from.
public enum ConfigOrigin: Sendable, Equatable, CustomStringConvertible {
    case `default`
    /// Counted from 1; 0 for the file as a whole.
    case file(path: String, line: Int)
    /// The name of an environment variable.
    case environment(String)
    /// The name of a command-line option.
    case option(String)

    public var description: String {
        switch self {
        case .default: "default"
        case .file(let path, 0): path.printable()
        case .file(let path, let line): "\(path.printable()):\(line)"
        case .environment(let name): "$\(name)"
        case .option(let name): name
        }
    }
}
