// Scans any bytes in every text mode: the scanner must find the same tags as its slow reference,
// with and without attributes.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "pagekin/html/scanner.h"

#include "reference/naive_tokenizer.h"

namespace {

using pagekin::html::ScanOptions;
using pagekin::html::TextMode;
using pagekin::reference::NaiveTag;

void compare(std::string_view bytes, ScanOptions options) {
  const std::vector<NaiveTag> expected = pagekin::reference::naive_tags(bytes, options);
  const bool same = pagekin::reference::scanned_tags(bytes, options) == expected;
  options.attributes = false;
  if (same && pagekin::reference::scanned_tags(bytes, options) ==
                  pagekin::reference::without_attributes(expected)) {
    return;
  }
  std::fprintf(stderr, "the scanner and its twin differ in text mode %d\n",
               static_cast<int>(options.text_mode));
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const TextMode mode : {TextMode::kData, TextMode::kRcdata, TextMode::kRawtext,
                              TextMode::kScript, TextMode::kPlaintext, TextMode::kCdata}) {
    const std::string_view name = mode == TextMode::kScript ? "script" : "title";
    for (const bool alone : {true, false}) {  // without and with the freedom of a tree builder
      compare(bytes, {.attributes = true,
                      .switch_by_name = alone,
                      .cdata = !alone,
                      .text_mode = mode,
                      .last_start_tag = name});
    }
  }
  return 0;
}
