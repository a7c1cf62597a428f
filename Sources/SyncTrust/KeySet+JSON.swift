public import SyncCore
import SyncCrypto

extension KeySet {
    static let mostKeys = 100

    /// Reads `{"threshold": 2, "keys": ["-----BEGIN PUBLIC KEY-----\n…", …]}`, as a signed manifest announces the next
    /// keys under `keys`.
    ///
    /// Throws ``TrustError/nextKeys(_:)``, also for a threshold that these keys can never reach: it would lock out
    /// every later manifest.
    public init(_ json: JSON) throws(TrustError) {
        guard case .object = json else { throw .nextKeys("`keys` is \(json.kind), not an object") }
        if let key = json.repeatedKeyAtTop { throw .nextKeys("`\(key.printable(limit: 40))` stands twice in `keys`") }
        guard let elements = json["keys"]?.elements else { throw .nextKeys("`keys.keys` is not a list") }
        guard (1...Self.mostKeys).contains(elements.count) else {
            throw .nextKeys("`keys.keys` has \(elements.count) keys, not 1 to \(Self.mostKeys)")
        }
        var keys: [VerifyingKey] = []
        for (index, element) in elements.enumerated() {
            guard let pem = element.text else { throw .nextKeys("key \(index + 1) is \(element.kind), not a string") }
            do { keys.append(try VerifyingKey(pem: pem)) } catch {
                throw .nextKeys("key \(index + 1) cannot be used, \(error.summary)")
            }
        }
        guard let threshold = json["threshold"]?.integer, (1...Int64(Self.mostKeys)).contains(threshold) else {
            throw .nextKeys("`keys.threshold` is not a number from 1 to \(Self.mostKeys)")
        }
        self.init(keys, threshold: Int(threshold))
        guard self.keys.count >= self.threshold else {
            throw .nextKeys("\(self.keys.count) different keys can never reach the threshold \(threshold)")
        }
    }

    /// The form that ``init(_:)`` reads.
    public var json: JSON {
        ["threshold": JSON(threshold), "keys": .array(keys.map { .string($0.pem) })]
    }
}
