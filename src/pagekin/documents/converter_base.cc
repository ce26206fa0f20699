#include "pagekin/documents/converter_base.h"

#include <chrono>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/input/document_type.h"

namespace pagekin::documents {

// Waits for its turn; the wait ends with Cancelled if the run is asked to stop.
class ConverterBase::Turn {
 public:
  explicit Turn(ConverterBase& base) : base_(base) {
    std::unique_lock lock(base_.mutex_);
    while (base_.running_ >= base_.options_.parallel) {
      check_stop();
      base_.free_.wait_for(lock, std::chrono::milliseconds(100));
    }
    ++base_.running_;
  }
  ~Turn() {
    {
      const std::lock_guard lock(base_.mutex_);
      --base_.running_;
    }
    base_.free_.notify_one();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  ConverterBase& base_;
};

ConverterBase::ConverterBase(ConverterOptions options) : options_(std::move(options)) {
  if (options_.types.empty()) options_.types = input::default_document_types();
  for (std::string& type : options_.types) {
    type = lower_case(type);
    const std::size_t star = type.find('*');
    const bool is_pattern = star == std::string::npos || star + 1 == type.size() || type == "*/*";
    if (!is_pattern || type.find('/') == std::string::npos) {
      throw OptionError(option_named("document_types") +
                            " takes media types such as application/pdf or image/*, got '" + type +
                            "'",
                        "document_types");
    }
  }
  if (options_.parallel == 0) options_.parallel = 1;
}

bool ConverterBase::takes(std::string_view media_type) const {
  return input::is_one_of_types(media_type, options_.types);
}

input::ConvertedDocument ConverterBase::convert(const input::Document& document,
                                                std::size_t max_page_bytes) {
  check_stop();
  const Turn turn(*this);
  return convert_one(document, max_page_bytes);
}

}  // namespace pagekin::documents
