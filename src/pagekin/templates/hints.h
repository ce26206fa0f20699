// What a person or a program says of some pages: the template of a page, or that two pages are
// of one template, or of two.
//
// Pages that are of one template by these hints form a seed. Two seeds are apart if both have
// a name, or if a hint says so of two of their pages.
//
// Cost: time O(h log^2 h) for h hints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/core/byte_reader.h"

namespace pagekin::templates {

constexpr std::uint32_t kNoSeed = UINT32_MAX;

struct SeedPage {
  std::uint32_t page = 0;
  std::uint32_t seed = 0;
};

class Seeds {
 public:
  Seeds() = default;
  Seeds(std::vector<SeedPage> pages, std::vector<std::string> names,
        std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_apart);

  bool empty() const { return pages_.empty(); }
  std::size_t size() const { return names_.size(); }

  // Pages that have a seed, ascending.
  const std::vector<SeedPage>& pages() const { return pages_; }

  // Empty if no hint names the template of the seed.
  const std::string& name(std::uint32_t seed) const { return names_[seed]; }

  // Whether two seeds cannot be of one template. A seed is not apart from itself or kNoSeed.
  bool are_apart(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<SeedPage> pages_;
  std::vector<std::string> names_;                                    // by seed
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_apart_;  // ascending, in both orders
};

constexpr std::uint32_t kPageLeft = UINT32_MAX;  // the new number of a page that is there no more

// Leaves of a list by page what belongs to pages that stay. The list may lack the last pages.
template <class Values>
void keep_staying(std::span<const std::uint32_t> new_numbers, Values& of_page) {
  std::size_t kept = 0;
  for (std::size_t page = 0; page < of_page.size(); ++page) {
    if (new_numbers[page] != kPageLeft) of_page[kept++] = of_page[page];
  }
  of_page.resize(kept);
}

class Hints {
 public:
  // The page is of the template with this name, which is not empty.
  void add_name(std::uint32_t page, std::string_view name);
  // The two pages are of one template, or of two.
  void add_same(std::uint32_t page, std::uint32_t other);
  void add_different(std::uint32_t page, std::uint32_t other);

  // Adds older hints behind these.
  void add_older(const Hints& older);

  // Gives pages new numbers, by their old ones. Hints that speak of a page with kPageLeft go.
  void renumber(std::span<const std::uint32_t> new_numbers);

  bool empty() const { return hints_.empty(); }
  std::size_t size() const { return hints_.size(); }

  // Returns the numbers of the hints that contradict those before them, ascending.
  std::vector<std::size_t> contradictions() const;
  void drop_contradictions();

  // Returns the seeds, without the hints that contradict others. Seeds are numbered by their
  // first pages.
  Seeds seeds() const;

  // Writes the hints. load() replaces them by what was written, for a crawl of this many pages.
  // It throws Error for bytes that save() cannot have written.
  void save(const std::function<void(std::string_view)>& write) const;
  void load(ByteReader& bytes, std::size_t pages);

 private:
  enum class Kind : std::uint8_t { kName, kSame, kDifferent };
  struct Hint {
    Kind kind = Kind::kName;
    std::uint32_t page = 0;
    std::uint32_t other = 0;  // the other page
    std::string name;
  };
  class Resolver;

  std::vector<Hint> hints_;
};

}  // namespace pagekin::templates
