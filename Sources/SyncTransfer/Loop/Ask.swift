import SyncCore

/// One request: what goes onto the wire.
struct Ask: Sendable {
    let url: SafeURL
    let origin: Origin
    let fields: [(name: String, value: String)]
    /// Whether a compressed body is welcome; it is undone before the sink sees it.
    let acceptsGzip: Bool
    let trust: Trust
    /// The store's settings for an object of it; it gets nothing else of the operator's.
    var s3: S3Settings?

    /// What of the operator's secrets the request may carry.
    struct Trust: Sendable, Equatable {
        /// Credentials and extra fields of the configuration.
        let isInScope: Bool
        /// Those of `~/.netrc`, which are for named hosts.
        let mayUseNetrc: Bool
        /// Whether credentials were for this host and are kept back because everybody on the way could read them.
        let isWithheld: Bool

        static let none = Trust(isInScope: false, mayUseNetrc: false, isWithheld: false)

        private init(isInScope: Bool, mayUseNetrc: Bool, isWithheld: Bool) {
            self.isInScope = isInScope
            self.mayUseNetrc = mayUseNetrc
            self.isWithheld = isWithheld
        }

        /// - Parameters:
        ///   - origin: Who gets the request.
        ///   - asked: Who was asked first; another after a redirect.
        ///   - scope: Who alone gets credentials; nil for whoever was asked first.
        ///   - overHTTP: Whether they may cross a network in plain http.
        ///   - isProxied: Whether a proxy gets the request; loopback is then that of another machine.
        init(origin: Origin, asked: Origin, scope: Origin?, overHTTP: Bool, isProxied: Bool) {
            let isScope = origin == asked && origin == scope ?? asked
            let isPrivate = origin.scheme == "https" || origin.isLoopback && !isProxied || overHTTP
            isInScope = isScope && isPrivate
            isWithheld = isScope && !isPrivate
            // Over plain http only where the operator's own address is plain http, too.
            mayUseNetrc =
                origin == asked && isPrivate && (origin.scheme == "https" || (scope ?? asked).scheme == "http")
        }
    }
}
