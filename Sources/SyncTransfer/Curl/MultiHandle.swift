import CCurl

/// Owns one `CURLM`: the connections of all transfers.
///
/// Sendable although a pointer is inside: `wakeUp` is the one call that curl allows from any thread, and everything
/// else is called by the loop's thread alone, which also outlives every other user (see ``LoopThread``).
final class MultiHandle: @unchecked Sendable {
    private let raw: UnsafeMutableRawPointer

    init() throws(TransferError) {
        guard CurlLibrary.isReady, let raw = curl_multi_init() else {
            throw .setting("curl", problem: "libcurl cannot be initialised")
        }
        self.raw = raw
        // Idle connections that are kept for the next transfer.
        curl_multi_set_long(raw, CURLMOPT_MAXCONNECTS, 64)
        curl_multi_set_long(raw, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    }

    deinit { curl_multi_cleanup(raw) }

    func add(_ easy: EasyHandle) -> Bool { curl_multi_add_handle(raw, easy.raw) == CURLM_OK }

    func remove(_ easy: EasyHandle) { curl_multi_remove_handle(raw, easy.raw) }

    /// Does all that can be done without waiting.
    func perform() {
        var running: Int32 = 0
        curl_multi_perform(raw, &running)
    }

    /// Waits until there is something to do, for at most `milliseconds`.
    func wait(milliseconds: Int32) { curl_multi_poll(raw, nil, 0, milliseconds, nil) }

    /// Ends a `wait`, the present one or the next.
    func wakeUp() { curl_multi_wakeup(raw) }

    /// The next transfer that ended: what it was added with, and curl's word on it.
    func nextEnded() -> (tag: UnsafeMutableRawPointer?, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(raw, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            var tag: UnsafeMutableRawPointer?
            curl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &tag)
            return (tag, curl_message_result(message))
        }
        return nil
    }
}
