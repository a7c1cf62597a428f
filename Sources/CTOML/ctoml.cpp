#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 16
#include "ctoml.h"

#include <toml++/toml.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>
#include <string>
#include <string_view>

namespace {

constexpr int maximumDepth = 16;

/// toml++ limits how deep values nest, but not how many parts a dotted key has, and a key of a million parts would be
/// a million tables in each other. So such keys are found before it sees them: dots outside of texts and comments are
/// counted in each line. Where the text is not TOML, toml++ stops at the same place as this scan goes astray.
///
/// Returns the line of the first such key, or 0.
size_t lineWithTooManyDots(std::string_view text) {
    size_t line = 1;
    int dots = 0;
    for (size_t at = 0; at < text.size(); ++at) {
        const char character = text[at];
        if (character == '\n') {
            ++line;
            dots = 0;
        } else if (character == '#') {
            while (at + 1 < text.size() && text[at + 1] != '\n') ++at;
        } else if (character == '.') {
            if (++dots > maximumDepth) return line;
        } else if (character == '"' || character == '\'') {
            const std::string_view rest = text.substr(at);
            const bool isLong = rest.size() >= 3 && rest[1] == character && rest[2] == character;
            const size_t quotes = isLong ? 3 : 1;
            at += quotes;
            for (; at < text.size(); ++at) {
                if (text[at] == '\n') {
                    if (!isLong) break;
                    ++line;
                    dots = 0;
                } else if (character == '"' && text[at] == '\\') {
                    // What is escaped does not end the text; an escaped line end still ends the line.
                    if (at + 1 < text.size() && text[at + 1] != '\n') ++at;
                } else if (text[at] == character) {
                    if (!isLong) break;
                    size_t run = 1;
                    while (at + run < text.size() && text[at + run] == character) ++run;
                    at += run - 1;
                    // Up to two quotes more than the closing three belong to the text.
                    if (run >= quotes) break;
                }
            }
            // The line end of a text that is not closed is counted by the loop above.
            if (at < text.size() && text[at] == '\n') --at;
        }
    }
    return 0;
}

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

void appendPlace(std::string &out, const toml::source_position &place) {
    out += "{\"l\":" + std::to_string(place.line) + ",\"c\":" + std::to_string(place.column);
}

/// Returns where the nesting gets too deep, or nullptr.
const toml::node *appendNode(std::string &out, const toml::node &node, int depth) {
    if (depth > maximumDepth) return &node;
    appendPlace(out, node.source().begin);
    if (const auto *table = node.as_table()) {
        out += ",\"t\":\"table\",\"v\":{";
        bool first = true;
        for (const auto &[key, value] : *table) {
            if (!first) out += ',';
            first = false;
            appendString(out, key.str());
            out += ':';
            // The key's own place, because a mistake in a key is named by where the key stands.
            appendPlace(out, key.source().begin);
            out += ",\"n\":";
            if (const auto *tooDeep = appendNode(out, value, depth + 1)) return tooDeep;
            out += '}';
        }
        out += '}';
    } else if (const auto *array = node.as_array()) {
        out += ",\"t\":\"list\",\"v\":[";
        bool first = true;
        for (const auto &value : *array) {
            if (!first) out += ',';
            first = false;
            if (const auto *tooDeep = appendNode(out, value, depth + 1)) return tooDeep;
        }
        out += ']';
    } else if (const auto *text = node.as_string()) {
        out += ",\"t\":\"text\",\"v\":";
        appendString(out, text->get());
    } else if (const auto *integer = node.as_integer()) {
        out += ",\"t\":\"integer\",\"v\":" + std::to_string(integer->get());
    } else if (const auto *boolean = node.as_boolean()) {
        out += boolean->get() ? ",\"t\":\"bool\",\"v\":true" : ",\"t\":\"bool\",\"v\":false";
    } else if (const auto *number = node.as_floating_point()) {
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.17g", number->get());
        out += ",\"t\":\"number\",\"v\":";
        appendString(out, digits);
    } else {
        std::ostringstream stream;
        if (const auto *date = node.as_date()) stream << date->get();
        if (const auto *time = node.as_time()) stream << time->get();
        if (const auto *both = node.as_date_time()) stream << both->get();
        out += ",\"t\":\"moment\",\"v\":";
        appendString(out, stream.str());
    }
    out += '}';
    return nullptr;
}

std::string message(const toml::source_position &place, std::string_view text) {
    return std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + std::string(text);
}

/// Whether `answer` is the document; a message otherwise.
bool parse(std::string_view text, std::string &answer) {
    if (const size_t line = lineWithTooManyDots(text)) {
        answer = std::to_string(line) + ":1: a key with more than " + std::to_string(maximumDepth) + " dots";
        return false;
    }
    const auto result = toml::parse(text);
    if (!result) {
        answer = message(result.error().source().begin, result.error().description());
        return false;
    }
    if (const auto *tooDeep = appendNode(answer, result.table(), 0)) {
        answer = message(tooDeep->source().begin, "nesting deeper than " + std::to_string(maximumDepth));
        return false;
    }
    return true;
}

}  // namespace

int ctoml_parse(const char *text, size_t length, char **out) {
    *out = nullptr;
    // No exception may pass into Swift; with toml++'s own turned off only lack of memory is left.
    try {
        std::string answer;
        const bool isDocument = parse(std::string_view(text, length), answer);
        *out = static_cast<char *>(std::malloc(answer.size() + 1));
        if (*out == nullptr) return 2;
        std::memcpy(*out, answer.c_str(), answer.size() + 1);
        return isDocument ? 0 : 1;
    } catch (...) {
        return 2;
    }
}

void ctoml_free(char *out) { std::free(out); }
