/// What help and the man page say about the program as a whole.
enum ProgramText {
    static let tagline = "keep versioned game asset bundles in step with a remote manifest"

    static let purpose = """
        Keeps game asset bundles in step with a remote manifest: downloads what is missing or old, checks it, and swaps \
        it in as a whole, so that readers always find one complete version of each game.
        """

    static let files: [(path: String, text: String)] = [
        (
            "/etc/assetsync/assetsync.toml",
            "The configuration. A user's own is `$XDG_CONFIG_HOME/assetsync/assetsync.toml`."
        ),
        ("<root>/games/<id>/", "What readers may rely on: a real folder with one complete version of the game."),
        ("<root>/versions/<id>/<version>/", "Earlier versions."),
        ("<root>/tmp/", "Partial downloads and trees that are being built. May be deleted while no run is active."),
        ("<root>/state.sqlite3", "What is known of every game. Rebuilt from the installed games when it is lost."),
        ("<root>/lock", "Held while a run works."),
    ]

    static let environment: [(name: String, text: String)] = [
        ("ASSETSYNC_CONFIG", "The configuration file, when `--config` does not name one."),
        ("XDG_CONFIG_HOME, XDG_DATA_HOME", "Where a user's configuration, and state and games, are."),
        ("NO_COLOR", "Turns colours off when it is not empty."),
        ("http_proxy, https_proxy, no_proxy", "Count when the configuration names no `proxy`."),
    ]
}
