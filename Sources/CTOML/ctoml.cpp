#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include "ctoml.h"

#include <toml++/toml.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

namespace {

void appendString(std::string &out, std::string_view text) {
    out += '"';
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte == '"' || byte == '\\') {
            out += '\\';
            out += character;
        } else if (byte < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            out += escape;
        } else {
            out += character;
        }
    }
    out += '"';
}

void appendNode(std::string &out, const toml::node &node) {
    const auto begin = node.source().begin;
    out += "{\"l\":" + std::to_string(begin.line) + ",\"c\":" + std::to_string(begin.column) + ",\"v\":";
    if (const auto *table = node.as_table()) {
        out += '{';
        bool first = true;
        for (const auto &[key, value] : *table) {
            if (!first) out += ',';
            first = false;
            appendString(out, key.str());
            // The key's own place, because a mistake in a key is named by where the key stands.
            out += ":{\"l\":" + std::to_string(key.source().begin.line) + ",\"v\":";
            appendNode(out, value);
            out += '}';
        }
        out += '}';
    } else if (const auto *array = node.as_array()) {
        out += '[';
        bool first = true;
        for (const auto &value : *array) {
            if (!first) out += ',';
            first = false;
            appendNode(out, value);
        }
        out += ']';
    } else if (const auto *text = node.as_string()) {
        appendString(out, text->get());
    } else if (const auto *integer = node.as_integer()) {
        out += std::to_string(integer->get());
    } else if (const auto *boolean = node.as_boolean()) {
        out += boolean->get() ? "true" : "false";
    } else if (const auto *number = node.as_floating_point()) {
        if (std::isfinite(number->get())) {
            char digits[40];
            std::snprintf(digits, sizeof digits, "%.17g", number->get());
            out += digits;
            if (std::strpbrk(digits, ".e") == nullptr) out += ".0";
        } else {
            appendString(out, std::isnan(number->get()) ? "nan" : "inf");
        }
    } else {
        std::ostringstream stream;
        if (const auto *date = node.as_date()) stream << date->get();
        if (const auto *time = node.as_time()) stream << time->get();
        if (const auto *both = node.as_date_time()) stream << both->get();
        appendString(out, stream.str());
    }
    out += '}';
}

}  // namespace

int ctoml_parse(const char *text, size_t length, char **out) {
    const auto result = toml::parse(std::string_view(text, length));
    std::string answer;
    if (result) {
        appendNode(answer, result.table());
    } else {
        const auto &error = result.error();
        const auto begin = error.source().begin;
        answer = std::to_string(begin.line) + ":" + std::to_string(begin.column) + ": ";
        answer += error.description();
    }
    *out = static_cast<char *>(std::malloc(answer.size() + 1));
    if (*out == nullptr) return 2;
    std::memcpy(*out, answer.c_str(), answer.size() + 1);
    return result ? 0 : 1;
}

void ctoml_free(char *out) { std::free(out); }
