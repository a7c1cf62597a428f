#pragma once
#include <curl/curl.h>

// Swift cannot call C variadic functions, so each argument type of
// curl_easy_setopt(3), curl_easy_getinfo(3), curl_multi_setopt(3) gets one named door.
// Nothing else belongs in this file: no logic, no defaults.
