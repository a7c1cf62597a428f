import FoundationEssentials
import Glibc
import SyncPlatform

/// A real S3-compatible server (moto, from PyPI, see `packaging/python-test.txt`) on a free loopback port, which
/// verifies every signature. Stopped by its pid.
public final class Moto: Sendable {
    public let port: UInt16
    public let accessKey: String
    public let secretKey: String
    private let pid: pid_t

    public var endpoint: String { "http://127.0.0.1:\(port)" }

    /// The server's program, where `.ci/install-packages` puts it.
    static let program: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.path + "/.build/python-test/bin/moto_server"
    }()

    /// Nil where it is there, else why the tests that need it cannot run.
    public static var reasonMissing: String? {
        if access(program, X_OK) == 0 { return nil }
        return "no S3 server: \(program) is missing; `.ci/install-packages test` installs it"
    }

    /// Runs `body` with a server that has a bucket `bucket` with these objects, by key, and one user who may read it.
    public static func serving<Result>(
        _ objects: [String: [UInt8]], _ body: (Moto) async throws -> Result
    ) async throws -> Result {
        try await withScratch { folder in
            let moto = try await Lane("moto").run { try Moto(objects, folder) }
            defer { moto.stop() }
            return try await body(moto)
        }
    }

    /// Blocks until it listens and everything is in it.
    private init(_ objects: [String: [UInt8]], _ folder: Directory) throws {
        port = try LoopbackServer.freePort()
        let log = try folder.openFile("moto.log", flags: O_WRONLY | O_CREAT, mode: 0o644)
        pid = try spawn([Self.program, "-H", "127.0.0.1", "-p", String(port)], output: log.raw)
        do {
            let setUp = SetUp(base: "http://127.0.0.1:\(port)", folder: folder)
            try setUp.waitUntilReady()
            try setUp.put(objects)
            (accessKey, secretKey) = try setUp.makeUser()
            try setUp.verifyFromNowOn()
        } catch {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
            throw error
        }
    }

    public func stop() {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }
}

/// Fills a new server, by curl, while it does not ask for signatures yet.
private struct SetUp {
    let base: String
    let folder: Directory

    func waitUntilReady() throws {
        // Longer than Python needs on a busy machine.
        try curl(["--retry", "120", "--retry-delay", "1", "--retry-all-errors", base])
    }

    func put(_ objects: [String: [UInt8]]) throws {
        try curl(["-X", "PUT", "\(base)/bucket"])
        for (key, bytes) in objects {
            let file = try folder.openFile("object", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
            try bytes.withUnsafeBytes { try file.writeAll($0, path: "object") }
            try curl(["-T", "\(folder.path)/object", "-H", "Expect:", "\(base)/bucket/\(key)"])
        }
    }

    func makeUser() throws -> (accessKey: String, secretKey: String) {
        try iam("Action=CreateUser&UserName=reader")
        try iam("Action=PutUserPolicy&UserName=reader&PolicyName=read&PolicyDocument=" + Self.policy)
        let answer = try iam("Action=CreateAccessKey&UserName=reader")
        guard let accessKey = Self.value(of: "AccessKeyId", in: answer),
            let secretKey = Self.value(of: "SecretAccessKey", in: answer)
        else { throw ToolFailure(words: ["moto"], status: -1, output: answer) }
        return (accessKey, secretKey)
    }

    func verifyFromNowOn() throws {
        try curl(["-H", "Content-Type: text/plain", "-d", "0", "\(base)/moto-api/reset-auth"])
    }

    /// May read everything but what lies under `secret/`, percent-encoded.
    private static let policy =
        "%7B%22Version%22%3A%222012-10-17%22%2C%22Statement%22%3A%5B%7B%22Effect%22%3A%22Allow%22%2C"
        + "%22Action%22%3A%22s3%3A*%22%2C%22Resource%22%3A%22*%22%7D%2C%7B%22Effect%22%3A%22Deny%22%2C"
        + "%22Action%22%3A%22s3%3A*%22%2C%22Resource%22%3A%22arn%3Aaws%3As3%3A%3A%3Abucket%2Fsecret%2F*%22%7D%5D%7D"

    @discardableResult
    private func iam(_ form: String) throws -> String {
        // Which service is meant, moto reads from the signature's scope; the signature itself does not count yet.
        let scope =
            "Authorization: AWS4-HMAC-SHA256 Credential=x/20200101/us-east-1/iam/aws4_request, "
            + "SignedHeaders=host, Signature=x"
        return try curl(["-H", scope, "-d", form + "&Version=2010-05-08", base + "/"])
    }

    @discardableResult
    private func curl(_ words: [String]) throws -> String {
        try runToolBlocking(["curl", "-sS", "--fail", "--noproxy", "*", "--max-time", "60"] + words)
    }

    private static func value(of name: String, in text: String) -> String? {
        guard let start = text.firstRange(of: "<\(name)>")?.upperBound,
            let end = text[start...].firstRange(of: "</\(name)>")?.lowerBound
        else { return nil }
        return String(text[start..<end])
    }
}
