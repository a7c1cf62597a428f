import Glibc
import SyncCore
import SyncPlatform

/// Small files that the operator names: links are followed, pipes are read to their end.
enum TextFile {
    enum Problem: Error, Equatable {
        case system(errno: Int32)
        case tooLarge(limit: Int)

        var description: String {
            switch self {
            case .system(let errno): errorText(errno)
            case .tooLarge(let limit): "it is larger than \(ByteSize.text(Int64(limit)))"
            }
        }
    }

    /// All bytes of a file of at most `limit` bytes.
    static func read(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
        let raw = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
        guard raw >= 0 else { throw .system(errno: errno) }
        let descriptor = Descriptor(owning: raw)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = retrying { Glibc.read(descriptor.raw, &buffer, buffer.count) }
            guard count >= 0 else { throw .system(errno: errno) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
