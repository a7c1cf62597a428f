import SyncPlatform
import TestSupport

/// Certificates for one test, made by the `openssl` command: an authority, and servers that it signed.
struct TestCertificates {
    let folder: Directory

    var authority: String { "\(folder.path)/ca.pem" }

    init(in folder: Directory) async throws {
        self.folder = folder
        try await openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=Test CA",
            "-days", "30", "-keyout", "ca.key", "-out", "ca.pem")
    }

    /// A certificate for `name`, such as `IP:127.0.0.1`. `signed` false: its own authority.
    func server(
        _ file: String, name: String = "IP:127.0.0.1", dates: [String] = ["-days", "30"], signed: Bool = true
    ) async throws -> (chain: String, key: String) {
        let (chain, key) = ("\(file).pem", "\(file).key")
        let subject = [
            "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(file)", "-keyout", key,
        ]
        if signed {
            try await openssl(
                ["req", "-new"] + subject + ["-addext", "subjectAltName=\(name)", "-out", "\(file).csr"])
            try await openssl(
                ["x509", "-req", "-in", "\(file).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-copy_extensions", "copy"]
                    + dates + ["-out", chain])
        } else {
            try await openssl(
                ["req", "-x509"] + subject + ["-addext", "subjectAltName=\(name)"] + dates + ["-out", chain])
        }
        return ("\(folder.path)/\(chain)", "\(folder.path)/\(key)")
    }

    private func openssl(_ words: String...) async throws { try await openssl(words) }

    private func openssl(_ words: [String]) async throws {
        // File names are relative to the folder, which a command of openssl cannot be told.
        let files: Set = ["-keyout", "-out", "-in", "-CA", "-CAkey"]
        var isFile = false
        let placed = words.map { word in
            defer { isFile = files.contains(word) }
            return isFile ? "\(folder.path)/\(word)" : word
        }
        try await runTool(["openssl"] + placed)
    }
}
