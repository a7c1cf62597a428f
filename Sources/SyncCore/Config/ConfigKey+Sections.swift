extension ConfigKey {
    /// Every key there is, in the order in which people read them.
    public static let sections: [ConfigSection] = [
        top, manifestFields, sync, transfer, s3, limits, archive, passwords, trust, hooks, metrics, serve,
    ]

    /// Every key, without its section.
    public static let all: [ConfigKey] = sections.flatMap(\.keys)

    private static let top = ConfigSection(
        "", "",
        [
            ConfigKey(
                "manifest", .manifest, \.manifest,
                "The list of games and versions: an `https`, `http`, `s3` or `file` URL."),
            ConfigKey(
                "root", .path, \.root,
                "The folder that holds everything: games, earlier versions, partial downloads, state. For a user other "
                    + "than root it is `assetsync` in `$XDG_DATA_HOME` or `~/.local/share`."),
            ConfigKey(
                "games_dir", .orEmpty(.path), \.gamesDirectory,
                "Where consumers read the games; empty for `games` in `root`. Elsewhere, its hidden folder `.assetsync` "
                    + "holds partial downloads and earlier versions."),
        ])

    private static let manifestFields = ConfigSection(
        "manifest_fields",
        "Only for an API with names of its own: where it keeps what a manifest says. Each is a path of keys with dots, "
            + "such as `data.list`; empty for the usual names.",
        [
            ConfigKey("manifest_fields.games", .orEmpty(.keyPath), \.fields.games, "The list of games; from the top."),
            ConfigKey("manifest_fields.id", .orEmpty(.keyPath), \.fields.id, "The id of a game; in each game."),
            ConfigKey("manifest_fields.version", .orEmpty(.keyPath), \.fields.version, "The version; in each game."),
            ConfigKey(
                "manifest_fields.url", .orEmpty(.keyPath), \.fields.url, "The address of the archive; in each game."),
            ConfigKey("manifest_fields.md5", .orEmpty(.keyPath), \.fields.md5, "The archive's MD5; in each game."),
            ConfigKey(
                "manifest_fields.sha256", .orEmpty(.keyPath), \.fields.sha256, "The archive's SHA-256; in each game."),
            ConfigKey(
                "manifest_fields.size", .orEmpty(.keyPath), \.fields.size, "The archive's size in bytes; in each game."),
        ])

    private static let sync = ConfigSection(
        "sync", "What a run does.",
        [
            ConfigKey(
                "sync.interval", .duration(atLeast: .seconds(1), atMost: DurationText.maximum), \.sync.interval,
                "The time between two runs of `watch`."),
            ConfigKey(
                "sync.jitter", .share, \.sync.jitter,
                "How much of the interval is left to chance, so that many machines do not ask at once."),
            ConfigKey(
                "sync.keep_versions", .count(1...1000), \.sync.keepVersions,
                "How many versions of a game stay on disk, the installed one included."),
            ConfigKey(
                "sync.max_delete", .share, \.sync.maxDelete,
                "A run that would remove more of the installed games than this removes none, unless it is started with "
                    + "`--allow-mass-delete`."),
            ConfigKey(
                "sync.delete_untracked", .flag, \.sync.deleteUntracked,
                "Whether folders among the games that assetsync never installed are deleted. They are reported and kept "
                    + "otherwise."),
            ConfigKey(
                "sync.keep_archives", .flag, \.sync.keepArchives,
                "Whether the archives are kept, so that less has to be fetched of the next version."),
            ConfigKey(
                "sync.durability", .durability, \.sync.durability,
                "`full` survives a power cut; `fast` survives a killed process."),
        ])

    private static let limits = ConfigSection(
        "limits", "What is too much: beyond these a manifest or an archive is refused.",
        [
            ConfigKey("limits.manifest", .size, \.limits.manifest, "Size of the manifest."),
            ConfigKey("limits.archive", .size, \.limits.archive, "Size of one archive."),
            ConfigKey("limits.unpacked", .size, \.limits.unpacked, "Size of one game when unpacked."),
            ConfigKey("limits.entries", .count(1...100_000_000), \.limits.entries, "Files and folders in one archive."),
            ConfigKey(
                "limits.ratio", .count(1...1_000_000_000), \.limits.ratio,
                "Unpacked bytes for each packed byte of a file."),
            ConfigKey(
                "limits.min_free", .minimumFree, \.limits.minFree,
                "What a run leaves free on the disk: a share of it, or a size."),
        ])

    private static let archive = ConfigSection(
        "archive", "How archives are read.",
        [
            ConfigKey(
                "archive.name_encoding", .nameEncoding, \.archive.nameEncoding,
                "How names that are not Unicode are read: `auto`, or an encoding that iconv knows, such as `gb18030`, "
                    + "`shift_jis` or `cp437`.")
        ])

    private static let passwords = ConfigSection(
        "passwords", "",
        [
            ConfigKey(
                "passwords", .passwordFiles, \.passwords,
                "Files with the passwords of encrypted archives, by the id of the game: "
                    + "`\"snake\" = \"file:/etc/assetsync/passwords/snake\"`.")
        ])

    private static let trust = ConfigSection(
        "trust", "Whose manifests are accepted.",
        [
            ConfigKey(
                "trust.keys", .paths, \.trust.keys,
                "Public keys of the publisher as PEM files. With any set, only manifests that are signed are accepted: "
                    + "`keys = [\"/etc/assetsync/keys/publisher.pem\"]`."),
            ConfigKey("trust.threshold", .count(1...100), \.trust.threshold, "How many of the keys must have signed."),
            ConfigKey(
                "trust.require_digest", .flag, \.trust.requireDigest, "Whether a game without a digest is refused."),
            ConfigKey(
                "trust.expiry_warning", .duration(atLeast: .zero, atMost: DurationText.maximum), \.trust.expiryWarning,
                "How long before the manifest expires `status` and the log warn of it."),
        ])

    private static let hooks = ConfigSection(
        "hooks", "Commands of your own, each as a list: the program and its arguments.",
        [
            ConfigKey(
                "hooks.before_swap", .commands, \.hooks.beforeSwap,
                "Runs before a game's new version is put in place; when it fails, the old version stays."),
            ConfigKey(
                "hooks.after_swap", .commands, \.hooks.afterSwap, "Runs after a game's new version was put in place."),
        ])

    private static let metrics = ConfigSection(
        "metrics", "What monitoring sees.",
        [
            ConfigKey(
                "metrics.textfile", .orEmpty(.prometheusPath), \.metrics.textfile,
                "A `.prom` file for the textfile collector of node_exporter; empty for none.")
        ])

    private static let serve = ConfigSection(
        "serve", "The web server of `assetsync serve`.",
        [ConfigKey("serve.listen", .listen, \.serve.listen, "The address and port that it listens on.")])
}
