/// Byte counts in words: `1.5 MiB`.
public func byteText(_ bytes: Int64) -> String {
    guard bytes >= 1024 else { return "\(bytes) B" }
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB"]
    var unit = 0
    // Tenths of the unit, so that no floating point is needed to print one decimal. Divided first: a count that somebody
    // made up may be near the largest number.
    var tenths = bytes / 1024 * 10 + bytes % 1024 * 10 / 1024
    while tenths >= 10_240, unit < units.count - 1 {
        tenths /= 1024
        unit += 1
    }
    return tenths >= 1000 ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
}
