/// Memory that is used again for each entry and grows when one needs more. Not copyable, so it is freed exactly once.
struct WorkBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { memory.deallocate() }

    /// The first `count` bytes; what they held before is gone when the buffer had to grow.
    mutating func take(_ count: Int) -> UnsafeMutableRawBufferPointer {
        if memory.count < count {
            memory.deallocate()
            memory = .allocate(byteCount: max(count, 64 * 1024), alignment: 64)
        }
        return UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
    }
}
