extension ConfigFormat where Value == SafeURL {
    static let manifestSchemes: [SafeURL.Scheme] = [.https, .http, .s3, .file]

    /// The text is not repeated in messages: it may hold a password or a token.
    static let manifest = ConfigFormat("an `https`, `http`, `s3` or `file` URL") { node throws(ConfigProblem) in
        let text = try node.string("a URL")
        let url: SafeURL
        do throws(URLError) { url = try SafeURL(text) } catch {
            throw ConfigProblem(
                "must be an `https`, `http`, `s3` or `file` URL, but \(error.summary)",
                hint: text.hasPrefix("/") ? "Write `file://` in front of the path" : nil)
        }
        guard manifestSchemes.contains(url.scheme) else {
            throw ConfigProblem(
                "must be an `https`, `http`, `s3` or `file` URL; `\(url.scheme.rawValue)` is not supported here")
        }
        return url
    } write: {
        .text($0.absolute)
    } show: {
        .text($0.absolute.maskingCredentials)
    }
}

extension ConfigFormat where Value == ProxyAddress {
    static let proxy = ConfigFormat("a proxy such as `http://proxy.example.com:3128`") { node throws(ConfigProblem) in
        try ProxyAddress(node.string("a proxy such as `http://proxy.example.com:3128`"))
    } write: {
        .text($0.absolute)
    } show: {
        .text($0.description)
    }
}

extension ConfigFormat where Value == [HeaderField] {
    static let headers = ConfigFormat("a table of names and texts") { node throws(ConfigProblem) in
        var fields: [HeaderField] = []
        let members = try node.members("a table such as `{ X-Site = \"north\" }`")
        guard members.count <= 100 else { throw ConfigProblem("must hold at most 100 headers, not \(members.count)") }
        try ConfigProblem.collecting(members, line: \.line) { member throws(ConfigProblem) in
            let field = try HeaderField(member.key, member.node.string("a table of texts"))
            guard !fields.contains(where: { $0.name.lowercased() == field.name.lowercased() }) else {
                throw ConfigProblem("must not hold the header `\(field.name)` twice")
            }
            fields.append(field)
        }
        return fields
    } write: { fields in
        .table(fields.map { TOMLNode.Member($0.name, TOMLNode(.text($0.value))) })
    } show: { fields in
        .table(fields.map { TOMLNode.Member($0.name, TOMLNode(.text($0.isSecret ? "***" : $0.value))) })
    }
}

extension ConfigFormat where Value == [GameID: String] {
    /// Password files by game. A password itself is refused, and not repeated.
    static let passwordFiles = ConfigFormat("`\"<id>\" = \"file:/path\"`") { node throws(ConfigProblem) in
        let expected = "lines like `\"snake\" = \"file:/path\"`"
        var files: [GameID: String] = [:]
        try ConfigProblem.collecting(node.members(expected), line: \.line) { member throws(ConfigProblem) in
            let game: GameID
            do throws(NameError) {
                game = try GameID(member.key)
            } catch {
                throw ConfigProblem("must hold ids of games, but \(error.summary)")
            }
            files[game] = try passwordFile(member.node.string(expected), of: game)
        }
        return files
    } write: { files in
        let sorted = files.sorted { $0.key < $1.key }
        return .table(sorted.map { TOMLNode.Member($0.key.text, TOMLNode(.text("file:\($0.value)"))) })
    }

    private static func passwordFile(_ text: String, of game: GameID) throws(ConfigProblem) -> String {
        guard text.hasPrefix("file:") else {
            throw ConfigProblem(
                "must hold the path of a file for `\(game)`, not the password itself",
                hint: "Put the password into a file that only its owner can read, and write `file:/path`")
        }
        let path = text.dropFirst(text.hasPrefix("file:///") ? 7 : 5)
        do throws(ConfigProblem) {
            return try ConfigPath.normalized(String(path))
        } catch {
            throw ConfigProblem("must hold an absolute path for `\(game)`: `file:/path`")
        }
    }
}
