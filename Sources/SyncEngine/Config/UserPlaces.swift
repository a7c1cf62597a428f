import SyncCore

/// Where a user keeps things, from the environment (XDG Base Directory Specification 0.8).
///
/// Variables that are empty or no absolute path do not count, as that specification asks.
struct UserPlaces: Equatable {
    /// `$ASSETSYNC_CONFIG`
    let namedConfig: String?
    /// nil for the root user, whose file is the system's.
    let ownConfig: String?
    /// What `root` is by default; nil when there is no home.
    let dataRoot: String?
    let dataRootOrigin: ConfigOrigin
    let home: String?

    init(environment: [String: String], userIsRoot: Bool) {
        func folder(_ name: String) -> String? {
            guard let path = environment[name], path.hasPrefix("/") else { return nil }
            let end = path.lastIndex { $0 != "/" }
            return end.map { String(path[...$0]) } ?? "/"
        }
        namedConfig = environment["ASSETSYNC_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        home = folder("HOME")
        if userIsRoot {
            ownConfig = nil
            dataRoot = "/var/lib/assetsync"
            dataRootOrigin = .default
        } else {
            let config = folder("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
            ownConfig = config.map { "\($0)/assetsync/assetsync.toml" }
            let data = folder("XDG_DATA_HOME")
            dataRoot = (data ?? home.map { "\($0)/.local/share" }).map { "\($0)/assetsync" }
            dataRootOrigin = .environment(data == nil ? "HOME" : "XDG_DATA_HOME")
        }
    }
}
