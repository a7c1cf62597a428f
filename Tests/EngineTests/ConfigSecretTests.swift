import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

@Suite("Secret file") struct ConfigSecretTests {
    @Test(
        "one line end is not part of the secret",
        arguments: [
            ("hunter2", "hunter2"), ("hunter2\n", "hunter2"), ("hunter2\r\n", "hunter2"), ("hunter2\n\n", "hunter2\n"),
            ("hunter2\r", "hunter2\r"), (" a b ", " a b "), ("пароль\n", "пароль"),
        ])
    func lineEnd(_ content: String, _ secret: String) async throws {
        try await withScratch { folder in
            try folder.write("secret", Array(content.utf8), mode: 0o600)
            #expect(try SecretFile.read("\(folder.path)/secret") == secret)
        }
    }

    @Test(
        "what holds no usable secret is refused, and its content stays out of the message",
        arguments: [
            [], [0x0A], [0x0D, 0x0A], Array("hun".utf8) + [0xFF], Array("hun\0ter2".utf8),
            [UInt8](repeating: 0x68, count: 70_000),
        ] as [[UInt8]])
    func unusable(_ content: [UInt8]) async throws {
        try await withScratch { folder in
            try folder.write("secret", content, mode: 0o600)
            let error = try #require(throws: SecretFileError.self) { try SecretFile.read("\(folder.path)/secret") }
            #expect(error.summary.contains("`\(folder.path)/secret`"))
            #expect(!error.summary.contains("hun"))
            #expect(error.hint != nil)
        }
    }

    @Test("a file that is missing is named")
    func missing() throws {
        let error = try #require(throws: SecretFileError.self) { try SecretFile.read("/nonexistent/secret") }
        #expect(error.summary == "the secret file `/nonexistent/secret` cannot be read: No such file or directory")
    }
}
