import FoundationEssentials
import SyncCrypto
import SyncPlatform
import TestSupport

/// The `openssl` command, in a scratch folder.
struct OpenSSL {
    let folder: String

    static func run(_ body: (OpenSSL) throws -> Void) async throws {
        try await withScratch { folder in
            let path = folder.path
            try body(OpenSSL(folder: path))
        }
    }

    /// Runs shell lines in the folder that must succeed, and gives what they print.
    @discardableResult
    func shell(_ script: String) throws -> [String] { try Site.shell("cd '\(folder)'; \(script)") }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))) }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    /// A new private key in `name`.
    func generate(_ name: String) throws { try shell("openssl genpkey -algorithm ed25519 -out \(name)") }

    func signingKey(_ name: String) throws -> SigningKey {
        var pem = try bytes(name)
        return try SigningKey.reading(clearing: &pem)
    }

    func verifyingKey(_ name: String) throws -> VerifyingKey { try VerifyingKey(pem: try text(name)) }
}
