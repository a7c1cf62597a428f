import Glibc
import SyncCore
import SyncPlatform
import SyncStore

/// A second process for tests: another user, another writer to be killed, another holder of the lock.
///
/// Arguments: a command and its operands. One line on stdout per event.
@main struct Probe {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch (words.first, words.count) {
            case ("open", 4): try await open(words[1], mode: words[2], user: words[3])
            case ("write", 4): try await write(words[1], mode: words[2], count: Int(words[3]) ?? 0)
            case ("lock", 3): try await lock(words[1], verb: words[2])
            case ("signals", 1): try signals()
            case ("stuck", 1): try stuck()
            default: say("unknown \(words)")
            }
        } catch let error as StoreError {
            say("error \(error.code) \(error.exit.rawValue) \(error.summary)")
        } catch let error as LockError {
            say("error \(error.code) \(error.exit.rawValue) \(error.summary)")
        } catch {
            say("error \(error)")
        }
    }

    /// Opens as an ordinary user, and says what is found: the outcome, then the ids.
    private static func open(_ path: String, mode: String, user: String) async throws {
        if let user = UInt32(user), getuid() == 0 {
            guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else {
                return say("cannot become \(user)")
            }
        }
        let (store, outcome) = try await StateStore.open(path, mode: openMode(mode), now: SystemClock.now)
        say("\(outcome)")
        say("games \(try await store.games().map(\.id.text).joined(separator: ","))")
        // Holds the database open until the other side has seen enough.
        say("open")
        _ = readLine()
        say("games \(try await store.games().map(\.id.text).joined(separator: ","))")
    }

    /// Commits one swap after the other, each with its number as version, and says each number after its commit.
    private static func write(_ path: String, mode: String, count: Int) async throws {
        let (store, _) = try await StateStore.open(path, mode: openMode(mode), now: SystemClock.now)
        let game = try GameID("snake")
        for number in 1...count {
            let tree = InstalledTree(
                version: try Version("\(number)"), digests: ArchiveDigests(), verified: false, bytes: 0, files: 0,
                installedAt: SystemClock.now, identity: TreeIdentity(device: 0, inode: 0), receipt: "r")
            try await store.setActivities([Activity(game: game, phase: .swap, done: Int64(number), total: nil)])
            try await store.recordIntents([Intent(game: game, tree: tree, staging: "tmp/\(number)")])
            let kept = KeptVersion(game: game, folder: "\(number)", tree: tree, keptAt: SystemClock.now)
            try await store.commitSwaps([SwapCommit(game: game, tree: tree, kept: kept)])
            say("\(number)")
        }
    }

    private static func lock(_ folder: String, verb: String) async throws {
        let lock = try await FileLock.acquire(in: Directory(opening: folder), verb: verb)
        say("held")
        _ = readLine()
        lock.release()
        say("released")
        _ = readLine()
    }

    private static func signals() throws {
        let watch = try SignalWatch([SIGHUP, SIGINT, SIGTERM], exitOnSecond: 10) { number in
            say([SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGTERM: "SIGTERM"][number] ?? "another")
        }
        StandardStream.prepare()
        say("ready")
        while true { pause() }
        withExtendedLifetime(watch) {}
    }

    /// Never acts on the signals it asked for.
    private static func stuck() throws {
        _ = try SignalWatch([SIGINT, SIGTERM], exitOnSecond: 10) { _ in }
        say("ready")
        while true { pause() }
    }

    private static func openMode(_ word: String) -> OpenMode {
        switch word {
        case "read": .readOnly
        case "durable": .readWrite(durable: true)
        default: .readWrite(durable: false)
        }
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
