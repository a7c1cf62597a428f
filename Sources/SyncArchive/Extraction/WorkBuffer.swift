import Glibc

/// Memory that is used again for each entry and grows when one needs more. Not copyable, so it is freed exactly once.
struct WorkBuffer: ~Copyable {
    /// From here on memory is mapped, so that the kernel has it back at once: malloc would keep and scatter it.
    private static let mappedSize = 1 << 20

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { Self.free(memory) }

    /// The first `count` bytes; what they held before is gone when the buffer had to grow.
    mutating func take(_ count: Int) throws(ArchiveError) -> UnsafeMutableRawBufferPointer {
        if memory.count < count {
            Self.free(memory)
            memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            memory = try Self.allocate(max(count, 64 * 1024))
        }
        return UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
    }

    private static func allocate(_ count: Int) throws(ArchiveError) -> UnsafeMutableRawBufferPointer {
        guard count >= mappedSize else { return .allocate(byteCount: count, alignment: 64) }
        let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        // (void *)-1 is how mmap(2) says no.
        guard let start, Int(bitPattern: start) != -1 else { throw .outOfMemory }
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    private static func free(_ memory: UnsafeMutableRawBufferPointer) {
        if memory.count < mappedSize {
            memory.deallocate()
        } else {
            munmap(memory.baseAddress, memory.count)
        }
    }
}
