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
        let view = try await context.backend.config(context.installation)
        let text = json ? ConfigText.json(view).serialized : ConfigText.toml(view)
        context.out.write(text + "\n")
        return .done
    }
}
