// Reads any bytes as the templates of a wrapper. Checks that what is accepted is written back as it
// was, and applies it to a page. The same bytes are read as an XPath, a CSS selector and answers.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/dom/build.h"
#include "pagekin/wrapper/answers.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/choose_template.h"
#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/queried_tree.h"
#include "pagekin/wrapper/wrapper_file.h"
#include "pagekin/wrapper/xpath.h"

namespace {

using namespace pagekin::wrapper;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

constexpr std::string_view kPage =
    "<html><body class=a><h1 id=t>Kettle</h1><table><tr><th>Price<td>$ 12<tr><th>Weight<td>2 kg"
    "</table><script type='application/ld+json'>{\"offers\": {\"price\": 12}}</script>";

const pagekin::dom::Tree& tree() {
  static pagekin::dom::Builder builder;
  static const pagekin::dom::Tree& built =
      builder.build(kPage, {.all_attributes = true, .text = true, .blank_text = false});
  return built;
}

void try_wrapper(std::string_view bytes) {
  Wrapper wrapper;
  try {
    wrapper = wrapper_from(bytes);
  } catch (const pagekin::Error&) {
    return;
  }
  require(to_bytes(wrapper) == bytes, "a wrapper is written differently");
  TemplateChooser(wrapper).choose({});
  for (const TemplateRules& rules : wrapper.templates) {
    Applier applier(rules);
    PageSlots page;
    read_slots(tree(), applier.slot_options(), page);
    std::vector<FoundField> found;
    applier.apply(page, "http://a.example/", found);
    require(found.size() == rules.fields.size(), "a field is missing");
    for (const FoundField& field : found) {
      require(field.state != FieldState::kFound || !field.values.empty(), "a value is missing");
    }
  }
}

template <class Parse>
void try_query(std::string_view bytes, const Parse& parse) {
  NodeQuery query;
  try {
    query = parse(bytes);
  } catch (const pagekin::Error&) {
    return;
  }
  const QueriedTree queried(tree());
  for (const NodePlace& place : queried.find(query)) queried.value(place);
  to_css(query);
  to_xpath(query);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try_wrapper(bytes);
  try_query(bytes, parse_xpath);
  try_query(bytes, parse_css);
  try {
    read_answers(bytes);
  } catch (const pagekin::Error&) {
    // Refused, with a message.
  }
  return 0;
}
