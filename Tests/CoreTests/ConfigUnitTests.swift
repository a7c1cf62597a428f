import Testing

@testable import SyncCore

@Suite("Config units") struct ConfigUnitTests {
    @Test(
        "a duration means its seconds",
        arguments: [
            ("90s", 90), ("15m", 900), ("1h30m", 5400), ("0s", 0), ("2d", 172_800), ("1w", 604_800),
            ("1d1h1m1s", 90_061),
            ("007s", 7), ("36500d", 3_153_600_000),
        ])
    func durations(_ text: String, _ seconds: Int) throws {
        #expect(try DurationText.parse(text) == .seconds(seconds))
    }

    @Test("a duration can be milliseconds")
    func milliseconds() throws {
        #expect(try DurationText.parse("1s500ms") == .milliseconds(1500))
    }

    @Test(
        "what is no duration is refused and shown",
        arguments: [
            "", "90", "s", "1x", "1 h", "-1s", "+1s", "1.5h", "30m1h", "1h1h", "1H", "1s ", " 1s", "1h30", "36501d",
            "9223372036854775807w", "99999999999999999999s", "١s", "1µs", "1min",
        ])
    func noDurations(_ text: String) {
        #expect(throws: UnitError("a duration", text, examples: "`90s`, `15m` or `1h30m`")) {
            try DurationText.parse(text)
        }
    }

    @Test(
        "a duration is written as short as it can be read",
        arguments: [
            (90, "1m30s"), (900, "15m"), (5400, "1h30m"), (86_400, "1d"), (1_209_600, "14d"), (0, "0s"), (-5, "0s"),
        ])
    func durationTexts(_ seconds: Int, _ text: String) {
        #expect(DurationText.text(.seconds(seconds)) == text)
    }

    @Test("a duration outside of every clock is written without a trap")
    func extremeDurations() {
        #expect(DurationText.text(.seconds(Int64.max)) == "0s")
        #expect(DurationText.text(.milliseconds(1)) == "1ms")
        #expect(DurationText.text(.nanoseconds(1)) == "0s")
    }

    @Test(
        "a size means its bytes",
        arguments: [
            ("0", 0), ("1001", 1001), ("64MiB", 67_108_864), ("1.5GB", 1_500_000_000), ("10k", 10_240),
            ("10kB", 10_000),
            ("10KB", 10_000), ("10KiB", 10_240), ("2M", 2_097_152), ("1 GiB", 1_073_741_824),
            ("1TB", 1_000_000_000_000),
            ("7b", 7), ("0.5KiB", 512), ("1.0009KiB", 1024), ("8191PiB", 9_222_246_136_947_933_184),
            ("9223372036854775807", 9_223_372_036_854_775_807), ("0.999999999PiB", 1_125_899_905_716_724),
        ] as [(String, Int64)])
    func sizes(_ text: String, _ bytes: Int64) throws {
        #expect(try ByteSize.parse(text) == bytes)
    }

    @Test(
        "what is no size is refused",
        arguments: [
            "", "MiB", "-1", "+1", "1.", ".5GB", "1.5.5GB", "1,5GB", "64 MiB ", "64  MiB", "64Mi", "64MiBs", "8192PiB",
            "9223372036854775808", "1.0000000001GB", "0x10", "1e3", "٣MB", "infinity",
        ])
    func noSizes(_ text: String) {
        #expect(throws: UnitError.self) { try ByteSize.parse(text) }
    }

    @Test(
        "a size is written so that it is read as the same number",
        arguments: [
            (67_108_864, "64MiB"), (1_500_000_000, "1500MB"), (1001, "1001"), (0, "0"), (1000, "1kB"), (1536, "1536"),
            (1_048_576_000, "1000MiB"), (1_125_899_906_842_624, "1PiB"),
            (9_223_372_036_854_775_807, "9223372036854775807"),
        ] as [(Int64, String)])
    func sizeTexts(_ bytes: Int64, _ text: String) throws {
        #expect(ByteSize.text(bytes) == text)
        #expect(try ByteSize.parse(ByteSize.text(bytes)) == bytes)
    }

    @Test(
        "a share is exact to a hundredth of a percent",
        arguments: [
            ("0%", 0), ("50%", 5000), ("100%", 10_000), ("12.5%", 1250), ("0.05%", 5), ("5 %", 500), ("007%", 700),
        ])
    func shares(_ text: String, _ hundredths: Int) throws {
        #expect(try Share(text).hundredths == hundredths)
    }

    @Test(
        "what is no share is refused",
        arguments: [
            "", "%", "50", "-1%", "101%", "100.01%", "1.%", ".5%", "1.234%", "1,5%", "0.5", "50%%", "5  %", "1000%",
            "99999999999999999999%", "٥%",
        ])
    func noShares(_ text: String) {
        #expect(throws: UnitError.self) { try Share(text) }
    }

    @Test("a share is written as it is read", arguments: ["0%", "5%", "12.5%", "0.05%", "12.34%", "100%"])
    func shareTexts(_ text: String) throws {
        #expect(try Share(text).description == text)
    }

    @Test("half of three games is exceeded by two, not by one")
    func exceeded() throws {
        let half = Share(percent: 50)
        #expect(half.isExceeded(by: 2, of: 3))
        #expect(!half.isExceeded(by: 1, of: 3))
        #expect(!half.isExceeded(by: 2, of: 4))
        #expect(!half.isExceeded(by: 0, of: 0))
        #expect(Share(percent: 0).isExceeded(by: 1, of: 1_000_000))
        #expect(!Share(percent: 100).isExceeded(by: .max, of: .max))
        #expect(try Share("33.33%").isExceeded(by: 1, of: 3))
    }

    @Test("a share of the largest number does not overflow")
    func shareOfLargest() throws {
        #expect(Share(percent: 100).of(.max) == .max)
        #expect(Share(percent: 5).of(1000) == 50)
        #expect(try Share("12.5%").of(8) == 1)
        #expect(Share(percent: 50).of(-8) == 0)
    }

    @Test(
        "an address has a host and a port",
        arguments: [
            ("127.0.0.1:8765", "127.0.0.1", 8765, true), ("[::1]:80", "::1", 80, true),
            ("localhost:0", "localhost", 0, true), ("0.0.0.0:65535", "0.0.0.0", 65_535, false),
            ("[fe80::1:2]:1", "fe80::1:2", 1, false), ("[::ffff:127.0.0.1]:1", "::ffff:127.0.0.1", 1, false),
            ("games.example.com:8080", "games.example.com", 8080, false),
            ("[1:2:3:4:5:6:7:8]:9", "1:2:3:4:5:6:7:8", 9, false),
        ] as [(String, String, UInt16, Bool)])
    func addresses(_ text: String, _ host: String, _ port: UInt16, _ isLoopback: Bool) throws {
        let address = try ListenAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.isLoopback == isLoopback)
        #expect(address.description == text)
    }

    @Test(
        "what is no address with a port is refused",
        arguments: [
            "", ":", ":8765", "127.0.0.1", "localhost", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
            "127.0.0.1:http", "127.0.0.256:80", "127.0.1:80", "::1:80", "[::1]", "[::1:80", "[1::2::3]:80",
            "[12345::]:80",
            "[1:2:3]:80", "[::g]:80", "-a:80", "a..b:80", "a b:80", "127.0.0.1:8765\n", "127.0.0.1.5:80",
        ])
    func noAddresses(_ text: String) {
        #expect(throws: UnitError.self) { try ListenAddress(text) }
    }
}
