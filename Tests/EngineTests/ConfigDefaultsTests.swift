import SyncCore
import Testing

@testable import SyncEngine

/// The values of the specification, written down a second time.
@Suite("Config defaults and values") struct ConfigDefaultsTests {
    @Test("every key has the default that the manual promises")
    func defaults() throws {
        let config = try resolve("manifest = \"https://h/m.json\"").config
        #expect(config.root == "/var/lib/assetsync")
        #expect(config.gamesDirectory == nil)
        #expect(config.gamesPath == "/var/lib/assetsync/games")
        #expect(config.workPath == "/var/lib/assetsync")
        #expect(config.fields == ManifestFields())
        #expect(config.sync.interval == .seconds(900))
        #expect(config.sync.jitter.description == "10%")
        #expect(config.sync.keepVersions == 2)
        #expect(config.sync.maxDelete.description == "50%")
        #expect(!config.sync.deleteUntracked && !config.sync.keepArchives)
        #expect(config.sync.durability == .full)
        #expect(config.transfer.parallel == 4 && config.transfer.perHost == 4)
        #expect(config.transfer.connectTimeout == .seconds(10))
        #expect(config.transfer.stallTimeout == .seconds(30))
        #expect(config.transfer.retries == 5)
        #expect(config.transfer.maxRate == nil && config.transfer.userAgent == nil && config.transfer.proxy == nil)
        #expect(config.transfer.headers.isEmpty)
        #expect(config.transfer.netrc && config.transfer.allowHTTP)
        #expect(config.transfer.caFile == nil && config.transfer.clientCert == nil && config.transfer.clientKey == nil)
        #expect(config.transfer.username == nil && config.transfer.passwordFile == nil)
        #expect(config.transfer.bearerTokenFile == nil)
        #expect(!config.transfer.credentialsOverHTTP && config.transfer.mirrors.isEmpty)
        #expect(config.transfer.maxBytesPerRun == nil && config.transfer.maxBytesPerDay == nil)
        #expect(config.transfer.maxBytesPerMonth == nil && config.transfer.window == nil)
        #expect(config.s3.endpoint == nil && config.s3.region == "us-east-1" && !config.s3.pathStyle)
        #expect(config.s3.accessKeyFile == nil && config.s3.secretKeyFile == nil)
        #expect(config.limits.manifest == 67_108_864)
        #expect(config.limits.archive == 17_179_869_184)
        #expect(config.limits.unpacked == 68_719_476_736)
        #expect(config.limits.entries == 1_000_000 && config.limits.ratio == 1100)
        #expect(config.limits.minFree == .share(Share(percent: 5)))
        #expect(config.archive.nameEncoding == .auto)
        #expect(config.passwords.isEmpty)
        #expect(config.trust.keys.isEmpty && config.trust.threshold == 1 && !config.trust.requireDigest)
        #expect(config.hooks.beforeSwap.isEmpty && config.hooks.afterSwap.isEmpty)
        #expect(config.metrics.textfile == nil)
        #expect(config.serve.listen.description == "127.0.0.1:8765")
    }

    @Test("every key can be set")
    func everyKey() throws {
        let config = try resolve(
            """
            manifest = "http://user:pw@cdn.example.com/list?key=1"
            root = "/data/sync/"
            games_dir = "/srv/games"
            [manifest_fields]
            games = "data.list"
            id = "gameId"
            version = "h5Version"
            url = "files.h5Down"
            md5 = "h5Md5"
            sha256 = "s"
            size = "bytes"
            [sync]
            interval = "1h30m"
            jitter = "0%"
            keep_versions = 1
            max_delete = "12.5%"
            delete_untracked = true
            keep_archives = true
            durability = "fast"
            [transfer]
            parallel = 8
            per_host = 2
            connect_timeout = "500ms"
            stall_timeout = "2m"
            retries = 0
            max_rate = "1.5MB"
            user_agent = "kiosk/7"
            headers = { X-Site = "north", Accept = "*/*" }
            proxy = "proxy.example.com:3128"
            ca_file = "/etc/ca.pem"
            client_cert = "/etc/c.pem"
            client_key = "/etc/k.pem"
            netrc = false
            username = "kiosk"
            password_file = "/etc/pw"
            allow_http = true
            credentials_over_http = true
            mirrors = ["https://mirror.example.com/games/", "http://u:pw@10.0.0.1/"]
            max_bytes_per_run = "500MB"
            max_bytes_per_day = "1GiB"
            max_bytes_per_month = 1000
            window = "22:00-6:00"
            [s3]
            endpoint = "http://127.0.0.1:9000"
            region = "eu-central-1"
            access_key_file = "/etc/s3/id"
            secret_key_file = "/etc/s3/secret"
            path_style = true
            [limits]
            manifest = 1000
            archive = "1GiB"
            unpacked = "2G"
            entries = 10
            ratio = 100000
            min_free = "10GiB"
            [archive]
            name_encoding = "gb18030"
            [passwords]
            "1001" = "file:/etc/pw/1001"
            "snake.v2" = "file:///etc/pw/snake"
            [trust]
            keys = ["/etc/a.pem", "/etc/b.pem"]
            threshold = 2
            require_digest = true
            [hooks]
            before_swap = ["/usr/local/bin/check", "--all", ""]
            after_swap = [["systemctl", "reload", "web"], ["/bin/true"]]
            [metrics]
            textfile = "/var/lib/node_exporter/assetsync.prom"
            [serve]
            listen = "[::1]:80"
            """
        ).config
        #expect(config.manifest.absolute == "http://user:pw@cdn.example.com/list?key=1")
        #expect(config.root == "/data/sync")
        #expect(config.gamesDirectory == "/srv/games")
        #expect(config.workPath == "/srv/games/.assetsync")
        #expect(config.fields.games == ["data", "list"])
        #expect(config.fields.id == ["gameId"] && config.fields.version == ["h5Version"])
        #expect(config.fields.url == ["files", "h5Down"] && config.fields.md5 == ["h5Md5"])
        #expect(config.fields.sha256 == ["s"] && config.fields.size == ["bytes"])
        #expect(config.sync.interval == .seconds(5400) && config.sync.jitter == Share(percent: 0))
        #expect(config.sync.keepVersions == 1 && config.sync.maxDelete.hundredths == 1250)
        #expect(config.sync.deleteUntracked && config.sync.keepArchives && config.sync.durability == .fast)
        #expect(config.transfer.parallel == 8 && config.transfer.perHost == 2 && config.transfer.retries == 0)
        #expect(config.transfer.connectTimeout == .milliseconds(500) && config.transfer.stallTimeout == .seconds(120))
        #expect(config.transfer.maxRate == 1_500_000 && config.transfer.userAgent == "kiosk/7")
        #expect(config.transfer.headers.map(\.name) == ["X-Site", "Accept"])
        #expect(config.transfer.headers.map(\.value) == ["north", "*/*"])
        #expect(config.transfer.proxy?.absolute == "http://proxy.example.com:3128")
        #expect(config.transfer.caFile == "/etc/ca.pem" && config.transfer.clientCert == "/etc/c.pem")
        #expect(config.transfer.clientKey == "/etc/k.pem" && !config.transfer.netrc)
        #expect(config.transfer.username == "kiosk" && config.transfer.passwordFile == "/etc/pw")
        #expect(config.transfer.credentialsOverHTTP)
        #expect(
            config.transfer.mirrors.map(\.absolute) == ["https://mirror.example.com/games/", "http://u:pw@10.0.0.1/"])
        #expect(config.transfer.maxBytesPerRun == 500_000_000 && config.transfer.maxBytesPerDay == 1_073_741_824)
        #expect(config.transfer.maxBytesPerMonth == 1000)
        #expect(config.transfer.window?.description == "22:00-06:00")
        #expect(config.s3.endpoint?.absolute == "http://127.0.0.1:9000" && config.s3.region == "eu-central-1")
        #expect(config.s3.accessKeyFile == "/etc/s3/id" && config.s3.secretKeyFile == "/etc/s3/secret")
        #expect(config.s3.pathStyle)
        #expect(config.limits.manifest == 1000 && config.limits.archive == 1_073_741_824)
        #expect(config.limits.unpacked == 2_147_483_648)
        #expect(config.limits.entries == 10 && config.limits.ratio == 100_000)
        #expect(config.limits.minFree == .bytes(10_737_418_240))
        #expect(config.archive.nameEncoding == .named("gb18030"))
        #expect(try config.passwords[GameID("1001")] == "/etc/pw/1001")
        #expect(try config.passwords[GameID("snake.v2")] == "/etc/pw/snake")
        #expect(config.trust.keys == ["/etc/a.pem", "/etc/b.pem"] && config.trust.threshold == 2)
        #expect(config.trust.requireDigest)
        #expect(config.hooks.beforeSwap == [["/usr/local/bin/check", "--all", ""]])
        #expect(config.hooks.afterSwap == [["systemctl", "reload", "web"], ["/bin/true"]])
        #expect(config.metrics.textfile == "/var/lib/node_exporter/assetsync.prom")
        #expect(config.serve.listen.host == "::1" && config.serve.listen.port == 80)
    }

    @Test("TOML's other spellings of a table mean the same")
    func spellings() throws {
        let sections = try resolve("manifest = \"https://h/m\"\n[sync]\nkeep_versions = 3\njitter = \"1%\"\n").config
        let dotted = try resolve("sync.keep_versions = 3\nsync.jitter = '1%'\nmanifest = \"https://h/m\"\n").config
        let inline = try resolve(
            "sync = { keep_versions = 0x3, jitter = \"\"\"1%\"\"\" }\r\nmanifest = \"https://h/m\""
        ).config
        #expect(sections == dotted)
        #expect(sections == inline)
    }

    @Test("games_dir written out as its default is the default")
    func gamesDefault() throws {
        let config = try resolve("manifest = \"https://h/m\"\ngames_dir = \"/var/lib/assetsync/games/\"\n").config
        #expect(config.gamesDirectory == nil)
        #expect(config.workPath == "/var/lib/assetsync")
    }

    @Test("zero is no limit on the rate", arguments: ["0", "\"0\"", "\"0MiB\""])
    func noRate(_ value: String) throws {
        #expect(
            try resolve("manifest = \"https://h/m\"\n[transfer]\nmax_rate = \(value)\n").config.transfer.maxRate == nil)
    }

    @Test("a file manifest and a proxy of each kind are accepted")
    func addresses() throws {
        #expect(try resolve("manifest = \"file:///srv/m.json\"").config.manifest.filePath == "/srv/m.json")
        for proxy in ["http://h", "https://u:p@h:1", "socks5h://127.0.0.1:1080", "socks4a://h", "[::1]:3128"] {
            #expect(throws: Never.self) {
                try resolve("manifest = \"https://h/m\"\n[transfer]\nproxy = \"\(proxy)\"\n")
            }
        }
    }
}
