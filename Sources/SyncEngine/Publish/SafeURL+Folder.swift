import Glibc
import SyncCore
import SyncPlatform

extension SafeURL {
    /// A relative reference that leads to a file of that name in the same folder, whatever characters the name has
    /// (RFC 3986, section 4.2).
    static func reference(to name: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return name.utf8.reduce(into: "") { text, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    /// The `file` address of an absolute path.
    init(filePath path: String) throws(URLError) {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        try self.init("file://" + names.map { Self.reference(to: String($0)) }.joined(separator: "/"))
    }
}
