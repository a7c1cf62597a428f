import Testing

@testable import SyncTransfer

@Suite("Content-Range") struct ContentRangeTests {
    @Test("a part and its total are read")
    func parts() {
        #expect(ContentRange("bytes 0-99/200") == .part(first: 0, last: 99, total: 200))
        #expect(ContentRange("Bytes  199-199/200") == .part(first: 199, last: 199, total: 200))
        #expect(ContentRange("bytes 5-9/*") == .part(first: 5, last: 9, total: nil))
        #expect(ContentRange("bytes */200") == .unsatisfied(total: 200))
    }

    @Test(
        "what contradicts itself or is not well formed counts as absent",
        arguments: [
            "", "bytes", "bytes ", "bytes 0-99", "bytes 0-99/", "bytes /200", "bytes 9-5/200", "bytes 0-200/200",
            "bytes -5-9/200", "bytes 0-9/-1", "bytes +0-9/200", "bytes 0x0-9/200", "bytes 0-9/200/300", "bytes */*",
            "items 0-9/200", "bytes 0-9223372036854775807/*", "bytes 0-9223372036854775808/*", "bytes 0-9 /200",
            "bytes 0-9/200 x", "bytes ٠-٩/٢٠٠", "bytes 0-9/99999999999999999999",
        ])
    func broken(_ text: String) { #expect(ContentRange(text) == nil) }
}
