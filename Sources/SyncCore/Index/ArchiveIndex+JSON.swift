extension ArchiveIndex {
    private static let schema: Int64 = 1
    /// An index of ``mostEntries`` files has no more.
    private static let maximumValues = 4_000_000

    /// As it is published, before gzip.
    public var json: JSON {
        [
            "schema": .init(Self.schema),
            "archive": ["size": .init(archive.size), "sha256": .init(archive.sha256.hex)],
            "files": .array(files.map(\.json)),
            "folders": .array(folders.map { ["path": .init($0.path), "mode": modeText($0.mode)] }),
            "links": .array(links.map { ["path": .init($0.path), "target": .init($0.target)] }),
        ]
    }

    /// Reads what ``json`` gave, strictly: every path is safe and there once, every range lies in the archive, and no two
    /// overlap. Unknown members are ignored.
    ///
    /// Whether it is the archive's, only the archive can tell.
    public init(parsing bytes: [UInt8]) throws(IndexError) {
        let value: JSON
        do { value = try JSON(parsing: bytes, maximumValues: Self.maximumValues) } catch {
            throw IndexError(error.summary)
        }
        guard case .object = value else { throw IndexError("it is \(value.kind), not an object") }
        if let key = value.repeatedKey { throw IndexError("the key `\(quoted(key, limit: 40))` stands twice") }
        guard value["schema"]?.integer == Self.schema else {
            throw IndexError("its schema is \(quoted(value["schema"]?.serialized ?? "missing", limit: 20)), not 1")
        }
        guard let size = value["archive"]?["size"]?.integer, size >= 0,
            let sha256 = value["archive"]?["sha256"]?.text.flatMap({ Digest(.sha256, hex: $0) })
        else { throw IndexError("`archive` has no size or no SHA-256") }
        archive = Archive(size: size, sha256: sha256)
        files = try Self.list("files", in: value, File.init)
        folders = try Self.list("folders", in: value, Folder.init)
        links = try Self.list("links", in: value, Link.init)
        guard !files.isEmpty else { throw IndexError("it has no files") }
        try checkPaths()
        try checkRanges()
    }

    private static func list<Element>(
        _ key: String, in value: JSON, _ read: (JSON) throws(IndexError) -> Element
    ) throws(IndexError) -> [Element] {
        guard let elements = value[key]?.elements else { throw IndexError("`\(key)` is not a list") }
        var list: [Element] = []
        list.reserveCapacity(elements.count)
        for element in elements { list.append(try read(element)) }
        return list
    }

    private func checkPaths() throws(IndexError) {
        guard files.count + folders.count + links.count <= Self.mostEntries else {
            throw IndexError("it has more than \(Self.mostEntries) entries")
        }
        // Bytes, because two spellings of one glyph are two names.
        var leaves: Set<[UInt8]> = []
        var all: Set<[UInt8]> = []
        for path in files.map(\.path) + links.map(\.path) {
            guard all.insert(Array(path.utf8)).inserted else { throw Self.conflict(path) }
        }
        leaves = all
        for folder in folders {
            guard all.insert(Array(folder.path.utf8)).inserted else { throw Self.conflict(folder.path) }
        }
        for path in all {
            for (index, byte) in path.enumerated() where byte == UInt8(ascii: "/") {
                guard !leaves.contains(Array(path[..<index])) else {
                    throw Self.conflict(String(decoding: path, as: UTF8.self))
                }
            }
        }
    }

    private func checkRanges() throws(IndexError) {
        var end: Int64 = 0
        var total: Int64 = 0
        for file in files.sorted(by: { ($0.offset, $0.packed) < ($1.offset, $1.packed) }) {
            guard file.offset >= end else {
                throw IndexError("`\(quoted(file.path, limit: 200))` overlaps another file")
            }
            let (next, overflow) = file.offset.addingReportingOverflow(file.packed)
            guard !overflow, next <= archive.size else {
                throw IndexError("`\(quoted(file.path, limit: 200))` lies outside the archive")
            }
            let (sum, isTooLarge) = total.addingReportingOverflow(file.size)
            guard !isTooLarge else { throw IndexError("the files are larger than any disk") }
            (end, total) = (next, sum)
        }
    }

    private static func conflict(_ path: String) -> IndexError {
        IndexError("`\(quoted(path, limit: 200))` is there twice, or lies below a file")
    }
}

extension ArchiveIndex.File {
    fileprivate var json: JSON {
        [
            "path": .init(path), "size": .init(size), "mode": modeText(mode), "sha256": .init(sha256.hex),
            "offset": .init(offset), "packed": .init(packed), "method": .init(method.rawValue),
            "crc32": .string(padded(String(crc32, radix: 16))),
        ]
    }

    fileprivate init(_ value: JSON) throws(IndexError) {
        let path = try safePath(value)
        func number(_ key: String) throws(IndexError) -> Int64 {
            guard let number = value[key]?.integer, number >= 0 else { throw bad(key, path) }
            return number
        }
        guard let sha256 = value["sha256"]?.text.flatMap({ Digest(.sha256, hex: $0) }) else {
            throw bad("sha256", path)
        }
        guard let method = value["method"]?.text.flatMap(ArchiveIndex.Method.init) else { throw bad("method", path) }
        guard let text = value["crc32"]?.text, text.utf8.count == 8, let crc32 = UInt32(text, radix: 16) else {
            throw bad("crc32", path)
        }
        self.init(
            path: path, size: try number("size"), mode: try readMode(value, path), sha256: sha256,
            offset: try number("offset"), packed: try number("packed"), method: method, crc32: crc32)
        guard method == .deflate || packed == size else { throw bad("packed", path) }
    }
}

extension ArchiveIndex.Folder {
    fileprivate init(_ value: JSON) throws(IndexError) {
        path = try safePath(value)
        mode = try readMode(value, path)
    }
}

extension ArchiveIndex.Link {
    fileprivate init(_ value: JSON) throws(IndexError) {
        path = try safePath(value)
        guard let target = value["target"]?.text, !target.isEmpty, target.utf8.count <= 4096, !target.utf8.contains(0)
        else { throw bad("target", path) }
        self.target = target
    }
}

/// A relative path that leads nowhere else: the rule for names of entries.
private func safePath(_ value: JSON) throws(IndexError) -> String {
    guard let path = value["path"]?.text else { throw IndexError("an entry has no path") }
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isSafe = names.allSatisfy { name in
        !name.isEmpty && name.count <= 255
            && !name.split(separator: UInt8(ascii: "\\")).contains { $0.elementsEqual("..".utf8) }
            && !name.elementsEqual(".".utf8)
    }
    guard isSafe, path.utf8.count <= 4096, !path.unicodeScalars.contains(where: \.isControl) else {
        throw IndexError("the path `\(quoted(path, limit: 200))` is not safe")
    }
    return path
}

private func modeText(_ mode: UInt32) -> JSON { .string(String(mode, radix: 8)) }

private func readMode(_ value: JSON, _ path: String) throws(IndexError) -> UInt32 {
    guard let mode = value["mode"]?.text.flatMap({ UInt32($0, radix: 8) }), mode <= 0o777 else {
        throw bad("mode", path)
    }
    return mode
}

private func bad(_ key: String, _ path: String) -> IndexError {
    IndexError("`\(key)` of `\(quoted(path, limit: 200))` is missing or wrong")
}

/// Eight hexadecimal digits.
private func padded(_ digits: String) -> String { String(repeating: "0", count: max(0, 8 - digits.count)) + digits }
