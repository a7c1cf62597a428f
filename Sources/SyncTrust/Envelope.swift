import SyncCore
public import SyncCrypto

/// A DSSE v1 envelope (https://github.com/secure-systems-lab/dsse): bytes, what they are, and who signed both.
///
/// Whoever holds one knows nothing of its truth before ``verified(by:)``.
public struct Envelope: Sendable, Equatable {
    /// What a signed manifest is.
    public static let manifestType = "application/vnd.assetsync.manifest+json"
    /// No envelope has more: each costs a check for every key.
    public static let mostSignatures = 100

    /// How many bytes are hashed at most to find out who signed: seconds, not hours, for a large payload under many
    /// signatures that nobody knows.
    private static let mostWork = 4 << 30

    public struct Signature: Sendable, Equatable {
        /// A hint at the key, empty when there is none. Nothing is trusted because of it.
        public let keyID: String
        public let bytes: [UInt8]

        public init(keyID: String, bytes: [UInt8]) {
            self.keyID = keyID
            self.bytes = bytes
        }
    }

    public let payloadType: String
    public let payload: [UInt8]
    public let signatures: [Signature]

    public init(payloadType: String = manifestType, payload: [UInt8], signatures: [Signature]) {
        self.payloadType = payloadType
        self.payload = payload
        self.signatures = signatures
    }

    /// Signs bytes by each of the keys.
    public static func sign(
        _ payload: [UInt8], type: String = manifestType, by keys: [SigningKey]
    ) -> Envelope {
        let message = preAuthenticationEncoding(type: type, payload: payload)
        return Envelope(
            payloadType: type, payload: payload,
            signatures: keys.map {
                Signature(keyID: $0.verifyingKey.fingerprint.hex, bytes: $0.signature(of: message))
            })
    }

    /// What is signed: `"DSSEv1" SP LEN(type) SP type SP LEN(body) SP body`, lengths in bytes as decimal numbers.
    public static func preAuthenticationEncoding(type: String, payload: [UInt8]) -> [UInt8] {
        Array("DSSEv1 \(type.utf8.count) \(type) \(payload.count) ".utf8) + payload
    }

    /// The payload, when enough different keys signed it as a manifest.
    ///
    /// A key counts once, however many signatures of it there are. Other signatures do no harm.
    public func verified(by keys: KeySet) throws(TrustError) -> [UInt8] {
        guard Array(payloadType.utf8) == Array(Self.manifestType.utf8) else { throw .payloadType(payloadType) }
        guard keys.keys.count >= keys.threshold else {
            throw .tooFewKeys(distinct: keys.keys.count, needed: keys.threshold)
        }
        let message = Self.preAuthenticationEncoding(type: payloadType, payload: payload)
        let known = keys.keys.map { (key: $0, name: $0.fingerprint.hex) }
        var attempts = max(2 * keys.threshold, Self.mostWork / message.count)
        var good: Set<VerifyingKey> = []
        for signature in signatures.prefix(Self.mostSignatures) {
            // The key that it names is tried first.
            let candidates = known.filter { $0.name == signature.keyID } + known.filter { $0.name != signature.keyID }
            for candidate in candidates where !good.contains(candidate.key) && attempts > 0 {
                attempts -= 1
                guard candidate.key.verifies(signature.bytes, of: message) else { continue }
                good.insert(candidate.key)
                break
            }
            if good.count == keys.threshold { return payload }
        }
        guard good.isEmpty else { throw .tooFewSignatures(got: good.count, needed: keys.threshold) }
        if let named = signatures.first(where: { signature in known.contains { $0.name == signature.keyID } }) {
            throw .wrongSignature(keyID: named.keyID)
        }
        throw .noKnownKey(signatures: signatures.count)
    }
}
