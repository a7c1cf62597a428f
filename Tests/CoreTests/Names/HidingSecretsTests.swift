import Testing

@testable import SyncCore

@Suite("Quoted foreign text") struct HidingSecretsTests {
    @Test(
        "text without an address is quoted as it is", arguments: ["", "snake", "what?", "a@b.example", "5 > 3", "a?b"])
    func plain(_ text: String) {
        #expect(text.hidingSecrets() == text)
    }

    @Test(
        "user-info and query of an address are left out, whatever is round it",
        arguments: [
            ("https://user:pw@h.example/a.zip?token=abc", "https://…@h.example/a.zip?…"),
            ("https://h.example/a?b", "https://h.example/a?…"),
            (
                "see https://u:p@h/ and <a href=\"http://v:q@i/?x=1\">",
                "see https://…@h/ and <a href=\"http://…@i/?…\">"
            ),
            ("https://u:p@ss@h/a", "https://…@h/a"), ("https://u:p/w?x@h/a", "https://…@h/a"),
            ("user:pw@h/a", "…@h/a"), ("//user:pw@h/a", "…@h/a"), ("a.zip?sig=abc", "a.zip?…"),
            ("{\"url\":\"https://u:p@h/\"}", "{\"url\":\"https://…@h/\"}"),
            ("http://h/?a=1\thttp://h/?b=2", "http://h/?…\thttp://h/?…"),
            ("游戏https://u:p@h/?q#f", "游戏https://…@h/?…"),
        ])
    func hidden(_ text: String, _ shown: String) {
        #expect(text.hidingSecrets() == shown)
    }

    @Test("long hostile text takes no time that grows with its square")
    func long() {
        let text = String(repeating: "a:/?", count: 100_000) + "@"
        #expect(text.hidingSecrets().utf8.count < text.utf8.count)
    }
}
