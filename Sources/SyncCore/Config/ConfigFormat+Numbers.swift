extension ConfigFormat where Value == Bool {
    static let flag = ConfigFormat("`true` or `false`") { node throws(ConfigProblem) in
        guard case .bool(let value) = node.value else {
            if case .text("true") = node.value { throw ConfigProblem("must be `true` without quotes") }
            if case .text("false") = node.value { throw ConfigProblem("must be `false` without quotes") }
            throw node.wrongKind("`true` or `false`")
        }
        return value
    } write: {
        .bool($0)
    }
}

extension ConfigFormat where Value == Int {
    static func count(_ range: ClosedRange<Int>) -> ConfigFormat {
        let name = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return ConfigFormat(name) { node throws(ConfigProblem) in
            guard case .integer(let number) = node.value else {
                if case .text(let text) = node.value, Int(text) != nil {
                    throw ConfigProblem("must be a number without quotes")
                }
                throw node.wrongKind(name)
            }
            guard let value = Int(exactly: number), value >= range.lowerBound else {
                throw ConfigProblem("must be at least \(range.lowerBound), not \(number)")
            }
            guard value <= range.upperBound else {
                throw ConfigProblem("must be at most \(range.upperBound), not \(number)")
            }
            return value
        } write: {
            .integer(Int64($0))
        }
    }
}

extension ConfigFormat where Value == Int64 {
    /// A size in bytes, at least 1.
    static let size = ConfigFormat("a size such as \(ByteSize.examples)") { node throws(ConfigProblem) in
        let bytes = try readBytes(node)
        guard bytes > 0 else { throw ConfigProblem("must be at least 1 byte, not \(bytes)") }
        return bytes
    } write: {
        .text(ByteSize.text($0))
    }

    /// From text or a whole number; never negative.
    static func readBytes(_ node: TOMLNode) throws(ConfigProblem) -> Int64 {
        switch node.value {
        case .integer(let number):
            guard number >= 0 else { throw ConfigProblem("must not be negative, but is \(number)") }
            return number
        case .text(let text):
            do throws(UnitError) { return try ByteSize.parse(text) } catch {
                throw ConfigProblem("must be a size, not `\(error.text)`", hint: error.hint)
            }
        default: throw node.wrongKind("a size")
        }
    }
}

extension ConfigFormat where Value == Int64? {
    /// Bytes a second; `0` stands for no limit.
    static let rate = ConfigFormat("bytes a second, such as `2MiB`, or `0` for no limit") {
        node throws(ConfigProblem) in
        let bytes = try ConfigFormat<Int64>.readBytes(node)
        return bytes == 0 ? nil : bytes
    } write: {
        .text(ByteSize.text($0 ?? 0))
    }
}

extension ConfigFormat where Value == Int64? {
    /// Bytes; `0` stands for no limit.
    static let budget = ConfigFormat("a size such as `500MB`, or `0` for no limit", read: rate.read, write: rate.write)
}

extension ConfigFormat where Value == Config.MinimumFree {
    static let minimumFree = ConfigFormat("a share such as `5%` or a size such as `10GiB`") {
        node throws(ConfigProblem) in
        guard case .text(let text) = node.value, text.hasSuffix("%") else {
            return .bytes(try ConfigFormat<Int64>.readBytes(node))
        }
        let share = try ConfigFormat<Share>.share.read(node)
        guard share < Share(percent: 100) else {
            throw ConfigProblem("must be less than the whole disk, not `\(share)`")
        }
        return .share(share)
    } write: {
        switch $0 {
        case .share(let share): .text(share.description)
        case .bytes(let bytes): .text(ByteSize.text(bytes))
        }
    }
}

extension ConfigFormat where Value == Share {
    static let share = ConfigFormat("a share such as \(Share.examples)") { node throws(ConfigProblem) in
        let text = try node.string("a share such as `50%`")
        do throws(UnitError) { return try Share(text) } catch {
            throw ConfigProblem("must be a share from `0%` to `100%`, not `\(error.text)`", hint: error.hint)
        }
    } write: {
        .text($0.description)
    }
}

extension ConfigFormat where Value == Duration {
    static func duration(atLeast minimum: Duration, atMost maximum: Duration) -> ConfigFormat {
        ConfigFormat("a duration such as \(DurationText.examples)") { node throws(ConfigProblem) in
            let text = try node.string("a duration such as `90s`")
            let value: Duration
            do throws(UnitError) { value = try DurationText.parse(text) } catch {
                throw ConfigProblem("must be a duration, not `\(error.text)`", hint: error.hint)
            }
            guard value >= minimum else {
                throw ConfigProblem(
                    "must be at least `\(DurationText.text(minimum))`, not `\(DurationText.text(value))`")
            }
            guard value <= maximum else {
                throw ConfigProblem(
                    "must be at most `\(DurationText.text(maximum))`, not `\(DurationText.text(value))`")
            }
            return value
        } write: {
            .text(DurationText.text($0))
        }
    }
}
