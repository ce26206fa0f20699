#include "pagekin/maintext/template_texts.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/skeleton/places.h"

namespace pagekin::maintext {
namespace {

constexpr std::uint32_t kFewestOfFrame = 3;  // texts

std::uint64_t key_of_part(std::string_view text) {
  return hash_bytes(skeleton::shortened_text(text));
}

}  // namespace

TemplateTexts::TemplateTexts(std::span<const skeleton::TemplateModel> models) {
  for (const skeleton::TemplateModel& model : models) {
    if (model.pages < fewest_pages) continue;
    const auto number = static_cast<std::uint32_t>(templates_.size());
    Template& added = templates_.emplace_back(Template{.pages = model.pages});
    for (const skeleton::Part& part : model.parts) {
      const bool is_fixed = part.is_text && part.kind == skeleton::PartKind::kFixed;
      if (!is_fixed || !skeleton::has_letters(part.text)) continue;
      std::vector<std::uint32_t>& with = by_text_[hash_bytes(part.text)];
      if (!with.empty() && with.back() == number) continue;
      with.push_back(number);
      ++added.fixed;
    }
  }
}

std::vector<std::uint32_t> TemplateTexts::templates_with(std::string_view text) const {
  const auto found = by_text_.find(key_of_part(text));
  return found == by_text_.end() ? std::vector<std::uint32_t>() : found->second;
}

std::vector<double> TemplateTexts::shares_of(const skeleton::PageNodes& page,
                                             std::span<const Block> blocks) const {
  std::vector<double> shares(blocks.size());
  if (templates_.empty()) return shares;
  std::vector<std::uint64_t> keys;
  for (const skeleton::Value& text : page.texts) {
    if (skeleton::has_letters(page.text(text))) keys.push_back(key_of_part(page.text(text)));
  }
  sort_unique(keys);
  std::vector<std::uint32_t> common(templates_.size());
  for (const std::uint64_t key : keys) {
    const auto found = by_text_.find(key);
    if (found == by_text_.end()) continue;
    for (const std::uint32_t number : found->second) ++common[number];
  }
  std::uint64_t pages_of_site = 0;
  std::vector<bool> is_of_site(templates_.size());
  for (std::size_t i = 0; i < templates_.size(); ++i) {
    is_of_site[i] = common[i] >= kFewestOfFrame && 3 * common[i] >= templates_[i].fixed;
    if (is_of_site[i]) pages_of_site += templates_[i].pages;
  }
  if (pages_of_site == 0) return shares;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].key == 0) continue;
    std::vector<std::uint32_t> with;
    bool is_first = true;
    for (std::uint32_t i = blocks[b].begin; i < blocks[b].end; ++i) {
      const std::string_view text = page.text(page.texts[i]);
      if (!skeleton::has_letters(text)) continue;
      std::vector<std::uint32_t> own = templates_with(text);
      if (!is_first) {
        std::vector<std::uint32_t> both;
        std::ranges::set_intersection(with, own, std::back_inserter(both));
        own.swap(both);
      }
      with.swap(own);
      is_first = false;
      if (with.empty()) break;
    }
    std::uint64_t pages = 0;
    for (const std::uint32_t number : with) {
      if (is_of_site[number]) pages += templates_[number].pages;
    }
    shares[b] = static_cast<double>(pages) / static_cast<double>(pages_of_site);
  }
  return shares;
}

}  // namespace pagekin::maintext
