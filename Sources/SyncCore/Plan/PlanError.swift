/// Why a plan leaves a game as it is although something should happen with it.
public enum PlanError: Diagnostic, Equatable {
    case entry(EntryError)
    /// Something that assetsync did not install stands at the game's place.
    case notOurs(found: String)
    /// The installed game's folder was replaced by something that is never followed.
    case replaced(found: String)
    case unknownGame
    case emptyManifest(installed: Int)
    case massDelete(doomed: Int, installed: Int, maxPercent: Double)
    case refusedEntries(Int)

    public var code: String {
        switch self {
        case .entry(let error): error.code
        case .notOurs: "plan.not_ours"
        case .replaced: "plan.replaced"
        case .unknownGame: "plan.unknown_game"
        case .emptyManifest: "plan.empty_manifest"
        case .massDelete: "plan.mass_delete"
        case .refusedEntries: "plan.refused_entries"
        }
    }
    public var summary: String {
        switch self {
        case .entry(let error): error.summary
        case .notOurs(let found): "\(found) that assetsync did not install stands at its place in the games folder"
        case .replaced(let found): "its folder is now \(found)"
        case .unknownGame: "the manifest does not list it, and it is not installed"
        case .emptyManifest(let installed):
            "the manifest lists no games, which would remove all \(installed) that are installed"
        case .massDelete(let doomed, let installed, let percent):
            "\(doomed) of \(installed) installed games are no longer in the manifest, more than "
                + "`sync.max_delete = \"\(percentText(percent))\"` allows; none was deleted"
        case .refusedEntries(let count):
            "\(count) \(count == 1 ? "entry" : "entries") of the manifest could not be used, so nothing was deleted"
        }
    }
    public var hint: String? {
        switch self {
        case .entry(let error): error.hint
        case .notOurs: "Move it away, or set `sync.delete_untracked = true` to have it replaced"
        case .replaced: "Move it away or unmount it, then run `assetsync sync` again"
        case .unknownGame: "`assetsync status` lists the games"
        case .emptyManifest, .massDelete: "If that is meant, run `assetsync sync --allow-mass-delete` once"
        case .refusedEntries: "Mend the manifest; games that left it are deleted by the next run"
        }
    }
}

private func percentText(_ percent: Double) -> String {
    percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
}
