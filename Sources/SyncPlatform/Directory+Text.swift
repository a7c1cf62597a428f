import Glibc

extension Directory {
    /// Writes a whole small file in one step: a reader finds the complete new file, or what was there before.
    ///
    /// - Throws: `EEXIST` when the name is taken and `replacing` is false; then nothing has changed.
    public func write(_ text: String, to name: String, replacing: Bool, mode: UInt32 = 0o644) throws(PlatformError) {
        let draft = ".\(name).\(getpid()).new"
        let file = try createFile(draft, mode: mode)
        do {
            try file.writeAll(text, path: join(name))
            try file.flush(path: join(name))
            if replacing {
                try rename(draft, to: self, as: name)
            } else {
                try renameNew(draft, to: self, as: name)
            }
        } catch {
            // Clean-up: the first error is the one to tell.
            try? unlink(draft)
            throw error
        }
        try flush()
    }
}

extension Descriptor {
    /// Writes all of the text in UTF-8.
    borrowing func writeAll(_ text: String, path: @autoclosure () -> String) throws(PlatformError) {
        let bytes = Array(text.utf8)
        let result: Result<Void, PlatformError> = bytes.withUnsafeBytes { buffer in
            do throws(PlatformError) { return .success(try writeAll(buffer, path: path())) } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
