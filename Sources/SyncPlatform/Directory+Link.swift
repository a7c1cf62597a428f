import Glibc

extension Directory {
    /// Where a symbolic link leads, as it is written in it. Bytes that are no UTF-8 come as U+FFFD.
    ///
    /// - Throws: `EINVAL` when the name is no link.
    public func linkTarget(_ name: String) throws(PlatformError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(raw, name, &bytes, bytes.count)
        guard count >= 0 else { throw .last("readlink", join(name)) }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
