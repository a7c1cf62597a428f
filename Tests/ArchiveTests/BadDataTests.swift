import SyncArchive
import SyncPlatform
import TestSupport
import Testing

@Suite("Refusing bad data") struct BadDataTests {
    private static let text = String(repeating: "some text ", count: 90)
    static let cases =
        [
            Refused(
                "a wrong CRC, stored",
                ZipMember("a", text).with {
                    $0.method = 0; $0.central.crc = 0xDEAD_BEEF
                }, "checksum mismatch"),
            Refused(
                "a wrong CRC, deflated", ZipMember("a", text).with { $0.central.crc = 0xDEAD_BEEF }, "checksum mismatch"
            ),
            Refused(
                "noise instead of deflate", ZipMember("a", text).with { $0.packed = Array(repeating: 0xFF, count: 50) },
                "corrupt"),
            Refused(
                "deflate cut short", ZipMember("a", text).with { $0.packed = deflated(Array(text.utf8)).dropLast(3) },
                "corrupt"),
            Refused("deflate of nothing", ZipMember("a", text).with { $0.packed = [] }, "corrupt"),
            Refused(
                "bytes after the deflate stream",
                ZipMember("a", text).with { $0.packed = deflated(Array(text.utf8)) + Array("TAIL".utf8) },
                "4 bytes are left over"),
            Refused(
                "more data than the size says", ZipMember("a", text).with { $0.central.size = 899 },
                "more than the 899 bytes"),
            Refused(
                "less data than the size says", ZipMember("a", text).with { $0.central.size = 901 },
                "unpacks to 900 bytes, the directory says 901"),
            Refused(
                "data where none should be", ZipMember("a", text).with { $0.central.size = 0 }, "more than the 0 bytes"),
        ]
        + [UInt16](arrayLiteral: 1, 6, 9, 12, 14, 77, 93, 95, 98).map { method in
            Refused(
                "method \(method)",
                ZipMember("a", text).with {
                    $0.method = method; $0.packed = [1, 2, 3]
                }, "compression method \(method)")
        } + [
            Refused("patched data", ZipMember("a", text).with { $0.flags = 1 << 5 }, "patch data"),
            Refused("strong encryption", ZipMember("a", text).with { $0.flags = 0x41 }, "strong encryption"),
            Refused("masked headers", ZipMember("a", text).with { $0.flags = 1 << 13 }, "encrypted central directory"),
            Refused(
                "AES without its field",
                ZipMember("a", text).with {
                    $0.method = 99; $0.flags = 1; $0.packed = Array(repeating: 0, count: 64)
                }, "AES header"),
            Refused(
                "AES without the flag",
                ZipMember("a", text).with {
                    $0.method = 99; $0.packed = Array(repeating: 0, count: 64)
                }, "AES header"),
            Refused(
                "encrypted, no password",
                ZipMember("a", text).with {
                    $0.flags = 1; $0.packed = Array(repeating: 0, count: 64)
                }, "password is required"),
        ]

    @Test("data that is not what the directory says is refused", arguments: cases)
    func refuses(_ refused: Refused) async throws { try await refused.check(nothingWritten: false) }

    static let large: [Refused] = {
        let data = (0..<4_600_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 9) }
        let big = ZipMember(name: Array("big".utf8), data: data)
        let packed = deflated(data)
        return [
            Refused("a wrong CRC", big.with { $0.central.crc = 7 }, "checksum mismatch"),
            Refused(
                "a wrong CRC, stored",
                big.with {
                    $0.method = 0; $0.central.crc = 7
                }, "checksum mismatch"),
            Refused(
                "noise in the middle",
                big.with { $0.packed = packed.prefix(9000) + Array(repeating: 0xFF, count: packed.count - 9000) },
                "corrupt"),
            Refused("deflate cut short", big.with { $0.packed = packed.dropLast(100) }, "corrupt"),
            Refused(
                "bytes after the deflate stream", big.with { $0.packed = packed + [1, 2, 3] }, "3 bytes are left over"),
            Refused(
                "many bytes after the deflate stream",
                big.with { $0.packed = packed + Array(repeating: 1, count: 600_000) }, "600000 bytes are left over"),
            Refused(
                "more data than the size says", big.with { $0.central.size = 4_500_000 }, "more than the 4500000 bytes"),
            Refused(
                "less data than the size says", big.with { $0.central.size = 4_700_000 }, "unpacks to 4600000 bytes"),
            Refused("a descriptor that differs", big.with { $0.descriptor = .wrongChecksum }, "descriptor differs"),
        ]
    }()

    @Test("the same holds for entries that are streamed", arguments: large)
    func refusesLarge(_ refused: Refused) async throws { try await refused.check(nothingWritten: false, on: manyLanes) }
}
