// Texts that are fixed in the templates of a site, for pages whose site is known from the models of
// its templates alone: a page that was read by itself, with an index.
//
// Models of several sites may be there. Those of the page's own site are found by their frame: the
// page has at least a third of their fixed texts, and at least three of them.
//
// Memory: some 40 bytes a distinct fixed text. Cost: linear in the page, times the templates that
// have the same text.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "pagekin/maintext/page_blocks.h"
#include "pagekin/skeleton/page_nodes.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::maintext {

class TemplateTexts {
 public:
  // Models of fewer pages than this are passed over.
  static constexpr std::uint32_t fewest_pages = 3;

  explicit TemplateTexts(std::span<const skeleton::TemplateModel> models);

  // The share of the pages of the site's templates that have all texts of a block, by block; 0 if
  // no template of the site is known.
  std::vector<double> shares_of(const skeleton::PageNodes& page,
                                std::span<const Block> blocks) const;

 private:
  struct Template {
    std::uint32_t pages = 0;
    std::uint32_t fixed = 0;  // distinct texts
  };
  std::vector<std::uint32_t> templates_with(std::string_view text) const;

  std::vector<Template> templates_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_text_;  // ascending
};

}  // namespace pagekin::maintext
