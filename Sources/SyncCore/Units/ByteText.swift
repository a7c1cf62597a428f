/// Byte counts in words: `1.5 MiB`. Rounded down, so that nothing is called complete before it is.
public func byteText(_ bytes: Int64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    guard bytes >= 1024 else { return "\(bytes) B" }
    var whole = bytes / 1024
    var rest = bytes % 1024
    var unit = 0
    while whole >= 1024, unit < units.count - 1 {
        rest = whole % 1024
        whole /= 1024
        unit += 1
    }
    return whole >= 100 ? "\(whole) \(units[unit])" : "\(whole).\(rest * 10 / 1024) \(units[unit])"
}
