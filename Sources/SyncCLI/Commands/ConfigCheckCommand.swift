import SyncCore

struct ConfigCheckCommand: Command {
    static let name = "config check"
    static let summary = "Check the configuration, and name the line that is wrong"
    static let exits: [Exit] = [
        Exit(.done, "the configuration is right"), Exit(.usage), Exit(.config), Exit(.internalError),
    ]

    func run(in context: Context) async throws -> ExitStatus {
        let view = try await context.backend.config(context.installation)
        for warning in view.warnings where !context.isQuiet {
            context.complain(ErrorText.warning(warning, paint: context.errFacts.paint))
        }
        context.say(view.file.map { "ok: \($0.printable())" } ?? "ok: there is no configuration file, all is default")
        return .done
    }
}
