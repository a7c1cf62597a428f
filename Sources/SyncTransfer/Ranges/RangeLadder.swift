/// How many ranges one request may ask for. Servers differ: some take hundreds, some a few, some one; those that cannot
/// cope answer with the whole, with the first range alone, or with an error.
struct RangeLadder: Sendable, Equatable {
    static let steps = [255, 127, 7, 2, 1]

    private var step = 0

    /// Ranges per request.
    var width: Int { Self.steps[step] }

    /// After a request for `count` ranges that the server could not cope with: fewer next time. False when there are no
    /// fewer than one.
    mutating func stepDown(from count: Int) -> Bool {
        guard let lower = Self.steps.firstIndex(where: { $0 < count }) else { return false }
        step = max(step, lower)
        return true
    }
}
