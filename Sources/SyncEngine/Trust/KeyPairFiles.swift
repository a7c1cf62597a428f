public import SyncCore
import SyncCrypto
import SyncPlatform

/// The two files of a new key: the private half, which signs, and beside it the public one, which is given away.
public struct KeyPairFiles: Sendable, Equatable {
    /// As it was asked for.
    public let privatePath: String
    public var publicPath: String { privatePath + ".pub" }
    /// SHA-256 of the public key, by which envelopes name it.
    public let fingerprint: Digest

    /// Makes a key and writes it to `path` (mode 0600) and `path.pub`, both as PEM.
    ///
    /// Neither is ever written over. When one cannot be written the other does not stay. Blocks.
    public static func generate(at path: String) throws(RunFailure) -> KeyPairFiles {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty, name != ".", name != ".." else {
            throw RunFailure(
                exit: .someFailed, code: "key.path", summary: "`\(path.printable())` is not the name of a file",
                hint: "Name the file that is to be made: `assetsync keygen publisher.key`")
        }
        let folder = slash.map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
        let key = SigningKey()
        do throws(PlatformError) {
            let directory = try Directory(opening: folder)
            for taken in [name, name + ".pub"] where try directory.status(taken) != nil { throw exists(folder, taken) }
            try key.withPEM { pem throws(PlatformError) in
                try directory.writeFile(name, with: pem, replacing: false, mode: 0o600, flush: true)
            }
            do throws(PlatformError) {
                try directory.writeFile(name + ".pub", with: key.verifyingKey.pem, replacing: false, flush: true)
            } catch {
                // It is of no use without the other; what failed first is what is told.
                try? directory.unlink(name)
                throw error
            }
        } catch {
            guard !error.exists else {
                throw RunFailure(
                    exit: .someFailed, code: "key.exists",
                    summary: "`\(path.printable())` or `\(path.printable()).pub` exists already",
                    hint: "Choose another name: a key is never written over")
            }
            throw RunFailure(error, exit: error.isFull ? .diskFull : .someFailed)
        }
        return KeyPairFiles(privatePath: path, fingerprint: key.verifyingKey.fingerprint)
    }

    private static func exists(_ folder: String, _ name: String) -> PlatformError {
        .system(call: "create", path: "\(folder)/\(name)", errno: 17)
    }
}
