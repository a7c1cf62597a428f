import SyncArchive
import SyncCore
import SyncCrypto
import SyncPlatform
import SyncTransfer

/// Checks one archive of a site: what the server says of it, its bytes, what is in it, and its index.
struct ArchiveCheck: Sendable {
    private static let archiveTypes = [
        "application/zip", "application/octet-stream", "application/x-zip-compressed", "binary/octet-stream",
        "application/x-zip",
    ]
    /// So many differences between index and archive are told.
    private static let mostDifferences = 5

    private let run: CheckRun
    private let release: Release
    private let position: CheckRun.Position
    private let subject: String

    init(_ run: CheckRun, _ release: Release, _ position: CheckRun.Position) {
        self.run = run
        self.release = release
        self.position = position
        subject = "\(release.game) \(release.version)"
    }

    /// - Throws: ``ArchiveFailure`` when the check cannot go on.
    func findings() async throws(ArchiveFailure) -> [SiteFinding] {
        let url = run.address.local(release.url)
        var findings = await served(url)
        if !release.hasDigest {
            findings.append(warning("there is no digest: nobody can tell whether the bytes are right", "Add `sha256`"))
        }
        for mirror in release.mirrors { findings += await mirrorFindings(mirror) }
        let download: Download
        do throws(TransferError) {
            download = try await fetch(url)
        } catch {
            if case .disk(let cause) = error, cause.isFull { throw ArchiveFailure(cause) }
            return findings + [SiteFinding(.problem, subject, error.summary, hint: error.publisherHint)]
        }
        do throws(ArchiveError) {
            findings += try await content(download)
        } catch {
            if let cause = error.platformError, cause.isFull { throw ArchiveFailure(cause) }
            findings.append(SiteFinding(subject, error))
        }
        await Lane("check-clean").run {
            // The whole folder goes at the end.
            try? run.scratch.removeTree(Self.tree)
            try? run.scratch.removeTree(download.name)
        }
        return findings
    }

    private static let tree = "tree"

    // MARK: - Server

    private func served(_ url: SafeURL) async -> [SiteFinding] {
        let facts: ReplyFacts
        do throws(TransferError) {
            guard let found = try await run.transfer.probe(url) else { return [] }
            facts = found
        } catch {
            // The download says the same.
            return []
        }
        var findings: [SiteFinding] = []
        if !facts.servesRanges {
            findings.append(
                warning(
                    "the server sends no ranges: a download that was cut starts over, and updates fetch everything",
                    "Use a server that answers `Range` with 206, such as nginx, Apache or Caddy"))
        }
        if !facts.hasStrongETag, facts.lastModified == nil {
            findings.append(
                warning(
                    "it comes without a strong ETag and without Last-Modified: a download that was cut starts over",
                    "Let the server send one of them"))
        }
        if let encoding = facts.contentEncoding { findings.append(encoded(encoding)) }
        if let type = facts.contentType {
            let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
            if !Self.archiveTypes.contains(name) {
                findings.append(
                    warning("its Content-Type is `\(type.printable(limit: 60))`", "Serve `.zip` as `application/zip`"))
            }
        }
        if url.scheme == .http, !release.hasDigest {
            findings.append(
                warning("it comes over plain `http` without a digest: anybody on the way can change it", "Use `https`"))
        }
        return findings
    }

    private func encoded(_ encoding: String) -> SiteFinding {
        SiteFinding(
            .problem, subject, "it is served with `Content-Encoding: \(encoding.printable(limit: 40))`",
            hint: "Serve it as it is: clients refuse an encoded archive, and offsets would not fit")
    }

    private func mirrorFindings(_ mirror: SafeURL) async -> [SiteFinding] {
        do throws(TransferError) {
            guard let facts = try await run.transfer.probe(mirror) else { return [] }
            guard let size = release.size, let found = facts.size, found != size else { return [] }
            return [warning("the mirror `\(mirror)` has \(found) bytes instead of \(size)", "Copy the archive there")]
        } catch {
            return [warning("the mirror `\(mirror)` does not work: \(error.summary)", error.publisherHint)]
        }
    }

    private func warning(_ summary: String, _ hint: String?) -> SiteFinding {
        SiteFinding(.warning, subject, summary, hint: hint)
    }

    // MARK: - Content

    private func fetch(_ url: SafeURL) async throws(TransferError) -> Download {
        let request = DownloadRequest(
            url: url, partial: PartialName(release), directory: run.scratch, size: release.size, md5: release.md5,
            sha256: release.sha256, limit: SiteCheck.mostArchiveBytes)
        return try await run.transfer.download(request) { [control = run.control, position, subject] progress in
            let (bytes, _) = position.bytes.addingReportingOverflow(progress.done)
            control.report(
                ArchiveProgress(
                    bytes: bytes, totalBytes: max(position.totalBytes, bytes), entry: position.entry,
                    entries: position.entries, name: subject))
        }
    }

    /// Unpacks it as a client does, and compares what comes out with the index.
    private func content(_ download: Download) async throws(ArchiveError) -> [SiteFinding] {
        let lanes = (0..<usableProcessors()).map { Lane("check-\($0)") }
        let (archive, places) = try await lanes[0].run { () throws(ArchiveError) in
            let archive = try opened(download)
            return (archive, try archive.places())
        }
        var findings = archive.warnings.map { SiteFinding(.warning, subject, $0) }
        guard run.check.password != nil || !archive.entries.contains(where: \.isEncrypted) else {
            findings.append(
                warning("it is encrypted, and its content was not checked", "Name its password with `--password-file`"))
            return findings
        }
        let tree = try await lanes[0].run { () throws(ArchiveError) in
            do throws(PlatformError) {
                return try run.scratch.makeDirectory(Self.tree)
            } catch {
                throw .platform(entry: nil, error)
            }
        }
        let made = try await archive.extract(into: tree, on: lanes, control: run.control.extraction)
        guard let reference = release.index else { return findings }
        guard !archive.entries.contains(where: \.isEncrypted) else {
            findings.append(warning("it is encrypted and has an index, which nobody can use", "Leave `index` out"))
            return findings
        }
        var facts: [String: ExtractedFile] = [:]
        for file in made { facts[file.path] = file }
        let written = places.map { $0.unpacked(as: facts[$0.path]) }
        let truth = ArchiveIndex(written, archive: .init(size: download.size, sha256: download.sha256))
        return findings + (await indexFindings(reference, truth))
    }

    private func opened(_ download: Download) throws(ArchiveError) -> Archive {
        let file: Descriptor
        do throws(PlatformError) {
            file = try run.scratch.openRegular(download.name)
        } catch {
            throw .platform(entry: nil, error)
        }
        return try Archive(
            file, path: release.url.lastPathComponent,
            options: ArchiveOptions(password: run.check.password.map { Array($0.utf8) }))
    }

    // MARK: - Index

    private func indexFindings(_ reference: IndexReference, _ truth: ArchiveIndex) async -> [SiteFinding] {
        let url = run.address.local(reference.url)
        do throws(TransferError) {
            if let encoding = try await run.transfer.probe(url)?.contentEncoding {
                return [
                    SiteFinding(
                        .problem, subject,
                        "its index is served with `Content-Encoding: \(encoding.printable(limit: 40))`",
                        hint: "Serve `.gz` as it is (Apache: no `AddEncoding` for it): clients compare its digest")
                ]
            }
            let reply = try await run.transfer.fetch(
                url, ifNoneMatch: nil, ifModifiedSince: nil, limit: SiteCheck.mostManifestBytes)
            guard case .body(let body) = reply else { return [] }
            let found = Digest(sha256Of: body.bytes)
            guard found == reference.sha256 else {
                return [
                    SiteFinding(
                        .problem, subject,
                        "the SHA-256 of its index is \(found.hex), and the manifest says \(reference.sha256.hex)",
                        hint: "Publish it again by `assetsync pack`, or upload the index again")
                ]
            }
            do throws(IndexError) {
                return differences(try ArchiveIndex(gzip: body.bytes), truth)
            } catch {
                return [SiteFinding(subject, error)]
            }
        } catch {
            return [
                SiteFinding(.problem, subject, "its index cannot be had: \(error.summary)", hint: error.publisherHint)
            ]
        }
    }

    private func differences(_ index: ArchiveIndex, _ truth: ArchiveIndex) -> [SiteFinding] {
        var lines: [String] = []
        if index.archive != truth.archive { lines.append("it is the index of another archive") }
        func compare<Entry: Equatable>(_ ours: [Entry], _ theirs: [Entry], _ path: (Entry) -> String) {
            var rest: [[UInt8]: Entry] = [:]
            for entry in theirs { rest[Array(path(entry).utf8)] = entry }
            for entry in ours {
                let name = path(entry).printable(limit: 200)
                switch rest.removeValue(forKey: Array(path(entry).utf8)) {
                case nil: lines.append("`\(name)` is in the index alone")
                case let other? where other != entry: lines.append("`\(name)` is another in the archive")
                case _?: break
                }
            }
            lines += rest.values.map { "`\(path($0).printable(limit: 200))` is in the archive alone" }.sorted()
        }
        if lines.isEmpty {
            compare(index.files, truth.files, \.path)
            compare(index.folders, truth.folders, \.path)
            compare(index.links, truth.links, \.path)
        }
        let hint = "Publish it again by `assetsync pack`"
        var findings = lines.prefix(Self.mostDifferences).map {
            SiteFinding(.problem, subject, "index and archive differ: \($0)", hint: hint)
        }
        if lines.count > findings.count {
            findings.append(
                SiteFinding(
                    .problem, subject, "index and archive differ in \(lines.count - findings.count) more", hint: hint))
        }
        return findings
    }
}
