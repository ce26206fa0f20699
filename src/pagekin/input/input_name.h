// How a user names an input: a path, an address, "-" for standard input, or one of these
// behind the kind that it has: "jsonl:-".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pagekin::input {

struct InputName {
  enum class As : std::uint8_t { kByContent, kHtml, kWarc, kJsonl, kCoordinates, kList };

  As as = As::kByContent;  // kList also for "@FILE"
  std::string path;        // without the prefix

  bool is_stdin() const { return path == "-"; }
};

// "html:", "warc:", "jsonl:", "cdx:" and "list:" are prefixes; "@FILE" is "list:FILE". A file whose
// name begins like this is named with its folder: "./html:a".
InputName parse_input_name(std::string_view name);

}  // namespace pagekin::input
