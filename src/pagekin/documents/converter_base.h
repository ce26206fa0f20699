// What the converters share: which types they take, and how many documents at a time.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string_view>

#include "pagekin/documents/converters.h"

namespace pagekin::documents {

class ConverterBase : public input::DocumentConverter {
 public:
  explicit ConverterBase(ConverterOptions options);

  bool takes(std::string_view media_type) const override;
  std::size_t max_document_bytes() const override { return options_.max_document_bytes; }
  input::ConvertedDocument convert(const input::Document& document,
                                   std::size_t max_page_bytes) final;

 protected:
  const ConverterOptions& options() const { return options_; }

  // Converts one document; called by at most options().parallel threads at a time.
  virtual input::ConvertedDocument convert_one(const input::Document& document,
                                               std::size_t max_page_bytes) = 0;

 private:
  class Turn;  // the right to convert, while it exists

  ConverterOptions options_;
  std::mutex mutex_;
  std::condition_variable free_;
  unsigned running_ = 0;
};

}  // namespace pagekin::documents
