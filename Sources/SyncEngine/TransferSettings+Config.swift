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
        allowHTTP = config.mayUseHTTP
        credentialsOverHTTP = section.credentialsOverHTTP
        credentialScope = config.manifest
        s3 = S3Settings(
            endpoint: config.s3.endpoint, region: config.s3.region,
            accessKey: try config.s3.accessKeyFile.map { try SecretFile.read($0) },
            secretKey: try config.s3.secretKeyFile.map { try SecretFile.read($0) }, pathStyle: config.s3.pathStyle)
    }
}
