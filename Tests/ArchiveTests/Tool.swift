import Glibc

/// A program of the machine that tests are checked against.
struct Tool {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program, looked up in `/usr/bin`, in a folder, with the C.UTF-8 locale and nothing else of the environment.
    /// Gives what it wrote to standard output and standard error; fails with that text when it does not end with one of
    /// the allowed statuses.
    @discardableResult
    static func run(
        _ arguments: [String], in folder: String, input: String = "", allowing: Set<Int32> = [0]
    ) throws -> String {
        let output = try scratchFile()
        let source = try scratchFile()
        defer {
            close(output)
            close(source)
        }
        _ = input.withCString { write(source, $0, strlen($0)) }
        lseek(source, 0, SEEK_SET)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, source, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)

        var process = pid_t()
        let command: [String] = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder] + arguments
        let texts = command.map { strdup($0) } + [nil]
        let variables: [String] = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC"]
        let environment = variables.map { strdup($0) } + [nil]
        defer { for text in texts + environment { free(text) } }
        let result = posix_spawn(&process, "/bin/sh", &actions, nil, texts, environment)
        guard result == 0 else {
            throw Failure(description: "cannot run \(arguments[0]): \(String(cString: strerror(result)))")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let text = read(output)
        let exit = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
        guard allowing.contains(exit) else {
            throw Failure(description: "\(arguments.joined(separator: " ")): exit \(exit)\n\(text)")
        }
        return text
    }

    /// A file without a name, for the input or output of a program.
    private static func scratchFile() throws -> Int32 {
        var template = Array("/tmp/assetsync-tool-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw Failure(description: "no scratch file: \(String(cString: strerror(errno)))")
        }
        unlink(template)
        return descriptor
    }

    private static func read(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}

extension Tool {
    /// Debian's own Python, whatever else is in the path.
    @discardableResult
    static func python(_ script: String, _ arguments: [String] = [], in folder: String) throws -> String {
        try run(["/usr/bin/python3", "-I", "-"] + arguments, in: folder, input: script)
    }
}
