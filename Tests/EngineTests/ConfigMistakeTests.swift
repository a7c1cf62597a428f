import SyncCore
import Testing

@testable import SyncEngine

@Suite("Config mistakes") struct ConfigMistakeTests {
    /// A wrong line, put under a good one; what its message must hold.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let text: String
        let key: String
        let words: [String]
        /// Of the mistake, counted from 1.
        let line: Int

        init(_ text: String, _ key: String, _ words: String..., line: Int = 2) {
            self.text = text
            self.key = key
            self.words = words
            self.line = line
        }

        var testDescription: String { text }
    }

    private func check(_ wrong: Wrong) throws {
        let found = try mistakes("manifest = \"https://h/m.json\"\n\(wrong.text)\n")
        #expect(found.count == 1, "\(found)")
        let mistake = try #require(found.first)
        let message = mistake.sentence + " | " + (mistake.hint ?? "")
        #expect(mistake.key == wrong.key)
        #expect(message.contains("/etc/assetsync/assetsync.toml:\(wrong.line): "), "\(message)")
        #expect(message.contains("`\(wrong.key)`"), "\(message)")
        for word in wrong.words { #expect(message.contains(word), "\(message)") }
    }

    @Test(
        "an unknown key is answered with the nearest one",
        arguments: [
            Wrong("[sync]\nkeep_version = 2", "sync.keep_version", "`sync.keep_versions`", line: 3),
            Wrong("[limits]\nmin_fre = \"5%\"", "limits.min_fre", "`limits.min_free`", line: 3),
            Wrong("sync.keep-archives = true", "sync.keep-archives", "`sync.keep_archives`"),
            Wrong("[sync]\nparallel = 4", "sync.parallel", "`transfer.parallel`", line: 3),
            Wrong("interval = \"5m\"", "interval", "`sync.interval`", "`[sync]`"),
            Wrong("rooot = \"/x\"", "rooot", "`root`"),
            Wrong("[sync]\nroot = \"/x\"", "sync.root", "`root`, above the first section", line: 3),
            Wrong("[snyc]\ninterval = \"5m\"", "snyc", "section `[sync]`"),
            Wrong("[transfers]", "transfers", "section `[transfer]`"),
            Wrong("gamesdir = \"/x\"", "gamesdir", "`games_dir`"),
            Wrong("[serve]\nbananas = 1", "serve.bananas", "`[serve]` are `listen`", line: 3),
            Wrong("bananas = 1", "bananas", "`games_dir`", "`transfer`"),
            Wrong("transfer.max_bytes_per_mont = 1", "transfer.max_bytes_per_mont", "`transfer.max_bytes_per_month`"),
            Wrong("transfer.windw = \"1-5\"", "transfer.windw", "`transfer.window`"),
            Wrong("transfer.mirror = []", "transfer.mirror", "`transfer.mirrors`"),
            Wrong("s3.secret_file = \"/k\"", "s3.secret_file", "`s3.secret_key_file`"),
            Wrong("s3.path_stile = true", "s3.path_stile", "`s3.path_style`"),
            Wrong("[s4]", "s4", "section `[s3]`"),
            Wrong("manifest_fields.gameId = \"a\"", "manifest_fields.gameId", "`manifest_fields.id`"),
            Wrong("manifest_fields.h5Down = \"a\"", "manifest_fields.h5Down", "`manifest_fields.url`"),
            Wrong("manifest_fields.zipUrl = \"a\"", "manifest_fields.zipUrl", "`manifest_fields.url`"),
            Wrong("manifest_fields.file_size = \"a\"", "manifest_fields.file_size", "`manifest_fields.size`"),
            Wrong("manifest_fields.versoin = \"a\"", "manifest_fields.versoin", "`manifest_fields.version`"),
        ])
    func unknownKey(_ wrong: Wrong) throws { try check(wrong) }

    @Test("a key with control characters is named without them")
    func controlInKey() throws {
        let found = try mistakes("manifest = \"https://h/m\"\n[sync]\n\"a\\u001b[31m\" = 1\n\"\" = 2\n")
        #expect(found.count == 2)
        #expect(found.allSatisfy { !$0.sentence.unicodeScalars.contains("\u{1B}") })
        #expect(found[0].sentence.contains("`sync.a\\u{1B}[31m`"))
    }

    @Test(
        "a wrong type is named with what is expected",
        arguments: [
            Wrong("root = 5", "root", "an absolute path", "not a whole number"),
            Wrong("games_dir = true", "games_dir", "not a boolean"),
            Wrong("sync = 5", "sync", "is a section", "`[sync]`"),
            Wrong("[[sync]]\njitter = \"1%\"", "sync", "is a section, not a list", "`[sync]`"),
            Wrong("sync.interval = 900", "sync.interval", "duration", "`90s`", "not a whole number"),
            Wrong("sync.interval = 2020-01-01", "sync.interval", "not a date or time"),
            Wrong("sync.jitter = 0.1", "sync.jitter", "share", "not a number with a fraction"),
            Wrong("sync.keep_versions = \"two\"", "sync.keep_versions", "whole number", "not a text"),
            Wrong("sync.keep_versions = \"2\"", "sync.keep_versions", "without quotes"),
            Wrong("sync.keep_versions = 2.0", "sync.keep_versions", "not a number with a fraction"),
            Wrong("sync.keep_archives = \"true\"", "sync.keep_archives", "`true` without quotes"),
            Wrong("sync.keep_archives = 1", "sync.keep_archives", "`true` or `false`"),
            Wrong("sync.durability = true", "sync.durability", "`full` or `fast`"),
            Wrong("transfer.user_agent = nan", "transfer.user_agent", "a text"),
            Wrong("transfer.headers = [\"a: b\"]", "transfer.headers", "a table", "not a list"),
            Wrong("transfer.headers = { X-A = 1 }", "transfer.headers", "a table of texts", "not a whole number"),
            Wrong("limits.archive = true", "limits.archive", "a size", "not a boolean"),
            Wrong("limits.min_free = []", "limits.min_free", "not a list"),
            Wrong("passwords = \"x\"", "passwords", "is a section"),
            Wrong("trust.keys = \"/etc/a.pem\"", "trust.keys", "a list", "not a text"),
            Wrong("trust.keys = [\n  1,\n]", "trust.keys", "an absolute path", line: 3),
            Wrong("hooks.before_swap = \"/bin/x\"", "hooks.before_swap", "a list of texts", "not a text"),
            Wrong("hooks.before_swap = [\"/bin/x\", 1]", "hooks.before_swap", "a text", "not a whole number"),
            Wrong(
                "hooks.before_swap = [[\"/bin/x\"], \"y\"]", "hooks.before_swap", "a list of texts as the others are"),
            Wrong("hooks.before_swap = [[[\"/bin/x\"]]]", "hooks.before_swap", "a text", "not a list"),
            Wrong("metrics.textfile = {}", "metrics.textfile", "not a table"),
            Wrong("serve.listen = 8765", "serve.listen", "an address with a port"),
        ])
    func wrongType(_ wrong: Wrong) throws { try check(wrong) }

    @Test(
        "an impossible value is refused and says what is possible",
        arguments: [
            Wrong("root = \"\"", "root", "must not be empty"),
            Wrong("root = \"data\"", "root", "absolute path"),
            Wrong("root = \"~/data\"", "root", "`~`"),
            Wrong("root = \"/data/../etc\"", "root", "`..`"),
            Wrong("root = \"/\"", "root", "not for assetsync alone"),
            Wrong("root = \"/var//\"", "root", "`/var`", "not for assetsync alone"),
            Wrong("root = \"/home/kiosk\"", "root", "home folder"),
            Wrong("games_dir = \"games\"", "games_dir", "absolute path"),
            Wrong("games_dir = \"/var/lib/assetsync\"", "games_dir", "same folder as `root`"),
            Wrong("games_dir = \"/var/lib/assetsync/\"", "games_dir", "same folder as `root`"),
            Wrong("games_dir = \"/var/lib/assetsync/tmp/games\"", "games_dir", "`/var/lib/assetsync/tmp`"),
            Wrong("games_dir = \"/var/lib/assetsync/versions\"", "games_dir", "`/var/lib/assetsync/versions`"),
            Wrong("games_dir = \"/tmp\"", "games_dir", "not for assetsync alone"),
            Wrong("games_dir = \"/home/kiosk\"", "games_dir", "home folder"),
            Wrong(
                "root = \"/srv/games/state\"\ngames_dir = \"/srv/games\"", "games_dir", "must not hold `root`", line: 3),
            Wrong("manifest_fields.games = \"data..list\"", "manifest_fields.games", "`data.list`"),
            Wrong("sync.interval = \"0s\"", "sync.interval", "at least `1s`", "not `0s`"),
            Wrong("sync.interval = \"soon\"", "sync.interval", "not `soon`", "`1h30m`"),
            Wrong("sync.interval = \"\"", "sync.interval", "must be a duration"),
            Wrong("sync.jitter = \"101%\"", "sync.jitter", "from `0%` to `100%`", "not `101%`"),
            Wrong("sync.max_delete = \"half\"", "sync.max_delete", "not `half`"),
            Wrong("sync.keep_versions = 0", "sync.keep_versions", "at least 1, not 0"),
            Wrong("sync.keep_versions = -9223372036854775808", "sync.keep_versions", "at least 1"),
            Wrong("sync.durability = \"slow\"", "sync.durability", "`full` or `fast`", "not `slow`"),
            Wrong("transfer.parallel = 0", "transfer.parallel", "at least 1, not 0"),
            Wrong("transfer.parallel = 100000", "transfer.parallel", "at most 256, not 100000"),
            Wrong("transfer.per_host = 0", "transfer.per_host", "at least 1"),
            Wrong("transfer.retries = -1", "transfer.retries", "at least 0"),
            Wrong("transfer.connect_timeout = \"0s\"", "transfer.connect_timeout", "at least `1ms`"),
            Wrong("transfer.stall_timeout = \"2d\"", "transfer.stall_timeout", "at most `1d`, not `2d`"),
            Wrong("transfer.max_rate = \"fast\"", "transfer.max_rate", "not `fast`"),
            Wrong("transfer.max_rate = -1", "transfer.max_rate", "negative"),
            Wrong("transfer.user_agent = \"a\\nb\"", "transfer.user_agent", "one line"),
            Wrong("transfer.headers = { \"X A\" = \"b\" }", "transfer.headers", "letters, digits"),
            Wrong("transfer.headers = { Range = \"bytes=0-\" }", "transfer.headers", "`Range`", "assetsync itself"),
            Wrong("transfer.headers = { User-Agent = \"b\" }", "transfer.headers", "`transfer.user_agent`"),
            Wrong("transfer.headers = { X-A = \"1\", x-a = \"2\" }", "transfer.headers", "`x-a` twice"),
            Wrong("transfer.proxy = \"ftp://h\"", "transfer.proxy", "`http://`", "`socks5h://`"),
            Wrong("transfer.proxy = \"http://\"", "transfer.proxy", "must be a proxy"),
            Wrong("transfer.ca_file = \"ca.pem\"", "transfer.ca_file", "absolute path"),
            Wrong("transfer.client_key = \"/k.pem\"", "transfer.client_key", "needs `transfer.client_cert`"),
            Wrong("transfer.username = \"u\"", "transfer.username", "needs `transfer.password_file`"),
            Wrong("transfer.password_file = \"/p\"", "transfer.password_file", "needs `transfer.username`"),
            Wrong(
                "[transfer]\nusername = \"u\"\npassword_file = \"/p\"\nbearer_token_file = \"/t\"",
                "transfer.bearer_token_file", "exclude each other", line: 5),
            Wrong(
                "[transfer]\nheaders.authorization = \"Basic eA==\"\nbearer_token_file = \"/t\"", "transfer.headers",
                "`Authorization`", line: 3),
            Wrong("transfer.mirrors = \"https://h/\"", "transfer.mirrors", "list of URLs"),
            Wrong("transfer.mirrors = [\"https://h/games\"]", "transfer.mirrors", "end with `/`"),
            Wrong("transfer.mirrors = [\"file:///srv/\"]", "transfer.mirrors", "`https`", "not `file`"),
            Wrong("transfer.mirrors = [\"https://h/?a=/\"]", "transfer.mirrors", "without a query"),
            Wrong("transfer.mirrors = [\"https://h/\", \"https://h/\"]", "transfer.mirrors", "same URL twice"),
            Wrong("transfer.mirrors = [\"h\"]", "transfer.mirrors", "not well formed"),
            Wrong(
                "[transfer]\nallow_http = false\nmirrors = [\"http://h/\"]", "transfer.mirrors", "allow_http", line: 4),
            Wrong("transfer.max_bytes_per_day = -1", "transfer.max_bytes_per_day", "negative"),
            Wrong("transfer.max_bytes_per_run = \"much\"", "transfer.max_bytes_per_run", "not `much`"),
            Wrong("transfer.window = \"01:00\"", "transfer.window", "time of day", "`01:00-05:00`"),
            Wrong("transfer.window = \"5:00-5:00\"", "transfer.window", "not `5:00-5:00`"),
            Wrong("transfer.window = \"24:00-05:00\"", "transfer.window", "not `24:00-05:00`"),
            Wrong("transfer.window = \"1-5\"", "transfer.window", "not `1-5`"),
            Wrong("s3.endpoint = \"s3://h\"", "s3.endpoint", "`https`", "not `s3`"),
            Wrong("s3.region = \"\"", "s3.region", "letters", "`us-east-1`"),
            Wrong("s3.region = \"a/b\"", "s3.region", "not `a/b`"),
            Wrong("s3.access_key_file = \"/k\"", "s3.access_key_file", "needs `s3.secret_key_file`"),
            Wrong("s3.secret_key_file = \"/k\"", "s3.secret_key_file", "needs `s3.access_key_file`"),
            Wrong("s3.endpoint = \"http://h\"\ntransfer.allow_http = false", "s3.endpoint", "allow_http"),
            Wrong("limits.manifest = 0", "limits.manifest", "at least 1 byte"),
            Wrong("limits.archive = -1", "limits.archive", "negative"),
            Wrong("limits.archive = \"-1\"", "limits.archive", "not `-1`", "`64MiB`"),
            Wrong("limits.unpacked = \"lots\"", "limits.unpacked", "not `lots`"),
            Wrong("limits.unpacked = \"9999999PiB\"", "limits.unpacked", "not `9999999PiB`"),
            Wrong("limits.entries = 0", "limits.entries", "at least 1"),
            Wrong("limits.ratio = 0", "limits.ratio", "at least 1"),
            Wrong("limits.min_free = \"100%\"", "limits.min_free", "less than the whole disk"),
            Wrong("limits.min_free = \"-5%\"", "limits.min_free", "not `-5%`"),
            Wrong("limits.min_free = -1", "limits.min_free", "negative"),
            Wrong("archive.name_encoding = \"\"", "archive.name_encoding", "must not be empty", "`auto`"),
            Wrong("archive.name_encoding = \"no-such\"", "archive.name_encoding", "iconv", "not `no-such`"),
            Wrong("archive.name_encoding = \"gb18030//IGNORE\"", "archive.name_encoding", "name of an encoding"),
            Wrong("[passwords]\n\"a/b\" = \"file:/p\"", "passwords", "`a/b` contains `/`", line: 3),
            Wrong("[passwords]\n\"1\" = \"file:p\"", "passwords", "absolute path for `1`", line: 3),
            Wrong("trust.keys = [\"a.pem\"]", "trust.keys", "absolute path"),
            Wrong("trust.keys = [\"/a.pem\", \"/a.pem\"]", "trust.keys", "same path twice"),
            Wrong(
                "[trust]\nkeys = [\"/a.pem\"]\nthreshold = 2", "trust.threshold", "number of keys, 1, not 2", line: 4),
            Wrong("trust.threshold = 2", "trust.threshold", "number of keys, 0, not 2"),
            Wrong("trust.threshold = 0", "trust.threshold", "at least 1"),
            Wrong("hooks.after_swap = [\"\"]", "hooks.after_swap", "begin with a program"),
            Wrong("hooks.after_swap = [[]]", "hooks.after_swap", "begin with a program"),
            Wrong("hooks.after_swap = [\"./x.sh\"]", "hooks.after_swap", "absolute path", "`./x.sh`"),
            Wrong("hooks.after_swap = [\"/x\", \"a\\u0000b\"]", "hooks.after_swap", "NUL"),
            Wrong("metrics.textfile = \"/x/assetsync.txt\"", "metrics.textfile", "`.prom`"),
            Wrong("serve.listen = \"127.0.0.1\"", "serve.listen", "with a port", "`127.0.0.1:8765`"),
            Wrong("serve.listen = \"\"", "serve.listen", "with a port"),
            Wrong("serve.listen = \"127.0.0.1:99999\"", "serve.listen", "not `127.0.0.1:99999`"),
        ])
    func impossible(_ wrong: Wrong) throws { try check(wrong) }

    @Test(
        "a manifest that cannot be fetched is refused",
        arguments: [
            ("\"\"", "empty"), ("\"   \"", "empty"), ("\"manifest.json\"", "not well formed"),
            ("\"/srv/manifest.json\"", "`file://`"), ("\"ftp://h/m\"", "`ftp`"), ("\"s3:///m\"", "host"),
            ("\"https://\"", "host"), ("\"file:relative\"", "not well formed"), ("[\"https://h/m\"]", "not a list"),
        ])
    func manifest(_ value: String, _ word: String) throws {
        let found = try mistakes("manifest = \(value)\n")
        #expect(found.count == 1)
        #expect(found.first?.key == "manifest")
        let message = found.map { $0.sentence + ($0.hint ?? "") }.joined()
        #expect(message.contains("assetsync.toml:1: `manifest` "), "\(message)")
        #expect(message.contains(word), "\(message)")
    }

    @Test("a manifest that is not set is said to be so", arguments: ["", "# nothing\n", "root = \"/data\"\n"])
    func noManifest(_ text: String) throws {
        let found = try mistakes(text)
        #expect(found.map(\.sentence) == ["/etc/assetsync/assetsync.toml: `manifest` is not set"])
        #expect(found.first?.hint?.contains("manifest = ") == true)
    }

    @Test("plain http is accepted where signatures make up for it, whatever allow_http says")
    func plainHTTPWithKeys() throws {
        let found = try mistakes(
            "manifest = \"http://h/m\"\n[transfer]\nallow_http = false\nmirrors = [\"http://h/\"]\n"
                + "[trust]\nkeys = [\"/etc/a.pem\"]\n")
        #expect(found.isEmpty)
    }

    @Test("plain http is refused where allow_http says so")
    func plainHTTP() throws {
        let found = try mistakes("manifest = \"http://h/m\"\n[transfer]\nallow_http = false\n")
        #expect(found.count == 1)
        #expect(found.first?.key == "manifest")
        #expect(found.first?.sentence.contains("allow_http") == true)
    }

    @Test("all mistakes are reported at once, in the order of the file")
    func all() throws {
        let text = """
            manifst = "https://h/m"
            root = "data"
            games_dir = "/"
            [sync]
            keep_versions = 0
            intervall = "5m"
            durability = "slow"
            [passwords]
            "a/b" = "file:/p"
            "c" = "secret"
            [trust]
            keys = ["a", "/b", "c"]
            threshold = 9
            """
        let found = try mistakes(text)
        let keys = found.map { "\($0.key ?? "-")" }
        // No threshold: what the keys are is not known. Nothing of games_dir against root, which is not known either.
        #expect(
            keys == [
                "manifest", "manifst", "root", "games_dir", "sync.keep_versions", "sync.intervall", "sync.durability",
                "passwords",
                "passwords", "trust.keys", "trust.keys",
            ])
        let error = ConfigError(found[0], Array(found.dropFirst()))
        #expect(error.summary.hasPrefix("11 mistakes: "))
        for line in [1, 2, 3, 5, 6, 7, 9, 10, 12] { #expect(error.summary.contains("assetsync.toml:\(line): ")) }
        #expect(error.summary.contains("Did you mean `sync.interval`"))
        #expect(error.hint?.contains("assetsync config check") == true)
    }

    @Test("one mistake is one sentence, with the way out in the hint")
    func one() throws {
        let error = try #require(throws: ConfigError.self) {
            try resolve("manifest = \"https://h/m\"\n[sync]\nkeep_version = 2\n")
        }
        #expect(error.summary == "/etc/assetsync/assetsync.toml:3: `sync.keep_version` is not a known key")
        #expect(error.hint == "Did you mean `sync.keep_versions`, which is `keep_versions` in `[sync]`?")
        #expect(error.code == "config" && error.retry == .never)
    }

    @Test("thousands of mistakes make no endless message")
    func many() throws {
        let text = (0..<5000).map { "x\($0) = 1\n" }.joined()
        let error = try #require(throws: ConfigError.self) { try resolve(text) }
        #expect(error.mistakes.count == 5001)
        #expect(error.summary.hasSuffix("and 4981 more"))
        #expect(error.summary.utf8.count < 10_000)
    }

    @Test(
        "a secret in a wrong place is never repeated",
        arguments: [
            "manifest = \"hunter2\"", "manifest = \"https://hunter2:hunter2@/m\"",
            "transfer.password_file = \"hunter2\"", "transfer.bearer_token_file = \"hunter2\"",
            "transfer.client_key = \"hunter2\"", "transfer.proxy = \"http://u:hunter2@\"",
            "transfer.proxy = \"ftp://u:hunter2@h\"", "transfer.headers = { Cookie = \"hunter2\\n\" }",
            "transfer.headers = [\"Cookie: hunter2\"]", "passwords.snake = \"hunter2\"",
            "passwords.snake = \"file:hunter2\"", "passwords = \"hunter2\"", "transfer.headers = \"hunter2\"",
        ])
    func secrets(_ line: String) throws {
        let text = line.hasPrefix("manifest") ? line : "manifest = \"https://h/m\"\n\(line)"
        let found = try mistakes(text)
        #expect(!found.isEmpty)
        for mistake in found {
            #expect(!mistake.sentence.contains("hunter2"), "\(mistake.sentence)")
            #expect(mistake.hint?.contains("hunter2") != true)
        }
    }

    @Test("--root wins over the file, mistakes included, and is checked itself")
    func rootOption() throws {
        let text = "manifest = \"https://h/m\"\nroot = \"relative\"\n"
        let resolved = try resolve(text, rootOption: "/data/./sync/")
        #expect(resolved.config.root == "/data/sync")
        #expect(resolved.origin(of: "root") == .option("--root"))
        #expect(
            try mistakes(text, rootOption: "/").map(\.sentence).first?.hasPrefix("--root: `root` must not be `/`")
                == true)
        #expect(
            try mistakes(text, rootOption: "x").map(\.sentence).first?.hasPrefix("--root: `root` must be an absolute")
                == true)
    }
}
