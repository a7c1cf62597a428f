#pragma once
#include <curl/curl.h>

// Swift cannot call C variadic functions, so each argument type of
// curl_easy_setopt(3), curl_easy_getinfo(3), curl_multi_setopt(3) gets one named door.
// Nothing else belongs in this file: no logic, no defaults.

static inline CURLcode curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_callback(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

// CURLMsg holds its result in a union, and curl_global_init(3) takes a macro with a cast.
static inline CURLcode curl_message_result(const CURLMsg *message) { return message->data.result; }
static inline CURLcode curl_global_init_all(void) { return curl_global_init(CURL_GLOBAL_ALL); }

// Macros with casts, which Swift does not import.
static const long curl_auth_basic = (long)CURLAUTH_BASIC;
static const long curl_auth_bearer = (long)CURLAUTH_BEARER;
