import FoundationEssentials
import SyncCore
import SyncCrypto
import SyncPlatform
import SyncTrust
import TestSupport
import Testing

@testable import SyncEngine

/// Keys, and manifests that they sign, for a ``Machine``.
struct Publisher {
    let folder: String

    init(_ machine: Machine) { folder = machine.folder.path }

    /// Puts the public half into a file and gives its path.
    func file(_ key: SigningKey, _ name: String = "publisher.pem") throws -> String {
        let path = "\(folder)/\(name)"
        try Data(key.verifyingKey.pem.utf8).write(to: URL(filePath: path))
        return path
    }

    /// A manifest that offers these games; `top` is JSON members before them, each with a comma behind it.
    static func manifest(_ offers: [SiteOffer], _ top: String = "") -> String {
        "{\(top) \"games\": [\(offers.map { $0.json(.native) }.joined(separator: ","))]}"
    }

    static func signed(_ text: String, by keys: SigningKey...) -> String {
        Envelope.sign(Array(text.utf8), by: keys).serialized
    }
}

extension Machine {
    /// Trusts these keys from now on, in this process and as a program.
    mutating func trust(_ keys: SigningKey..., threshold: Int = 1) throws {
        let publisher = Publisher(self)
        config.trust.threshold = threshold
        config.trust.keys = try keys.enumerated().map { try publisher.file($1, "publisher-\($0).pem") }
        let list = config.trust.keys.map { "\"\($0)\"" }.joined(separator: ", ")
        tables = "[trust]\nkeys = [\(list)]\nthreshold = \(threshold)"
    }

    /// Nothing of the installed games has changed, the refusal is told, and a plan says the same.
    func expectRefused(
        _ code: String, installed: Tree, _ sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let report = await sync(SyncOptions(allowMassDelete: true))
        #expect(report.exit == .trust, sourceLocation: sourceLocation)
        #expect(report.error?.code == code, "\(report.error?.summary ?? "")", sourceLocation: sourceLocation)
        #expect(report.error?.hint != nil, sourceLocation: sourceLocation)
        #expect(await engine().plan().exit == .trust, sourceLocation: sourceLocation)
        #expect(try Tree(games) == installed, sourceLocation: sourceLocation)
        let status = try await engine().status()
        #expect(status.manifest?.error == report.error?.summary, sourceLocation: sourceLocation)
        #expect(status.games.allSatisfy { $0.state == .current }, sourceLocation: sourceLocation)
    }

    /// With a good manifest, everything goes on by itself.
    func expectRecovery(_ sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let report = await sync()
        #expect(report.exit == .done, "\(report.error?.summary ?? "")", sourceLocation: sourceLocation)
        #expect(try await engine().status().manifest?.error == nil, sourceLocation: sourceLocation)
    }
}
