import SyncArchive
import SyncCore
import SyncCrypto
import SyncPlatform
import SyncTransfer
import SyncTrust

/// One check of a site, from the manifest to the last file of the last archive.
struct CheckRun: Sendable {
    let check: SiteCheck
    let address: SiteAddress
    let keys: KeySet?
    let transfer: TransferLoop
    let scratch: Directory
    let control: ArchiveControl

    init(
        _ check: SiteCheck, _ address: SiteAddress, _ keys: KeySet?, _ transfer: TransferLoop, _ scratch: Directory,
        _ control: ArchiveControl
    ) {
        self.check = check
        self.address = address
        self.keys = keys
        self.transfer = transfer
        self.scratch = scratch
        self.control = control
    }

    func outcome() async throws(ArchiveFailure) -> SiteCheck.Outcome {
        var findings: [SiteFinding] = []
        var releases: [Release] = []
        if let manifest = await self.manifest(&findings) {
            releases = manifest.releases
            let total = releases.reduce(Int64(0)) { sum, release in
                let (next, overflow) = sum.addingReportingOverflow(release.size ?? 0)
                return overflow ? sum : next
            }
            var position = Position(entries: releases.count, totalBytes: total)
            for release in releases {
                try control.checkStopped()
                position.entry += 1
                let archive = ArchiveCheck(self, release, position)
                findings += try await archive.findings()
                position.bytes += release.size ?? 0
            }
            findings += await estimates(releases)
        }
        return SiteCheck.Outcome(
            manifest: address.manifest.description, games: releases.count, findings: findings)
    }

    /// How far the check is, for whoever watches.
    struct Position: Sendable {
        let entries: Int
        let totalBytes: Int64
        var entry = 0
        var bytes: Int64 = 0

        init(entries: Int, totalBytes: Int64) {
            self.entries = entries
            self.totalBytes = totalBytes
        }
    }

    // MARK: - Manifest

    /// nil when clients refuse the whole.
    private func manifest(_ findings: inout [SiteFinding]) async -> Manifest? {
        let subject = "manifest"
        let body: Document.Body
        do throws(TransferError) {
            let reply = try await transfer.fetch(
                address.manifest, ifNoneMatch: nil, ifModifiedSince: nil, limit: SiteCheck.mostManifestBytes)
            guard case .body(let found) = reply else {
                findings.append(.init(.problem, subject, "the server answers 304 to a first question"))
                return nil
            }
            body = found
        } catch {
            findings.append(.init(.problem, subject, error.summary, hint: error.publisherHint))
            return nil
        }
        if address.manifest.scheme != .file { findings += headFindings(body) }
        let payload: [UInt8]
        let isSigned: Bool
        do throws(TrustError) {
            let unverified = try Envelope.unverifiedPayload(of: body.bytes)
            isSigned = unverified != nil
            if let keys {
                payload = try Envelope(parsing: body.bytes).verified(by: keys)
            } else {
                payload = unverified ?? body.bytes
            }
        } catch {
            findings.append(.init(subject, error))
            return nil
        }
        if !isSigned {
            findings.append(
                .init(
                    .warning, subject, "it is unsigned: whoever can change it can change every game",
                    hint: "Sign it: `assetsync keygen`, then `assetsync pack --key`"))
        } else if keys == nil {
            findings.append(
                .init(.warning, subject, "its signature was not checked", hint: "Name the public key with `--key`"))
        }
        do throws(ManifestError) {
            let manifest = try Manifest(
                parsing: payload, rules: Manifest.Rules(base: body.finalURL, isSigned: isSigned))
            findings += contentFindings(manifest, payload, isSigned: isSigned)
            return manifest
        } catch {
            findings.append(.init(subject, error))
            return nil
        }
    }

    private func headFindings(_ body: Document.Body) -> [SiteFinding] {
        var findings: [SiteFinding] = []
        if body.etag == nil, body.lastModified == nil {
            findings.append(
                .init(
                    .warning, "manifest", "it comes without ETag and Last-Modified: every run fetches all of it",
                    hint: "Let the server send one of them (lighttpd does once it knows the type of `.json`)"))
        }
        if let type = body.contentType, !type.lowercased().contains("json"), !type.lowercased().hasPrefix("text/plain"),
            !type.lowercased().hasPrefix("application/octet-stream")
        {
            findings.append(
                .init(
                    .warning, "manifest", "its Content-Type is `\(type.printable(limit: 60))`",
                    hint: "Serve `.json` as `application/json`"))
        }
        return findings
    }

    private func contentFindings(_ manifest: Manifest, _ payload: [UInt8], isSigned: Bool) -> [SiteFinding] {
        var findings: [SiteFinding] = []
        let now = SystemClock.now
        if manifest.isEmpty {
            findings.append(
                .init(
                    .problem, "manifest", "it offers no game, and clients refuse an empty one", hint: "Publish a game"))
        }
        if let expires = manifest.expires, expires < now {
            findings.append(
                .init(.problem, "manifest", "it has expired at \(expires)", hint: "Publish one that expires later"))
        } else if let expires = manifest.expires, expires < now.advanced(by: Self.expiryNotice) {
            findings.append(
                .init(.warning, "manifest", "it expires at \(expires)", hint: "Publish one that expires later"))
        }
        if isSigned, manifest.sequence == nil {
            findings.append(
                .init(
                    .warning, "manifest", "it is signed and has no `sequence`: an old one can be served as new",
                    hint: "Publish by `assetsync pack`, which counts"))
        }
        if let keys = manifest.nextKeys {
            do throws(TrustError) { _ = try KeySet(keys) } catch { findings.append(.init("manifest", error)) }
        }
        for entry in manifest.refused {
            findings.append(.init(entry.name.printable(limit: 80), entry.reason))
        }
        for mirror in manifest.droppedMirrors {
            findings.append(.init(.warning, "\(mirror.game)", "a mirror is left out: \(mirror.problem)"))
        }
        // Clients leave out an index that breaks a rule without a word.
        let entries = (try? JSON(parsing: payload))?["games"]?.elements ?? []  // It was read just now.
        for release in manifest.releases where release.index == nil {
            let entry = entries.first { $0["id"]?.text.map { $0.utf8.elementsEqual(release.game.text.utf8) } ?? false }
            guard let index = entry?["index"], index != .null else { continue }
            findings.append(
                .init(
                    .problem, "\(release.game) \(release.version)", "its `index` has no usable `url` and `sha256`",
                    hint: "Publish by `assetsync pack`"))
        }
        return findings
    }

    private static let expiryNotice: Int64 = 7 * 86_400

    // MARK: - What updates cost

    /// For each game of which the version before is still in the site.
    private func estimates(_ releases: [Release]) async -> [SiteFinding] {
        guard let url = address.record, let bytes = await document(url), let record = SiteRecord(parsing: bytes) else {
            return []
        }
        var findings: [SiteFinding] = []
        for release in releases {
            let versions = record.archives.filter { $0.game == release.game && $0.state == .published }
            guard let older = versions.last(where: { $0.version != release.version }), let digest = older.index,
                let new = release.index, let newIndex = await index(new.url, new.sha256),
                let url = address.sibling(older.indexName), let oldIndex = await index(url, digest)
            else { continue }
            findings.append(
                .init(
                    .note, "\(release.game) \(release.version)",
                    "an update from \(older.version) takes about \(byteText(newIndex.newBytes(since: oldIndex))) "
                        + "of \(byteText(newIndex.archive.size))"))
        }
        return findings
    }

    /// nil where it is not to be had; this is only an estimate.
    private func document(_ url: SafeURL) async -> [UInt8]? {
        do throws(TransferError) {
            let reply = try await transfer.fetch(
                address.local(url), ifNoneMatch: nil, ifModifiedSince: nil, limit: SiteCheck.mostManifestBytes)
            if case .body(let body) = reply { return body.bytes }
            return nil
        } catch {
            return nil
        }
    }

    private func index(_ url: SafeURL, _ digest: Digest) async -> ArchiveIndex? {
        guard let bytes = await document(url), Digest(sha256Of: bytes) == digest else { return nil }
        do throws(IndexError) { return try ArchiveIndex(gzip: bytes) } catch { return nil }
    }
}
