import SyncCore

/// One request: what goes onto the wire.
struct Ask: Sendable {
    let url: SafeURL
    let origin: Origin
    let fields: [(name: String, value: String)]
    /// Whether a compressed body is welcome; it is undone before the sink sees it.
    let acceptsGzip: Bool
    let trust: Trust

    /// What of the operator's secrets the request may carry.
    struct Trust: Sendable, Equatable {
        /// Credentials and extra fields of the configuration.
        let isInScope: Bool
        /// Those of `~/.netrc`, which are for named hosts.
        let mayUseNetrc: Bool

        /// - Parameters:
        ///   - origin: Who gets the request.
        ///   - asked: Who was asked first; another after a redirect.
        ///   - scope: Who alone gets credentials; nil for whoever was asked first.
        init(origin: Origin, asked: Origin, scope: Origin?) {
            isInScope = origin == asked && origin == scope ?? asked
            // Over plain http only where the operator's own address is plain http.
            mayUseNetrc = origin == asked && (origin.scheme == "https" || (scope ?? asked).scheme == "http")
        }
    }
}
