#include "pagekin/input/document_page.h"

#include <algorithm>

#include "pagekin/core/text.h"
#include "pagekin/html/scanner.h"
#include "pagekin/input/document_type.h"
#include "pagekin/input/page_rules.h"

namespace pagekin::input {

std::string document_to_convert(const ReadOptions& options,
                                const std::optional<html::MediaType>& declared,
                                std::string_view bytes, std::string_view name) {
  if (!options.converter || bytes.empty() || !why_not_page(declared, bytes)) return {};
  std::string type;
  if (declared && !may_be_page(declared) && !is_vague_type(declared->essence)) {
    type = declared->essence;
  } else {
    type = document_type_of_bytes(bytes, name);
    if (type.empty() && (!declared || !may_be_page(declared))) type = document_type_of_name(name);
  }
  return !type.empty() && options.converter->takes(type) ? type : std::string();
}

bool may_be_document(const ReadOptions& options, std::string_view declared) {
  return options.converter && (is_vague_type(declared) || options.converter->takes(declared));
}

std::size_t bytes_to_read(const ReadOptions& options) {
  constexpr std::size_t no_limit = SIZE_MAX / 4;
  const std::size_t page = options.max_page_bytes == 0 ? no_limit : options.max_page_bytes;
  return options.converter ? std::max(page, options.converter->max_document_bytes()) : page;
}

DocumentPage convert_document(const ReadOptions& options, const Document& document, bool whole) {
  DocumentPage page;
  const auto fail = [&](std::string detail) -> DocumentPage& {
    page.fault.emplace(Reason::kNotConverted, std::move(detail));
    return page;
  };
  const std::size_t longest = options.converter->max_document_bytes();
  if (document.bytes.size() > longest || (!whole && document.bytes.size() == longest)) {
    return fail("the document is longer than " + with_commas(longest) + " bytes");
  }
  if (!whole) return fail("the document is not whole");
  ConvertedDocument converted = options.converter->convert(document, options.max_page_bytes);
  page.may_change = converted.may_change;
  if (!converted.fault.empty()) return fail(std::move(converted.fault));
  page.body = std::move(converted.html);
  page.charset = std::move(converted.charset);
  if (not_a_page(page.body, page.charset)) {
    return fail(page.body.empty() ? "the converter returned no bytes"
                                  : "the converter returned binary data instead of HTML");
  }
  html::Scanner scanner(page.body);
  if (scanner.next() == nullptr) return fail("the converter returned text without a single tag");
  if (converted.cut) {
    page.fault.emplace(Reason::kTooLong,
                       "longer than " + std::to_string(options.max_page_bytes) + " bytes");
  }
  return page;
}

}  // namespace pagekin::input
