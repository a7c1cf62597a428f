/// Where a game stands, in one word.
public enum GameState: String, Sendable, Equatable, CaseIterable {
    case absent, queued, downloading, verifying, extracting, staged, current, outdated, damaged, failed, paused
    case removing
}
