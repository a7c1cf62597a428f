import SyncCore
import Synchronization
import Testing

@Suite("Logger") struct LoggerTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    @Test("only events of the level and above reach the sink, and the fields of others are never made")
    func levels() {
        for level in Logger.Level.allCases {
            let lines = Lines()
            let logger = Logger(level: level) { level, event, fields in
                lines.all.withLock { $0.append("\(level.priority) \(event) \(fields.map { "\($0.key)=\($0.value)" })") }
            }
            for one in Logger.Level.allCases {
                logger.log(
                    one, "event",
                    one < level
                        ? {
                            Issue.record("fields of a dropped event were made"); return []
                        }() : [.init("n", 1)])
            }
            let kept = Logger.Level.allCases.filter { $0 >= level }
            #expect(lines.all.withLock { $0 } == kept.map { "\($0.priority) event [\"n=1\"]" })
        }
    }

    @Test("the priorities are those of syslog")
    func priorities() {
        let priorities = Logger.Level.allCases.map { ($0.name, $0.priority) }
        let expected = [("debug", 7), ("info", 6), ("notice", 5), ("warning", 4), ("error", 3)]
        #expect(priorities.map(\.0) == expected.map(\.0))
        #expect(priorities.map(\.1) == expected.map(\.1))
    }
}
