public import SyncCore

/// Why a text is not the key that was expected. Nothing of the text is repeated.
public enum KeyError: Diagnostic, Equatable {
    case notPEM
    /// A private key that needs a password.
    case encrypted
    case privateInsteadOfPublic
    case publicInsteadOfPrivate
    case severalKeys
    /// PEM as such, but not a key that OpenSSL can read.
    case unreadable
    /// A key of another algorithm, by OpenSSL's name for it: `RSA`.
    case notEd25519(String)

    public var code: String { "key" }
    public var summary: String {
        switch self {
        case .notPEM: "it is no PEM text"
        case .encrypted: "it is an encrypted private key, and passwords of keys are not supported"
        case .privateInsteadOfPublic: "it is a private key, where the public one belongs"
        case .publicInsteadOfPrivate: "it is a public key, where the private one belongs"
        case .severalKeys: "it holds more than one key"
        case .unreadable: "it is PEM text, but no key that can be read"
        case .notEd25519(let name): "it is a key for \(name.printable(limit: 20)), not for Ed25519"
        }
    }
    public var hint: String? {
        switch self {
        case .encrypted: "Decrypt it: `openssl pkey -in FILE -out PLAIN`, and let only its user read it"
        case .privateInsteadOfPublic:
            "Keep the private key away from this machine; make the public one: `openssl pkey -in FILE -pubout`"
        case .publicInsteadOfPrivate: "Sign with the file that `assetsync keygen` made without `.pub`"
        case .severalKeys: "Put each key into a file of its own"
        case .notPEM, .unreadable, .notEd25519:
            "Make a pair by `assetsync keygen FILE`, or by `openssl genpkey -algorithm ed25519`"
        }
    }
}
