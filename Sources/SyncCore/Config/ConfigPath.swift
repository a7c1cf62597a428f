/// The rule for paths in the configuration: absolute, because nobody knows the working directory of a service.
enum ConfigPath {
    /// The path without doubled slashes, `.` parts and a slash at its end.
    ///
    /// The text is never repeated in a message: a password may stand where the path of its file belongs.
    static func normalized(_ text: String) throws(ConfigProblem) -> String {
        guard !text.isEmpty else { throw ConfigProblem("must not be empty") }
        guard text.hasPrefix("/") else {
            throw ConfigProblem(
                "must be an absolute path, one that begins with `/`",
                hint: text.hasPrefix("~") ? "`~` is not replaced: write the whole path" : nil)
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw ConfigProblem("must be a path without control characters")
        }
        guard text.utf8.count < 4096 else { throw ConfigProblem("must be a path of less than 4096 bytes") }
        let parts = text.split(separator: "/").filter { $0 != "." }
        guard !parts.contains("..") else { throw ConfigProblem("must be a path without `..`") }
        guard parts.allSatisfy({ $0.utf8.count <= 255 }) else {
            throw ConfigProblem("must be a path whose names have at most 255 bytes each")
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Whether `path` is `folder` or lies in it; both normalized.
    static func isWithin(_ path: String, _ folder: String) -> Bool {
        path == folder || folder == "/" || path.hasPrefix(folder + "/")
    }

    /// Folders that belong to the system or to everybody. Games are put in place, and what is unknown is swept, only in
    /// a folder of their own.
    static let shared: Set<String> = [
        "/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib32", "/lib64", "/media", "/mnt", "/opt", "/proc",
        "/root", "/run", "/sbin", "/srv", "/sys", "/tmp", "/usr", "/usr/bin", "/usr/lib", "/usr/local", "/usr/share",
        "/var", "/var/cache", "/var/lib", "/var/log", "/var/tmp",
    ]
}
