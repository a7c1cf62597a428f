import Glibc
import SyncCore

extension Envelope {
    /// An envelope has few values; a text from a stranger must not cost the memory of many.
    private static let maximumValues = 100_000

    /// Reads an envelope strictly. Unknown members are ignored, as DSSE asks.
    ///
    /// Throws ``TrustError/unsigned`` for JSON that is no envelope, ``TrustError/malformed(_:)`` for one that cannot be
    /// read. Nothing is verified.
    public init(parsing bytes: [UInt8]) throws(TrustError) {
        let document: JSON
        do { document = try JSON(parsing: bytes, maximumValues: Self.maximumValues) } catch {
            throw .malformed(error.summary)
        }
        guard document["payload"] != nil || document["signatures"] != nil || document["payloadType"] != nil else {
            throw .unsigned
        }
        if let key = document.repeatedKeyAtTop {
            throw .malformed("the key `\(key.printable(limit: 40))` stands twice in it")
        }
        payloadType = try Self.text("payloadType", in: document)
        guard let payload = Base64.decode(try Self.text("payload", in: document)) else {
            throw .malformed("`payload` is not Base64")
        }
        self.payload = payload
        guard let elements = document["signatures"]?.elements else { throw .malformed("`signatures` is not a list") }
        guard !elements.isEmpty else { throw .malformed("`signatures` is empty") }
        guard elements.count <= Self.mostSignatures else {
            throw .malformed("it has \(elements.count) signatures, more than \(Self.mostSignatures)")
        }
        var signatures: [Signature] = []
        for element in elements { signatures.append(try Self.signature(element)) }
        self.signatures = signatures
    }

    /// The payload of what has the shape of an envelope, unverified; nil for other bytes, which may be a plain manifest.
    ///
    /// For clients without keys: a publisher begins to sign before every client has them.
    public static func unverifiedPayload(of bytes: [UInt8]) throws(TrustError) -> [UInt8]? {
        // A manifest may be large; it is not read twice for this.
        guard contains("\"payloadType\"", bytes), contains("\"signatures\"", bytes) else { return nil }
        guard let document = try? JSON(parsing: bytes, maximumValues: maximumValues),
            document["payloadType"]?.text != nil, document["payload"]?.text != nil,
            document["signatures"]?.elements != nil
        else { return nil }
        let envelope = try Envelope(parsing: bytes)
        guard Array(envelope.payloadType.utf8) == Array(manifestType.utf8) else {
            throw .payloadType(envelope.payloadType)
        }
        return envelope.payload
    }

    /// As one line of JSON with a line end, which is what is published.
    public var serialized: String {
        let signatures = signatures.map { signature -> JSON in
            ["keyid": .string(signature.keyID), "sig": .string(Base64.encode(signature.bytes))]
        }
        let envelope: JSON = [
            "payloadType": .string(payloadType), "payload": .string(Base64.encode(payload)),
            "signatures": .array(signatures),
        ]
        return envelope.serialized + "\n"
    }

    private static func signature(_ element: JSON) throws(TrustError) -> Signature {
        guard case .object = element else { throw .malformed("a signature is \(element.kind), not an object") }
        if let key = element.repeatedKeyAtTop {
            throw .malformed("the key `\(key.printable(limit: 40))` stands twice in a signature")
        }
        guard let bytes = Base64.decode(try text("sig", in: element)) else { throw .malformed("`sig` is not Base64") }
        switch element["keyid"] {
        case nil, .null: return Signature(keyID: "", bytes: bytes)
        case .string(let keyID): return Signature(keyID: keyID, bytes: bytes)
        case let other?: throw .malformed("`keyid` is \(other.kind), not a string")
        }
    }

    private static func text(_ key: String, in object: JSON) throws(TrustError) -> String {
        guard let value = object[key] else { throw .malformed("`\(key)` is missing") }
        guard let text = value.text else { throw .malformed("`\(key)` is \(value.kind), not a string") }
        return text
    }

    /// Whether the word, which begins with a quotation mark, stands somewhere in the bytes.
    private static func contains(_ word: StaticString, _ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { all in
            var rest = all[...]
            while rest.count >= word.utf8CodeUnitCount {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                guard let base = part.baseAddress, let mark = memchr(base, 0x22, part.count) else { return false }
                rest = rest.dropFirst(base.distance(to: UnsafeRawPointer(mark)))
                let isThere =
                    rest.count >= word.utf8CodeUnitCount && memcmp(mark, word.utf8Start, word.utf8CodeUnitCount) == 0
                if isThere { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }
}
