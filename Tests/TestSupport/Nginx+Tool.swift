import Glibc
import SyncPlatform

/// Runs a program of the system to its end, on a lane of its own.
///
/// - Parameter words: Its name, looked for in `PATH`, and its arguments.
/// - Returns: What it wrote to its output.
/// - Throws: ``ToolFailure`` when it cannot be run or ends with another status than 0.
@discardableResult
public func runTool(_ words: [String]) async throws -> String {
    try await Lane("tool").run { try runToolBlocking(words) }
}

func runToolBlocking(_ words: [String]) throws -> String {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        throw PlatformErrorInTest(errno: errno)
    }
    let end = Descriptor(owning: ends[0])
    let pid: pid_t
    do {
        pid = try spawn(words, output: ends[1])
        close(ends[1])
    } catch {
        close(ends[1])
        throw error
    }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(end.raw, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        output += buffer[..<count]
    }
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    let text = String(decoding: output, as: UTF8.self)
    guard status == 0 else { throw ToolFailure(words: words, status: status, output: text) }
    return text
}

/// A program of the system that did not do what the test needs.
public struct ToolFailure: Error {
    public let words: [String]
    /// As `waitpid` gives it; the error number when it could not be started.
    public let status: Int32
    public let output: String
}

/// Starts a program; with `output` its standard output and error go there.
func spawn(_ words: [String], output: Int32? = nil) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
    }
    // A thread of a pool blocks nearly all signals, and a child inherits that: it could not be stopped.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    // The daemons of /usr/sbin are not on everybody's path.
    var environment = [
        strdup("PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"), strdup("LC_ALL=C"), nil,
    ]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    let folders = words[0].hasPrefix("/") ? [""] : ["/usr/sbin/", "/usr/bin/", "/usr/local/bin/", "/bin/"]
    for folder in folders {
        var pid: pid_t = 0
        guard posix_spawn(&pid, folder + words[0], &actions, &attributes, &arguments, &environment) == 0 else {
            continue
        }
        return pid
    }
    throw ToolFailure(words: words, status: ENOENT, output: "not found")
}
