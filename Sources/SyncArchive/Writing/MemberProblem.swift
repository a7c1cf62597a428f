/// Why something on disk cannot be packed.
public enum MemberProblem: Error, Equatable {
    case missing
    case nameNotUTF8
    /// A device, pipe or socket.
    case notPackable
    case changed(expected: Int64)

    var description: String {
        switch self {
        case .missing: "there is no such file"
        case .nameNotUTF8: "the name is not valid UTF-8"
        case .notPackable: "it is a device, pipe or socket"
        case .changed(let expected): "it changed while it was read: it had \(expected) bytes at first"
        }
    }
}
