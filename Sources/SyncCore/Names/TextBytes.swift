// Swift's `==` also calls texts equal that only look the same, such as the two ways to write `é`, and its `<` goes with
// it. For names, keys and addresses that would be wrong: they are compared byte for byte.
extension String {
    /// Whether both texts have the same bytes.
    func hasSameBytes(as other: String) -> Bool {
        // The usual answer is no, and `==` says that faster than a walk over the bytes.
        self == other && utf8.elementsEqual(other.utf8)
    }

    /// Whether the text comes before the other in the order of their bytes.
    func precedesInBytes(_ other: String) -> Bool {
        let left = utf8.span, right = other.utf8.span
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return left[index] < right[index]
        }
        return left.count < right.count
    }
}
