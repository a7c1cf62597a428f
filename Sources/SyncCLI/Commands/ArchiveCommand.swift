import SyncCore
import SyncEngine

struct ArchiveCommand: Command {
    static let name = "archive"
    static let summary = "Pack files and folders into a zip archive"
    static let details = [
        """
        A PATH is the name in the archive too, without `/` or `../` at its beginning; the content of `.` goes to the top. \
        Folders are packed with everything in them, symbolic links as links. `.DS_Store` files are left out.
        """,
        """
        The same files give the same archive, byte for byte, whatever their times and owners: of both nothing is kept. \
        With a password their content is encrypted (AES-256), differently each time; their names are not.
        """,
        "The archive is written beside its place and appears there when it is complete.",
    ]
    static let arguments: Arguments<Self> = .one("ARCHIVE", "The file to write") {
        guard $1 != "-" else { throw ValueError("an archive cannot be written to standard output") }
        $0.creation.archive = try nonEmpty($1)
    }.then(.atLeastOne("PATH", "What to pack") { $0.creation.paths.append(try nonEmpty($1)) })
    static let flags: [Flag<Self>] = [
        .on("--force", "Replace an ARCHIVE that exists") { $0.creation.replaces = true },
        .value("--level", "N", "From 0, which only stores, over 1, the fastest, to 9, the smallest; 6 if not given") {
            guard let level = Int($1), (0...9).contains(level) else { throw ValueError("the level is not 0 to 9") }
            $0.creation.level = level
        },
        .value("--password-file", "FILE", "Encrypt with the password that stands in this file") {
            $0.passwordFile = try nonEmpty($1)
        },
        .progress { $0.progress = $1 },
        .on("--json", "Print one JSON object instead of text") { $0.json = true },
    ]
    static let exits: [Exit] = [
        Exit(.done), Exit(.someFailed, "something cannot be packed or written: no archive was made"), Exit(.usage),
        Exit(.diskFull), Exit(.interrupted, "interrupted: no archive was made"), Exit(.internalError),
    ]

    var creation = ArchiveCreation("")
    var passwordFile: String?
    var progress = ProgressMode.auto
    var json = false
    var logHabit: LogHabit { progress == .json ? .machine : .usual }

    func run(in context: Context) async throws -> ExitStatus {
        let task = ArchiveTask(context: context, verb: Self.name, progress: progress, json: json)
        return await task.run(passwordFile: passwordFile) { password, control throws(ArchiveFailure) in
            var creation = creation
            creation.password = password
            return try await creation.run(control)
        } object: { result in
            ArchiveJSON.creation(result, archive: creation.archive)
        } words: { outcome in
            let counts = Quantities.counts(files: outcome.files, folders: outcome.folders, links: outcome.links)
            return "packed \(counts) (\(byteText(outcome.bytes))) into \(creation.archive.printable()) "
                + "(\(byteText(outcome.archiveBytes)))"
        }
    }
}
