#include "pagekin/reading/wanted.h"

#include <algorithm>

#include "pagekin/core/error.h"
#include "pagekin/core/suggest.h"
#include "pagekin/core/text.h"

namespace pagekin::reading {

bool is_wanted(std::span<const std::string> wanted, const TemplateLabel& label) {
  return wanted.empty() || std::ranges::any_of(wanted, [&](const std::string& text) {
           return text == label.id ||
                  (!text.empty() && (text == label.name || text == label.given_name));
         });
}

void check_templates(std::span<const std::string> wanted, std::span<const TemplateLabel> all) {
  constexpr std::size_t most_named = 10;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::span<const std::string> word = wanted.subspan(i, 1);
    if (std::ranges::any_of(all,
                            [&](const TemplateLabel& label) { return is_wanted(word, label); })) {
      continue;
    }
    std::string known;
    for (std::size_t k = 0; k < std::min(all.size(), most_named); ++k) {
      known += (known.empty() ? "" : ", ") + printable(all[k].id);
    }
    if (all.size() > most_named) known += ", ...";
    throw OptionError(option_named("template") + ": there is no template '" + printable(wanted[i]) +
                          "'; there are " + (known.empty() ? "none" : known),
                      "template");
  }
}

void check_columns(std::span<const std::string> wanted,
                   const std::vector<std::string_view>& known) {
  for (const std::string& name : wanted) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string meant = did_you_mean(name, known);
    throw OptionError(option_named("columns") + ": no template has a column '" + printable(name) +
                          "'" + (meant.empty() ? "" : "; " + meant),
                      "columns");
  }
}

}  // namespace pagekin::reading
