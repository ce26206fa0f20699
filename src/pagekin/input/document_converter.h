// The interface through which inputs turn documents of other types into pages.
//
// Whoever makes ReadOptions may give them a converter. Without one, documents are skipped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::input {

struct Document {
  std::string_view bytes;
  std::string_view media_type;  // "application/pdf"
  std::string_view name;        // its address or path
};

struct ConvertedDocument {
  std::string html;
  std::string charset;      // of html; empty: not known
  bool cut = false;         // html was longer than it may be
  std::string fault;        // not empty: why there is no html; one sentence
  bool may_change = false;  // another attempt may have another outcome
};

class DocumentConverter {
 public:
  virtual ~DocumentConverter() = default;

  // What makes the pages, as text. Converters with equal texts give equal pages, so that a page
  // may be kept for later runs.
  virtual std::string identity() const = 0;

  // Whether documents of this type are to be converted.
  virtual bool takes(std::string_view media_type) const = 0;

  // Longer documents are not converted.
  virtual std::size_t max_document_bytes() const = 0;

  // Called from any thread. Returns at most `max_page_bytes` of HTML; 0: no limit. Throws nothing
  // but Cancelled.
  virtual ConvertedDocument convert(const Document& document, std::size_t max_page_bytes) = 0;
};

}  // namespace pagekin::input
