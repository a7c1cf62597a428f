@testable import SyncArchive

/// The first two bytes choose the host and what the header says of the name; the rest is the name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEntryNames(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count >= 2 else { return 0 }
    let name = Array(UnsafeBufferPointer(start: data + 2, count: count - 2))
    let encodings = [
        "auto", "gb18030", "shift_jis", "cp437", "big5", "euc-kr", "utf-16", "iso-2022-jp", "utf-7", "koi8-r",
    ]
    let encoding = encodings[Int(data[1] >> 1) % encodings.count]
    do {
        let text: String
        switch try EntryName(name.span.bytes, isUTF8: data[1] & 1 == 1, unicodePath: nil) {
        case .text(let decoded): text = decoded
        case .legacy(let bytes): text = try LegacyNames(encoding, fitting: [bytes]).decode(bytes)
        }
        let path = try EntryPath(text, backslashSeparates: data[0] & 1 == 1)
        let parts = path.path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        precondition(path.path.isEmpty || parts.allSatisfy { !$0.isEmpty && $0.count <= 255 })
        precondition(!parts.contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) })
        precondition(path.path.utf8.count <= 4096 && !path.path.utf8.contains { $0 < 0x20 || $0 == 0x7F })
        // Said again, a path is what it was.
        if !path.path.isEmpty {
            let again = try EntryPath(path.path, backslashSeparates: false)
            precondition(again.path == path.path)
        }
    } catch let problem as EntryProblem {
        precondition(!problem.description.isEmpty)
    } catch {
        precondition(error is ArchiveError)
    }
    return 0
}
