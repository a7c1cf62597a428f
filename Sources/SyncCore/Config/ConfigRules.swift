/// What values must be to each other. A rule is skipped when one of its values was refused already.
struct ConfigRules {
    private let config: Config
    private let reader: ConfigReader
    private(set) var mistakes: [ConfigMistake] = []

    init(_ reader: ConfigReader) {
        self.reader = reader
        config = reader.config
        checkPlaces()
        checkTransfer()
        checkS3()
        checkTrust()
        checkEncoding()
    }

    private mutating func checkPlaces() {
        let root = config.root
        require(
            "root", !ConfigPath.shared.contains(root),
            "must not be `\(root.printable())`, which is not for assetsync alone",
            hint: "Use a folder such as `/var/lib/assetsync`")
        require(
            "root", reader.surroundings.home != root, "must not be the home folder itself",
            hint: "Use a folder in it, such as `\(root.printable())/.local/share/assetsync`")
        guard let games = config.gamesDirectory else { return }
        let shown = games.printable()
        require(
            "games_dir", !ConfigPath.shared.contains(games), "must not be `\(shown)`, which is not for assetsync alone",
            hint: "Use a folder of its own, such as `\(games == "/" ? "" : shown)/games`")
        require(
            "games_dir", reader.surroundings.home != games, "must not be the home folder itself",
            hint: "Use a folder in it, such as `\(shown)/games`")
        guard !reader.refused.contains("root") else { return }
        require(
            "games_dir", games != root, "must not be the same folder as `root`",
            hint: "Leave it empty for `\(root.printable())/games`")
        require(
            "games_dir", games == root || !ConfigPath.isWithin(root, games),
            "must not hold `root` (`\(root.printable())`), which would stand among the games",
            hint: "Use a folder of its own, or leave it empty for `\(root.printable())/games`")
        for name in ["tmp", "versions", "archives", "state.sqlite3", "lock"] {
            require(
                "games_dir", !ConfigPath.isWithin(games, "\(root)/\(name)"),
                "must not be in `\(root.printable())/\(name)`, which assetsync needs for itself",
                hint: "Leave it empty for `\(root.printable())/games`")
        }
    }

    private mutating func checkTransfer() {
        let transfer = config.transfer
        require(
            "manifest", config.mayUseHTTP || config.manifest.scheme != .http,
            with: ["transfer.allow_http", "trust.keys"],
            "uses plain `http`, which `transfer.allow_http = false` forbids", hint: "Use an `https` URL")
        require(
            "transfer.username", transfer.username == nil || transfer.passwordFile != nil,
            with: ["transfer.password_file"], "needs `transfer.password_file`",
            hint: "Set `password_file` to a file with the password")
        require(
            "transfer.password_file", transfer.passwordFile == nil || transfer.username != nil,
            with: ["transfer.username"], "needs `transfer.username`", hint: "Set `username`")
        require(
            "transfer.bearer_token_file", transfer.bearerTokenFile == nil || transfer.username == nil,
            with: ["transfer.username"], "and `transfer.username` exclude each other", hint: "Keep one of the two")
        require(
            "transfer.mirrors", config.mayUseHTTP || !transfer.mirrors.contains { $0.scheme == .http },
            with: ["transfer.allow_http", "trust.keys"],
            "hold one with plain `http`, which `transfer.allow_http = false` forbids",
            hint: "Use `https` URLs")
        let authorization = transfer.headers.contains { $0.name.lowercased() == "authorization" }
        require(
            "transfer.headers", !authorization || transfer.bearerTokenFile == nil && transfer.username == nil,
            with: ["transfer.username", "transfer.bearer_token_file"],
            "holds `Authorization`, which `username` or `bearer_token_file` set too", hint: "Keep one of them")
        require(
            "transfer.client_key", transfer.clientKey == nil || transfer.clientCert != nil,
            with: ["transfer.client_cert"], "needs `transfer.client_cert`", hint: "Set `client_cert`")
    }

    private mutating func checkS3() {
        let s3 = config.s3
        require(
            "s3.endpoint", config.mayUseHTTP || s3.endpoint?.scheme != .http,
            with: ["transfer.allow_http", "trust.keys"],
            "uses plain `http`, which `transfer.allow_http = false` forbids", hint: "Use an `https` URL")
        require(
            "s3.access_key_file", s3.accessKeyFile == nil || s3.secretKeyFile != nil, with: ["s3.secret_key_file"],
            "needs `s3.secret_key_file`", hint: "Set `secret_key_file` to a file with the secret")
        require(
            "s3.secret_key_file", s3.secretKeyFile == nil || s3.accessKeyFile != nil, with: ["s3.access_key_file"],
            "needs `s3.access_key_file`", hint: "Set `access_key_file` to a file with the access key's id")
    }

    private mutating func checkTrust() {
        let trust = config.trust
        require(
            "trust.threshold", trust.threshold <= max(1, trust.keys.count), with: ["trust.keys"],
            "must be at most the number of keys, \(trust.keys.count), not \(trust.threshold)",
            hint: "Add keys to `trust.keys` or lower the threshold")
    }

    private mutating func checkEncoding() {
        guard case .named(let name) = config.archive.nameEncoding else { return }
        require(
            "archive.name_encoding", reader.surroundings.knowsEncoding(name),
            "must be `auto` or an encoding that iconv knows, not `\(name)`",
            hint: "`iconv --list` prints the names, `gb18030` and `shift_jis` among them")
    }

    private mutating func require(
        _ key: String, _ holds: Bool, with others: [String] = [], _ problem: @autoclosure () -> String,
        hint: @autoclosure () -> String
    ) {
        guard !holds, !reader.refused.contains(key), reader.refused.isDisjoint(with: others) else { return }
        // A value of the file is named by its line; a default that clashes by the file.
        let origin = reader.origins[key] ?? .file(path: reader.surroundings.file, line: 0)
        mistakes.append(ConfigMistake(key: key, origin: origin, problem: problem(), hint: hint()))
    }
}
