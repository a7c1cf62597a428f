/// What came instead of a manifest, in one printable line: how much of what, and its first words.
///
/// Nothing of a broken JSON text is quoted: the place of the mistake says more, and there are addresses in it.
func received(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "an empty body" }
    let size = byteText(Int64(bytes.count))
    if let kind = binaryKind(bytes) { return "\(size) of \(kind)" }
    let start = String(decoding: bytes.prefix(400), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch start.first {
    case nil: return "\(size) of white space"
    case "{", "[", "\"": return "\(size) that begin with `\(start.prefix(1))`"
    default: break
    }
    // An address may be longer than what is looked at here, so it is left out as a whole.
    let words = start.split { $0.isWhitespace }.prefix { !$0.contains("://") }.joined(separator: " ")
    return "\(size)\(start.first == "<" ? " of HTML or XML" : "") that begin with `\(quoted(words, limit: 60))`"
}

/// Something that is no text, by its first bytes.
private func binaryKind(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) { return "gzip data" }
    if bytes.starts(with: "PK\u{3}\u{4}".utf8) { return "a zip archive" }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16 text" }
    return bytes.prefix(400).allSatisfy { $0 == 0 } ? "zeros" : nil
}
