/// What the armour lines of a PEM text say, before OpenSSL reads it (RFC 7468).
struct PEMText {
    private static let beginning = Array("-----BEGIN ".utf8)
    private static let ending = Array("-----".utf8)

    /// `PUBLIC KEY`, `PRIVATE KEY`, in the order of the text.
    let labels: [String]

    init(_ bytes: UnsafeRawBufferPointer) {
        var labels: [String] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.starts(with: Self.beginning) {
            let rest = line.dropFirst(Self.beginning.count)
            let label = rest.prefix { $0 != UInt8(ascii: "-") }
            if rest.dropFirst(label.count).starts(with: Self.ending), label.count <= 64 {
                labels.append(String(decoding: label, as: UTF8.self))
            }
        }
        self.labels = labels
    }

    /// The one label there is.
    func label() throws(KeyError) -> String {
        guard let first = labels.first else { throw .notPEM }
        guard labels.count == 1 else { throw .severalKeys }
        return first
    }
}
