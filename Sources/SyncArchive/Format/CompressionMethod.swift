/// How an entry's bytes are packed (APPNOTE 4.4.5).
public enum CompressionMethod: Sendable, Equatable {
    case stored
    case deflate

    init?(rawValue: UInt16) {
        switch rawValue {
        case 0: self = .stored
        case 8: self = .deflate
        default: return nil
        }
    }

    var rawValue: UInt16 {
        switch self {
        case .stored: 0
        case .deflate: 8
        }
    }

    /// `method 9 (deflate64)`, for messages about what is not supported.
    static func describe(_ rawValue: UInt16) -> String {
        let name: String? =
            switch rawValue {
            case 1: "shrink"
            case 2...5: "reduce"
            case 6: "implode"
            case 9: "deflate64"
            case 10: "dcl implode"
            case 12: "bzip2"
            case 14: "lzma"
            case 16: "cmpsc"
            case 18: "terse"
            case 19: "lz77"
            case 20, 93: "zstd"
            case 94: "mp3"
            case 95: "xz"
            case 96: "jpeg"
            case 97: "wavpack"
            case 98: "ppmd"
            case 99: "aes"
            default: nil
            }
        return "method \(rawValue)" + (name.map { " (\($0))" } ?? "")
    }
}
