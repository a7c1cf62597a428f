import SyncCore
import Synchronization

/// What is shown at the end of the terminal while something goes on. A value that is fed.
protocol ProgressBlock: Sendable {
    /// The lines to draw; empty where there is nothing to show yet.
    func lines(columns: Int, rows: Int, glyphs: Glyphs) -> [String]
}

/// The bars of one run: one task feeds them, another draws them.
final class ProgressBars<Block: ProgressBlock>: Sendable {
    private let block: Mutex<Block>
    private let screen: Screen
    private let facts: TerminalFacts

    init(_ block: Block, in context: Context) {
        self.block = Mutex(block)
        screen = context.screen
        facts = context.errFacts
    }

    func update(_ change: (inout Block) -> Void) { block.withLock { block in change(&block) } }

    /// Shows them while the work goes on, and takes them away at its end.
    func drawn<Result: Sendable>(while work: () async -> Result) async -> Result {
        let result = await withTaskGroup(of: Void.self, returning: Result.self) { group in
            group.addTask { await self.keepDrawn() }
            let result = await work()
            group.cancelAll()
            await group.waitForAll()
            return result
        }
        screen.clear()
        return result
    }

    /// Draws ten times a second at most until the task is cancelled: also while no events come, so that a resized window
    /// is honoured.
    private func keepDrawn() async {
        while !Task.isCancelled {
            draw()
            // Cancelled at the end of the run: nothing is lost by waking early.
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    private func draw() {
        guard facts.isForeground() else { return }
        let size = facts.size() ?? (columns: 80, rows: 24)
        let block = block.withLock { $0 }
        screen.draw(block.lines(columns: size.columns, rows: size.rows, glyphs: facts.glyphs), columns: size.columns)
    }
}
