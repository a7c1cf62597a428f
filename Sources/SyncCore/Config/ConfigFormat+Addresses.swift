extension ConfigFormat where Value == [SafeURL] {
    /// Addresses of folders. Not repeated in messages: they may hold passwords.
    static let folders = ConfigFormat("a list of `https`, `http` or `s3` URLs that end with `/`") {
        node throws(ConfigProblem) in
        let expected = "a list of URLs that end with `/`"
        var folders: [SafeURL] = []
        let elements = try node.elements(expected)
        guard elements.count <= 16 else { throw ConfigProblem("must hold at most 16 URLs, not \(elements.count)") }
        try ConfigProblem.collecting(elements, line: \.line) { element throws(ConfigProblem) in
            let folder = try server(element.string(expected), [.https, .http, .s3])
            guard folder.absolute.hasSuffix("/") else {
                throw ConfigProblem(
                    "must hold URLs of folders, which end with `/`",
                    hint: "Write `/` at the end: it takes the place of the manifest's folder")
            }
            guard !folders.contains(folder) else { throw ConfigProblem("must not hold the same URL twice") }
            folders.append(folder)
        }
        return folders
    } write: {
        .list($0.map { TOMLNode(.text($0.absolute)) })
    } show: {
        .list($0.map { TOMLNode(.text($0.absolute.maskingCredentials)) })
    }
}

extension ConfigFormat where Value == SafeURL {
    static let endpoint = ConfigFormat("an `https` or `http` URL") { node throws(ConfigProblem) in
        try server(node.string("an `https` or `http` URL"), [.https, .http])
    } write: {
        .text($0.absolute)
    } show: {
        .text($0.absolute.maskingCredentials)
    }
}

extension ConfigFormat where Value == String {
    /// The name of a region, which becomes part of a signature and of a host's name.
    static let region = ConfigFormat("a region such as `us-east-1`") { node throws(ConfigProblem) in
        let text = try node.string("a region such as `us-east-1`")
        let isName = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isName, (1...64).contains(text.utf8.count) else {
            throw ConfigProblem(
                "must be letters, digits and hyphens, not `\(text.printable(limit: 60))`",
                hint: "Where the server does not care, leave `us-east-1`")
        }
        return text
    } write: {
        .text($0)
    }
}

extension ConfigFormat where Value == TransferWindow {
    static let window = ConfigFormat("a time of day such as \(TransferWindow.examples)") { node throws(ConfigProblem) in
        let text = try node.string("a time of day such as \(TransferWindow.examples)")
        do throws(UnitError) { return try TransferWindow(text) } catch {
            throw ConfigProblem("must be a time of day, not `\(error.text)`", hint: error.hint)
        }
    } write: {
        .text($0.description)
    }
}

/// A URL without a query of one of these schemes.
private func server(_ text: String, _ schemes: [SafeURL.Scheme]) throws(ConfigProblem) -> SafeURL {
    let words = schemes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    let url: SafeURL
    do throws(URLError) { url = try SafeURL(text) } catch {
        throw ConfigProblem("must be a URL, but \(error.summary)")
    }
    guard schemes.contains(url.scheme) else {
        throw ConfigProblem("must be a URL with one of \(words), not `\(url.scheme.rawValue)`")
    }
    guard !url.absolute.contains("?") else { throw ConfigProblem("must be a URL without a query") }
    return url
}
