import SyncCore
import SyncCrypto
import SyncStore
import SyncTransfer
import SyncTrust

/// Fetches the manifest, or finds that nothing has changed.
struct ManifestSource {
    let config: Config
    let transfer: TransferLoop
    /// Has the bytes of what was accepted last; they are read only where they are needed. nil without a state.
    let store: StateStore?
    let now: Timestamp

    enum Outcome {
        /// The server says so, or sent the same bytes: what was accepted last still holds.
        case unchanged(ManifestRecord)
        case changed(Manifest, ManifestRecord, body: [UInt8])
    }

    /// Asks the server, with the validators of what was accepted last.
    ///
    /// - Parameter known: What was accepted last; nil when nothing was.
    /// - Returns: A manifest that may be acted on. With keys set, enough of them signed it.
    /// - Throws: ``TransferError``, ``ManifestError``, ``TrustError`` or ``RunFailure``; nothing is to be changed then.
    func load(known: ManifestRecord?) async throws -> Outcome {
        let anchor = try TrustAnchor(config.trust)
        let reading = readingKey(anchor)
        let usable = try await store?.hasManifestBody() == true && known?.reading == reading ? known : nil
        switch try await fetch(usable, isSigned: anchor != nil) {
        case .notModified:
            guard let record = usable else {
                throw RunFailure(
                    exit: .network, code: "manifest.not_modified",
                    summary: "the server answered 304 Not Modified although it was not asked for a change",
                    hint: "Look at the cache in front of the manifest")
            }
            return .unchanged(try checked(record))
        case .body(let reply):
            let stored = known == nil ? nil : try await store?.manifestBody()
            let isSame = reply.bytes == stored
            if var record = usable, isSame, reply.finalURL.withoutSecrets == record.base {
                record.etag = reply.etag
                record.lastModified = reply.lastModified
                return .unchanged(try checked(record))
            }
            // Under keys that it announced itself it would not pass again.
            let isKnown = anchor?.learned(known) != nil && isSame
            let payload = try payload(of: reply.bytes, anchor, known, isKnown: isKnown)
            let manifest = try Manifest(
                parsing: payload, rules: rules(base: reply.finalURL, isSigned: anchor != nil))
            var record = ManifestRecord(
                url: reply.finalURL.description, base: reply.finalURL.withoutSecrets, etag: reply.etag,
                lastModified: reply.lastModified, expires: manifest.expires, fetched: now, checked: now,
                reading: reading)
            try accept(manifest, after: known, anchor, into: &record)
            return .changed(manifest, record, body: reply.bytes)
        }
    }

    /// The manifest that holds now, for those who do not record it.
    func current(known: ManifestRecord?) async throws -> Manifest {
        switch try await load(known: known) {
        case .unchanged(let record): try await accepted(record)
        case .changed(let fresh, _, _): fresh
        }
    }

    /// Reads again what was accepted before.
    func accepted(_ record: ManifestRecord) async throws -> Manifest {
        let body = try await store?.manifestBody() ?? []
        let base = try SafeURL(stored: record.base, credentialsOf: config.manifest)
        // Whether enough keys signed it was found out when it was accepted.
        let payload = try Envelope.unverifiedPayload(of: body) ?? body
        return try Manifest(parsing: payload, rules: rules(base: base, isSigned: record.trust != nil))
    }

    private func fetch(_ usable: ManifestRecord?, isSigned: Bool) async throws -> Document {
        do throws(TransferError) {
            return try await transfer.fetch(
                config.manifest, ifNoneMatch: usable?.etag, ifModifiedSince: usable?.lastModified,
                limit: config.limits.manifest)
        } catch {
            // The bytes came, and whatever is not a good envelope is not trusted.
            switch error {
            case .tooLarge, .emptyBody, .contentEncoding:
                if isSigned { throw TrustError.malformed(error.summary) }
            default: break
            }
            throw error
        }
    }

    private func payload(
        of bytes: [UInt8], _ anchor: TrustAnchor?, _ known: ManifestRecord?, isKnown: Bool
    ) throws -> [UInt8] {
        guard let anchor else {
            do throws(TrustError) {
                return try Envelope.unverifiedPayload(of: bytes) ?? bytes
            } catch {
                // Nobody asked for trust here; it just cannot be read.
                throw RunFailure(error, exit: .someFailed)
            }
        }
        let envelope = try Envelope(parsing: bytes)
        return isKnown ? envelope.payload : try envelope.verified(by: anchor.current(known))
    }

    private func rules(base: SafeURL, isSigned: Bool) -> Manifest.Rules {
        Manifest.Rules(
            fields: config.fields, base: base, requireDigest: config.trust.requireDigest,
            allowHTTP: config.transfer.allowHTTP, mirrors: config.transfer.mirrors, isSigned: isSigned)
    }

    // MARK: - Age and keys

    /// What was accepted before, found to be still served.
    private func checked(_ record: ManifestRecord) throws(TrustError) -> ManifestRecord {
        var record = record
        record.checked = now
        record.error = nil
        try Freshness(newestSigned: record.trust?.newestSigned).check(expires: record.expires, clock: now)
        return record
    }

    /// Checks a manifest against what is remembered, and notes what is to be remembered of it.
    private func accept(
        _ manifest: Manifest, after known: ManifestRecord?, _ anchor: TrustAnchor?, into record: inout ManifestRecord
    ) throws(TrustError) {
        let learned = anchor?.learned(known)
        // What was accepted under other keys, or under none, binds nobody: else one bad manifest with the highest
        // sequence of all would shut out every later one, also after the operator has changed the keys.
        let isSameTrust = anchor?.fingerprint == known?.trust?.anchor
        let freshness = Freshness(
            sequence: isSameTrust ? known?.sequence : nil, newestSigned: learned?.newestSigned)
        let next = try freshness.accepting(manifest, isSigned: anchor != nil, clock: now)
        record.sequence = next.sequence
        if let anchor {
            let announced = try manifest.nextKeys.map { json throws(TrustError) in try KeySet(json).json.serialized }
            record.trust = ManifestRecord.Trust(
                anchor: anchor.fingerprint, nextKeys: announced ?? learned?.nextKeys, newestSigned: next.newestSigned)
        }
        let plain = manifest.releases.filter(\.mayComeOverHTTP)
        record.plainHTTP = .init(games: plain.count, withoutDigest: plain.count { !$0.hasDigest })
    }

    /// Changes with everything that the meaning of the same bytes depends on.
    private func readingKey(_ anchor: TrustAnchor?) -> String {
        let parts =
            "\(config.manifest.absolute)\n\(config.fields)\n\(config.trust.requireDigest)\n\(config.transfer.allowHTTP)\n"
            + "\(config.sync.deleteUntracked)\n\(config.sync.maxDelete)\n\(anchor?.fingerprint ?? "")"
        return Digest(sha256Of: parts).hex
    }
}
