import Glibc
import SyncCore
import SyncCrypto
import SyncPlatform
import SyncTransfer
import SyncTrust

/// Does with a site what every client will do, and says what is wrong.
///
/// Every archive is fetched and unpacked in a scratch folder below `TMPDIR`, one after the other, and removed.
public struct SiteCheck: Sendable {
    /// A manifest may be as large for clients by default.
    static let mostManifestBytes: Int64 = 64 << 20
    /// As `limits.archive` by default.
    static let mostArchiveBytes: Int64 = 16 << 30

    /// An address or a folder, of the site or of its manifest.
    public var source: String
    /// Public keys, each of which must have signed.
    public var keyFiles: [String] = []
    /// Of encrypted archives; without it they are not unpacked.
    public var password: String?

    public init(_ source: String) { self.source = source }

    public struct Outcome: Sendable, Equatable {
        /// Printable.
        public let manifest: String
        public let games: Int
        /// In the order in which they were found.
        public let findings: [SiteFinding]

        public func count(_ severity: SiteFinding.Severity) -> Int { findings.count { $0.severity == severity } }
    }

    /// - Throws: ``ArchiveFailure`` for what keeps the check itself from being made; what is wrong with the site is in
    ///   the outcome.
    public func run(_ control: ArchiveControl = ArchiveControl()) async throws(ArchiveFailure) -> Outcome {
        let lane = Lane("check")
        let (address, keys, scratch) = try await lane.run { () throws(ArchiveFailure) in
            (try SiteAddress(source), try publicKeys(), try Scratch())
        }
        let transfer: TransferLoop
        do throws(TransferError) {
            var settings = TransferSettings()
            settings.retries = 2
            settings.userAgent = "\(Product.name)/\(Product.version) (site check)"
            transfer = try TransferLoop(settings, logger: .silent)
        } catch {
            throw ArchiveFailure(error, exit: .internalError)
        }
        let run = CheckRun(self, address, keys, transfer, scratch.directory, control)
        let outcome = await Self.stoppable(control) { () -> Result<Outcome, ArchiveFailure> in
            do throws(ArchiveFailure) { return .success(try await run.outcome()) } catch { return .failure(error) }
        }
        transfer.stop()
        await lane.run { scratch.remove() }
        if control.isStopRequested { throw .interrupted }
        return try outcome.get()
    }

    private func publicKeys() throws(ArchiveFailure) -> KeySet? {
        guard !keyFiles.isEmpty else { return nil }
        var trust = Config.Trust()
        trust.keys = keyFiles
        trust.threshold = keyFiles.count
        do throws(TrustError) {
            guard let keys = try TrustAnchor(trust)?.keys else { return nil }
            // A key that is named twice is one key.
            return KeySet(keys.keys, threshold: keys.keys.count)
        } catch {
            throw ArchiveFailure(error, exit: .someFailed)
        }
    }

    /// Cancels the work when somebody asks to stop.
    private static func stoppable<Value: Sendable>(
        _ control: ArchiveControl, _ work: @escaping @Sendable () async -> Value
    ) async -> Value {
        let task = Task { await work() }
        let watch = Task {
            while !Task.isCancelled {
                if control.isStopRequested { task.cancel() }
                // Ended by cancellation, which is the end of the loop, too.
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
        defer { watch.cancel() }
        return await task.value
    }

    /// A folder of this check alone.
    private struct Scratch: Sendable {
        let directory: Directory
        private let parent: Directory
        private let name: String

        init() throws(ArchiveFailure) {
            let place = getenv("TMPDIR").map { String(cString: $0) } ?? ""
            name = "assetsync-check-\(randomToken())"
            do throws(PlatformError) {
                parent = try Directory(opening: place.isEmpty ? "/tmp" : place)
                try parent.makeNewDirectory(name, mode: 0o700)
                directory = try parent.directory(name)
            } catch {
                throw ArchiveFailure(error)
            }
        }

        func remove() {
            // The system clears what is left there.
            try? parent.removeTree(name)
        }
    }
}
