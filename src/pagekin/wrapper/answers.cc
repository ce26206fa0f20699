#include "pagekin/wrapper/answers.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/features/readable_text.h"

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

// A member that is a text; empty where there is none.
std::string text_member(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return {};
  if (!found->is_string()) throw Error("'" + std::string(name) + "' is not a text");
  return found->get<std::string>();
}

GivenLabel label_of_object(const json& object) {
  if (!object.is_object()) throw Error("a label is not an object");
  GivenLabel label;
  label.page = text_member(object, "page");
  label.field = std::string(trim(text_member(object, "field")));
  if (label.page.empty()) throw Error("a label lacks its page");
  if (label.field.empty()) throw Error("a label lacks its field");
  constexpr std::size_t longest_name = 100;
  const bool is_name =
      label.field.size() <= longest_name && std::ranges::none_of(label.field, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
      });
  if (!is_name)
    throw Error("the name of a field is longer than 100 bytes or has control characters");
  label.text = text_member(object, "xpath");
  label.kind = GivenLabel::Kind::kXpath;
  if (!label.text.empty()) return label;
  label.text = text_member(object, "css");
  label.kind = GivenLabel::Kind::kCss;
  if (!label.text.empty()) return label;
  label.text = text_member(object, "value");
  label.kind = features::readable_text(label.text).empty() ? GivenLabel::Kind::kAbsent
                                                           : GivenLabel::Kind::kValue;
  return label;
}

}  // namespace

LabelRequest read_label_request(std::string_view text) {
  try {
    const json whole = parse(text);
    if (!whole.is_object()) throw Error("a request is not an object");
    LabelRequest request{.template_label = text_member(whole, "template"),
                         .page = text_member(whole, "page")};
    const auto labels = whole.find("labels");
    if (labels == whole.end() || labels->is_null()) return request;
    if (!labels->is_array()) throw Error("'labels' is not a list");
    for (const json& one : *labels) {
      GivenLabel& label = request.labels.emplace_back(label_of_object(one));
      label.line = request.labels.size();
    }
    return request;
  } catch (const json::exception& error) {
    throw Error("the request is not JSON: " + printable(error.what()));
  }
}

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
