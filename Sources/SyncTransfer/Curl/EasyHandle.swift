import CCurl

/// Owns one `CURL` for one exchange. Its connection stays with the ``MultiHandle``. Lives on the loop's thread.
final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?
    /// curl writes here what went wrong, in its words or the TLS library's.
    private let text: UnsafeMutablePointer<CChar>

    init?() {
        guard let raw = curl_easy_init() else { return nil }
        self.raw = raw
        text = .allocate(capacity: Int(CURL_ERROR_SIZE))
        text.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, text)
    }

    deinit {
        curl_easy_cleanup(raw)
        curl_slist_free_all(fields)
        text.deallocate()
    }

    /// What curl says beyond its result; empty when it says nothing. For telling cases apart, never for people.
    var message: String { String(cString: text) }

    func set(_ option: CURLoption, _ value: Int) { note(option, curl_set_long(raw, option, value)) }
    func set(_ option: CURLoption, _ value: Bool) { note(option, curl_set_long(raw, option, value ? 1 : 0)) }
    func set(_ option: CURLoption, _ value: String) { note(option, curl_set_string(raw, option, value)) }
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        note(option, curl_set_pointer(raw, option, value))
    }
    func set(_ option: CURLoption, _ value: @escaping curl_write_callback) {
        note(option, curl_set_callback(raw, option, value))
    }

    /// Request fields beside curl's own.
    func set(fields values: [(name: String, value: String)]) {
        for (name, value) in values {
            // `Name;` is curl's way to send a field without a value.
            guard let longer = curl_slist_append(fields, value.isEmpty ? "\(name);" : "\(name): \(value)") else {
                failure = CURLE_OUT_OF_MEMORY
                return
            }
            fields = longer
        }
        note(CURLOPT_HTTPHEADER, curl_set_list(raw, CURLOPT_HTTPHEADER, fields))
    }

    /// Goes on with a body that the write callback has paused.
    func unpause() { curl_easy_pause(raw, CURLPAUSE_CONT) }

    /// The first option that curl refused.
    private(set) var failure: CURLcode?

    private func note(_ option: CURLoption, _ code: CURLcode) {
        if code != CURLE_OK, failure == nil { failure = code }
    }

    func int(_ info: CURLINFO) -> Int {
        var value = 0
        return curl_get_long(raw, info, &value) == CURLE_OK ? value : 0
    }

    func offset(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        return curl_get_offset(raw, info, &value) == CURLE_OK ? Int64(value) : 0
    }
}
