// Seeded pages as templates and people make them: nested markup with classes and text,
// and now and then something broken.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/random.h"

namespace pagekin::test {

// About `pieces` pieces of markup.
inline std::string random_page(Random& random, std::uint32_t pieces) {
  constexpr std::string_view names[] = {"div", "p",  "span", "ul",      "li",     "a",   "b",
                                        "td",  "tr", "h2",   "section", "option", "x-y", "table"};
  constexpr std::string_view texts[] = {
      "one", " two \n words ", "&eacute;t&#233;", "caf\xC3\xA9", "   ", "&amp", "a&nbsp;b",
      "one", "&nosuch; x"};
  constexpr std::string_view classes[] = {"nav", "item",  "item active", " a\tb ",
                                          "",    "&amp;", "caf\xC3\xA9", "Nav"};
  constexpr std::string_view odd[] = {"<br>",
                                      "<img class=pic>",
                                      "</p>",
                                      "<!-- <p> -->",
                                      "</nosuch>",
                                      "<",
                                      "<svg><path/></svg>",
                                      "<p class",
                                      "<td>",
                                      "</table>",
                                      "<form>",
                                      "<b><p></b>",
                                      "<template><i>t</i></template>",
                                      "</div></div>",
                                      "<select><option>1<option>2</select>",
                                      "<script>if (a<b) c='&amp;'</script>",
                                      "<svg><![CDATA[a &amp; b]]></svg>",
                                      "<textarea> &lt;p> </textarea>"};
  std::string page =
      random.chance(0.8) ? "<!doctype html><html><head><title>t</title></head><body>" : "";
  std::vector<std::string_view> open;
  for (std::uint32_t i = 0; i < pieces; ++i) {
    const std::uint32_t kind = random.below(10);
    if (kind < 4) {
      const std::string_view name = names[random.below(std::size(names))];
      (page += '<') += name;
      if (random.chance(0.4)) {
        ((page += " class=\"") += classes[random.below(std::size(classes))]) += '"';
      }
      page += '>';
      open.push_back(name);
    } else if (kind < 7) {
      if (open.empty()) continue;
      ((page += "</") += open.back()) += '>';
      open.pop_back();
    } else if (kind < 9) {
      page += texts[random.below(std::size(texts))];
    } else {
      page += odd[random.below(std::size(odd))];
    }
  }
  return page;
}

// The same page with some bytes of it written again elsewhere or left out, so that the
// two are similar.
inline std::string disturbed_page(Random& random, std::string page) {
  for (std::uint32_t edits = random.below(4); edits > 0 && !page.empty(); --edits) {
    const auto size = static_cast<std::uint32_t>(page.size());
    const std::size_t at = random.below(size);
    const std::size_t count = random.below(40);
    if (random.chance(0.5)) {
      page.erase(at, count);
    } else {
      page.insert(at, page.substr(random.below(size), count));
    }
  }
  return page;
}

}  // namespace pagekin::test
