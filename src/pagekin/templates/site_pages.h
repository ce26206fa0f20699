// The pages of one site, few or millions, and their templates.
//
// Pages with the same marks have the same look and are kept once. Templates are learned
// from a sample of some thousand looks, drawn by their marks, so that it is the same sample
// whatever the order of the pages; all others are kept as sketches and go to the template
// under which they are likeliest. A sampled page most of whose structure is found nowhere
// else on the site is a stranger: it takes no part in learning and is a template of its own.
// Where there is more than the sample, pages of whatever kind that fit no template and agree
// with each other found further ones (see missed_templates.h).
//
// Cost: memory some 30 bytes a look and about a byte a mark (see packed_sets.h, mark_sketch.h;
// never more than some 500 bytes for one that is not sampled); time O(marks) a page, and what
// learn_templates takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/byte_strings.h"
#include "pagekin/core/key_numbers.h"
#include "pagekin/templates/inbound_links.h"
#include "pagekin/templates/missed_templates.h"
#include "pagekin/templates/packed_sets.h"
#include "pagekin/templates/recurring_marks.h"
#include "pagekin/templates/site_placer.h"

namespace pagekin::templates {

struct SiteTemplates {
  std::vector<std::uint32_t> template_of;        // by look
  std::vector<Certainty> certainty;              // by look
  std::vector<std::vector<std::uint64_t>> core;  // by template: marks that its pages have
  SitePlacer placer;  // of the first templates; those that the sample missed and strangers follow
};

// What is known of a page besides its marks.
struct PageContext {
  std::vector<std::uint64_t> address;  // marks, see features/url_shape.h
  std::uint64_t target = 0;            // of links to the page, see features/site_links.h
  std::vector<std::uint64_t> links;    // from it to others of its site, the same
};

class SitePages {
 public:
  // Returns the number of the page's look, from 0 in the order in which they come. Of equal
  // pages the address of one counts.
  std::uint32_t add(std::vector<std::uint64_t>&& marks, const PageContext& context = {});

  std::size_t distinct_pages() const { return distinct_.size(); }

  // The number of the look of pages with these marks, if there are any.
  std::optional<std::uint32_t> find(MarkSet marks) const;

  SiteTemplates learn() const;

  // Hands over, in pieces, what all pages have left behind; load() takes it up in place of
  // what is there. Throws Error for bytes that save() does not write.
  void save(const std::function<void(std::string_view)>& write) const;
  void load(ByteReader& bytes);

 private:
  struct DistinctPage {
    std::uint64_t hash = 0;  // of its marks
    std::uint32_t pages = 0;
    std::uint32_t at = 0;  // among the sampled looks, or the sketches
  };

  auto hash_by_number() const {
    return [this](std::uint32_t number) { return distinct_[number].hash; };
  }
  bool is_sampled(const DistinctPage& distinct) const;
  void store(DistinctPage& distinct, MarkSet marks, MarkSet address, std::uint64_t target);
  std::vector<std::vector<std::uint64_t>> contexts() const;
  void draw_fewer();

  struct Sample;
  Sample sample() const;
  std::vector<std::size_t> place_sketches(SiteTemplates& templates) const;
  void add_missed(const Sample& sample, std::span<const std::uint32_t> found,
                  std::vector<std::size_t> unfit, SiteTemplates& templates) const;
  std::optional<OddPage> odd_page_of(std::size_t number, const BlockShapes& shapes,
                                     const SiteTemplates& templates) const;

  std::vector<DistinctPage> distinct_;
  KeyNumbers numbers_;
  int level_ = 64;                      // looks with a hash below 2^level are sampled
  PackedSets marks_;                    // of the sampled looks, in their order
  PackedSets addresses_;                // the same
  std::vector<std::uint64_t> targets_;  // the same, of links to the page with that address
  InboundLinks links_;                  // between all pages
  ByteStrings sketches_;                // of the others, in the order in which they were made
};

}  // namespace pagekin::templates
