import SyncCore
import Testing

@Suite("Byte text") struct ByteTextTests {
    @Test(
        "bytes are told in the largest unit that fits, rounded down",
        arguments: [
            (0, "0 B"), (1, "1 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"), (1126, "1.0 KiB"),
            (1127, "1.1 KiB"),
            (102_399, "99.9 KiB"), (102_400, "100 KiB"), (1_048_575, "1023 KiB"), (1_048_576, "1.0 MiB"),
            (1_073_741_823, "1023 MiB"),
            (1_073_741_824, "1.0 GiB"), (17_179_869_184, "16.0 GiB"), (1_099_511_627_776, "1.0 TiB"),
            (1_125_899_906_842_624, "1.0 PiB"), (1_152_921_504_606_846_976, "1.0 EiB"), (.max, "7.9 EiB"), (-1, "-1 B"),
            (.min, "-9223372036854775808 B"),
        ] as [(Int64, String)])
    func text(_ bytes: Int64, _ words: String) {
        #expect(byteText(bytes) == words)
    }
}
