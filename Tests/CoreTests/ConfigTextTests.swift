import Testing

@testable import SyncCore

@Suite("Config texts") struct ConfigTextTests {
    @Test(
        "an address shows neither user-info nor query",
        arguments: [
            ("https://u:pw@h.example:8080/a/b?token=1", "https://***@h.example:8080/a/b?***"),
            ("http://h/a", "http://h/a"), ("http://h?x", "http://h?***"), ("http://u@h", "http://***@h"),
            ("http://u:p@q@h/", "http://***@h/"), ("http://h/#secret", "http://h/"),
            ("http://h/@x?y", "http://h/@x?***"),
            ("no address", "***"), ("a:b@c", "***"),
        ])
    func masked(_ text: String, _ shown: String) {
        #expect(text.maskingCredentials == shown)
    }

    @Test(
        "a header that lets somebody in is known by its name",
        arguments: [
            "Authorization", "PROXY-AUTHORIZATION", "Cookie", "X-Api-Key", "X-Auth-Token", "Private-Token", "X-Session",
            "X-Amz-Signature", "X-Secret", "X-Password",
        ])
    func secretHeader(_ name: String) throws {
        #expect(try HeaderField(name, "x").isSecret)
    }

    @Test("another header is shown", arguments: ["X-Site", "Accept", "Referer", "X-Region"])
    func plainHeader(_ name: String) throws {
        #expect(try !HeaderField(name, "x").isSecret)
    }

    @Test(
        "the nearest name is the one that was most likely meant",
        arguments: [
            ("keep_version", "keep_versions"), ("keep-versions", "keep_versions"), ("keepVersions", "keep_versions"),
            ("intreval", "interval"), ("INTERVAL", "interval"), ("jiter", "jitter"), ("max_deletes", "max_delete"),
        ])
    func nearestName(_ text: String, _ name: String) {
        #expect(nearest(to: text, of: ["interval", "jitter", "keep_versions", "max_delete", "keep_archives"]) == name)
    }

    @Test(
        "nothing is near to nonsense", arguments: ["", "zzzzzzz", "bandwidth", String(repeating: "interval", count: 9)])
    func nothingNear(_ text: String) {
        #expect(nearest(to: text, of: ["interval", "jitter", "keep_versions"]) == nil)
    }

    @Test(
        "a text in TOML quotes holds nothing that can be mistaken",
        arguments: [
            ("plain", "\"plain\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("a\nb\tc", "\"a\\nb\\tc\""),
            ("\u{1B}[31m", "\"\\U0000001B[31m\""), ("\u{202E}x", "\"\\U0000202Ex\""), ("蛇", "\"蛇\""),
        ])
    func quoted(_ text: String, _ toml: String) {
        #expect(TOMLNode.quoted(text) == toml)
    }

    @Test(
        "a path is made plain",
        arguments: [
            ("/a/b", "/a/b"), ("/a//b/", "/a/b"), ("/a/./b", "/a/b"), ("/", "/"), ("//", "/"), ("/a b", "/a b"),
        ])
    func path(_ text: String, _ normalized: String) throws {
        #expect(try ConfigPath.normalized(text) == normalized)
    }

    @Test(
        "a path that depends on where one stands is refused",
        arguments: ["", "a", "./a", "~/a", "/a/../b", "/..", "/a\nb"])
    func noPath(_ text: String) {
        #expect(throws: ConfigProblem.self) { try ConfigPath.normalized(text) }
    }

    @Test("every key has its own path, a sentence and a default that it reads itself")
    func table() throws {
        #expect(Set(ConfigKey.all.map(\.path)).count == ConfigKey.all.count)
        for key in ConfigKey.all {
            #expect(key.sentence.hasSuffix(".") || key.sentence.hasSuffix("`."), "\(key.path)")
            var config = Config.defaults
            try key.read(TOMLNode(key.write(.defaults)), &config)
            #expect(config == .defaults, "\(key.path)")
        }
    }
}
