/// Orders paths so that a folder comes right before everything below it: byte by byte, with the slash as the lowest.
enum PathOrder {
    static func precedes(_ left: String, _ right: String) -> Bool {
        withBytes(left, right) { left, right in
            let common = min(left.count, right.count)
            for index in 0..<common where left[index] != right[index] {
                return rank(left[index]) < rank(right[index])
            }
            return left.count < right.count
        }
    }

    /// Byte for byte: two spellings of one glyph are two names.
    static func same(_ left: String, _ right: String) -> Bool {
        withBytes(left, right) { $0.count == $1.count && $0.elementsEqual($1) }
    }

    /// Whether `path` lies below `folder`.
    static func lies(_ path: String, below folder: String) -> Bool {
        withBytes(path, folder) { path, folder in
            path.count > folder.count && path[folder.count] == UInt8(ascii: "/")
                && path[..<folder.count].elementsEqual(folder)
        }
    }

    private static func rank(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "/") ? 0 : byte }

    private static func withBytes<Result>(
        _ left: String, _ right: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        // `withUTF8` is for variables; a native string is not copied.
        var left = left
        var right = right
        return left.withUTF8 { leftBytes in right.withUTF8 { body(leftBytes, $0) } }
    }
}
