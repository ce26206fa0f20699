// Builds trees of any bytes. Checks that arrays fit together, that limits hold, that building
// twice gives the same tree, and that keeping text and attributes does not change the elements.
//
// The first byte chooses the limits, the second the options and the context of a
// fragment; the rest is the page.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "pagekin/dom/build.h"

#include "support/dom.h"

namespace {

using namespace pagekin;  // NOLINT: a program of one file

void require(bool condition) {
  if (!condition) std::abort();
}

constexpr dom::FragmentContext kContexts[] = {
    {"div"},
    {"td"},
    {"tr"},
    {"table"},
    {"select"},
    {"template"},
    {"frameset"},
    {"colgroup"},
    {"title"},
    {"html"},
    {"form"},
    {"desc", dom::Namespace::kSvg},
    {"mi", dom::Namespace::kMathMl},
};

const dom::Tree& build(dom::Builder& builder, std::string_view page, std::uint8_t choice,
                       const dom::BuildOptions& options) {
  const std::size_t context = choice / 8;
  if (context == 0 || context > std::size(kContexts)) return builder.build(page, options);
  return builder.build_fragment(page, kContexts[context - 1], options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view page(reinterpret_cast<const char*>(data + 2), size - 2);
  dom::BuildOptions options{.all_attributes = (data[1] & 1) != 0,
                            .text = (data[1] & 2) != 0,
                            .templates = (data[1] & 4) != 0};
  if (data[0] < 128) {
    options.max_depth = 2 + data[0] % 32;
    options.max_elements = 1 + 8u * (data[0] / 4);
    options.max_attributes = 3;
  }

  static dom::Builder builder;
  const dom::Tree first = build(builder, page, data[1], options);
  require(test::is_consistent(first));
  require(test::depth_of(first) <= options.max_depth);
  require(first.size() <= options.max_elements);
  require(builder.steps() <= 1'000 * size + 10'000);

  dom::Builder fresh;
  const dom::Tree& second = build(fresh, page, data[1], options);
  require(static_cast<const dom::TagTree&>(first) == second);
  require(first.offsets == second.offsets && first.text_spans.size() == second.text_spans.size());

  options.text = !options.text;
  options.attributes = options.all_attributes = false;
  const dom::Tree& other = build(fresh, page, data[1], options);
  require(static_cast<const dom::TagTree&>(first) == other);
  return 0;
}
