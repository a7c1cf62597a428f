extension SafeURL {
    /// The same file on a mirror: `prefix` in place of the folder of `manifest`.
    ///
    /// User-info and query stay behind: they may be secrets of the first server. The prefix ends with a slash.
    ///
    /// - Parameters:
    ///   - prefix: The mirror's folder.
    ///   - manifest: The manifest's address, after redirects.
    /// - Returns: nil for an address that does not lie in the manifest's folder.
    public func mirrored(at prefix: SafeURL, manifest: SafeURL) -> SafeURL? {
        let plain = Array(withoutSecrets.utf8)
        guard let folder = manifest.folder, plain.count > folder.count, plain.starts(with: folder) else { return nil }
        return try? SafeURL(prefix.absolute + String(decoding: plain[folder.count...], as: UTF8.self))
    }

    /// The address up to the last slash of its path, without user-info and query.
    private var folder: [UInt8]? {
        let plain = Array(withoutSecrets.utf8)
        guard let path = URLReference(plain)?.path, let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        // The path is the end of the address.
        return Array(plain.dropLast(path.endIndex - slash - 1))
    }
}
