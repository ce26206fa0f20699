#include "pagekin/maintext/site_texts.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/html/tag_set.h"
#include "pagekin/skeleton/places.h"

namespace pagekin::maintext {
namespace {

constexpr std::size_t kMostOfTitle = 64;   // pages of one title or heading that are compared
constexpr std::size_t kMostHeadlines = 4;  // h1 of a page, the first ones
constexpr std::uint32_t kParagraphWords = 10;
constexpr std::uint32_t kHeadingWords = 20;  // at most, of what is not marked as one

// Whether nine in ten of the keys that either of the two has are in both.
bool are_nearly_equal(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  const std::size_t common = count_common(a, b);
  return 10 * common >= 9 * (a.size() + b.size() - common);
}

// Of letters and digits, in lower case.
std::uint64_t heading_key(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    const bool is_capital = c >= 'A' && c <= 'Z';
    const bool is_kept = is_capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                         static_cast<unsigned char>(c) >= 0x80;
    if (is_kept) letters += is_capital ? static_cast<char>(c + 32) : c;
  }
  return letters.empty() ? 0 : hash_bytes(letters) | 1;
}

// "A man bites a dog" of "A man bites a dog - The News".
std::string_view longest_part(std::string_view title) {
  constexpr std::array<std::string_view, 7> separators{
      " - ", " | ", " \u2013 ", " \u2014 ", " \u00b7 ", " \u00bb ", " :: "};
  std::string_view longest;
  while (!title.empty()) {
    std::size_t end = title.size();
    std::size_t next = title.size();
    for (const std::string_view separator : separators) {
      const std::size_t found = title.find(separator);
      if (found >= end) continue;
      end = found;
      next = found + separator.size();
    }
    if (end > longest.size()) longest = title.substr(0, end);
    title.remove_prefix(next);
  }
  return longest;
}

}  // namespace

PageKeys keys_of(const skeleton::PageNodes& page, const std::vector<Block>& blocks) {
  PageKeys keys;
  std::uint64_t heading = 0;
  for (const skeleton::Value& text : page.texts) {
    if (page.nodes[text.element].tag != html::kTagTitle) continue;
    keys.title = text.hash;
    heading = heading_key(longest_part(page.text(text)));
    if (heading != 0) keys.headlines.push_back(heading);
    break;
  }
  std::uint64_t before = 0;  // of the block before, if that may be a heading
  std::string text;
  std::size_t titles = 0;
  for (const Block& block : blocks) {
    if (block.key == 0) continue;
    keys.blocks.push_back(block.key);
    if (block.is_prose(kParagraphWords)) {
      keys.paragraphs += block.words;
      if (heading != 0) keys.passages.push_back(skeleton::combine(heading, block.key));
      if (before != 0) {
        keys.passages.push_back(skeleton::combine(before, block.key));
        keys.headings.push_back(before);
      }
    }
    const html::TagId tag = page.nodes[block.element].tag;
    const bool is_heading = html::kHeadings.has(tag);
    before = 0;
    if (!is_heading && block.words > kHeadingWords) continue;
    text.clear();
    for (std::uint32_t i = block.begin; i < block.end; ++i) text += page.text(page.texts[i]);
    before = heading_key(text);
    if (!is_heading || before == 0) continue;
    heading = before;
    keys.headings.push_back(heading);
    if (tag != html::kTagH1) continue;
    keys.has_h1 = true;
    keys.title = skeleton::combine(keys.title, heading);
    if (titles++ < kMostHeadlines) keys.headlines.push_back(heading);
  }
  keys.headings.insert(keys.headings.end(), keys.headlines.begin(), keys.headlines.end());
  for (auto* const list : {&keys.blocks, &keys.headlines, &keys.headings, &keys.passages}) {
    sort_unique(*list);
  }
  return keys;
}

std::uint32_t SiteTexts::find_copy(const Site& site, const PageKeys& page) {
  const auto same = site.by_title.find(page.title);
  if (same == site.by_title.end()) return no_page;
  for (const std::uint32_t other : same->second) {
    const std::vector<std::uint64_t>& blocks = site.pages[other].blocks;
    if (page.has_h1 ? are_nearly_equal(blocks, page.blocks) : blocks == page.blocks) return other;
  }
  return no_page;
}

bool SiteTexts::add(std::uint64_t site_key, PageKeys page) {
  Site& site = sites_[site_key];
  if (find_copy(site, page) != no_page) return false;
  const std::size_t keys = page.blocks.size() + 2 * page.headings.size();
  if (keys_ + keys > most_keys_) return true;
  keys_ += keys;
  const auto number = static_cast<std::uint32_t>(site.pages.size());
  const auto remember = [number](std::vector<std::uint32_t>& pages) {
    if (pages.size() < kMostOfTitle) pages.push_back(number);
  };
  remember(site.by_title[page.title]);
  for (const std::uint64_t key : page.headings) remember(site.by_heading[key]);
  for (const std::uint64_t key : page.headlines) ++site.headlines[key];
  for (const std::uint64_t key : page.blocks) {
    Count& count = site.counts[key];
    if (count.pages == 0) count.first = number;
    if (count.pages == 1) count.second = number;
    ++count.pages;
  }
  site.pages.push_back({.blocks = std::move(page.blocks),
                        .passages = std::move(page.passages),
                        .paragraphs = page.paragraphs});
  return true;
}

PageTexts::PageTexts(const SiteTexts& texts, std::uint64_t site, const PageKeys& page,
                     const std::vector<Block>& blocks) {
  const auto known = texts.sites_.find(site);
  if (known == texts.sites_.end()) return;
  site_ = &known->second;
  own_ = SiteTexts::find_copy(*site_, page);
  other_pages_ = static_cast<std::uint32_t>(site_->pages.size());
  if (own_ != SiteTexts::no_page) --other_pages_;
  find_retitled_copy(blocks);
  if (copy_ != SiteTexts::no_page) --other_pages_;
  find_showing(page, blocks);
}

bool PageTexts::has_block(std::uint32_t page, const Block& block) const {
  return page != SiteTexts::no_page &&
         std::ranges::binary_search(site_->pages[page].blocks, block.key);
}

std::uint32_t PageTexts::count(const Block& block, std::uint32_t& only) const {
  only = SiteTexts::no_page;
  if (site_ == nullptr || block.key == 0) return 0;
  const auto known = site_->counts.find(block.key);
  if (known == site_->counts.end()) return 0;
  const SiteTexts::Count& count = known->second;
  const std::uint32_t pages = count.pages - (has_block(own_, block) ? 1 : 0);
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

bool PageTexts::shares_half(std::uint32_t other, const std::vector<Paragraph>& paragraphs) const {
  std::uint64_t all = 0;
  std::uint64_t shared = 0;
  std::uint64_t all_rare = 0;
  std::uint64_t shared_rare = 0;
  for (const Paragraph& paragraph : paragraphs) {
    const bool is_shared = has_block(other, paragraph.block);
    all += paragraph.block.words;
    if (is_shared) shared += paragraph.block.words;
    if (!paragraph.is_rare) continue;
    all_rare += paragraph.block.words;
    if (is_shared) shared_rare += paragraph.block.words;
  }
  return (shared > 0 && 2 * shared >= std::min(all, site_->pages[other].paragraphs)) ||
         (shared_rare > 0 && 2 * shared_rare >= all_rare);
}

void PageTexts::find_showing(const PageKeys& page, const std::vector<Block>& blocks) {
  std::vector<Paragraph> paragraphs;
  for (const Block& block : blocks) {
    if (!block.is_prose(kParagraphWords)) continue;
    paragraphs.push_back({.block = block, .is_rare = 2 * pages_with(block) <= other_pages_});
  }
  for (const std::uint64_t headline : page.headlines) {
    const auto own = site_->headlines.find(headline);
    const std::size_t pages = own == site_->headlines.end() ? 0 : own->second;
    if (pages > 1 && 10 * pages >= 9 * site_->pages.size()) continue;
    const auto with = site_->by_heading.find(headline);
    if (with == site_->by_heading.end()) continue;
    for (const std::uint32_t other : with->second) {
      if (other == own_ || other == copy_) continue;
      showing_.push_back(
          {.page = other, .headline = headline, .shows_all = shares_half(other, paragraphs)});
    }
  }
}

std::uint32_t PageTexts::pages_with(const Block& block) const {
  std::uint32_t only = SiteTexts::no_page;
  const std::uint32_t pages = count(block, only);
  return pages > 0 && has_block(copy_, block) ? pages - 1 : pages;
}

std::uint32_t PageTexts::strangers_with(const Block& block) const {
  const std::uint32_t pages = pages_with(block);
  if (pages == 0 || !block.is_prose(0)) return pages;
  std::vector<std::uint32_t> showing;
  for (const Showing& shown : showing_) {
    const bool shows =
        shown.shows_all ? has_block(shown.page, block)
                        : std::ranges::binary_search(site_->pages[shown.page].passages,
                                                     skeleton::combine(shown.headline, block.key));
    if (shows && std::ranges::find(showing, shown.page) == showing.end())
      showing.push_back(shown.page);
  }
  return pages - static_cast<std::uint32_t>(showing.size());
}

}  // namespace pagekin::maintext
