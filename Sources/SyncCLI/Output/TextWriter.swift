import SyncPlatform

/// Takes text and never fails; see ``StandardStream``.
struct TextWriter: Sendable {
    let write: @Sendable (String) -> Void

    static func stream(_ stream: StandardStream) -> TextWriter { TextWriter { stream.write($0) } }
}
