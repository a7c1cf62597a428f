extension SafeURL {
    /// The address without user-info and query, fit to be stored: relative references resolve against it.
    public var withoutSecrets: String {
        guard let parts = URLReference(Array(absolute.utf8)), let authority = try? URLAuthority(parts.authority ?? [])
        else { return description }
        return Self.joined(scheme, userInfo: nil, authority, path: parts.path)
    }

    /// The address that ``withoutSecrets`` gave, with the user-info of `owner` where that is the same scheme, host and
    /// port.
    ///
    /// Throws ``URLError`` for a text that is no address.
    public init(stored text: String, credentialsOf owner: SafeURL) throws(URLError) {
        let plain = try SafeURL(text)
        guard let parts = URLReference(Array(plain.absolute.utf8)),
            let theirs = URLReference(Array(owner.absolute.utf8))
        else { throw .broken }
        let authority = try URLAuthority(parts.authority ?? [])
        let ownerAuthority = try URLAuthority(theirs.authority ?? [])
        guard let userInfo = ownerAuthority.userInfo, plain.scheme == owner.scheme,
            authority.host.elementsEqual(ownerAuthority.host), authority.port == ownerAuthority.port
        else {
            self = plain
            return
        }
        try self.init(Self.joined(plain.scheme, userInfo: userInfo, authority, path: parts.path))
    }

    private static func joined(
        _ scheme: Scheme, userInfo: ArraySlice<UInt8>?, _ authority: URLAuthority, path: ArraySlice<UInt8>
    ) -> String {
        var address = Array("\(scheme.rawValue)://".utf8)
        if let userInfo { address += userInfo + "@".utf8 }
        address += authority.host
        if let port = authority.port { address += ":\(port)".utf8 }
        return String(decoding: address + path, as: UTF8.self)
    }
}
