// The known templates of pages.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/export.h"

namespace pagekin {

// Template names by page id.
using LabelMap = std::map<std::string, std::string>;

// A table of two columns, page id and template name, separated by a tab. Throws InputError,
// naming file and line.
PAGEKIN_API LabelMap read_labels(const std::string& path);

// Labels of pages by their ids, or rules for their ids. A value; copies share what they hold.
class PAGEKIN_API Labels {
 public:
  Labels() = default;  // none
  Labels(LabelMap labels);

  // A table of page id and template: tab-separated unless its name ends otherwise; "-" is standard
  // input. Throws InputError, naming file and line.
  static Labels read(const std::string& path);

  // Lines of a label, a tab and a regular expression that is searched for in the id; the first
  // match wins. Throws InputError, naming file and line.
  static Labels read_rules(const std::string& path);

  bool is_empty() const { return state_ == nullptr; }
  const std::string& name() const;  // of the file, for messages
  // Nothing: the page has no label.
  std::optional<std::string> template_of(std::string_view page) const;

  struct State;
  explicit Labels(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace pagekin
