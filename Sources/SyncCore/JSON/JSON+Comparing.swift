extension JSON: Equatable {
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one.hasSameBytes(as: other)
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

extension JSON.Member: Equatable {
    public static func == (left: JSON.Member, right: JSON.Member) -> Bool {
        left.key.hasSameBytes(as: right.key) && left.value == right.value
    }
}

extension JSON {
    /// A key that stands twice in this object itself; nil for other kinds of values.
    public var repeatedKeyAtTop: String? {
        guard case .object(let members) = self else { return nil }
        if members.count <= 16 {
            for index in members.indices {
                for earlier in 0..<index where members[earlier].key.hasSameBytes(as: members[index].key) {
                    return members[index].key
                }
            }
            return nil
        }
        var seen: Set<[UInt8]> = []
        return members.first { !seen.insert(Array($0.key.utf8)).inserted }?.key
    }

    /// A key that stands twice in this object or in one at any depth below it.
    var repeatedKey: String? {
        switch self {
        case .object(let members):
            if let key = repeatedKeyAtTop { return key }
            for index in members.indices {
                if let key = members[index].value.repeatedKey { return key }
            }
            return nil
        case .array(let elements):
            for index in elements.indices {
                if let key = elements[index].repeatedKey { return key }
            }
            return nil
        case .null, .bool, .number, .string: return nil
        }
    }
}
