// The use cases that have tables of options (see options.h), for programs that make something of
// them: flags, forms, signatures, documents.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/words.h"

namespace pagekin {

enum class OptionType : std::uint8_t {
  kFlag,
  kInteger,
  kNumber,
  kText,
  kFile,
  kWord,
  kHints,
  kTexts,
};
template <>
struct Words<OptionType> {
  static constexpr std::array<std::string_view, 8> all = {"flag", "integer", "number", "text",
                                                          "file", "word",    "hints",  "texts"};
};

struct UseCaseOption {
  std::string name;
  OptionType type = OptionType::kText;
  std::string default_value;  // empty: none
  std::string range;          // "0 to 1000"; of words "replace|skip"; empty: any
  std::string help;           // `name` is another option
  std::string flag;           // of the program, without dashes
};

struct UseCase {
  // Of the command, and of the function or method of the Python package. Options that several
  // commands have are in "reading", "documents", "templates", "table", "records"
  // and "scores".
  std::string name;
  std::vector<UseCaseOption> options;
};

PAGEKIN_API std::vector<UseCase> list_use_cases();

}  // namespace pagekin
