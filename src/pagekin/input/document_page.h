// Turns a document of another type into a page, by the converter of the run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/core/page.h"
#include "pagekin/html/sniff.h"
#include "pagekin/input/document_converter.h"
#include "pagekin/input/read_pages.h"

namespace pagekin::input {

// Whether an answer with this declared type, which is not that of a page, may be converted. Saves
// decoding other bodies.
bool may_be_document(const ReadOptions& options, std::string_view declared);

// The media type of bytes that the converter of the run is to convert; empty if there is no
// converter, if they are a page, or if it does not take their type. `declared` is what a server or
// archive says they are.
std::string document_to_convert(const ReadOptions& options,
                                const std::optional<html::MediaType>& declared,
                                std::string_view bytes, std::string_view name);

// How many bytes of an answer must be read, so that neither a page nor a document is cut too early;
// SIZE_MAX / 4 for no limit.
std::size_t bytes_to_read(const ReadOptions& options);

struct DocumentPage {
  std::string body;
  std::string charset;
  // Why there is no page, or why it is not whole.
  std::optional<std::pair<Reason, std::string>> fault;
  bool may_change = false;  // another attempt may have another outcome

  bool is_page() const { return !fault || fate_of(fault->first) == Fate::kLimited; }
};

// `whole`: the bytes are all of the document.
DocumentPage convert_document(const ReadOptions& options, const Document& document, bool whole);

}  // namespace pagekin::input
