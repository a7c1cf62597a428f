import SyncCore
import SyncEngine

struct ExtractCommand: Command {
    static let name = "extract"
    static let summary = "Unpack a zip archive, or list what it holds"
    static let details = [
        """
        The archive is unpacked and checked beside DIR first, and put in place when all of it is good: after a failure \
        nothing is left behind. With `--overwrite` DIR keeps what the archive does not have; a file or symbolic link of \
        the same name is replaced as a whole, and nothing is written through one. No configuration is read.
        """,
        """
        A GLOB chooses as a line of gitignore(5) does: `*`, `?` and `[a-z]` stand for characters of a name, `**` for any \
        number of folders; without a slash it is looked for at every depth, with one it is the path from the top, and a \
        folder is chosen with everything in it.
        """,
    ]
    static let arguments: Arguments<Self> = .one("ARCHIVE", "The zip archive") { $0.source.path = try nonEmpty($1) }
        .then(.optional("DIR", "The folder to unpack to; made if it is missing") { $0.folder = try nonEmpty($1) })
    static let flags: [Flag<Self>] = [
        .on("--list", "List the entries and unpack nothing; needs no DIR") { $0.lists = true },
        .value("--only", "GLOB", "Only the entries that it chooses; may be given more than once") {
            guard let glob = EntryGlob($1) else { throw ValueError("the value chooses nothing") }
            $0.source.only.append(glob)
        },
        .on("--overwrite", "Unpack into a DIR that is not empty, and replace files of the same name") {
            $0.overwrites = true
        },
        .value("--password-file", "FILE", "The password stands in this file; a newline at its end is not part of it") {
            $0.passwordFile = try nonEmpty($1)
        },
        .value(
            "--name-encoding", "NAME",
            "Of names that are not UTF-8: `auto`, or a name that `iconv -l` lists, such as `gb18030`"
        ) { $0.source.nameEncoding = try nonEmpty($1) },
        .progress { $0.progress = $1 },
        .on("--json", "Print one JSON object instead of text") { $0.json = true },
    ]
    static let exits: [Exit] = [
        Exit(.done), Exit(.someFailed, "the archive is refused, or DIR cannot be used: nothing was left behind"),
        Exit(.usage), Exit(.diskFull), Exit(.interrupted, "interrupted: nothing was left behind"),
        Exit(.internalError),
    ]

    var source = ArchiveSource(path: "")
    var folder: String?
    var passwordFile: String?
    var overwrites = false
    var lists = false
    var progress = ProgressMode.auto
    var json = false
    var logHabit: LogHabit { progress == .json && !lists ? .machine : .usual }

    func run(in context: Context) async throws -> ExitStatus {
        if lists { return await list(in: context) }
        guard let folder else {
            throw UsageError.missingArgument("DIR", command: Self.name, isMany: false)
        }
        let task = ArchiveTask(context: context, verb: Self.name, progress: progress, json: json)
        return await task.run(passwordFile: passwordFile) { password, control throws(ArchiveFailure) in
            var source = source
            source.password = password
            var extraction = ArchiveExtraction(source, into: folder)
            extraction.overwrites = overwrites
            return try await extraction.run(control)
        } object: { result in
            ArchiveJSON.extraction(result, archive: source.path, folder: folder)
        } warnings: { outcome in
            outcome.warnings
        } words: { outcome in
            let counts = Quantities.counts(files: outcome.files, folders: outcome.folders, links: outcome.links)
            let replaced = outcome.replaced > 0 ? ", \(outcome.replaced) replaced" : ""
            return "unpacked \(counts) (\(byteText(outcome.bytes))) to \(folder.printable())\(replaced)"
        }
    }

    private func list(in context: Context) async -> ExitStatus {
        let result: Result<ArchiveListing, ArchiveFailure>
        do throws(ArchiveFailure) { result = .success(try await source.list()) } catch { result = .failure(error) }
        if json { context.out.write(ArchiveJSON.listing(result, archive: source.path).serialized + "\n") }
        switch result {
        case .success(let listing):
            listing.warnings.forEach(context.warn)
            guard !json else { break }
            let text = ListingText(
                listing: listing, paint: context.outFacts.paint, width: context.outFacts.size()?.columns)
            context.out.write(text.text + "\n")
        case .failure(let failure): context.complain(failure)
        }
        return result.exit
    }
}
