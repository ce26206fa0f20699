// The pages of one site, few or millions, and their templates.
//
// Pages with the same marks have the same look and are kept once. Templates are learned
// from a sample of some thousand looks, drawn by their marks, so that it is the same sample
// whatever the order of the pages; all others are kept as sketches and go to the template
// under which they are likeliest. A sampled page most of whose structure is found nowhere
// else on the site is a stranger: it takes no part in learning and is a template of its own.
//
// Cost: memory 8 bytes a mark of the sampled looks, at most some 500 bytes for each of the
// others (some 30 and a byte a mark); time O(marks) a page, and what learn_templates takes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/hash.h"
#include "pagekin/templates/recurring_marks.h"
#include "pagekin/templates/site_placer.h"

namespace pagekin::templates {

struct SiteTemplates {
  std::vector<std::uint32_t> template_of;        // by look
  std::vector<std::vector<std::uint64_t>> core;  // by template: marks that its pages have
  SitePlacer placer;                             // of the first templates; strangers follow
};

// Numbers of looks by their hashes, which are kept elsewhere: 8 to 16 bytes a look.
class LookTable {
 public:
  // The number of the look with this hash; `next`, which it gets now, if there is none.
  // hash_of(number) gives the hash of a look that is there.
  template <class HashOf>
  std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t next, const HashOf& hash_of) {
    if (2 * (std::size_t{next} + 1) > places_.size()) {
      places_.assign(std::max<std::size_t>(16, 2 * places_.size()), 0);
      for (std::uint32_t i = 0; i < next; ++i) places_[place(hash_of(i), hash_of)] = i + 1;
    }
    std::uint32_t& at = places_[place(hash, hash_of)];
    if (at == 0) at = next + 1;
    return at - 1;
  }

  template <class HashOf>
  std::optional<std::uint32_t> find(std::uint64_t hash, const HashOf& hash_of) const {
    if (places_.empty()) return {};
    const std::uint32_t at = places_[place(hash, hash_of)];
    if (at == 0) return {};
    return at - 1;
  }

 private:
  template <class HashOf>
  std::size_t place(std::uint64_t hash, const HashOf& hash_of) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = static_cast<std::size_t>(mix(hash ^ seed_)) & mask;
    while (places_[at] != 0 && hash_of(places_[at] - 1) != hash) at = (at + 1) & mask;
    return at;
  }

  std::uint64_t seed_ = process_seed();
  std::vector<std::uint32_t> places_;  // number + 1, or 0; a power of two, at most half full
};

class SitePages {
 public:
  // Returns the number of the page's look, from 0 in the order in which they come.
  // `address` are the marks of its address; of equal pages those of one.
  std::uint32_t add(std::vector<std::uint64_t>&& marks, std::vector<std::uint64_t>&& address = {});

  std::size_t looks() const { return looks_.size(); }

  // The number of the look of pages with these marks, if there are any.
  std::optional<std::uint32_t> find(MarkSet marks) const;

  SiteTemplates learn() const;

  // Hands over, in pieces, what all pages have left behind; load() takes it up in place of
  // what is there. Throws Error for bytes that save() does not write.
  void save(const std::function<void(std::string_view)>& write) const;
  void load(ByteReader& bytes);

 private:
  struct Look {
    std::uint64_t hash = 0;  // of its marks
    std::uint32_t pages = 0;
    std::uint32_t at = 0;  // among the sampled looks, or the sketches
  };

  auto hash_by_number() const {
    return [this](std::uint32_t number) { return looks_[number].hash; };
  }
  bool is_sampled(const Look& look) const;
  std::string_view sketch_of(const Look& look) const;
  struct Sampled {
    std::vector<std::uint64_t> marks;
    std::vector<std::uint64_t> address;
  };
  void keep(Look& look, Sampled&& page);
  void sketch(Look& look, MarkSet marks);
  void draw_fewer();

  std::vector<Look> looks_;
  LookTable numbers_;
  int level_ = 64;  // looks with a hash below 2^level are sampled
  std::vector<Sampled> sampled_;
  std::string sketches_;  // one after the other
  std::vector<std::uint64_t> sketch_begins_;
};

}  // namespace pagekin::templates
