// Finds out what kind of document some bytes are.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::input {

// The media type that belongs to the ending of a path or address, such as "application/pdf";
// empty if the ending is that of no document. A query and a fragment do not count.
std::string_view document_type_of_name(std::string_view name);

// The media type by the first bytes, and by the name where several types begin alike; empty if the
// bytes are not a known document.
std::string_view document_type_of_bytes(std::string_view bytes, std::string_view name);

// The types that count as documents unless the user says otherwise: PDF, PostScript, RTF, office
// files, EPUB, mail and images. "image/*" stands for all that begin with "image/".
const std::vector<std::string>& default_document_types();
// Whether a type is among these.
bool is_one_of_types(std::string_view media_type, std::span<const std::string> types);

// Whether a declared type says nothing: "application/octet-stream" and the like.
bool is_vague_type(std::string_view media_type);

}  // namespace pagekin::input
