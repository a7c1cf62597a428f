/// What every command understands, before and after its name.
struct CommonOptions: Sendable, Equatable {
    enum LogFormat: String, Sendable, CaseIterable {
        case text, json
    }

    var configFile: String?
    var root: String?
    /// -1 with `-q`, 1 with `-v`, 2 with `-vv`.
    var verbosity = 0
    /// nil when not asked for.
    var logFormat: LogFormat?
    var asksHelp = false
    var asksVersion = false

    static let flags: [Flag<Self>] = [
        .value("--config", "FILE", "Read this configuration file") { $0.configFile = try nonEmpty($1) },
        .value("--root", "DIR", "Keep state and games in this folder") { $0.root = try nonEmpty($1) },
        .on("--verbose", short: "v", "Log more on standard error; `-vv` logs everything") {
            $0.verbosity = max($0.verbosity, 0) + 1
        },
        .on("--quiet", short: "q", "Print failures only") { $0.verbosity = -1 },
        .value("--log-format", "FORMAT", "Write the log as `text` or as `json` lines") {
            $0.logFormat = try choice($1)
        },
        .on("--help", short: "h", "Show help and exit") { $0.asksHelp = true },
        .on("--version", "Show the version and exit") { $0.asksVersion = true },
    ]
}
