import SyncCrypto

/// Writes the packed bytes of one large entry where they go, encrypted if there is a password.
struct PackedSink: ~Copyable {
    private let order: PackingOrder
    private var position: Int64
    private var cipher: WinZipCipher?
    private var prefix: [UInt8] = []

    init(_ order: PackingOrder, at position: Int64, password: [UInt8]?) {
        self.order = order
        self.position = position
        guard let password else { return }
        let salt = EntryCipher.freshSalt()
        let cipher = WinZipCipher(password: password, salt: salt, keySize: 32)
        prefix = salt + cipher.passwordCheck
        self.cipher = consume cipher
    }

    mutating func begin() throws(ArchiveError) {
        try order.writeAll(prefix, at: position)
        position += Int64(prefix.count)
    }

    /// The bytes are encrypted in place.
    mutating func take(_ bytes: UnsafeMutableRawBufferPointer) throws(ArchiveError) {
        cipher?.encrypt(bytes)
        try order.write(UnsafeRawBufferPointer(bytes), at: position)
        position += Int64(bytes.count)
    }

    /// Where the entry ends.
    consuming func finish() throws(ArchiveError) -> Int64 {
        let order = order
        let position = position
        guard let cipher else { return position }
        let code = cipher.finish()
        try order.writeAll(code, at: position)
        return position + Int64(code.count)
    }
}

extension EntryCipher {
    /// For a key of 256 bits; from the kernel's random numbers.
    static func freshSalt() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
