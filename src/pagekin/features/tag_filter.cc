#include "pagekin/features/tag_filter.h"

#include <algorithm>
#include <set>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/features/text_tags.h"

namespace pagekin::features {
namespace {

bool can_be_tag(std::string_view name) {
  return !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
         name.find_first_of(" \t\n\r\f/<>=\"'") == std::string_view::npos;
}

}  // namespace

TagFilter::TagFilter(std::string_view text) {
  if (text == "all") {
    known_.set();
  } else if (text == "block") {
    text_ = text;
    set_block_tags();
  } else {
    set_list(text);
  }
}

void TagFilter::set_block_tags() {
  known_ = ~text_tags();
  known_.set(html::kTagHead);
}

void TagFilter::set_list(std::string_view names) {
  all_unknown_ = false;
  std::set<std::string> sorted;
  std::string_view rest = names;
  while (true) {
    const auto end = rest.find_first_of(",+");
    std::string name = lower_case(rest.substr(0, end));
    if (!can_be_tag(name)) {
      throw OptionError("option 'tags' takes all, block or tag names joined by '+', got '" +
                            std::string(names) + "'",
                        "tags");
    }
    const html::TagId id = html::tag_id(name);
    if (id < html::kKnownTagEnd) {
      known_.set(id);
    } else {
      unknown_.push_back(id);
    }
    sorted.insert(std::move(name));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  std::ranges::sort(unknown_);
  unknown_.erase(std::unique(unknown_.begin(), unknown_.end()), unknown_.end());
  text_.clear();
  for (const std::string& name : sorted) text_ += (text_.empty() ? "" : "+") + name;
}

bool TagFilter::reads_unknown(html::TagId tag) const {
  return all_unknown_ || std::ranges::binary_search(unknown_, tag);
}

}  // namespace pagekin::features
