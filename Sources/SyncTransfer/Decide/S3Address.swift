import SyncCore

/// Where an `s3://bucket/key` address really leads.
enum S3Address {
    /// The object's http address at the endpoint.
    ///
    /// Each byte of the key that is not unreserved is percent-encoded, so that the path on the wire is the canonical one
    /// of AWS Signature Version 4 ("Create a canonical request"), whatever signs it and whoever verifies it.
    static func resolved(_ url: SafeURL, _ settings: S3Settings?) throws(TransferError) -> SafeURL {
        guard let settings else {
            throw .setting("s3", problem: "there is no `[s3]` section, and `\(url)` needs one")
        }
        let rest = url.absolute.dropFirst("s3://".count)
        guard let slash = rest.firstIndex(of: "/") else { throw .brokenURL(url.description) }
        let (bucket, key) = (rest[..<slash], rest[slash...].dropFirst())
        // A port, a user or a query would mean something else to everybody.
        guard !bucket.isEmpty, !key.isEmpty, bucket.utf8.allSatisfy(isOfBucket), !key.utf8.contains(UInt8(ascii: "?"))
        else { throw .brokenURL(url.description) }
        let endpoint = try endpoint(of: settings)
        let (scheme, host) = (endpoint.scheme.rawValue, endpoint.host)
        let text =
            if settings.pathStyle {
                "\(scheme)://\(host)/\(bucket)/\(encoded(key))"
            } else {
                "\(scheme)://\(bucket).\(host)/\(encoded(key))"
            }
        do { return try SafeURL(text) } catch { throw .brokenURL(url.description) }
    }

    private static func endpoint(
        of settings: S3Settings
    ) throws(TransferError) -> (scheme: SafeURL.Scheme, host: Substring) {
        guard let endpoint = settings.endpoint else { return (.https, "s3.\(settings.region).amazonaws.com") }
        let host = endpoint.absolute.dropFirst(endpoint.scheme.rawValue.count + "://".count)
        let name = host.hasSuffix("/") ? host.dropLast() : host
        guard endpoint.scheme == .https || endpoint.scheme == .http,
            !name.contains(where: { "/?@".contains($0) })
        else { throw .setting("s3.endpoint", problem: "it has to be `https://HOST[:PORT]` or `http://HOST[:PORT]`") }
        return (endpoint.scheme, name)
    }

    private static func isOfBucket(_ byte: UInt8) -> Bool { isUnreserved(byte) && byte != UInt8(ascii: "~") }

    /// RFC 3986, section 2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Decoded, and encoded again in the one canonical way.
    private static func encoded(_ key: Substring) -> String {
        let bytes = Array(key.utf8)
        var text = ""
        var place = 0
        while place < bytes.count {
            var byte = bytes[place]
            place += 1
            var isEscape = false
            if byte == UInt8(ascii: "%"), place + 1 < bytes.count, let high = digit(bytes[place]),
                let low = digit(bytes[place + 1])
            {
                byte = high << 4 | low
                place += 2
                isEscape = true
            }
            // An encoded slash is one of the key: S3 knows no other.
            if isUnreserved(byte) || byte == UInt8(ascii: "/") && !isEscape {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + String(byte >> 4, radix: 16, uppercase: true)
                text += String(byte & 0xF, radix: 16, uppercase: true)
            }
        }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}

extension S3Settings {
    /// What would break a signature or split a request.
    func check() throws(TransferError) {
        guard !region.isEmpty,
            region.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isLetterOrDigit })
        else { throw .setting("s3.region", problem: "`\(region.printable(limit: 40))` is not a region") }
        guard (accessKey == nil) == (secretKey == nil) else {
            throw .setting("s3", problem: "an access key and a secret key are needed, or neither")
        }
        guard accessKey?.isEmpty != true, secretKey?.isEmpty != true else {
            throw .setting("s3", problem: "a key is empty")
        }
        // It stands in a field of the request.
        guard accessKey?.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) ?? true else {
            throw .setting("s3.access_key_file", problem: "the key holds spaces, line breaks or other such characters")
        }
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
