import SyncCore

struct ConfigShowCommand: Command {
    static let name = "config show"
    static let summary = "Print the effective configuration, and where each value is from"
    static let details = ["Secrets are shown as `***`."]
    static let flags: [Flag<Self>] = [
        .on("--json", "Print one JSON object instead of TOML") { $0.json = true }
    ]
    static let exits: [Exit] = [Exit(.done), Exit(.usage), Exit(.config), Exit(.internalError)]

    var json = false

    func run(in context: Context) async throws -> ExitStatus {
        let printer = ConfigPrinter(try await context.backend.config(context.installation))
        context.out.write(json ? printer.json.serialized + "\n" : printer.toml)
        return .done
    }
}
