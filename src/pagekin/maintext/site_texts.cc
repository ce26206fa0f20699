#include "pagekin/maintext/site_texts.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace pagekin::maintext {
namespace {

constexpr std::size_t kMostOfTitle = 64;  // pages of one title that are compared

// Whether nine in ten of the keys that either of the two has are in both.
bool are_copies(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::size_t common = 0;
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    if (a[i] == b[k]) {
      ++common;
      ++i;
      ++k;
    } else if (a[i] < b[k]) {
      ++i;
    } else {
      ++k;
    }
  }
  return 10 * common >= 9 * (a.size() + b.size() - common);
}

}  // namespace

std::uint64_t SiteTexts::title_key(const skeleton::PageNodes& page) {
  for (const skeleton::Value& text : page.texts) {
    if (page.nodes[text.element].tag == html::kTagTitle) return text.hash | 1;
  }
  return 0;
}

std::uint32_t SiteTexts::find_copy(const Site& site, std::uint64_t title,
                                   const std::vector<std::uint64_t>& keys) {
  const auto same = site.by_title.find(title);
  if (same == site.by_title.end()) return no_page;
  for (const std::uint32_t page : same->second) {
    if (are_copies(site.pages[page].keys, keys)) return page;
  }
  return no_page;
}

bool SiteTexts::add(std::uint64_t site_key, std::uint64_t title, std::vector<std::uint64_t> keys) {
  Site& site = sites_[site_key];
  if (find_copy(site, title, keys) != no_page) return false;
  if (keys_ + keys.size() > most_keys_) return true;
  keys_ += keys.size();
  const auto number = static_cast<std::uint32_t>(site.pages.size());
  std::vector<std::uint32_t>& same = site.by_title[title];
  if (same.size() < kMostOfTitle) same.push_back(number);
  for (const std::uint64_t key : keys) {
    Count& count = site.counts[key];
    if (count.pages == 0) count.first = number;
    if (count.pages == 1) count.second = number;
    ++count.pages;
  }
  site.pages.push_back({.title = title, .keys = std::move(keys)});
  return true;
}

PageTexts::PageTexts(const SiteTexts& texts, std::uint64_t site, std::uint64_t title,
                     const std::vector<Block>& blocks) {
  const auto known = texts.sites_.find(site);
  if (known == texts.sites_.end()) return;
  site_ = &known->second;
  own_ = SiteTexts::find_copy(*site_, title, keys_of(blocks));
  other_pages_ = static_cast<std::uint32_t>(site_->pages.size());
  if (own_ != SiteTexts::no_page) --other_pages_;
  find_retitled_copy(blocks);
  if (copy_ != SiteTexts::no_page) --other_pages_;
}

std::uint32_t PageTexts::count(const Block& block, std::uint32_t& only) const {
  only = SiteTexts::no_page;
  if (site_ == nullptr || block.key == 0) return 0;
  const auto known = site_->counts.find(block.key);
  if (known == site_->counts.end()) return 0;
  const SiteTexts::Count& count = known->second;
  std::uint32_t pages = count.pages;
  if (own_ != SiteTexts::no_page &&
      std::ranges::binary_search(site_->pages[own_].keys, block.key)) {
    --pages;
  }
  if (pages == 1) only = count.first == own_ ? count.second : count.first;
  return pages;
}

void PageTexts::find_retitled_copy(const std::vector<Block>& blocks) {
  std::unordered_map<std::uint32_t, std::uint64_t> shared;  // words, by the only other page
  std::uint64_t all = 0;
  for (const Block& block : blocks) {
    std::uint32_t only = SiteTexts::no_page;
    if (count(block, only) > 1) continue;
    all += block.words;
    if (only != SiteTexts::no_page) shared[only] += block.words;
  }
  for (const auto& [page, words] : shared) {
    if (words > 0 && 10 * words >= 9 * all) copy_ = page;  // at most one page has so many
  }
}

std::uint32_t PageTexts::pages_with(const Block& block) const {
  std::uint32_t only = SiteTexts::no_page;
  std::uint32_t pages = count(block, only);
  if (pages > 0 && copy_ != SiteTexts::no_page &&
      std::ranges::binary_search(site_->pages[copy_].keys, block.key)) {
    --pages;
  }
  return pages;
}

}  // namespace pagekin::maintext
