import CCurl

/// Dates of HTTP fields (RFC 9110, section 5.6.7), all three forms.
enum HTTPDate {
    /// Seconds since 1970, or nil when the text is no date.
    static func seconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 100 else { return nil }
        let seconds = curl_getdate(text, nil)
        return seconds >= 0 ? Int64(seconds) : nil
    }
}
