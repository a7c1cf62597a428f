import SyncCore

extension Row {
    /// `version, md5, sha256, verified, bytes, files, installed_at, device, inode, receipt, top_modified` from that column on; nil
    /// where `version` is NULL.
    func tree(from first: Int32) throws(StoreError) -> InstalledTree? {
        guard let version = try optionalVersion(first) else { return nil }
        return InstalledTree(
            version: version, digests: try digests(from: first + 1), verified: truth(first + 3),
            bytes: integer(first + 4), files: Int(clamping: integer(first + 5)),
            installedAt: Timestamp(seconds: integer(first + 6)),
            identity: TreeIdentity(
                device: UInt64(bitPattern: integer(first + 7)), inode: UInt64(bitPattern: integer(first + 8))),
            topModified: integer(first + 10), receipt: text(first + 9))
    }

    func requiredTree(from first: Int32) throws(StoreError) -> InstalledTree {
        guard let tree = try tree(from: first) else { throw malformed("a version") }
        return tree
    }

    /// `md5, sha256` from that column on.
    func digests(from first: Int32) throws(StoreError) -> ArchiveDigests {
        ArchiveDigests(md5: try digest(.md5, first), sha256: try digest(.sha256, first + 1))
    }

    private func digest(_ algorithm: Digest.Algorithm, _ column: Int32) throws(StoreError) -> Digest? {
        guard let hex = optionalText(column) else { return nil }
        guard let digest = Digest(algorithm, hex: hex) else { throw malformed("a digest") }
        return digest
    }

    /// `failed_step, failed_code, failed_message, failed_since, failed_attempts, failed_retry_at` from that column on.
    func failure(from first: Int32) throws(StoreError) -> GameFailure? {
        guard let word = optionalText(first) else { return nil }
        guard let step = GameStep(rawValue: word) else { throw malformed("a step") }
        return GameFailure(
            step: step, code: text(first + 1), message: text(first + 2),
            since: Timestamp(seconds: integer(first + 3)), attempts: Int(clamping: integer(first + 4)),
            retryAt: optionalTimestamp(first + 5))
    }

    func game(_ column: Int32) throws(StoreError) -> GameID {
        do { return try GameID(text(column)) } catch { throw malformed("a game id") }
    }

    func optionalVersion(_ column: Int32) throws(StoreError) -> Version? {
        guard let text = optionalText(column) else { return nil }
        do { return try Version(text) } catch { throw malformed("a version") }
    }

    func optionalTimestamp(_ column: Int32) -> Timestamp? {
        optionalInteger(column).map { Timestamp(seconds: $0) }
    }

    /// A word of a closed set.
    func word<Word: RawRepresentable<String>>(_ column: Int32, _ type: Word.Type) throws(StoreError) -> Word {
        guard let word = Word(rawValue: text(column)) else { throw malformed("`\(text(column).printable(limit: 40))`") }
        return word
    }
}
