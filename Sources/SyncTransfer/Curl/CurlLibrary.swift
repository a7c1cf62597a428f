import CCurl

/// The library's one initialisation per process.
enum CurlLibrary {
    static let isReady = curl_global_init_all() == CURLE_OK
}
