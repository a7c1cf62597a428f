public import SyncCore

/// Where `s3://bucket/key` addresses lead and how they are signed: `[s3]` of the configuration, keys already read.
public struct S3Settings: Sendable {
    /// `http` or `https`, of any S3-compatible store; nil for Amazon's in ``region``.
    public var endpoint: SafeURL?
    public var region: String
    /// With both keys each request is signed (AWS Signature Version 4); without them it is anonymous.
    public var accessKey: String?
    public var secretKey: String?
    /// `https://endpoint/bucket/key` instead of `https://bucket.endpoint/key`.
    public var pathStyle: Bool

    public init(
        endpoint: SafeURL? = nil, region: String = "us-east-1", accessKey: String? = nil, secretKey: String? = nil,
        pathStyle: Bool = false
    ) {
        self.endpoint = endpoint
        self.region = region
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.pathStyle = pathStyle
    }
}
