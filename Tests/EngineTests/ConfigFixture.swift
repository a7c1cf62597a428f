import Glibc
import SyncCore
import SyncPlatform
import TestSupport

@testable import SyncEngine

/// A configuration file in a scratch folder.
func withConfig<Result>(
    _ text: String, body: (_ path: String, _ folder: Directory) async throws -> Result
) async throws -> Result {
    try await withScratch { folder in
        try folder.write("assetsync.toml", Array(text.utf8))
        return try await body("\(folder.path)/assetsync.toml", folder)
    }
}

extension Directory {
    func write(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws {
        let file = try createFile(name, mode: mode)
        try bytes.withUnsafeBytes { try file.writeAll($0, path: name) }
    }
}

/// Reads TOML text as if it stood in `/etc/assetsync/assetsync.toml` and the root user ran the command.
func resolve(_ text: String, rootOption: String? = nil) throws -> ResolvedConfig {
    let surroundings = ConfigSurroundings(
        file: "/etc/assetsync/assetsync.toml", rootOption: rootOption, defaultRoot: "/var/lib/assetsync",
        home: "/home/kiosk", knowsEncoding: { $0 == "gb18030" })
    return try ResolvedConfig(TOMLReader.read(Array(text.utf8)), surroundings)
}

/// What is wrong with a text; empty when nothing is.
func mistakes(_ text: String, rootOption: String? = nil) throws -> [ConfigMistake] {
    do {
        _ = try resolve(text, rootOption: rootOption)
        return []
    } catch let error as ConfigError {
        return error.mistakes
    }
}
