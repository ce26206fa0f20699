// Which encoding a page's bytes are in.
//
// The steps of the HTML standard ("determining the character encoding"): BOM, label from outside
// (HTTP), <meta> in the first 1024 bytes, a later <meta> inside the head, else windows-1252. The
// caller must find the later <meta>, because this takes a scanner: if `certain` is false, the
// first <meta> of the head for which charset_of_meta returns an encoding decides.
//
// Names and labels are those of the Encoding standard.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pagekin::html {

enum class Encoding : std::uint8_t {
#define ENCODING(constant, name, table) constant,
#include "pagekin/html/encodings.inc"
#undef ENCODING
};

// The standard's name: "UTF-8", "Shift_JIS".
std::string_view name(Encoding encoding);

// "Get an encoding": the encoding of a label, with white space around it and
// letters in any case. None for unknown labels.
std::optional<Encoding> encoding_for_label(std::string_view label);

struct EncodingChoice {
  Encoding encoding;
  bool certain;  // BOM or outside label: a later <meta> changes nothing
};

// `declared_label` is the charset of HTTP's Content-Type, empty when there is
// none; an unknown one counts as none. A page that declares nothing in its first 1,024 bytes is
// UTF-8 if all of its bytes are and one is not ASCII; otherwise what a later <meta> says.
EncodingChoice choose_encoding(std::string_view bytes, std::string_view declared_label);

// The encoding that one <meta ...> start tag, given from '<' to '>', declares: its charset, or
// the content of http-equiv=content-type. Never UTF-16 (a tag in UTF-16 could not be read) or
// x-user-defined, as the standard demands.
// Limits: of character references only numeric ones are read.
std::optional<Encoding> charset_of_meta(std::string_view tag);

// Whether the bytes '<', '>', quotes and so on always mean themselves, so that tags
// can be found without decoding. In Shift_JIS, Big5, GBK and gb18030 a trail byte
// can be a letter, a backslash or a digit, but none that ends a tag or a value.
bool scans_in_place(Encoding encoding);

}  // namespace pagekin::html
