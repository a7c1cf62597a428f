/// Colours for words that are clear without them.
struct Paint: Sendable {
    let isOn: Bool

    static let none = Paint(isOn: false)

    enum Color: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    func callAsFunction(_ text: String, _ color: Color?) -> String {
        guard isOn, let color, !text.isEmpty else { return text }
        return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
    }
}
