import SyncCore

/// The effective configuration as TOML with a remark behind each value, or as JSON.
enum ConfigText {
    static func toml(_ view: ConfigView) -> String {
        let lines = view.entries.map { ("\($0.key.printable()) = \(value($0.value))", $0.origin.printable()) }
        // One very long value must not push the remarks of all others away.
        let width = lines.map { displayWidth($0.0) }.filter { $0 <= 60 }.max() ?? 0
        let head = view.file.map { ["# \($0.printable())"] } ?? ["# no configuration file"]
        return (head + lines.map { "\(padded($0.0, columns: width))  # \($0.1)" }).joined(separator: "\n")
    }

    static func json(_ view: ConfigView) -> JSON {
        [
            "schema": 1,
            "file": JSON(view.file),
            "values": .array(
                view.entries.map { ["key": .string($0.key), "value": $0.value, "origin": .string($0.origin)] }),
            "warnings": .array(view.warnings.map(JSON.string)),
        ]
    }

    /// JSON's escapes of strings are TOML's too (TOML 1.0, basic strings), numbers and booleans are the same.
    private static func value(_ value: JSON) -> String {
        switch value {
        case .null: "\"\""
        case .bool, .number, .string: value.serialized
        case .array(let elements): "[\(elements.map { Self.value($0) }.joined(separator: ", "))]"
        case .object(let members):
            members.isEmpty
                ? "{}"
                : "{ \(members.map { "\(JSON.string($0.key).serialized) = \(Self.value($0.value))" }.joined(separator: ", ")) }"
        }
    }
}
