import SyncCore
import SyncTransfer

extension TransferSettings {
    /// From `[transfer]`; secrets are read from their files here.
    init(_ config: Config, version: String) throws {
        self.init()
        let section = config.transfer
        parallel = section.parallel
        perHost = section.perHost
        connectTimeout = section.connectTimeout
        stallTimeout = section.stallTimeout
        retries = section.retries
        maxRate = section.maxRate ?? 0
        userAgent = section.userAgent ?? "assetsync/\(version)"
        headers = section.headers.map { ($0.name, $0.value) }
        proxy = section.proxy?.absolute
        caFile = section.caFile
        clientCertificate = section.clientCert
        clientKey = section.clientKey
        netrc = section.netrc
        username = section.username
        password = try section.passwordFile.map { try SecretFile.read($0) }
        bearerToken = try section.bearerTokenFile.map { try SecretFile.read($0) }
        allowHTTP = section.allowHTTP
        // `section.credentialsOverHTTP` and `config.s3`, whose keys are in files too, go to the loop here.
        credentialScope = config.manifest
    }
}
