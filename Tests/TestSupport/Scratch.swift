import Glibc
public import SyncPlatform

/// A new empty folder for one test, removed when `body` ends, however it ends.
///
/// `body` gets the open folder; its `path` is absolute.
public func withScratch<Result>(_ body: (Directory) async throws -> Result) async throws -> Result {
    var template = Array("/tmp/assetsync-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw PlatformErrorInTest(errno: errno) }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { try? Directory(opening: "/tmp").removeTree(String(path.dropFirst("/tmp/".count))) }
    return try await body(Directory(opening: path))
}

/// The scratch folder could not be made.
struct PlatformErrorInTest: Error { let errno: Int32 }
