// Finds out what kind of document some bytes are.
#pragma once

#include <string_view>

namespace pagekin::input {

// The media type that belongs to the ending of a path or address, such as "application/pdf";
// empty if the ending is that of no document. A query and a fragment do not count.
std::string_view document_type_of_name(std::string_view name);

// The media type by the first bytes, and by the name where several types begin alike; empty if the
// bytes are no known document.
std::string_view document_type_of_bytes(std::string_view bytes, std::string_view name);

// Whether a declared type says nothing: "application/octet-stream" and the like.
bool is_vague_type(std::string_view media_type);

}  // namespace pagekin::input
