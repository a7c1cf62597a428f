import SyncCore

extension PartialFile {
    /// Checks every promise of the request against the whole file.
    ///
    /// - Throws: ``TransferError/sizeMismatch(expected:got:)`` or
    ///   ``TransferError/digestMismatch(_:expected:got:)``; the file is then to be discarded.
    func verified(for request: DownloadRequest, downloadedBytes: Int64) throws(TransferError) -> Download {
        let (size, sha256, md5) = digests()
        if let expected = request.size, expected != size { throw .sizeMismatch(expected: expected, got: size) }
        if let expected = request.sha256, expected != sha256 {
            throw .digestMismatch(.sha256, expected: expected.hex, got: sha256.hex)
        }
        if let expected = request.md5, let md5, expected != md5 {
            throw .digestMismatch(.md5, expected: expected.hex, got: md5.hex)
        }
        return Download(
            name: name.file, size: size, md5: md5, sha256: sha256, downloadedBytes: downloadedBytes,
            resumedFrom: resumedFrom, isVerified: request.hasDigest)
    }
}
