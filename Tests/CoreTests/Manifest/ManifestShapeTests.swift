import SyncCore
import Testing

@Suite("Manifest shape") struct ManifestShapeTests {
    static let entry = ManifestText.entry()

    @Test(
        "a bare list and an object with a list under games are read",
        arguments: [
            "[E]", "{\"games\":[E]}", "{\"schema\":1,\"games\":[E]}", "{\"x\":{\"games\":0},\"games\":[E],\"y\":[1]}",
            " \n[ E ]\n",
        ])
    func shapes(_ shape: String) throws {
        let manifest = try ManifestText.read(shape.replacing("E", with: Self.entry))
        #expect(manifest.releases.map(\.game.text) == ["snake"])
        #expect(manifest.refused.isEmpty && !manifest.isEmpty)
    }

    @Test("a list elsewhere is found where manifest_fields.games says")
    func elsewhere() throws {
        var fields = ManifestFields()
        fields.games = ["data", "list"]
        let text = "{\"code\":0,\"msg\":\"ok\",\"games\":[1],\"data\":{\"total\":1,\"list\":[\(Self.entry)]}}"
        #expect(try ManifestText.read(text, fields: fields).releases.count == 1)
        #expect(throws: ManifestError.shape(found: "an object", path: "")) {
            try ManifestText.read(text.replacing("\"games\":[1],", with: ""))
        }
    }

    @Test(
        "what has no list of games is refused as a whole",
        arguments: [
            ("null", "null"), ("true", "a boolean"), ("7", "a number"), ("\"games\"", "a string"), ("{}", "an object"),
            ("{\"code\":0,\"data\":[]}", "an object"), ("{\"Games\":[]}", "an object"),
            ("{\"data\":{\"games\":[]}}", "an object"),
        ])
    func noList(_ text: String, _ found: String) throws {
        let error = #expect(throws: ManifestError.self) { try ManifestText.read(text) }
        #expect(error == .shape(found: found, path: ""))
        #expect(error?.hint?.contains("manifest_fields.games") == true)
    }

    @Test(
        "a list that is no list is refused and named with its place", arguments: ["null", "{}", "\"\"", "0", "false"])
    func noListThere(_ value: String) throws {
        let error = #expect(throws: ManifestError.self) { try ManifestText.read("{\"games\":\(value)}") }
        #expect(error?.summary.contains("at `games`, not a list") == true)
        var fields = ManifestFields()
        fields.games = ["data", "list"]
        for text in ["{\"data\":\(value)}", "{\"data\":{\"list\":\(value)}}", "[\(Self.entry)]", "{\"code\":500}"] {
            let error = #expect(throws: ManifestError.self) { try ManifestText.read(text, fields: fields) }
            #expect(error?.summary.contains("`data") == true, "\(String(describing: error))")
        }
    }

    @Test("an empty list is read as such: whether it may remove everything is the plan's decision")
    func emptyList() throws {
        for text in ["[]", "{\"games\":[]}", "{\"games\":[],\"sequence\":3}"] {
            #expect(try ManifestText.read(text).isEmpty)
        }
        #expect(try !ManifestText.read("[1]").isEmpty)
    }

    @Test(
        "what is not strict JSON is refused as a whole, with the place and what came instead",
        arguments: [
            ("", "an empty body"), (" \r\n ", "4 B of white space"),
            (
                "<!DOCTYPE html>\n<html><head><title>Sign in",
                "HTML or XML that begin with `<!DOCTYPE html> <html><head><title>Sign in`"
            ),
            ("upstream connect error", "22 B that begin with `upstream connect error`"),
            ("[{\"id\":\"snake\",", "15 B that begin with `[`"),
            ("{\"games\":[]} {}", "15 B that begin with `{`"), ("// games\n[]", "that begin with `// games []`"),
            ("[],", "3 B that begin with `[`"),
            ("PK\u{3}\u{4}....", "8 B of a zip archive"), ("Not Found", "9 B that begin with `Not Found`"),
        ])
    func notJSON(_ text: String, _ received: String) throws {
        let error = #expect(throws: ManifestError.self) { try ManifestText.read(text) }
        guard case .notJSON(let place, let words) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.contains(received), "\(words)")
        #expect(error?.summary == "the manifest is \(place.summary); received \(words)")
        #expect(error?.hint?.contains("browser") == true)
    }

    @Test("compressed, zeroed and UTF-16 bodies are named as what they are")
    func binary() throws {
        let bodies: [([UInt8], String)] = [
            ([0x1F, 0x8B, 8, 0, 0, 0], "6 B of gzip data"), ([UInt8](repeating: 0, count: 2048), "2.0 KiB of zeros"),
            ([0xFF, 0xFE, 0x5B, 0, 0x5D, 0], "6 B of UTF-16 text"), ([0x5B, 0, 0x5D, 0], "4 B that begin with `[`"),
        ]
        for (body, words) in bodies {
            let error = #expect(throws: ManifestError.self) {
                try Manifest(parsing: body, rules: .init(base: SafeURL(ManifestText.origin)))
            }
            #expect(error?.summary.hasSuffix("received \(words)") == true, "\(error?.summary ?? "")")
        }
    }

    @Test("a byte order mark is accepted, nesting of 65 is not, wherever it is")
    func limits() throws {
        #expect(try ManifestText.read("\u{FEFF}[\(Self.entry)]").releases.count == 1)
        func nested(_ depth: Int) -> String {
            // The list and the entry are two levels.
            let value = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
            return "[\(ManifestText.entry(more: "\"x\":\(value)"))]"
        }
        #expect(try ManifestText.read(nested(64)).releases.count == 1)
        #expect(throws: ManifestError.self) { try ManifestText.read(nested(65)) }
    }

    @Test("a list that would take a gigabyte of memory is refused")
    func values() throws {
        let text = "[" + String(repeating: "0,", count: 4_000_001) + "0]"
        let error = #expect(throws: ManifestError.self) { try ManifestText.read(text) }
        #expect(error?.summary.contains("more than 4000000 values") == true)
    }

    @Test("whatever the body, the message is one short printable line without secrets")
    func words() throws {
        let bodies = [
            "https://user:s3cret@h/x", "<meta url=\"https://user:s3cret@h/?token=s3cret\">",
            "<a href=\"/login?token=s3cret\">",
            "{\"url\":\"https://user:s3cret@h/\",", "{\"token\":\"s3cret\",}", "\"s3cret", "\u{1B}]0;title\u{7} x",
            "a\r\nb\u{202E}c",
            String(repeating: "x", count: 100_000), String(repeating: "\u{1}", count: 1000),
            "error: see https://h/" + String(repeating: "a", count: 500) + "s3cret@",
            "{\"schema\":\"https://user:s3cret@h/\",\"games\":[]}", "{\"expires\":\"https://h/?s3cret\",\"games\":[]}",
            "{\"sequence\":\"\u{202E}\",\"games\":[]}", "{\"a\u{202E}\":1,\"a\u{202E}\":1}",
        ]
        for body in bodies {
            let error = #expect(throws: ManifestError.self) { try ManifestText.read(body) }
            let text = error?.summary ?? ""
            #expect(text.printable() == text)
            #expect(!text.contains("s3cret"), "\(text)")
            #expect(text.count < 250 && !text.hasSuffix("."))
            #expect(error?.hint?.isEmpty == false)
        }
    }
}
