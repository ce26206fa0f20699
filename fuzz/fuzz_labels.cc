// Reads any bytes as labels, by name and by rules: they are refused with an error, or every label
// is one of the templates.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pagekin/core/error.h"
#include "pagekin/eval/labels.h"

#include "support/memory_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pagekin;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const bool are_rules : {false, true}) {
    try {
      test::MemorySource source(bytes);
      const auto labels =
          are_rules ? eval::read_label_rules(source, "fuzz") : eval::read_labels(source, "fuzz");
      const auto count = static_cast<int>(labels->templates().size());
      for (const char* page : {"", "a", "http://example.com/a/1"}) {
        if (labels->template_of(page) >= count) std::abort();
      }
      std::size_t pages = 0;
      labels->for_each([&](std::string_view page, std::string_view) {
        ++pages;
        if (labels->template_of(page) == eval::kUnlabelled) std::abort();
      });
      if (labels->page_count() && *labels->page_count() != pages) std::abort();
    } catch (const Error&) {  // refused
    }
  }
  return 0;
}
