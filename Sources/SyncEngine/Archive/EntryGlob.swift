/// Chooses entries of an archive by their paths, as a line of gitignore(5) chooses files.
///
/// - `*` stands for any characters of one name, `?` for one, `[a-z]` for one of them and `[!a-z]` for one of the others;
///   a backslash takes the next character as it is.
/// - `**` stands for any number of folders.
/// - Without a slash, but for one at its end, it is looked for at every depth; with one it is the path from the top.
/// - A slash at its end chooses folders only. What is chosen is chosen with everything in it.
///
/// Characters that look the same are the same, however they are composed.
public struct EntryGlob: Sendable, Equatable {
    /// As it was typed.
    public let text: String
    private let parts: [Part]
    private let wantsFolder: Bool

    private enum Part: Sendable, Equatable {
        case anyFolders
        case name(NamePattern)
    }

    /// Nil for a text that names nothing, such as `/`.
    public init?(_ text: String) {
        var words = text.split(separator: "/", omittingEmptySubsequences: true)[...]
        let isDotted = words.first == "."
        if isDotted { words.removeFirst() }
        guard !words.isEmpty else { return nil }
        var parts = words.map { $0 == "**" ? Part.anyFolders : .name(NamePattern($0)) }
        // Everything in a folder, which is not the folder itself.
        if parts.last == .anyFolders { parts.append(.name(NamePattern("*"))) }
        let isAnchored = isDotted || text.hasPrefix("/") || words.count > 1
        self.text = text
        self.parts = isAnchored ? parts : [.anyFolders] + parts
        wantsFolder = text.hasSuffix("/")
    }

    /// Whether an entry is chosen: it, or a folder that it lies in, matches. A folder's path has no slash at its end.
    public func matches(_ path: String, isFolder: Bool) -> Bool {
        let names = path.split(separator: "/").map { Array($0) }
        // How many names the parts so far can have used up: no pattern makes this slow.
        var used = [true] + Array(repeating: false, count: names.count)
        for part in parts {
            switch part {
            case .anyFolders:
                guard let first = used.firstIndex(of: true) else { return false }
                for index in first..<used.count { used[index] = true }
            case .name(let pattern):
                for index in names.indices.reversed() {
                    used[index + 1] = used[index] && pattern.matches(names[index])
                }
                used[0] = false
            }
        }
        let last = wantsFolder && !isFolder ? names.count - 1 : names.count
        return last > 0 && used[1...last].contains(true)
    }
}

/// A pattern for one name of a path.
private struct NamePattern: Sendable, Equatable {
    private enum Token: Sendable, Equatable {
        case literal(Character)
        case anyOne
        case anyMany
        case oneOf([ClosedRange<Character>], negated: Bool)
    }

    private let tokens: [Token]

    init(_ text: Substring) {
        var tokens: [Token] = []
        var rest = text
        while let character = rest.popFirst() {
            switch character {
            case "*": if tokens.last != .anyMany { tokens.append(.anyMany) }
            case "?": tokens.append(.anyOne)
            case "\\": tokens.append(.literal(rest.popFirst() ?? character))
            case "[":
                // Without its other bracket it is an ordinary character, as in fnmatch(3).
                tokens.append(Self.set(&rest) ?? .literal(character))
            default: tokens.append(.literal(character))
            }
        }
        self.tokens = tokens
    }

    /// What follows an opening bracket, taken off the text; nil, and nothing taken, where it is never closed.
    private static func set(_ text: inout Substring) -> Token? {
        var rest = text
        let negated = rest.first == "!" || rest.first == "^"
        if negated { rest.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let character = rest.popFirst() {
            // A bracket that comes first stands for itself.
            if character == "]", !ranges.isEmpty {
                text = rest
                return .oneOf(ranges, negated: negated)
            }
            let low = character == "\\" ? rest.popFirst() ?? character : character
            var high = low
            if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
                rest.removeFirst(2)
                high = end == "\\" ? rest.popFirst() ?? end : end
            }
            // A range that runs backwards holds nothing but its ends.
            ranges += low <= high ? [low...high] : [low...low, high...high]
        }
        return nil
    }

    func matches(_ name: [Character]) -> Bool {
        var token = 0
        var position = 0
        // Where to go on when what follows the last star does not fit.
        var retry: (token: Int, position: Int)?
        while position < name.count {
            if token < tokens.count, tokens[token] == .anyMany {
                token += 1
                retry = (token, position)
            } else if token < tokens.count, Self.fits(tokens[token], name[position]) {
                token += 1
                position += 1
            } else if let (afterStar, start) = retry {
                token = afterStar
                position = start + 1
                retry = (afterStar, position)
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .anyMany }
    }

    private static func fits(_ token: Token, _ character: Character) -> Bool {
        switch token {
        case .literal(let wanted): wanted == character
        case .anyOne: true
        case .anyMany: false
        case .oneOf(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
        }
    }
}
