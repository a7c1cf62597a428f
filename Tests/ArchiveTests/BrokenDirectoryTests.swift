import SyncArchive
import TestSupport
import Testing

@Suite("Refusing a broken directory") struct BrokenDirectoryTests {
    static let cases = [
        Refused("a directory outside the file", "lies outside the file") {
            $0.end.directoryOffset = 0x7FFF_FFF0
            $0.end.directorySize = 0x7FFF_FFF0
        },
        Refused("a directory offset after the directory", "lies outside the file") {
            $0.end.directoryOffset = 0x7FFF_FFFF
        },
        Refused("a directory size one too small", "central directory is damaged") { $0.end.directorySize = 90 },
        Refused("a directory size of zero", "central directory is damaged") { $0.end.directorySize = 0 },
        Refused("one entry too few", "holds 2 entries, the end record says 1") {
            $0.end.entries = 1
            $0.end.entriesHere = 1
        },
        Refused("one entry too many", "holds 2 entries, the end record says 3") {
            $0.end.entries = 3
            $0.end.entriesHere = 3
        },
        Refused("no entries but a directory", "but no entries") {
            $0.end.entries = 0
            $0.end.entriesHere = 0
        },
        Refused("junk at the end of the directory", "no entry") { $0.directoryTail = Array("JUNKJUNK".utf8) },
        Refused("a few bytes at the end of the directory", "no entry") { $0.directoryTail = [0x50] },
        Refused("a split archive", "multi-disk") { $0.end.disk = 1 },
        Refused("a split archive by the directory's disk", "multi-disk") { $0.end.directoryDisk = 1 },
        Refused("a split archive by the count", "multi-disk") { $0.end.entriesHere = 1 },
        Refused("an entry on another disk", "multi-disk") { $0.members[1].central.disk = 3 },
        Refused("an entry without its signature", "no entry at") { $0.members[1].central.signature = 0x0201_4B51 },
        Refused("the first entry without its signature", "not where the end record says") {
            $0.members[0].central.signature = 0
        },
        Refused("a zip64 record that is not where it should be", "not where its locator says") {
            $0.zip64 = true
            $0.end.zip64Offset = 3
        },
        Refused("a zip64 record far outside", "not where its locator says") {
            $0.zip64 = true
            $0.end.zip64Offset = .max
        },
        Refused("a zip64 record of the wrong length", "not where its locator says") {
            $0.zip64 = true
            $0.end.zip64RecordSize = 4000
        },
        Refused("a zip64 archive on several disks", "multi-disk") {
            $0.zip64 = true
            $0.end.zip64Disks = 2
        },
        Refused("end records that disagree on the count", "differ") {
            $0.zip64 = true
            $0.end.entries = 1
        },
        Refused("end records that disagree on the directory", "differ") {
            $0.zip64 = true
            $0.end.directoryOffset = 0
        },
        Refused("a zip64 count beyond everything", "more than the limit") {
            $0.zip64 = true
            $0.end.zip64Entries = .max
        },
        Refused("a zip64 count that is wrong", "holds 2 entries, the end record says 3") {
            $0.zip64 = true
            $0.end.zip64Entries = 3
        },
        Refused("a zip64 directory size beyond everything", "lies outside the file") {
            $0.zip64 = true
            $0.end.zip64DirectorySize = .max
        },
        Refused("a zip64 directory offset beyond everything", "lies outside the file") {
            $0.zip64 = true
            $0.end.zip64DirectoryOffset = .max - 10
        },
    ]

    @Test("a broken central directory is refused before anything is written", arguments: cases)
    func refuses(_ refused: Refused) async throws { try await refused.check() }

    @Test("an archive cut at any byte is refused, whatever the cut leaves")
    func cutAnywhere() async throws {
        var maker = ZipMaker([ZipMember("a", "hello"), .folder("d/"), .link("d/l", to: "../a")])
        maker.zip64 = true
        maker.comment = Array("bye".utf8)
        let bytes = maker.bytes()
        for count in 0..<bytes.count {
            #expect(try await refusal(Array(bytes.prefix(count))) != nil, "cut at \(count)")
        }
    }
}
