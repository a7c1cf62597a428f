/// Why a plan leaves a game as it is although something should happen with it.
public enum PlanError: Diagnostic, Equatable {
    case entry(EntryError)
    /// A folder that assetsync did not install stands at the game's place.
    case notOurs
    /// The same, and it would be replaced if the manifest had no refused entries.
    case notReplaced
    /// Something that is never followed or removed stands at the place of a game that is not installed.
    case blocked(found: String)
    /// The installed game's folder was replaced by something that is never followed.
    case replaced(found: String)
    case unknownGame
    /// No run has been made yet, or the state was lost.
    case nothingKnown
    case emptyManifest(installed: Int)
    case massDelete(doomed: Int, installed: Int, maxPercent: Double)
    case refusedEntries(Int)

    public var code: String {
        switch self {
        case .entry(let error): error.code
        case .notOurs, .notReplaced, .blocked: "plan.not_ours"
        case .replaced: "plan.replaced"
        case .unknownGame, .nothingKnown: "plan.unknown_game"
        case .emptyManifest: "plan.empty_manifest"
        case .massDelete: "plan.mass_delete"
        case .refusedEntries: "plan.refused_entries"
        }
    }
    public var summary: String {
        switch self {
        case .entry(let error): error.summary
        case .notOurs: "a folder that assetsync did not install stands at its place in the games folder"
        case .notReplaced:
            "a folder that assetsync did not install stands at its place, and a run with refused entries replaces none"
        case .blocked(let found): "\(found.printable()) stands at its place in the games folder"
        case .replaced(let found): "its folder is now \(found.printable())"
        case .unknownGame: "the manifest does not list it, and it is not installed"
        case .nothingKnown: "the state is new, and no run has told it of any game yet"
        case .emptyManifest(let installed):
            installed == 0
                ? "the manifest lists no games"
                : "the manifest lists no games, which would remove all \(installed) that are installed"
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
        case .notReplaced: "Mend the manifest, or move the folder away"
        case .blocked, .replaced: "Move it away or unmount it, then run `assetsync sync` again"
        case .unknownGame: "`assetsync status` lists the games"
        case .nothingKnown: "Run `assetsync sync` first"
        case .emptyManifest, .massDelete: "If that is meant, run `assetsync sync --allow-mass-delete` once"
        case .refusedEntries: "Mend the manifest; games that left it are deleted by the next run"
        }
    }
}

private func percentText(_ percent: Double) -> String {
    Int(exactly: percent).map { "\($0)%" } ?? "\(percent)%"
}
