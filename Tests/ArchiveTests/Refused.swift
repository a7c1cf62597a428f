import SyncArchive
import SyncCore
import SyncPlatform
import TestSupport
import Testing

/// One broken or hostile archive, and how it must be refused.
struct Refused: Sendable, CustomTestStringConvertible {
    let what: String
    let bytes: [UInt8]
    /// A part of the error's sentence.
    let says: String

    init(_ what: String, _ bytes: [UInt8], _ says: String) {
        self.what = what
        self.bytes = bytes
        self.says = says
    }

    /// Two good files around a bad entry, so that nothing depends on its place.
    init(_ what: String, _ member: ZipMember, _ says: String) {
        self.init(
            what, ZipMaker([ZipMember("index.html", "hello"), member, ZipMember("main.js", "run()")]).bytes(), says)
    }

    /// An archive of two good files that is changed as a whole.
    init(_ what: String, _ says: String, _ change: (inout ZipMaker) -> Void) {
        var maker = ZipMaker(files: [("index.html", "hello"), ("main.js", "run()")])
        change(&maker)
        self.init(what, maker.bytes(), says)
    }

    var testDescription: String { what }

    /// Refused with that reason, retrying is no use, and not one file is left behind that had to be judged first.
    func check(nothingWritten: Bool = true, on lanes: [Lane] = lanes) async throws {
        try await withScratch { folder in
            let file = try folder.createFile("a.zip")
            try bytes.withUnsafeBytes { try file.writeAll($0, path: "a.zip") }
            let out = try folder.makeDirectory("out")
            do {
                let archive = try Archive(folder.openFile("a.zip"), path: "a.zip")
                _ = try await archive.extract(into: out, on: lanes)
                Issue.record("not refused: \(what)")
            } catch let error as ArchiveError {
                #expect(error.summary.contains(says), "said: \(error.summary)")
                #expect(error.retry == .never)
                #expect(!error.summary.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
            if nothingWritten { #expect(try out.names().isEmpty) }
            #expect(try folder.names().sorted() == ["a.zip", "out"])
        }
    }
}
