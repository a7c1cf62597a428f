/// The command line, word by word, each told apart as option or operand.
struct Words {
    enum Word: Equatable {
        case operand(String)
        /// `--name` or `--name=value`.
        case long(String, value: String?)
        /// One letter of `-abc`.
        case short(Character)
    }

    private var rest: ArraySlice<String>
    /// Letters of a cluster that are not read yet.
    private var cluster: Substring = ""
    private var optionsEnded = false

    init(_ words: some Sequence<String>) { rest = Array(words)[...] }

    mutating func next() -> Word? {
        if let letter = cluster.popFirst() { return .short(letter) }
        guard let word = rest.popFirst() else { return nil }
        guard !optionsEnded, word.hasPrefix("-"), word != "-" else { return .operand(word) }
        if word == "--" {
            optionsEnded = true
            return next()
        }
        guard word.hasPrefix("--") else {
            cluster = word.dropFirst()
            return next()
        }
        guard let equals = word.firstIndex(of: "=") else { return .long(word, value: nil) }
        return .long(String(word[..<equals]), value: String(word[word.index(after: equals)...]))
    }

    /// The value of the option just read: the rest of its cluster, else the next word, whatever it looks like.
    mutating func takeValue() -> String? {
        guard cluster.isEmpty else {
            defer { cluster = "" }
            return String(cluster)
        }
        return rest.popFirst()
    }
}
