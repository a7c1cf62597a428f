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
                    + "the network, unless `trust.keys` is set: then `http` is accepted anyway, but not for an archive "
                    + "without a digest."),
            ConfigKey(
                "transfer.credentials_over_http", .flag, \.transfer.credentialsOverHTTP,
                "Whether names, passwords and tokens may be sent over plain `http`, where anybody on the way can read "
                    + "them."),
            ConfigKey(
                "transfer.mirrors", .folders, \.transfer.mirrors,
                "Addresses of folders with the same archives, tried in this order when one cannot be had: "
                    + "`[\"https://mirror.example.com/games/\"]`. Each stands for the folder of the manifest; the manifest "
                    + "itself never comes from a mirror, because an old one would take games back."),
            ConfigKey(
                "transfer.max_bytes_per_run", .budget, \.transfer.maxBytesPerRun,
                "The most bytes that one run fetches; `0` for no limit. A game that does not fit waits."),
            ConfigKey(
                "transfer.max_bytes_per_day", .budget, \.transfer.maxBytesPerDay,
                "The most bytes in one day, local time; `0` for no limit."),
            ConfigKey(
                "transfer.max_bytes_per_month", .budget, \.transfer.maxBytesPerMonth,
                "The most bytes in one month, local time; `0` for no limit."),
            ConfigKey(
                "transfer.window", .orEmpty(.window), \.transfer.window,
                "The time of day, local time, at which archives are fetched: `01:00-05:00`; it may pass midnight. Outside "
                    + "of it only the manifest is. Empty for all day."),
        ])

    static let s3 = ConfigSection(
        "s3", "Where `s3://bucket/key` addresses lead.",
        [
            ConfigKey(
                "s3.endpoint", .orEmpty(.endpoint), \.s3.endpoint,
                "The server, such as `https://minio.example.com:9000`; empty for Amazon's of the region."),
            ConfigKey("s3.region", .region, \.s3.region, "The region that requests are signed for."),
            ConfigKey(
                "s3.access_key_file", .orEmpty(.path), \.s3.accessKeyFile,
                "A file with the access key's id; goes with `secret_key_file`. Without them requests are not signed."),
            ConfigKey(
                "s3.secret_key_file", .orEmpty(.path), \.s3.secretKeyFile, "A file with the secret of that access key."),
            ConfigKey(
                "s3.path_style", .flag, \.s3.pathStyle,
                "Whether the bucket stands in the path (`https://host/bucket/key`) rather than in the host's name."),
        ])
}
