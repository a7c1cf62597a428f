/// The step of a run in which a game failed; part of every failure's words.
public enum GameStep: String, Sendable, Equatable, Codable {
    case manifest
    case plan
    case space
    case download
    case verify
    case extract
    case record
    case swap
    case repair
    case rollback
    case delete
}
