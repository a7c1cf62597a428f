/// The values of `--progress`.
enum ProgressMode: String, Sendable, CaseIterable {
    case auto, always, never, json

    /// How progress is shown, once it is known where to.
    enum Style: Equatable {
        /// Bars at the end of the terminal.
        case bars
        /// A line a game as it ends.
        case lines
        case json
        case none
    }

    func style(on facts: TerminalFacts, quiet: Bool) -> Style {
        switch self {
        case .json: .json
        case .never: .none
        case .always: .bars
        case .auto: quiet ? .none : facts.canDraw ? .bars : .lines
        }
    }
}
