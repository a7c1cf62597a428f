import Glibc
public import SyncCore

/// Files that hold one password or token.
public enum SecretFile {
    static let maximumBytes = 64 << 10

    /// The content without the one line end that editors put after it. Follows links, reads pipes. Blocks.
    ///
    /// - Throws: ``SecretFileError``, which names the file and never its content.
    public static func read(_ path: String) throws(SecretFileError) -> String {
        var bytes: [UInt8]
        do throws(TextFile.Problem) {
            bytes = try TextFile.read(path, limit: maximumBytes)
        } catch {
            throw SecretFileError(path: path, problem: "cannot be read: \(error.description)")
        }
        if bytes.last == 0x0A {
            bytes.removeLast()
            if bytes.last == 0x0D { bytes.removeLast() }
        }
        guard !bytes.isEmpty else { throw SecretFileError(path: path, problem: "is empty") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SecretFileError(path: path, problem: "is not text in UTF-8")
        }
        guard !bytes.contains(0) else { throw SecretFileError(path: path, problem: "holds a NUL byte") }
        return text
    }

    /// Whether everybody on this machine may read it, or change it. A group may: that of a service, say.
    static func isOpenToOthers(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && info.st_mode & 0o006 != 0
    }
}

/// A secret that cannot be had.
public struct SecretFileError: Diagnostic, Equatable {
    /// Printable.
    public let path: String
    public let problem: String

    init(path: String, problem: String) {
        self.path = path.printable()
        self.problem = problem
    }

    public var code: String { "config.secret" }
    public var summary: String { "the secret file `\(path)` \(problem)" }
    public var hint: String? {
        "Write the secret alone into the file, and let only the user that runs assetsync read it (mode 0600)"
    }
}
