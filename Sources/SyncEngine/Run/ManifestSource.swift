import SyncCore
import SyncCrypto
import SyncStore
import SyncTransfer

/// Fetches the manifest, or finds that nothing has changed.
struct ManifestSource {
    let config: Config
    let transfer: TransferLoop
    let now: Timestamp

    enum Outcome {
        /// The server says so, or sent the same bytes: what was accepted last still holds.
        case unchanged(ManifestRecord)
        case changed(Manifest, ManifestRecord, body: [UInt8])
    }

    /// Asks the server, with the validators of what was accepted last.
    ///
    /// - Parameters:
    ///   - known: What was accepted last; nil when nothing was.
    ///   - body: Its bytes.
    /// - Returns: A manifest that may be acted on.
    /// - Throws: ``TransferError``, ``ManifestError`` or ``RunFailure``; nothing is to be changed then.
    func load(known: ManifestRecord?, body: [UInt8]?) async throws -> Outcome {
        let reading = readingKey
        let usable = body == nil || known?.reading != reading ? nil : known
        let reply = try await transfer.fetch(
            config.manifest, ifNoneMatch: usable?.etag, ifModifiedSince: usable?.lastModified,
            limit: config.limits.manifest)
        switch reply {
        case .notModified:
            guard var record = usable else {
                throw RunFailure(
                    exit: .network, code: "manifest.not_modified",
                    summary: "the server answered 304 Not Modified although it was not asked for a change",
                    hint: "Look at the cache in front of the manifest")
            }
            record.checked = now
            record.error = nil
            try refuseExpired(record.expires)
            return .unchanged(record)
        case .body(let reply):
            if var record = usable, reply.bytes == body, reply.finalURL.withoutSecrets == record.base {
                record.etag = reply.etag
                record.lastModified = reply.lastModified
                record.checked = now
                record.error = nil
                try refuseExpired(record.expires)
                return .unchanged(record)
            }
            let manifest = try Manifest(parsing: reply.bytes, rules: rules(base: reply.finalURL))
            try accept(manifest, after: known)
            let record = ManifestRecord(
                url: reply.finalURL.description, base: reply.finalURL.withoutSecrets, etag: reply.etag,
                lastModified: reply.lastModified, sequence: manifest.sequence ?? known?.sequence,
                expires: manifest.expires, fetched: now, checked: now, reading: reading)
            return .changed(manifest, record, body: reply.bytes)
        }
    }

    /// Reads again what was accepted before.
    func parse(_ body: [UInt8], _ record: ManifestRecord) throws -> Manifest {
        try Manifest(parsing: body, rules: rules(base: SafeURL(stored: record.base, credentialsOf: config.manifest)))
    }

    private func rules(base: SafeURL) -> Manifest.Rules {
        Manifest.Rules(
            fields: config.fields, base: base, requireDigest: config.trust.requireDigest,
            allowHTTP: config.transfer.allowHTTP, mirrors: config.transfer.mirrors)
    }

    /// A sequence never falls, and what has expired is not acted on.
    private func accept(_ manifest: Manifest, after known: ManifestRecord?) throws(RunFailure) {
        if let last = known?.sequence, let sequence = manifest.sequence, sequence < last {
            throw RunFailure(
                exit: .trust, code: "manifest.rollback",
                summary: "the manifest has sequence \(sequence), lower than \(last) that was accepted before",
                hint: "An old copy may be served; publish with a sequence of at least \(last)")
        }
        try refuseExpired(manifest.expires)
    }

    private func refuseExpired(_ expires: Timestamp?) throws(RunFailure) {
        guard let expires, expires < now else { return }
        throw RunFailure(
            exit: .trust, code: "manifest.expired", summary: "the manifest expired at \(expires)",
            hint: "Publish a fresh one, and check this machine's clock (\(now))")
    }

    /// Changes with everything that the meaning of the same bytes depends on.
    private var readingKey: String {
        let parts =
            "\(config.manifest.absolute)\n\(config.fields)\n\(config.trust.requireDigest)\n\(config.transfer.allowHTTP)\n"
            + "\(config.sync.deleteUntracked)\n\(config.sync.maxDelete)"
        var hasher = ContentHasher(.sha256)
        Array(parts.utf8).withUnsafeBytes { hasher.update($0) }
        return hasher.finish().hex
    }
}
