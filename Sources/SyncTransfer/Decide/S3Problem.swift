/// The `Code` of an S3 error document (Amazon S3 API, "REST error responses").
enum S3Problem {
    /// The most that is looked at.
    static let enough = 1024

    /// Nil when the body says nothing that is understood.
    static func code(_ body: [UInt8]) -> String? {
        let text = String(decoding: body.prefix(enough), as: UTF8.self)
        guard let start = text.firstRange(of: "<Code>")?.upperBound,
            let end = text[start...].firstRange(of: "</Code>")?.lowerBound
        else { return nil }
        let code = text[start..<end]
        let isWord = code.utf8.count <= 60 && code.allSatisfy { $0.isASCII && $0.isLetter }
        return isWord && !code.isEmpty ? String(code) : nil
    }
}
