public import SyncCore
public import SyncCrypto

/// Why a manifest is not trusted. Nothing is changed then: the installed games stay and are served on.
public enum TrustError: Diagnostic, Equatable {
    // MARK: Envelope

    /// A manifest without any signature although keys are set.
    case unsigned
    case malformed(String)
    case payloadType(String)
    /// None of so many signatures is by a key that counts.
    case noKnownKey(signatures: Int)
    case tooFewSignatures(got: Int, needed: Int)
    /// A signature that names a known key and is not that key's over these bytes.
    case wrongSignature(keyID: String)

    // MARK: Keys

    case unreadableKey(path: String, reason: String)
    case badKey(path: String, KeyError)
    /// Fewer different keys than must have signed.
    case tooFewKeys(distinct: Int, needed: Int)
    /// The manifest is good, but the next keys in it are not.
    case nextKeys(String)

    // MARK: Age

    case rollback(sequence: Int64, last: Int64)
    /// Signed, but without a sequence after one that had one.
    case noSequence(last: Int64)
    /// `latest` is the newest time that is known to have been: the clock's, or one that was signed.
    case expired(at: Timestamp, latest: Timestamp, clock: Timestamp)

    public var code: String {
        switch self {
        case .unsigned: "trust.unsigned"
        case .malformed: "trust.malformed"
        case .payloadType: "trust.payload_type"
        case .noKnownKey: "trust.no_known_key"
        case .tooFewSignatures: "trust.too_few_signatures"
        case .wrongSignature: "trust.wrong_signature"
        case .unreadableKey, .badKey: "trust.key_file"
        case .tooFewKeys: "trust.too_few_keys"
        case .nextKeys: "trust.next_keys"
        case .rollback, .noSequence: "manifest.rollback"
        case .expired: "manifest.expired"
        }
    }

    public var summary: String {
        switch self {
        case .unsigned: "the manifest is not signed, and `trust.keys` is set"
        case .malformed(let problem): "the manifest is no signed envelope that can be read: \(problem)"
        case .payloadType(let found):
            "the envelope holds `\(quoted(found))`, not `\(Envelope.manifestType)`"
        case .noKnownKey(let count):
            count == 1
                ? "the manifest's signature is not by a key of `trust.keys`, or it was changed after signing"
                : "none of the manifest's \(count) signatures is by a key of `trust.keys`, or it was changed after signing"
        case .tooFewSignatures(let got, let needed):
            "the manifest is signed by \(got) of the keys of `trust.keys`, and \(needed) must have signed"
        case .wrongSignature(let keyID):
            "the manifest's signature by the key `\(quoted(keyID))` is wrong: it was changed after signing"
        case .unreadableKey(let path, let reason): "the key file `\(path.printable())` cannot be read: \(reason)"
        case .badKey(let path, let error): "the key file `\(path.printable())` is of no use: \(error.summary)"
        case .tooFewKeys(let distinct, let needed):
            "`trust.keys` names \(distinct) different \(distinct == 1 ? "key" : "keys"), "
                + "fewer than `trust.threshold = \(needed)`"
        case .nextKeys(let problem): "the next keys in the manifest are of no use: \(problem)"
        case .rollback(let sequence, let last):
            "the manifest has sequence \(sequence), lower than \(last) that was accepted before"
        case .noSequence(let last):
            "the manifest has no sequence, and \(last) was accepted before"
        case .expired(let at, let latest, let clock):
            latest > clock
                ? "the manifest expired at \(at), and an earlier one was signed at \(latest)"
                : "the manifest expired at \(at)"
        }
    }

    public var hint: String? {
        switch self {
        case .unsigned: "Publish it signed; to accept unsigned ones, remove `[trust] keys` from the configuration"
        case .malformed: "Open the manifest URL in a browser: a login page or a proxy may answer instead of the server"
        case .payloadType: "Check `manifest` in the configuration: this is signed for another purpose"
        case .noKnownKey:
            "Check that `trust.keys` holds the publisher's keys of today; do not remove keys to get past this"
        case .tooFewSignatures: "Publish it with the signatures of more keys, or lower `trust.threshold`"
        case .wrongSignature: "Sign again after every change, and do not let anything on the way rewrite the file"
        case .unreadableKey: "Put the publisher's public key there, and let the user that runs assetsync read it"
        case .badKey(_, let error): error.hint
        case .tooFewKeys: "Add keys to `trust.keys` or lower the threshold; a key that is there twice counts once"
        case .nextKeys: "Mend `keys` in the manifest and sign it again"
        case .rollback(_, let last): "An old copy may be served; publish with a sequence of at least \(last)"
        case .noSequence(let last): "Publish with a `sequence` of at least \(last)"
        case .expired(_, _, let clock): "Publish a fresh one, and check this machine's clock (\(clock))"
        }
    }
}

/// Text of the manifest as it may stand in a message.
private func quoted(_ text: String) -> String { text.hidingSecrets().printable(limit: 80) }
