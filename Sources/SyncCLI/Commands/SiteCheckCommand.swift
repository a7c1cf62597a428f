import SyncCore
import SyncEngine

struct SiteCheckCommand: Command {
    static let name = "site check"
    static let summary = "Do with a published site what every machine will do, and say what is wrong"
    static let details = [
        """
        Reads the manifest, fetches and unpacks every archive in a folder below TMPDIR, compares it with its digests and \
        its index, and looks at what the server says: ranges, ETag, Content-Type. SITE is an address or a folder, of the \
        site or of its manifest. In a folder, files that lie there stand for addresses elsewhere, so that a site can be \
        checked before it is uploaded. No configuration is read, and what this machine has installed plays no part.
        """,
        """
        One line a finding: a `problem` is what clients fail over, a `warning` what makes them slower or less safe, a \
        `note` is good to know.
        """,
    ]
    static let arguments: Arguments<Self> = .one("SITE", "The site") { $0.check.source = try nonEmpty($1) }
    static let flags: [Flag<Self>] = [
        .value("--key", "FILE", "A public key that must have signed; may be given more than once, and all must have") {
            $0.check.keyFiles.append(try nonEmpty($1))
        },
        .value("--password-file", "FILE", "The password of encrypted archives stands in this file") {
            $0.passwordFile = try nonEmpty($1)
        },
        .progress { $0.progress = $1 },
        .on("--json", "Print one JSON object instead of text") { $0.json = true },
    ]
    static let exits: [Exit] = [
        Exit(.done, "no problem was found"), Exit(.someFailed, "a problem was found"), Exit(.usage), Exit(.diskFull),
        Exit(.interrupted, "interrupted"), Exit(.internalError),
    ]

    var check = SiteCheck("")
    var passwordFile: String?
    var progress = ProgressMode.auto
    var json = false
    var logHabit: LogHabit { progress == .json ? .machine : .usual }

    func run(in context: Context) async throws -> ExitStatus {
        let task = ArchiveTask(context: context, verb: "check", progress: progress, json: json)
        return await task.run(passwordFile: passwordFile) { password, control throws(ArchiveFailure) in
            var check = check
            check.password = password
            return try await check.run(control)
        } object: { result in
            SiteCheckJSON.result(result)
        } exit: { outcome in
            outcome.count(.problem) > 0 ? .someFailed : .done
        } words: { outcome in
            SiteCheckText.lines(outcome, paint: context.outFacts.paint).joined(separator: "\n")
        }
    }
}
