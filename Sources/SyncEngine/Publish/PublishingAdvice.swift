import SyncArchive
import SyncCore

/// What a publisher should know of a folder before others do. Nothing of it keeps it from being published.
struct PublishingAdvice {
    /// So many names are told; the rest is counted.
    private static let most = 5
    /// An update fetches whole files, so a large one that changes a little costs all of it.
    static let largeFile: Int64 = 100 << 20
    /// FAT32 holds no larger one.
    static let largestOnFAT: Int64 = (4 << 30) - 1

    private let members: [ArchiveMember]

    init(_ members: [ArchiveMember]) { self.members = members }

    var warnings: [String] {
        var warnings: [String] = []
        let files = members.filter { $0.isFile }
        if !members.contains(where: { $0.path.utf8.elementsEqual("index.html".utf8) }) {
            warnings.append("there is no `index.html` at the top, which a browser would open")
        }
        warnings += Self.listed(caseTwins, "differ only by case: Windows and macOS keep one of them")
        warnings += Self.listed(
            members.map(\.path).filter(Self.isImpossibleOnWindows), "cannot be made on Windows")
        let huge = files.filter { $0.byteCount > Self.largestOnFAT }
        warnings += Self.listed(huge.map(\.path), "is larger than FAT32 can hold (4 GiB)")
        let large = files.filter { (Self.largeFile...Self.largestOnFAT).contains($0.byteCount) }
        warnings += Self.listed(
            large.map(\.path),
            "is larger than \(byteText(Self.largeFile)), and any change in it fetches all of it again")
        warnings += Self.listed(
            files.filter { $0.permissions & 0o004 == 0 }.map(\.path),
            "can be read by its owner alone: a web server of another user cannot serve it")
        return warnings
    }

    private static func listed(_ names: [String], _ problem: String) -> [String] {
        var lines = names.prefix(most).map { "`\($0.printable(limit: 200))` \(problem)" }
        if names.count > most { lines.append("\(names.count - most) more: \(problem)") }
        return lines
    }

    /// The second of two names that are one elsewhere.
    private var caseTwins: [String] {
        var seen: [String: String] = [:]
        var twins: [String] = []
        for member in members {
            guard let first = seen.updateValue(member.path, forKey: member.path.lowercased()) else { continue }
            twins.append("\(first)` and `\(member.path)")
        }
        return twins
    }

    /// Characters, ends and device names that Win32 refuses, in any part of the path.
    static func isImpossibleOnWindows(_ path: String) -> Bool {
        path.split(separator: "/").contains { name in
            if name.hasSuffix(".") || name.hasSuffix(" ") { return true }
            if name.unicodeScalars.contains(where: { "<>:\"|?*\\".unicodeScalars.contains($0) }) { return true }
            let stem = name.prefix { $0 != "." }.uppercased()
            if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
            guard stem.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT") else { return false }
            return stem.last.map { "123456789".contains($0) } ?? false
        }
    }
}

extension ArchiveMember {
    var isFile: Bool {
        switch content {
        case .data, .file: true
        case .folder, .link: false
        }
    }

    fileprivate var byteCount: Int64 {
        switch content {
        case .data(let bytes): Int64(bytes.count)
        case .file(_, _, let size): size
        case .folder, .link: 0
        }
    }
}
