import SyncCore
import Testing

@Suite("Timestamp") struct TimestampTests {
    /// As `date -u -d TEXT +%s` says.
    static let moments: [(String, Int64)] = [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:00:00Z", 951_825_600),
        ("2026-01-02T03:04:05Z", 1_767_323_045), ("1900-03-01T00:00:00Z", -2_203_891_200),
        ("2100-03-01T00:00:00Z", 4_107_542_400), ("2024-12-31T23:59:59Z", 1_735_689_599),
        ("2400-02-29T23:59:59Z", 13_574_649_599), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("2038-01-19T03:14:08Z", 2_147_483_648),
        ("1582-10-15T00:00:00Z", -12_219_292_800), ("0000-02-29T00:00:00Z", -62_162_121_600),
        ("0000-01-01T00:00:00Z", -62_167_219_200),
    ]

    @Test("a moment and its RFC 3339 text are one", arguments: moments)
    func both(_ text: String, _ seconds: Int64) {
        #expect(Timestamp(text)?.seconds == seconds)
        #expect(Timestamp(seconds: seconds).description == text)
    }

    @Test(
        "offsets, fractions and small letters are understood",
        arguments: [
            ("2026-01-02T03:04:05+00:00", 1_767_323_045), ("2026-01-02T03:04:05-00:00", 1_767_323_045),
            ("2026-01-02T11:04:05+08:00", 1_767_323_045), ("2026-01-01T21:34:05-05:30", 1_767_323_045),
            ("2026-01-02t03:04:05z", 1_767_323_045), ("2026-01-02 03:04:05Z", 1_767_323_045),
            ("2026-01-02T03:04:05.999999999999999999999Z", 1_767_323_045), ("1969-12-31T23:59:59.5Z", -1),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2017-01-01T00:59:60+01:00", 1_483_228_800),
        ] as [(String, Int64)])
    func forms(_ text: String, _ seconds: Int64) {
        #expect(Timestamp(text)?.seconds == seconds)
    }

    @Test(
        "any other text is no moment",
        arguments: [
            "", " ", "now", "0", "1767323045", "2026-01-02", "2026-01-02T03:04", "2026-01-02T03:04:05",
            "2026-01-02T03:04:05Zx",
            " 2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z ", "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
            "2026-01-32T00:00:00Z",
            "2026-01-02T24:00:00Z", "2026-01-02T03:60:00Z", "2026-01-02T03:04:60Z", "2026-01-02T03:04:61Z",
            "2026-01-02T03:04:05.Z",
            "2026-01-02T03:04:05,5Z", "2026-01-02T03:04:05+0800", "2026-01-02T03:04:05+08", "2026-01-02T03:04:05+24:00",
            "2026-01-02T03:04:05+08:60", "2026-1-2T3:4:5Z", "20260102T030405Z", "26-01-02T03:04:05Z",
            "+2026-01-02T03:04:05Z",
            "-026-01-02T03:04:05Z", "99999-01-02T03:04:05Z", "2026/01/02T03:04:05Z", "２０２６-01-02T03:04:05Z",
            "2026-01-02T03:04:05Z\0",
            "2026-01-02TT03:04:05Z", "2026-W01-5T03:04:05Z", "Fri, 02 Jan 2026 03:04:05 GMT",
        ])
    func refused(_ text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test("every day from 1600 to 2400 is written as it is read")
    func everyDay() {
        let first: Int64 = -11_676_096_000, last: Int64 = 13_601_088_000
        var previous = ""
        for seconds in stride(from: first, to: last, by: 86_400 * 5 + 3_607) {
            let text = Timestamp(seconds: seconds).description
            #expect(text.utf8.count == 20 && previous < text)
            #expect(Timestamp(text)?.seconds == seconds)
            previous = text
        }
        #expect(Timestamp(seconds: first).description == "1600-01-01T00:00:00Z")
        #expect(Timestamp(seconds: last).description == "2401-01-01T00:00:00Z")
    }

    @Test("no number of seconds is too large to print or to add")
    func extremes() {
        #expect(Timestamp(seconds: .max).description == "9999-12-31T23:59:59Z")
        #expect(Timestamp(seconds: .min).description == "0000-01-01T00:00:00Z")
        #expect(Timestamp(seconds: .max).advanced(by: 1).seconds == .max)
        #expect(Timestamp(seconds: .min).advanced(by: -1).seconds == .min)
        #expect(Timestamp(seconds: 5).advanced(by: -7).seconds == -2)
        #expect(Timestamp(seconds: 1) < Timestamp(seconds: 2))
    }
}
