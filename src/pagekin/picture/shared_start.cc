#include "pagekin/picture/shared_start.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "pagekin/core/hash.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/build.h"
#include "pagekin/html/tag_id.h"
#include "pagekin/picture/visible_page.h"

namespace pagekin::picture {
namespace {

constexpr std::uint64_t kOwnPart = 10;    // the start ends with a tenth of the own letters
constexpr std::size_t kMostHidden = 200;  // elements of a page

// How many pages of a site have an element with this content, by its hash.
using ContentCounts = std::unordered_map<std::uint64_t, std::uint32_t>;

const dom::Tree& tree_of(std::string_view text) {
  thread_local dom::Builder builder;
  return builder.build(text, {.all_attributes = true, .text = true, .blank_text = false});
}

// For each element a hash of what a reader sees of it.
std::vector<std::uint64_t> content_hashes(const VisiblePage& page) {
  const dom::Tree& tree = page.tree();
  const std::uint64_t seed = process_seed();
  std::vector<std::uint64_t> hashes(tree.size());
  for (std::size_t i = tree.size(); i-- > 0;) {
    const auto element = static_cast<std::uint32_t>(i);
    std::uint64_t hash = mix(seed + tree.tags[i]);
    if (is_picture(tree.tags[i])) {
      hash = mix(hash ^ hash_bytes(page.attribute(element, dom::AttributeName::kSrc), seed));
    }
    page.walk(
        element,
        [&](std::uint32_t child) {
          if (!is_never_shown(tree.tags[child])) hash = mix(hash + hashes[child]);
        },
        [&](const dom::TextLeaf& leaf) {
          for (std::uint32_t k = 0; k < leaf.span_count; ++k) {
            const std::string_view text =
                trim(tree.view(tree.text_spans[leaf.first_span + k]), " \t\n\f\r");
            hash = mix(hash ^ hash_bytes(text, seed));
          }
        });
    hashes[i] = hash;
  }
  return hashes;
}

void count_contents(std::string_view text, ContentCounts& counts) {
  const VisiblePage page(tree_of(text));
  std::vector<std::uint64_t> hashes = content_hashes(page);
  std::ranges::sort(hashes);
  const auto repeated = std::unique(hashes.begin(), hashes.end());
  for (auto hash = hashes.begin(); hash != repeated; ++hash) ++counts[*hash];
}

// "html>:nth-child(2)>:nth-child(4)"
std::string place_of(const dom::Tree& tree, std::uint32_t element) {
  std::string place;
  for (; element != 0; element = tree.parents[element]) {
    std::size_t number = 1;
    const std::uint32_t parent = tree.parents[element];
    for (std::uint32_t child = parent + 1; child != element; child += tree.sizes[child]) ++number;
    place.insert(0, ">:nth-child(" + std::to_string(number) + ")");
  }
  return "html" + place;
}

class StartFinder {
 public:
  // `others`: the pages of the site without this one.
  StartFinder(const VisiblePage& page, const ContentCounts& counts, std::size_t others)
      : page_(page), counts_(counts), others_(others), hashes_(content_hashes(page)) {}

  std::string style() {
    const std::uint64_t own = visit(0, nullptr);
    if (own == 0) return {};
    std::string style;
    visit(own, &style);
    return style;
  }

 private:
  bool is_shared(std::uint32_t element) const {
    const auto count = counts_.find(hashes_[element]);
    return count != counts_.end() && 2 * (count->second - std::size_t{1}) > others_;
  }

  // Goes through the body. Returns the letters outside of shared elements; adds a rule for each
  // shared element that comes before a tenth of `own` of them.
  std::uint64_t visit(std::uint64_t own, std::string* style) const {
    const dom::Tree& tree = page_.tree();
    std::uint64_t passed = 0;
    std::size_t hidden = 0;
    std::size_t leaf = 0;
    const auto pass_texts = [&](std::size_t before) {
      for (; leaf < tree.texts.size() && tree.texts[leaf].before <= before; ++leaf) {
        if (is_in_body(tree.texts[leaf].parent)) {
          passed += page_.length_of(tree.texts[leaf]);
        }
      }
    };
    for (std::uint32_t element = 0; element < tree.size();) {
      pass_texts(element);
      const html::TagId tag = tree.tags[element];
      if (tag == html::kTagHtml || tag == html::kTagBody) {
        ++element;
        continue;
      }
      if (!is_never_shown(tag) && !is_shared(element)) {
        ++element;
        continue;
      }
      if (style != nullptr && !is_never_shown(tag) && passed * kOwnPart < own &&
          ++hidden <= kMostHidden) {
        *style += place_of(tree, element) + "{display:none!important}";
      }
      const std::uint32_t end = page_.end_of(element);
      pass_within(element, end, leaf);
      element = end;
    }
    pass_texts(tree.size());
    return passed;
  }

  // Skips the texts inside of an element that ends before the element `end`.
  void pass_within(std::uint32_t element, std::uint32_t end, std::size_t& leaf) const {
    const dom::Tree& tree = page_.tree();
    while (leaf < tree.texts.size() && tree.texts[leaf].parent >= element &&
           tree.texts[leaf].parent < end) {
      ++leaf;
    }
  }

  bool is_in_body(std::uint32_t element) const {
    return !is_never_shown(page_.tag(element)) && page_.tag(element) != html::kTagHtml;
  }

  const VisiblePage& page_;
  const ContentCounts& counts_;
  std::size_t others_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace

std::vector<std::string> hide_shared_starts(std::span<const StartedPage> pages) {
  struct Site {
    std::size_t pages = 0;
    ContentCounts counts;
  };
  std::map<std::string_view, Site> sites;
  for (const StartedPage& page : pages) {
    check_stop();
    Site& site = sites[page.site];
    ++site.pages;
    count_contents(page.text, site.counts);
  }
  std::vector<std::string> styles;
  for (const StartedPage& page : pages) {
    check_stop();
    const Site& site = sites[page.site];
    const VisiblePage visible(tree_of(page.text));
    styles.push_back(StartFinder(visible, site.counts, site.pages - 1).style());
  }
  return styles;
}

}  // namespace pagekin::picture
