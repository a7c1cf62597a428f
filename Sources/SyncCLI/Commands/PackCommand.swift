import SyncCore
import SyncEngine

struct PackCommand: Command {
    static let name = "pack"
    static let summary = "Publish a folder as a version of a game, in a folder that any web server can serve"
    static let details = [
        """
        Writes ID-VERSION.zip, its index ID-VERSION.index.json.gz and, last, manifest.json into SITE, each in one step: \
        whatever happens meanwhile, the site is the old one or the new one. Other games in the manifest, and what \
        assetsync does not know in it, stay as they are. The same folder gives the same bytes, whenever and wherever it \
        is packed; where they are published already there is nothing to do. Other bytes are never published under an id \
        and a version that were used before.
        """,
        """
        `--withdraw` takes a game out of the manifest. `--prune` removes the archives of old versions: it keeps those N \
        of each game that were published last, in the order that `.assetsync-published.json` in SITE records, and \
        whatever the manifest names; of a game that was withdrawn it keeps none. Both work without DIR. A machine \
        that is downloading an old version meanwhile fails and takes the new one at its next run.
        """,
        """
        With `--key` the manifest is signed; one that is signed stays so. With `--expires` it is refused after that \
        time: publish again before, with `--expires` alone where there is no news. A date that was set before stays \
        where the option is left out. A GLOB is that of `extract`. Several at work \
        in one SITE wait for each other.
        """,
    ]
    static let arguments: Arguments<Self> = .optional("DIR", "The folder to publish") {
        $0.folder = try nonEmpty($1)
    }
    static let flags: [Flag<Self>] = [
        .value("--output", short: "o", "SITE", "The folder of the site; made if it is missing") {
            $0.packer.site = try nonEmpty($1)
        },
        .value("--id", "ID", "The game's id, which is its folder's name on every machine") { $0.id = try GameID($1) },
        .value("--version", "V", "The version's name") { $0.version = try Version($1) },
        .value("--url-base", "URL", "Where SITE will be, if not beside the manifest") {
            $0.packer.urlBase = try base($1)
        },
        .value("--exclude", "GLOB", "Leave out what it chooses; may be given more than once") {
            guard let glob = EntryGlob($1) else { throw ValueError("the value chooses nothing") }
            $0.excluded.append(glob)
        },
        .value("--level", "N", "From 0, which only stores, over 1, the fastest, to 9, the smallest; 6 if not given") {
            guard let level = Int($1), (0...9).contains(level) else { throw ValueError("the level is not 0 to 9") }
            $0.level = level
        },
        .value("--password-file", "FILE", "Encrypt the files with the password that stands in this file") {
            $0.passwordFile = try nonEmpty($1)
        },
        .value("--key", "FILE", "Sign the manifest with this private key; may be given more than once") {
            $0.packer.keyFiles.append(try nonEmpty($1))
        },
        .value("--expires", "DURATION", "Let the manifest be acted on for that long, such as `30d`") {
            $0.packer.lifetime = try DurationText.parse($1)
        },
        .value("--withdraw", "ID", "Take this game out of the manifest") { $0.packer.withdrawn = try GameID($1) },
        .value("--prune", "N", "Remove archives but the newest N of each game, at least 1") {
            guard let count = Int($1), count > 0 else { throw ValueError("the value is not a number from 1 on") }
            $0.packer.kept = count
        },
        .progress { $0.progress = $1 },
        .on("--json", "Print one JSON object instead of text") { $0.json = true },
    ]
    static let exits: [Exit] = [
        Exit(.done, "done, or published in these bytes already"),
        Exit(.someFailed, "refused, or something cannot be read or written: the site is as it was"), Exit(.usage),
        Exit(.diskFull), Exit(.interrupted, "interrupted: the site is as it was"), Exit(.internalError),
    ]

    var packer = SitePacker(site: "")
    var folder: String?
    var id: GameID?
    var version: Version?
    var excluded: [EntryGlob] = []
    var level = 6
    var passwordFile: String?
    var progress = ProgressMode.auto
    var json = false
    var logHabit: LogHabit { progress == .json ? .machine : .usual }

    func run(in context: Context) async throws -> ExitStatus {
        let game = try source()
        var packer = packer
        packer.waiting = { text in context.warn(text) }
        let task = ArchiveTask(context: context, verb: Self.name, progress: progress, json: json)
        return await task.run(passwordFile: passwordFile) { [packer] password, control throws(ArchiveFailure) in
            var packer = packer
            packer.game = game
            packer.game?.password = password
            return try await packer.run(control)
        } object: { result in
            PackJSON.result(result, site: packer.site)
        } warnings: { outcome in
            outcome.warnings
        } words: { outcome in
            PackText.lines(outcome, site: packer.site, kept: packer.kept).joined(separator: "\n")
        }
    }

    /// What of the command line belongs together.
    private func source() throws(UsageError) -> SitePacker.GameSource? {
        guard !packer.site.isEmpty else { throw missing("--output SITE") }
        guard let folder else {
            guard id == nil, version == nil, excluded.isEmpty, passwordFile == nil else { throw missing("DIR") }
            guard packer.withdrawn != nil || packer.kept != nil || packer.lifetime != nil else {
                throw missing("DIR")
            }
            return nil
        }
        guard packer.withdrawn == nil else {
            throw .badValue(
                of: "`--withdraw`", problem: "a game is withdrawn by a command of its own, without DIR",
                command: Self.name)
        }
        guard let id else { throw missing("--id ID") }
        guard let version else { throw missing("--version V") }
        var source = SitePacker.GameSource(id: id, version: version, folder: folder)
        source.excluded = excluded
        source.level = level
        return source
    }

    private func missing(_ name: String) -> UsageError {
        .missingArgument(name.hasPrefix("-") ? "`\(name)`" : name, command: Self.name, isMany: false)
    }

    /// With a slash at its end.
    private static func base(_ text: String) throws -> SafeURL {
        let url = try SafeURL(text)
        guard url.scheme != .file else { throw ValueError("the address is on this machine alone") }
        guard url.description == url.absolute else {
            throw ValueError("the address holds a password or a query, and manifests are public")
        }
        return url.absolute.hasSuffix("/") ? url : try SafeURL(url.absolute + "/")
    }
}
