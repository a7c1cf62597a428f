import SyncCore
import SyncEngine

struct KeygenCommand: Command {
    static let name = "keygen"
    static let summary = "Make a key that signs manifests"
    static let details = [
        """
        Writes the private key to FILE, which only its owner may read, and the public one to FILE.pub. Both are PEM as \
        `openssl genpkey -algorithm ed25519` and `openssl pkey -pubout` write it. A file that exists is never replaced.
        """,
        """
        FILE stays with the publisher, best on a machine that serves nothing, with a copy in a safe place: who has it can \
        publish games. FILE.pub goes to every machine, into `keys` of `[trust]` in its configuration.
        """,
    ]
    static let arguments: Arguments<Self> = .one("FILE", "Where the private key goes") { $0.file = try nonEmpty($1) }
    static let flags: [Flag<Self>] = [
        .on("--json", "Print one JSON object instead of text") { $0.json = true }
    ]
    static let exits: [Exit] = [
        Exit(.done), Exit(.someFailed, "a file exists already, or cannot be written: no key was made"), Exit(.usage),
        Exit(.diskFull), Exit(.internalError),
    ]

    var file = ""
    var json = false

    func run(in context: Context) async throws -> ExitStatus {
        let pair = try KeyPairFiles.generate(at: file)
        if json {
            let object: JSON = [
                "schema": 1, "private": .string(pair.privatePath), "public": .string(pair.publicPath),
                "keyid": .string(pair.fingerprint.hex),
            ]
            context.out.write(object.serialized + "\n")
        } else {
            context.say(
                """
                wrote \(pair.privatePath.printable()), which signs: keep it secret, and keep a copy
                wrote \(pair.publicPath.printable()), for `keys` of `[trust]` on every machine
                its id is \(pair.fingerprint.hex)
                """)
        }
        return .done
    }
}
