import SyncCore
import SyncCrypto

/// What a partial is the beginning of; lies beside it as a small JSON file.
///
/// Holds a digest of the address and not the address itself, which may contain secrets.
struct ResumeRecord: Sendable, Equatable {
    static let schema: Int64 = 1
    static let maximumBytes = 16_384

    let urlDigest: String
    let validator: Validator?
    /// Size of the whole in bytes, when the server said it.
    var total: Int64?
    let md5: Digest?
    let sha256: Digest?

    init(url: SafeURL, validator: Validator?, total: Int64?, md5: Digest?, sha256: Digest?) {
        urlDigest = Digest(sha256Of: url.absolute).hex
        self.validator = validator
        self.total = total
        self.md5 = md5
        self.sha256 = sha256
    }

    /// Reads a record; nil for anything that this version would not have written.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, let json = try? JSON(parsing: bytes),
            json["schema"]?.integer == Self.schema, let digest = json["url"]?.text,
            Digest(.sha256, hex: digest) != nil
        else { return nil }
        urlDigest = digest
        if let etag = json["etag"]?.text {
            guard Validator.isStrongETag(etag) else { return nil }
            validator = .etag(etag)
        } else if let date = json["last_modified"]?.text {
            guard date.utf8.count <= Validator.maximumBytes, date.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else { return nil }
            validator = .lastModified(date)
        } else {
            validator = nil
        }
        total = json["total"]?.integer
        if let total, total < 0 { return nil }
        md5 = json["md5"]?.text.flatMap { Digest(.md5, hex: $0) }
        sha256 = json["sha256"]?.text.flatMap { Digest(.sha256, hex: $0) }
    }

    var serialized: [UInt8] {
        var members: [JSON.Member] = [.init("schema", .number(String(Self.schema))), .init("url", .string(urlDigest))]
        switch validator {
        case .etag(let text): members.append(.init("etag", .string(text)))
        case .lastModified(let text): members.append(.init("last_modified", .string(text)))
        case nil: break
        }
        if let total { members.append(.init("total", .number(String(total)))) }
        if let md5 { members.append(.init("md5", .string(md5.hex))) }
        if let sha256 { members.append(.init("sha256", .string(sha256.hex))) }
        return Array((JSON.object(members).serialized + "\n").utf8)
    }

    /// Whether the bytes beside this record may be continued for `request`: the same promise, from the same address
    /// or under a digest, which then decides whatever the address (signed addresses change with every manifest).
    func matches(_ request: DownloadRequest) -> Bool {
        guard md5 == request.md5, sha256 == request.sha256 else { return false }
        if let size = request.size, let total, size != total { return false }
        return request.hasDigest || request.addresses.contains(where: isOf)
    }

    /// Whether the bytes came from this address.
    func isOf(_ url: SafeURL) -> Bool { urlDigest == Digest(sha256Of: url.absolute).hex }
}
