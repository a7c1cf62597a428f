/// Turns names that are no UTF-8 into text: by the encoding that was asked for, or by the one that fits all of them.
struct LegacyNames: ~Copyable {
    private let converter: EncodingConverter

    /// - Parameters:
    ///   - encoding: An iconv name, or `auto`: the first of GB18030 and Shift-JIS in which every name is valid, else
    ///     CP437, in which every name is.
    ///   - names: All names of the archive that neither say that they are UTF-8 nor happen to be.
    /// - Throws: ``ArchiveError/unknownEncoding(_:)``.
    init(_ encoding: String, fitting names: [[UInt8]]) throws(ArchiveError) {
        guard encoding.lowercased() == "auto" else {
            converter = try Self.open(encoding)
            return
        }
        for candidate in ["GB18030", "CP932"] {
            let converter = try Self.open(candidate)
            if names.allSatisfy({ converter.decode($0) != nil }) {
                self.converter = converter
                return
            }
        }
        converter = try Self.open("CP437")
    }

    func decode(_ name: [UInt8]) throws(EntryProblem) -> String {
        guard let text = converter.decode(name) else { throw .notInEncoding(converter.name) }
        return text
    }

    /// Refuses an encoding that nobody knows, before it is needed.
    static func check(_ encoding: String) throws(ArchiveError) {
        if encoding.lowercased() != "auto" { _ = try open(encoding) }
    }

    private static func open(_ name: String) throws(ArchiveError) -> EncodingConverter {
        guard let converter = EncodingConverter(name) else { throw .unknownEncoding(entryText(name)) }
        return converter
    }
}
