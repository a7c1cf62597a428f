import SyncCore
import SyncPlatform

struct InitCommand: Command {
    static let name = "init"
    static let summary = "Write a configuration file to begin with"
    static let details = [
        """
        Writes to where the configuration is read from: the file of `--config`, else `$ASSETSYNC_CONFIG`, else \
        `/etc/assetsync/assetsync.toml`, or that of the user who runs it. A file that exists is not touched.
        """
    ]
    static let arguments: Arguments<Self> = .optional("MANIFEST-URL", "Where the manifest is") {
        $0.manifest = try SafeURL($1)
    }
    static let flags: [Flag<Self>] = [
        .on("--force", "Replace a file that exists") { $0.force = true }
    ]
    static let exits: [Exit] = [
        Exit(.done, "the file is written"), Exit(.usage), Exit(.diskFull),
        Exit(.config, "the file exists already, or cannot be written"), Exit(.internalError),
    ]

    var manifest: SafeURL?
    var force = false

    func run(in context: Context) async throws -> ExitStatus {
        let path = try context.backend.configPath(context.installation)
        try write(ConfigTemplate.text(manifest: manifest?.absolute ?? ConfigTemplate.exampleManifest), to: path)
        let next = manifest == nil ? "set `manifest` in it, then run `assetsync sync`" : "run `assetsync sync`"
        context.say("wrote \(path.printable())\nnext: \(next)")
        return .done
    }

    private func write(_ text: String, to path: String) throws(RunFailure) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = path[..<slash]
        do {
            let directory = try Directory.creating(folder.isEmpty ? "/" : String(folder))
            let name = String(path[slash...].drop { $0 == "/" })
            try directory.writeFile(name, with: text, replacing: force, flush: true)
        } catch  where error.exists {
            throw RunFailure(
                exit: .config, code: "config.exists", summary: "`\(path.printable())` exists already",
                hint: "Edit it, or replace it with `--force`")
        } catch {
            throw RunFailure(error, exit: error.isFull ? .diskFull : .config)
        }
    }
}
