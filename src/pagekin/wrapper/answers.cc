#include "pagekin/wrapper/answers.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::wrapper {
namespace {

using nlohmann::json;

constexpr std::string_view kExpected =
    "; an answer is {\"page\": ID, \"answers\": {\"price\": 17}}, with the number of a slot, a "
    "text, a list of these, or null where the page lacks the field";

class Answers {
 public:
  std::vector<GivenLabel> labels;

  // An object with answers, a list of these, or an object by pages.
  void read(const json& value) {
    if (value.is_array()) {
      for (const json& one : value) read(one);
      return;
    }
    if (!value.is_object()) throw Error("an answer is not an object" + std::string(kExpected));
    if (value.contains("pages") && value["pages"].is_array()) return read(value["pages"]);
    const auto page = value.find("page");
    if (page != value.end() && page->is_string()) {
      const auto answers = value.find("answers");
      const auto& given = answers == value.end() ? value.value("fields", json()) : *answers;
      if (given.is_null()) return;  // a page that nobody has answered
      return read_page(page->get<std::string>(), given);
    }
    for (const auto& [id, answers] : value.items()) read_page(id, answers);
  }

 private:
  void read_page(const std::string& page, const json& answers) {
    ++pages_;
    if (!answers.is_object()) {
      throw Error("the answers for page '" + printable(page) + "' are not an object" +
                  std::string(kExpected));
    }
    for (const auto& [field, answer] : answers.items()) {
      if (answer.is_array()) {
        for (const json& one : answer) add(page, field, one);
      } else {
        add(page, field, answer);
      }
    }
  }

  void add(const std::string& page, const std::string& field, const json& answer) {
    GivenLabel label;
    label.page = page;
    label.field = field;
    label.line = pages_;
    if (answer.is_null()) {
      label.kind = GivenLabel::Kind::kAbsent;
    } else if (answer.is_string()) {
      label.text = answer.get<std::string>();
      if (label.text.empty()) label.kind = GivenLabel::Kind::kAbsent;
    } else if (answer.is_number_unsigned() && answer.get<std::uint64_t>() > 0 &&
               answer.get<std::uint64_t>() <= UINT32_MAX) {
      label.kind = GivenLabel::Kind::kSlot;
      label.slot = static_cast<std::uint32_t>(answer.get<std::uint64_t>());
    } else {
      throw Error("the answer for field '" + printable(field) + "' of page '" + printable(page) +
                  "' is neither a number from 1 nor a text" + std::string(kExpected));
    }
    labels.push_back(std::move(label));
  }

  std::size_t pages_ = 0;
};

// Stops at a level of nesting that no answer has.
json parse(std::string_view text) {
  constexpr int most_levels = 32;
  return json::parse(text, [](int depth, json::parse_event_t, json&) {
    if (depth > most_levels) throw Error("it is nested too deeply");
    return true;
  });
}

}  // namespace

std::vector<GivenLabel> read_answers(std::string_view text) {
  Answers answers;
  try {
    json whole;
    bool is_whole = true;
    try {
      whole = parse(text);
    } catch (const json::parse_error&) {
      is_whole = false;  // one object a line
    }
    if (is_whole) {
      answers.read(whole);
    } else {
      for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = trim(text.substr(begin, end - begin), " \t\r");
        if (!line.empty()) answers.read(parse(line));
        begin = end + 1;
      }
    }
  } catch (const json::exception& error) {
    throw Error("the answers are not JSON: " + printable(error.what()) + std::string(kExpected));
  }
  return std::move(answers.labels);
}

}  // namespace pagekin::wrapper
