// The pages of one site, few or millions, and their templates.
//
// Pages with equal marks are stored once, as one distinct page. Templates are learned from
// a sample of up to 2,048 distinct pages, fewer if these have more than about two million
// different marks. It is drawn by the marks, so the order of the
// pages does not affect it. All other pages are stored as sketches and assigned to their
// most likely template. A sampled page is an outlier if most of its structure occurs
// nowhere else on the site: it is not used for learning and becomes a template of its own.
// If there are more pages than the sample, pages that fit no template and are similar to
// each other form further templates (see missed_templates.h).
//
// Pages of several sites, which nothing but their contents distinguishes, are divided first (see
// site_parts.h), and each part is learned like a site.
//
// Cost: memory about 30 bytes a distinct page and one byte a mark (see packed_sets.h,
// mark_sketch.h; at most about 500 bytes for a page that is not sampled, and 16 MB for the
// marks of the sample that are on one page only); time O(marks) a page, and that of
// learn_templates().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/byte_strings.h"
#include "pagekin/core/key_numbers.h"
#include "pagekin/recognise/recogniser.h"
#include "pagekin/templates/acceptance.h"
#include "pagekin/templates/hints.h"
#include "pagekin/templates/inbound_links.h"
#include "pagekin/templates/learn_templates.h"
#include "pagekin/templates/missed_templates.h"
#include "pagekin/templates/packed_sets.h"
#include "pagekin/templates/recurring_marks.h"
#include "pagekin/templates/site_placer.h"

namespace pagekin::templates {

struct SiteTemplates {
  std::vector<std::uint32_t> template_of;  // by distinct page
  std::vector<std::uint32_t> variant_of;   // by distinct page; a template has whole variants
  std::uint32_t variants = 0;              // their number
  std::vector<Certainty> certainty;        // by distinct page
  // By template: marks that nearly all its pages have.
  std::vector<std::vector<std::uint64_t>> core;
  // For the first templates; those that the sample missed and the outliers follow them.
  SitePlacer placer;
  // By seed of the site, ascending: its template, or those that it has in several parts.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> template_of_seed;
  // Distinct pages that a person should be asked about, by falling doubt (see questions.h).
  std::vector<std::pair<std::uint32_t, float>> asked;
  std::uint32_t parts = 1;  // that were learned like sites; with several, there is no placer
};

// What hints say of a site's pages.
struct SiteSeeds {
  std::vector<SeedPage> pages;  // distinct pages, each at most once
  const Seeds* seeds = nullptr;
};

// What is known of a page besides its marks.
struct PageContext {
  std::vector<std::uint64_t> address;  // its marks, see features/url_shape.h
  std::uint64_t target = 0;            // the page as a target of links, see features/site_links.h
  std::vector<std::uint64_t> links;    // from the page to others of its site, as above
};

class SitePages {
 public:
  // Adds a page. Returns the number of its distinct page, from 0 in the order of first
  // occurrence. Of equal pages, only one address is kept.
  std::uint32_t add(MarkSet marks, const PageContext& context = {}) {
    return add(marks, hash_of(marks), {}, context);
  }

  // Adds a page in two steps. prepare() computes what depends on this page alone and drops what the
  // second step does not need. Several threads may prepare pages at once. None may add a page of
  // this site meanwhile.
  struct NewPage {
    std::vector<std::uint64_t> marks;
    PageContext context;
    std::uint64_t hash = 0;  // of the marks
    std::string sketch;      // empty unless the page will not be sampled
  };
  void prepare(NewPage& page) const;
  std::uint32_t add(const NewPage& prepared) {
    return add(prepared.marks, prepared.hash, prepared.sketch, prepared.context);
  }

  // Takes back one page that was added as this distinct page. Its links stay.
  void remove(std::uint32_t distinct) { --distinct_[distinct].pages; }

  // Drops distinct pages of which all pages were removed. Returns the new numbers by the old ones.
  // Call it before learn() and save() if pages were removed. The sample does not grow again.
  std::vector<std::uint32_t> drop_removed();

  std::size_t distinct_pages() const { return distinct_.size(); }

  // Returns the number of the distinct page with these marks, if there is one.
  std::optional<std::uint32_t> find(MarkSet marks) const;

  // The largest share of the sampled distinct pages that have one class name or id in common.
  // Nearly all pages of a site have some; pages of many sites have none.
  double share_of_commonest_name() const;

  SiteTemplates learn(const SiteSeeds& hinted = {}, const Committee& committee = {},
                      unsigned threads = 1) const;

  // Returns the test whether a further page belongs to one of these templates, learned from the
  // sampled pages.
  Acceptance acceptance(const SiteTemplates& templates) const;

  // Returns what recognises further pages of the site, from the sampled pages.
  recognise::Recogniser recogniser(const SiteTemplates& templates) const;

  // Writes, in parts, what all pages have left behind. load() replaces the contents by what
  // was written. It throws Error for bytes that save() cannot have written.
  void save(const std::function<void(std::string_view)>& write) const;
  void load(ByteReader& bytes);

 private:
  struct DistinctPage {
    std::uint64_t hash = 0;  // of its marks
    std::uint32_t pages = 0;
    std::uint32_t at = 0;  // index among the sampled pages, or among the sketches
  };

  auto hash_by_number() const {
    return [this](std::uint32_t number) { return distinct_[number].hash; };
  }
  static std::uint64_t hash_of(MarkSet marks);
  std::uint32_t add(MarkSet marks, std::uint64_t hash, std::string_view sketch,
                    const PageContext& context);
  bool is_sampled(const DistinctPage& distinct) const;
  // An empty sketch is made of the marks, if it is needed.
  void store(DistinctPage& distinct, MarkSet marks, std::string_view sketch, MarkSet address,
             std::uint64_t target);
  void store_sketch(DistinctPage& distinct, MarkSet marks, std::string_view sketch);
  std::vector<std::vector<std::uint64_t>> contexts() const;
  void count_sampled(MarkSet marks);
  bool has_too_many_marks();
  void draw_fewer();

  std::vector<std::vector<std::uint32_t>> parts() const;
  SitePages only(std::span<const std::uint32_t> numbers) const;
  SiteTemplates learn_parts(std::span<const std::vector<std::uint32_t>> parts,
                            const SiteSeeds& hinted, const Committee& committee,
                            unsigned threads) const;
  SiteTemplates learn_whole(const SiteSeeds& hinted, const Committee& committee,
                            unsigned threads) const;

  struct Sample;
  Sample sample() const;
  SeedShapes seed_shapes(const Sample& sample, const SiteSeeds& hinted) const;
  void apply_hints(const Sample& sample, const LearnedTemplates& learned, const SeedShapes& shapes,
                   const SiteSeeds& hinted, SiteTemplates& templates) const;
  std::vector<std::size_t> place_sketches(SiteTemplates& templates, unsigned threads) const;
  void add_missed(const Sample& sample, std::span<const std::uint32_t> found,
                  std::vector<std::size_t> unfit, SiteTemplates& templates, unsigned threads) const;
  std::optional<OddPage> odd_page_of(std::size_t number, const BlockShapes& shapes,
                                     const SiteTemplates& templates) const;

  std::vector<DistinctPage> distinct_;
  KeyNumbers numbers_;
  int level_ = 64;                      // pages with a hash below 2^level are sampled
  PackedSets marks_;                    // of the sampled pages, in their order
  PackedSets addresses_;                // of the sampled pages
  std::vector<std::uint64_t> targets_;  // of the sampled pages: as targets of links
  InboundLinks links_;                  // between all pages
  ByteStrings sketches_;                // of the other pages, in the order in which they were made
  // One in 64 of the different marks of the sampled pages, drawn by hash, ascending; empty as long
  // as the sampled pages have few marks.
  std::vector<std::uint64_t> counted_;
};

}  // namespace pagekin::templates
