import Glibc
public import SyncCore
import SyncPlatform

/// Finds and reads the configuration.
public enum ConfigFile {
    /// Where the administrator's file is.
    public static let systemPath = "/etc/assetsync/assetsync.toml"
    /// Room for tens of thousands of password files; what is larger is some other file.
    static let maximumBytes = 4 << 20

    /// Reads `explicit`, else `$ASSETSYNC_CONFIG`, else the first that exists of the user's own file and the system's.
    ///
    /// The user's own file, `$XDG_CONFIG_HOME/assetsync/assetsync.toml` with `~/.config` for the variable, is not for
    /// the root user. A relative `explicit` or `rootOverride` is taken from the working directory. Blocks: not for the
    /// cooperative pool.
    ///
    /// - Throws: ``ConfigError`` with all mistakes of the file, or the way out when there is none.
    public static func load(
        explicit path: String? = nil, rootOverride: String? = nil, environment: [String: String], userIsRoot: Bool
    ) throws(ConfigError) -> ResolvedConfig {
        let places = UserPlaces(environment: environment, userIsRoot: userIsRoot)
        let (file, bytes) = try read(candidates(explicit: path, places))
        let document: TOMLNode
        do throws(TOMLError) {
            document = try TOMLReader.read(bytes)
        } catch {
            throw ConfigError(
                ConfigMistake(
                    key: nil, origin: .file(path: file, line: error.line),
                    problem: "not valid TOML: \(error.problem)\(error.column > 0 ? " (column \(error.column))" : "")",
                    hint: "Texts stand in quotes: `key = \"text\"`; sections in brackets: `[sync]`"))
        }
        let surroundings = ConfigSurroundings(
            file: file, rootOption: try rootOverride.map { option throws(ConfigError) in try absolute(option) },
            defaultRoot: places.dataRoot, defaultRootOrigin: places.dataRootOrigin, home: places.home,
            knowsEncoding: knowsEncoding)
        return try ResolvedConfig(document, surroundings)
    }

    /// The file that ``load(explicit:rootOverride:environment:userIsRoot:)`` would read first, whether it exists or not:
    /// where a new one belongs.
    public static func path(
        explicit: String?, environment: [String: String], userIsRoot: Bool
    ) throws(ConfigError) -> String {
        try candidates(explicit: explicit, UserPlaces(environment: environment, userIsRoot: userIsRoot))[0]
    }

    /// The files to try, the first that exists wins.
    static func candidates(explicit: String?, _ places: UserPlaces) throws(ConfigError) -> [String] {
        if let explicit {
            guard !explicit.isEmpty else {
                throw ConfigError(file: "--config", problem: "names no file", hint: "Give the path of a file")
            }
            return [try absolute(explicit)]
        }
        if let named = places.namedConfig { return [try absolute(named)] }
        return (places.ownConfig.map { [$0] } ?? []) + [systemPath]
    }

    private static func read(_ candidates: [String]) throws(ConfigError) -> (file: String, bytes: [UInt8]) {
        for file in candidates {
            do throws(TextFile.Problem) {
                return (file, try TextFile.read(file, limit: maximumBytes))
            } catch {
                // Only what is not there lets the next one count: a file that cannot be read is a mistake to mend.
                if error == .system(errno: ENOENT) || error == .system(errno: ENOTDIR) { continue }
                throw ConfigError(
                    file: file, problem: "cannot be read: \(error.description)",
                    hint: error == .system(errno: EACCES)
                        ? "Let the user that runs assetsync read it, or name another file with `--config FILE`"
                        : "Name a TOML file with `--config FILE`")
            }
        }
        let hint = "Write one with `assetsync init`, or name one with `--config FILE` or `ASSETSYNC_CONFIG`"
        guard candidates.count > 1 else {
            throw ConfigError(file: candidates[0], problem: "does not exist", hint: hint)
        }
        let list = candidates.map { "`\($0.printable())`" }.joined(separator: " nor ")
        throw ConfigError(
            ConfigMistake(
                key: nil, origin: .default, problem: "there is no configuration: neither \(list) exists", hint: hint))
    }

    /// A relative path counts from the working directory.
    private static func absolute(_ path: String) throws(ConfigError) -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else {
            throw ConfigError(
                file: path, problem: "cannot be found, because the working directory is gone",
                hint: "Give an absolute path")
        }
        defer { free(folder) }
        var rest = Substring(path)
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        let base = String(cString: folder)
        if rest.isEmpty || rest == "." { return base }
        return base == "/" ? "/\(rest)" : "\(base)/\(rest)"
    }

    @Sendable private static func knowsEncoding(_ name: String) -> Bool {
        guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { return false }
        iconv_close(converter)
        return true
    }
}
