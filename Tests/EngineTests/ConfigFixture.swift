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
