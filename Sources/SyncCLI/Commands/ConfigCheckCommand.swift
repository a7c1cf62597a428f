import SyncCore

struct ConfigCheckCommand: Command {
    static let name = "config check"
    static let summary = "Check the configuration, and name the line that is wrong"
    static let exits: [Exit] = [
        Exit(.done, "the configuration is right"), Exit(.usage), Exit(.config), Exit(.internalError),
    ]

    func run(in context: Context) async throws -> ExitStatus {
        let resolved = try await context.backend.config(context.installation)
        context.say("ok: \(resolved.file.printable())")
        return .done
    }
}
