import SyncCore

/// The configuration file that `init` writes: every section with its defaults, as comments.
struct ConfigTemplate {
    /// nil leaves the line for its owner to fill in.
    let manifest: String?

    var text: String {
        let example = "# manifest = \"https://cdn.example.com/games/manifest.json\""
        let line = manifest.map { "manifest = \(JSON.string($0).serialized)" } ?? example
        return """
            # assetsync configuration. Only `manifest` is needed; the other lines show the defaults.
            # `assetsync config check` finds mistakes, `assetsync config show` prints what is in effect.

            # Where the list of games is: https, http or file.
            \(line)

            # State, and games unless games_dir says otherwise.
            # root = "/var/lib/assetsync"
            # games_dir = ""

            # For an API with names of its own: dotted paths into its JSON.
            # [manifest_fields]
            # games = "data.list"
            # id = "gameId"
            # version = "h5Version"
            # url = "h5Down"
            # md5 = "h5Md5"

            [sync]
            # keep_versions = 2           # in all, the installed one included
            # max_delete = "50%"          # a run that would delete more of the games than this deletes none
            # delete_untracked = false    # folders among the games that assetsync never installed
            # durability = "full"         # full: survives a power cut; fast: survives only a crash

            [transfer]
            # parallel = 4
            # per_host = 4
            # connect_timeout = "10s"
            # stall_timeout = "30s"
            # retries = 5
            # max_rate = "0"              # bytes a second, such as "2MiB"; 0 is no limit

            [limits]
            # manifest = "64MiB"
            # archive = "16GiB"
            # unpacked = "64GiB"
            # entries = 1000000
            # min_free = "5%"             # of the disk, left free

            """
    }
}
