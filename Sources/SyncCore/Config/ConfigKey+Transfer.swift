extension ConfigKey {
    static let transfer = ConfigSection(
        "transfer", "How bytes are fetched.",
        [
            ConfigKey("transfer.parallel", .count(1...256), \.transfer.parallel, "Downloads at once."),
            ConfigKey("transfer.per_host", .count(1...256), \.transfer.perHost, "Connections at once to one host."),
            ConfigKey(
                "transfer.connect_timeout", .duration(atLeast: .milliseconds(1), atMost: .seconds(3600)),
                \.transfer.connectTimeout, "How long a connection may take to come about."),
            ConfigKey(
                "transfer.stall_timeout", .duration(atLeast: .seconds(1), atMost: .seconds(86_400)),
                \.transfer.stallTimeout, "How long a server may be silent before the transfer is tried again."),
            ConfigKey(
                "transfer.retries", .count(0...100), \.transfer.retries, "Further attempts after one that failed."),
            ConfigKey(
                "transfer.max_rate", .rate, \.transfer.maxRate, "Bytes a second over all downloads; `0` for no limit."),
            ConfigKey(
                "transfer.user_agent", .orEmpty(.line), \.transfer.userAgent,
                "How assetsync calls itself to servers; empty for its name and version."),
            ConfigKey(
                "transfer.headers", .headers, \.transfer.headers,
                "Headers for every request: `{ X-Site = \"north\" }`."),
            ConfigKey(
                "transfer.proxy", .orEmpty(.proxy), \.transfer.proxy,
                "The proxy for every request; empty for what `http_proxy`, `https_proxy` and `no_proxy` say."),
            ConfigKey(
                "transfer.ca_file", .orEmpty(.path), \.transfer.caFile,
                "The certificates of authorities to trust, as a PEM file; empty for the system's."),
            ConfigKey(
                "transfer.client_cert", .orEmpty(.path), \.transfer.clientCert,
                "The certificate to show to servers that ask for one, as a PEM file."),
            ConfigKey(
                "transfer.client_key", .orEmpty(.path), \.transfer.clientKey,
                "The key of that certificate, when it is in another file."),
            ConfigKey(
                "transfer.netrc", .flag, \.transfer.netrc, "Whether names and passwords are looked up in `~/.netrc`."),
            ConfigKey(
                "transfer.username", .orEmpty(.line), \.transfer.username,
                "The user's name for servers that ask for one; goes with `password_file`."),
            ConfigKey(
                "transfer.password_file", .orEmpty(.path), \.transfer.passwordFile, "A file with that user's password."),
            ConfigKey(
                "transfer.bearer_token_file", .orEmpty(.path), \.transfer.bearerTokenFile,
                "A file with a token that is sent as `Authorization: Bearer`."),
            ConfigKey(
                "transfer.allow_http", .flag, \.transfer.allowHTTP,
                "Whether plain `http` is accepted for manifest and archives. A manifest over `http` is as trustworthy as "
                    + "the network, unless `trust.keys` is set."),
        ])
}
