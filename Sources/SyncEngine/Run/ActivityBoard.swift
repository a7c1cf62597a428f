import SyncCore
import Synchronization

/// What each game is doing right now, and who wants to know that a game was put on hold.
final class ActivityBoard: Sendable {
    private struct State {
        var activities: [GameID: Activity] = [:]
        var hasChanged = false
        var listeners: [GameID: AsyncStream<Void>.Continuation] = [:]
        /// Also of games whose turn has not come yet.
        var held: Set<GameID> = []
    }

    private let state = Mutex(State())

    func update(_ activity: Activity) {
        state.withLock { state in
            state.activities[activity.game] = activity
            state.hasChanged = true
        }
    }

    func clear(_ game: GameID) {
        state.withLock { state in
            if state.activities.removeValue(forKey: game) != nil { state.hasChanged = true }
        }
    }

    /// What has to be written for `status`; nil when nothing changed since the last call.
    func takeChanges() -> [Activity]? {
        state.withLock { state in
            guard state.hasChanged else { return nil }
            state.hasChanged = false
            return state.activities.values.sorted { $0.game < $1.game }
        }
    }

    /// Yields once when the operator puts the game on hold; ends when the task is cancelled.
    func hold(of game: GameID) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let isHeld = state.withLock { state in
            state.listeners[game] = continuation
            return state.held.contains(game)
        }
        if isHeld { continuation.yield() }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: game) }
        }
        return stream
    }

    /// Says which games are on hold now.
    func announceHolds(of games: Set<GameID>) {
        let listeners = state.withLock { state in
            state.held = games
            return games.compactMap { state.listeners[$0] }
        }
        for listener in listeners { listener.yield() }
    }
}
