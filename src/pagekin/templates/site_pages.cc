#include "pagekin/templates/site_pages.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/stored_numbers.h"
#include "pagekin/features/marks.h"
#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/learn_templates.h"
#include "pagekin/templates/mark_sketch.h"
#include "pagekin/templates/place_shapes.h"
#include "pagekin/templates/shape_similarity.h"
#include "pagekin/templates/shared_templates.h"
#include "pagekin/templates/site_parts.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kMostSampled = 2048;
constexpr int kAllSampled = 64;  // the level at which all pages are sampled
constexpr std::size_t kFewPages = 20;
constexpr std::size_t kMostMarks = std::size_t{1} << 21;  // different ones of all sampled pages
constexpr int kCountedBits = 6;                           // one mark in 2^6 is counted
constexpr std::size_t kPagesAtOnce = 1024;                // that a thread places
constexpr std::size_t kOddPagesAtOnce = 64;
constexpr std::size_t kPagesForNames = 512;  // in which a common name is looked for

// The largest hash of a page that is sampled at this level.
std::uint64_t hash_limit(int level) {
  return level == kAllSampled ? UINT64_MAX : (std::uint64_t{1} << level) - 1;
}

// Equal pages count less than different ones.
std::uint32_t count_of(std::uint32_t pages) {
  return static_cast<std::uint32_t>(std::bit_width(pages));
}

std::size_t count_of_labels(const std::vector<std::uint32_t>& labels) {
  return labels.empty() ? 0 : *std::ranges::max_element(labels) + std::size_t{1};
}

// Recognises pages most of whose structure occurs nowhere else. On a small site, marks that
// all pages have do not count: they may be no more than html, head and body.
class Outliers {
 public:
  Outliers(std::span<const MarkSet> pages, std::span<const std::uint64_t> recurring)
      : recurring_(recurring) {
    if (pages.empty() || pages.size() >= kFewPages) return;
    everywhere_.assign(pages.front().begin(), pages.front().end());
    for (const MarkSet page : pages) {
      std::erase_if(everywhere_, [&](std::uint64_t mark) {
        return !std::binary_search(page.begin(), page.end(), mark);
      });
    }
  }

  bool operator()(MarkSet page) const {
    std::size_t paths = 0;
    std::size_t alone = 0;
    std::size_t shared = 0;
    for (const std::uint64_t mark : page) {
      if (features::kind_of(mark) != features::MarkKind::kPath) continue;
      ++paths;
      if (!std::binary_search(recurring_.begin(), recurring_.end(), mark)) {
        ++alone;
      } else if (!std::binary_search(everywhere_.begin(), everywhere_.end(), mark)) {
        ++shared;
      }
    }
    // The second condition excludes a single odd path among many.
    return alone > shared && 4 * alone >= paths;
  }

 private:
  std::span<const std::uint64_t> recurring_;
  std::vector<std::uint64_t> everywhere_;  // marks that all pages have
};

// Joins templates that several parts have in common, as those of several sites are joined. Where
// hints speak of two of them, the templates stay; hints join and separate templates later.
// `part_of`: by template.
void join_shared(std::span<const std::uint32_t> part_of, SiteTemplates& templates) {
  std::vector<SiteTemplate> all;
  for (std::size_t i = 0; i < part_of.size(); ++i) all.push_back({part_of[i], templates.core[i]});
  const std::vector<std::uint32_t> same = shared_templates(all);
  std::vector<std::uint32_t> seeded(count_of_labels(same));  // templates that have a seed
  std::vector<bool> has_seed(part_of.size());
  for (const auto& [seed, number] : templates.template_of_seed) {
    if (!has_seed[number]) ++seeded[same[number]];
    has_seed[number] = true;
  }
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> number(part_of.size());      // by template
  std::vector<std::uint32_t> first(seeded.size(), none);  // by joined template
  std::vector<std::vector<std::uint64_t>> cores;
  for (std::size_t i = 0; i < part_of.size(); ++i) {
    const bool joins = seeded[same[i]] < 2 && first[same[i]] != none;
    number[i] = joins ? first[same[i]] : static_cast<std::uint32_t>(cores.size());
    if (joins) continue;
    first[same[i]] = number[i];
    cores.push_back(std::move(templates.core[i]));
  }
  templates.core = std::move(cores);
  for (std::uint32_t& of_page : templates.template_of) of_page = number[of_page];
  for (Certainty& certainty : templates.certainty) {
    if (certainty.second != kNoTemplate) certainty.second = number[certainty.second];
  }
  for (auto& [seed, of_seed] : templates.template_of_seed) of_seed = number[of_seed];
}

}  // namespace

bool SitePages::is_sampled(const DistinctPage& distinct) const {
  return distinct.hash <= hash_limit(level_);
}

std::uint64_t SitePages::hash_of(MarkSet marks) {
  return hash_bytes(
      {reinterpret_cast<const char*>(marks.data()), marks.size() * sizeof(std::uint64_t)});
}

void SitePages::prepare(NewPage& page) const {
  links_.drop_known(page.context.links);
  page.hash = hash_of(page.marks);
  if (is_sampled({.hash = page.hash})) return;
  // The sample only gets smaller.
  append_sketch(page.marks, page.sketch);
  page.marks = std::vector<std::uint64_t>();  // frees the memory, which "= {}" would not
  page.context.address = std::vector<std::uint64_t>();
}

std::uint32_t SitePages::add(MarkSet marks, std::uint64_t hash, std::string_view sketch,
                             const PageContext& context) {
  links_.add(context.links);
  const auto next = static_cast<std::uint32_t>(distinct_.size());
  const std::uint32_t number = numbers_.find_or_add(hash, next, hash_by_number());
  if (number == next) {
    distinct_.push_back({.hash = hash});
    store(distinct_.back(), marks, sketch, context.address, context.target);
  } else if (is_sampled(distinct_[number])) {
    // The result must not depend on which page came first.
    const std::uint32_t at = distinct_[number].at;
    const std::vector<std::uint64_t> address = addresses_[at];
    if (std::tie(context.address, context.target) < std::tie(address, targets_[at])) {
      addresses_.replace(at, context.address);
      targets_[at] = context.target;
    }
  }
  ++distinct_[number].pages;
  while (marks_.size() > kMostSampled || has_too_many_marks()) draw_fewer();
  return number;
}

void SitePages::count_sampled(MarkSet marks) {
  for (const std::uint64_t mark : marks) {
    if (mix(mark) >> (64 - kCountedBits) != 0) continue;
    const auto at = std::lower_bound(counted_.begin(), counted_.end(), mark);
    if (at == counted_.end() || *at != mark) counted_.insert(at, mark);
  }
}

// Whether the sampled pages have too many different marks. It depends on the set of these pages
// alone and only grows with it. So the sample does not depend on the order of the pages.
bool SitePages::has_too_many_marks() {
  if (marks_.marks() <= kMostMarks) return false;
  if (counted_.empty()) {
    for (std::size_t i = 0; i < marks_.size(); ++i) count_sampled(marks_[i]);
  }
  return counted_.size() > kMostMarks >> kCountedBits && marks_.size() > 1;
}

std::optional<std::uint32_t> SitePages::find(MarkSet marks) const {
  return numbers_.find(hash_of(marks), hash_by_number());
}

void SitePages::store(DistinctPage& distinct, MarkSet marks, std::string_view sketch,
                      MarkSet address, std::uint64_t target) {
  if (is_sampled(distinct)) {
    distinct.at = static_cast<std::uint32_t>(marks_.size());
    marks_.add(marks);
    addresses_.add(address);
    targets_.push_back(target);
    if (!counted_.empty()) count_sampled(marks);
  } else {
    store_sketch(distinct, marks, sketch);
  }
}

void SitePages::store_sketch(DistinctPage& distinct, MarkSet marks, std::string_view sketch) {
  distinct.at = static_cast<std::uint32_t>(sketches_.size());
  std::string made;
  if (sketch.empty()) append_sketch(marks, made);
  sketches_.add(sketch.empty() ? made : sketch);
}

// Turns half of the sampled pages into sketches.
void SitePages::draw_fewer() {
  --level_;
  counted_.clear();
  std::vector<std::uint32_t> kept;  // of the sampled pages
  for (DistinctPage& distinct : distinct_) {
    if (distinct.hash > hash_limit(level_ + 1)) continue;
    if (is_sampled(distinct)) {
      targets_[kept.size()] = targets_[distinct.at];
      kept.push_back(std::exchange(distinct.at, static_cast<std::uint32_t>(kept.size())));
    } else {
      store_sketch(distinct, marks_[distinct.at], {});
    }
  }
  marks_.keep(kept);
  addresses_.keep(kept);
  targets_.resize(kept.size());
}

std::vector<std::uint32_t> SitePages::drop_removed() {
  std::vector<std::uint32_t> new_number(distinct_.size());
  SitePages kept;
  kept.level_ = level_;  // what is counted is counted anew when needed
  kept.links_ = std::move(links_);
  for (std::size_t i = 0; i < distinct_.size(); ++i) {
    DistinctPage distinct = distinct_[i];
    if (distinct.pages == 0) continue;
    const auto next = static_cast<std::uint32_t>(kept.distinct_.size());
    new_number[i] = kept.numbers_.find_or_add(distinct.hash, next, kept.hash_by_number());
    const std::uint32_t at = distinct.at;
    if (is_sampled(distinct)) {
      distinct.at = static_cast<std::uint32_t>(kept.marks_.size());
      kept.marks_.add(marks_[at]);
      kept.addresses_.add(addresses_[at]);
      kept.targets_.push_back(targets_[at]);
    } else {
      distinct.at = static_cast<std::uint32_t>(kept.sketches_.size());
      kept.sketches_.add(sketches_[at]);
    }
    kept.distinct_.push_back(distinct);
  }
  *this = std::move(kept);
  return new_number;
}

// Returns by sampled page the marks of its address and of the links to it.
std::vector<std::vector<std::uint64_t>> SitePages::contexts() const {
  const std::vector<std::uint64_t> links = links_.all();
  std::vector<std::vector<std::uint64_t>> contexts;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const std::vector<std::uint64_t> address = addresses_[i];
    const std::vector<std::uint64_t> linked = link_marks(links, targets_[i]);
    std::merge(address.begin(), address.end(), linked.begin(), linked.end(),
               std::back_inserter(contexts.emplace_back()));
  }
  return contexts;
}

// The shapes of the sampled pages. Their marks are unpacked only while the shapes are made.
struct SitePages::Sample {
  std::vector<std::size_t> members;   // by page of the shapes: the number of its distinct page
  std::vector<std::size_t> outliers;  // distinct pages that are not among the members
  BlockShapes shapes;
  ContextWords words;
};

SitePages::Sample SitePages::sample() const {
  Sample sample;
  std::vector<std::vector<std::uint64_t>> marks_of;  // by sampled page
  const std::vector<std::vector<std::uint64_t>> context_of = contexts();
  std::vector<std::uint32_t> counts;
  for (std::size_t i = 0; i < distinct_.size(); ++i) {
    if (!is_sampled(distinct_[i])) continue;
    sample.members.push_back(i);
    marks_of.push_back(marks_[distinct_[i].at]);
    counts.push_back(count_of(distinct_[i].pages));
  }
  std::vector<MarkSet> pages(marks_of.begin(), marks_of.end());
  std::vector<MarkSet> contexts(context_of.begin(), context_of.end());
  const std::vector<std::uint64_t> recurring = recurring_marks(pages, counts);
  const Outliers is_outlier(pages, recurring);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (is_outlier(pages[i])) {
      sample.outliers.push_back(sample.members[i]);
      continue;
    }
    sample.members[kept] = sample.members[i];
    pages[kept] = pages[i];
    contexts[kept] = contexts[i];
    counts[kept] = counts[i];
    ++kept;
  }
  sample.members.resize(kept);
  pages.resize(kept);
  contexts.resize(kept);
  counts.resize(kept);
  sample.shapes = shapes_of(pages, recurring, counts);
  std::vector<std::vector<std::uint64_t>>().swap(marks_of);  // frees most of the memory used here
  sample.words = context_words(sample.shapes, contexts, counts);
  return sample;
}

// Returns the seed of each shape. A page that is not sampled speaks for the shape that is most
// similar to it. Of several seeds, a shape has the first one.
SeedShapes SitePages::seed_shapes(const Sample& sample, const SiteSeeds& hinted) const {
  if (hinted.pages.empty() || sample.shapes.size() == 0) return {};
  SeedShapes found{std::vector<std::uint32_t>(sample.shapes.size(), kNoSeed), hinted.seeds};
  const BlockFinder finder(sample.shapes.blocks);
  for (const auto [page, seed] : hinted.pages) {
    std::uint32_t shape = 0;
    if (!is_sampled(distinct_[page])) {
      const std::string_view sketch = sketches_[distinct_[page].at];
      shape = most_similar_shape(sample.shapes, finder.find(sample.shapes.blocks, sketch).present);
    } else {
      const auto at = std::ranges::lower_bound(sample.members, page);
      if (at == sample.members.end() || *at != page) continue;  // an outlier
      shape = sample.shapes.shape_of[static_cast<std::size_t>(at - sample.members.begin())];
    }
    if (found.seed_of[shape] == kNoSeed) found.seed_of[shape] = seed;
  }
  return found;
}

// Puts the pages that hints speak of into the template of their seed. A seed that no shape has
// gets the template of its first page if that is an outlier, or else a new one.
void SitePages::apply_hints(const Sample& sample, const LearnedTemplates& learned,
                            const SeedShapes& shapes, const SiteSeeds& hinted,
                            SiteTemplates& templates) const {
  struct Place {
    std::uint32_t template_number = 0;
    std::uint32_t variant = 0;
  };
  std::map<std::uint32_t, Place> places;  // by seed
  for (std::size_t shape = 0; shape < shapes.seed_of.size(); ++shape) {
    if (shapes.seed_of[shape] == kNoSeed) continue;
    places.try_emplace(shapes.seed_of[shape],
                       Place{learned.template_of[shape], learned.variant_of[shape]});
  }
  for (const auto [page, seed] : hinted.pages) {
    if (places.contains(seed)) continue;
    if (std::ranges::find(sample.outliers, page) == sample.outliers.end()) {
      const DistinctPage& distinct = distinct_[page];
      templates.template_of[page] = static_cast<std::uint32_t>(templates.core.size());
      templates.variant_of[page] = templates.variants++;
      templates.core.push_back(is_sampled(distinct) ? marks_[distinct.at]
                                                    : std::vector<std::uint64_t>());
    }
    places.emplace(seed, Place{templates.template_of[page], templates.variant_of[page]});
  }
  for (const auto [page, seed] : hinted.pages) {
    const Place& place = places.at(seed);
    if (templates.template_of[page] != place.template_number) {
      templates.template_of[page] = place.template_number;
      templates.variant_of[page] = place.variant;
    }
    templates.certainty[page] = {};
  }
  for (const auto& [seed, place] : places) {
    templates.template_of_seed.emplace_back(seed, place.template_number);
  }
}

double SitePages::share_of_commonest_name() const {
  std::unordered_map<std::uint64_t, std::size_t> pages;  // by mark
  std::size_t most = 0;
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    for (const std::uint64_t mark : marks_[i]) {
      const features::MarkKind kind = features::kind_of(mark);
      if (kind != features::MarkKind::kClass && kind != features::MarkKind::kId) continue;
      most = std::max(most, ++pages[mark]);
    }
  }
  return static_cast<double>(most) / static_cast<double>(std::max<std::size_t>(1, marks_.size()));
}

// Returns the distinct pages of each part, ascending; nothing if the pages are of one site. All
// parts have sampled pages.
std::vector<std::vector<std::uint32_t>> SitePages::parts() const {
  if (marks_.size() < 2 * kFewestOfPart) return {};
  std::vector<std::uint32_t> sampled;  // by hash, so that the order of the pages does not matter
  for (std::uint32_t i = 0; i < distinct_.size(); ++i) {
    if (is_sampled(distinct_[i])) sampled.push_back(i);
  }
  std::ranges::sort(sampled, {}, hash_by_number());
  std::vector<std::vector<std::uint64_t>> marks_of;
  const auto pages_up_to = [&](std::size_t count) {
    while (marks_of.size() < std::min(count, sampled.size())) {
      marks_of.push_back(marks_[distinct_[sampled[marks_of.size()]].at]);
    }
    return std::vector<MarkSet>(marks_of.begin(), marks_of.end());
  };
  if (have_common_name(pages_up_to(kPagesForNames))) return {};
  const std::vector<MarkSet> pages = pages_up_to(sampled.size());
  const std::vector<std::uint32_t> part_of = site_parts(pages);
  const std::size_t count = count_of_labels(part_of);
  if (count < 2) return {};
  std::vector<std::vector<std::uint32_t>> parts(count);
  for (std::size_t i = 0; i < sampled.size(); ++i) parts[part_of[i]].push_back(sampled[i]);
  if (sketches_.size() > 0) {
    const PartFinder finder(pages, part_of);
    for (std::uint32_t i = 0; i < distinct_.size(); ++i) {
      if (is_sampled(distinct_[i])) continue;
      parts[finder.find(sketches_[distinct_[i].at])].push_back(i);
    }
  }
  for (std::vector<std::uint32_t>& part : parts) std::ranges::sort(part);
  return parts;
}

// Returns these distinct pages, ascending, as a site that can learn.
SitePages SitePages::only(std::span<const std::uint32_t> numbers) const {
  SitePages some;
  some.level_ = level_;
  some.links_ = links_;
  for (const std::uint32_t i : numbers) {
    DistinctPage distinct = distinct_[i];
    if (is_sampled(distinct)) {
      some.marks_.add(marks_[distinct.at]);
      some.addresses_.add(addresses_[distinct.at]);
      some.targets_.push_back(targets_[distinct.at]);
      distinct.at = static_cast<std::uint32_t>(some.targets_.size() - 1);
    } else {
      some.sketches_.add(sketches_[distinct.at]);
      distinct.at = static_cast<std::uint32_t>(some.sketches_.size() - 1);
    }
    some.distinct_.push_back(distinct);
  }
  return some;
}

// Learns each part by itself. Their templates follow each other, without those of a later part that
// an earlier one has, too.
SiteTemplates SitePages::learn_parts(std::span<const std::vector<std::uint32_t>> parts,
                                     const SiteSeeds& hinted, const Committee& committee,
                                     unsigned threads) const {
  SiteTemplates all;
  std::vector<std::uint32_t> part_of;  // by template
  all.parts = static_cast<std::uint32_t>(parts.size());
  all.template_of.resize(distinct_.size());
  all.variant_of.resize(distinct_.size());
  all.certainty.resize(distinct_.size());
  std::uint32_t part = 0;
  for (const std::vector<std::uint32_t>& numbers : parts) {
    SiteSeeds seeds{.pages = {}, .seeds = hinted.seeds};
    for (const SeedPage& seed_page : hinted.pages) {
      const auto at = std::ranges::lower_bound(numbers, seed_page.page);
      if (at == numbers.end() || *at != seed_page.page) continue;
      seeds.pages.push_back({static_cast<std::uint32_t>(at - numbers.begin()), seed_page.seed});
    }
    SiteTemplates found = only(numbers).learn_whole(seeds, committee, threads);
    const auto first = static_cast<std::uint32_t>(all.core.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      all.template_of[numbers[i]] = first + found.template_of[i];
      all.variant_of[numbers[i]] = all.variants + found.variant_of[i];
      all.certainty[numbers[i]] = found.certainty[i];
      std::uint32_t& second = all.certainty[numbers[i]].second;
      if (second != kNoTemplate) second += first;
    }
    all.variants += found.variants;
    std::ranges::move(found.core, std::back_inserter(all.core));
    part_of.resize(all.core.size(), part++);
    for (const auto& [seed, number] : found.template_of_seed) {
      all.template_of_seed.emplace_back(seed, first + number);
    }
    for (const auto& [page, doubt] : found.asked) all.asked.emplace_back(numbers[page], doubt);
  }
  join_shared(part_of, all);
  std::ranges::sort(all.template_of_seed);
  std::ranges::stable_sort(all.asked, std::ranges::greater(),
                           [](const auto& asked) { return asked.second; });
  return all;
}

SiteTemplates SitePages::learn(const SiteSeeds& hinted, const Committee& committee,
                               unsigned threads) const {
  if (distinct_.empty()) return {};  // all pages were removed
  const std::vector<std::vector<std::uint32_t>> found = parts();
  return found.empty() ? learn_whole(hinted, committee, threads)
                       : learn_parts(found, hinted, committee, threads);
}

SiteTemplates SitePages::learn_whole(const SiteSeeds& hinted, const Committee& committee,
                                     unsigned threads) const {
  const Sample sample = this->sample();
  const BlockShapes& shapes = sample.shapes;
  const SeedShapes seeded = seed_shapes(sample, hinted);
  const LearnedTemplates learned =
      learn_templates(shapes, sample.words, seeded, committee, threads);
  const std::vector<std::uint32_t>& found = learned.template_of;
  const std::size_t count = count_of_labels(found);
  const std::size_t variants = count_of_labels(learned.variant_of);
  const Groups groups(shapes, found, count);

  SiteTemplates result;
  result.template_of.resize(distinct_.size());
  result.variant_of.resize(distinct_.size());
  std::vector<std::uint32_t> template_of_variant(variants);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    template_of_variant[learned.variant_of[i]] = found[i];
  }
  result.placer = SitePlacer(shapes.blocks, groups);
  result.placer.add_variants(Groups(shapes, learned.variant_of, variants), template_of_variant);
  result.certainty.resize(distinct_.size());
  const Likelihoods without_it(groups, 1);
  for (std::size_t i = 0; i < sample.members.size(); ++i) {
    const std::uint32_t shape = shapes.shape_of[i];
    result.template_of[sample.members[i]] = found[shape];
    result.variant_of[sample.members[i]] = learned.variant_of[shape];
    result.certainty[sample.members[i]] = result.placer.certainty(
        found[shape], shapes[shape], without_it.value(found[shape], shapes[shape]),
        groups.pages(found[shape]) < 2);
  }
  const auto lower_confidence = [&](std::size_t page) {
    float& sure = result.certainty[page].confidence;
    sure = supported(sure, learned.support[result.variant_of[page]]);
  };
  for (const std::size_t i : sample.members) lower_confidence(i);
  for (std::uint32_t i = 0; i < count; ++i) result.core.push_back(result.placer.core(i));
  for (const std::size_t i : sample.outliers) result.template_of[i] = kNoTemplate;
  if (sketches_.size() > 0 && count > 0) {
    std::vector<std::size_t> unfit = place_sketches(result, threads);
    for (std::size_t i = 0; i < distinct_.size(); ++i) {
      if (!is_sampled(distinct_[i])) lower_confidence(i);
    }
    add_missed(sample, found, std::move(unfit), result, threads);
  }
  for (const std::size_t i : sample.outliers) {
    if (result.template_of[i] != kNoTemplate) continue;
    result.template_of[i] = static_cast<std::uint32_t>(result.core.size());
    result.core.push_back(marks_[distinct_[i].at]);
    if (count == 0) continue;
    result.certainty[i] =
        result.placer.certainty(kNoTemplate, result.placer.blocks_of(result.core.back()), 0, true);
  }
  // Templates that follow those of the sample have one variant each.
  result.variants = static_cast<std::uint32_t>(variants + result.core.size() - count);
  for (std::size_t i = 0; i < distinct_.size(); ++i) {
    if (result.template_of[i] < count) continue;
    result.variant_of[i] = static_cast<std::uint32_t>(variants + result.template_of[i] - count);
  }
  if (!hinted.pages.empty()) apply_hints(sample, learned, seeded, hinted, result);
  std::vector<std::uint32_t> page_of(shapes.size(), kNoGroup);  // by shape: its first page
  for (std::size_t i = sample.members.size(); i-- > 0;) {
    page_of[shapes.shape_of[i]] = static_cast<std::uint32_t>(sample.members[i]);
  }
  for (const AskedShape& asked_shape : learned.asked) {
    result.asked.emplace_back(page_of[asked_shape.shape], asked_shape.doubt);
  }
  return result;
}

Acceptance SitePages::acceptance(const SiteTemplates& templates) const {
  std::vector<std::vector<std::uint64_t>> marks_of;
  std::vector<std::uint32_t> template_of;
  marks_of.reserve(marks_.size());
  template_of.reserve(marks_.size());
  for (std::size_t i = 0; i < distinct_.size(); ++i) {
    if (!is_sampled(distinct_[i])) continue;
    marks_of.push_back(marks_[distinct_[i].at]);
    template_of.push_back(templates.template_of[i]);
  }
  const std::vector<MarkSet> pages(marks_of.begin(), marks_of.end());
  return {pages, template_of, templates.core.size()};
}

recognise::Recogniser SitePages::recogniser(const SiteTemplates& templates) const {
  std::vector<std::uint64_t> hashes;
  std::vector<std::size_t> sampled;
  std::vector<std::uint32_t> template_of;
  for (std::size_t i = 0; i < distinct_.size(); ++i) {
    if (!is_sampled(distinct_[i])) continue;
    const std::vector<std::uint64_t> marks = marks_[distinct_[i].at];
    hashes.push_back(hash_bytes(
        {reinterpret_cast<const char*>(marks.data()), marks.size() * sizeof(std::uint64_t)}));
    sampled.push_back(distinct_[i].at);
    template_of.push_back(templates.template_of[i]);
  }
  // Marks without places are computed for those pages only that the recogniser stores.
  const std::vector<bool> is_stored =
      recognise::pages_to_store(hashes, template_of, templates.core.size());
  std::vector<recognise::MarkedPage> pages(sampled.size());
  for (std::size_t i = 0; i < sampled.size(); ++i) {
    if (is_stored[i]) pages[i].marks = recognise::placeless_marks(marks_[sampled[i]]);
    pages[i].address = addresses_[sampled[i]];
  }
  return {pages, template_of, templates.core.size()};
}

// Assigns all pages that are not sampled to their most likely template. Returns those that
// do not fit it.
std::vector<std::size_t> SitePages::place_sketches(SiteTemplates& templates,
                                                   unsigned threads) const {
  std::vector<std::vector<std::size_t>> unfit(distinct_.size() / kPagesAtOnce + 1);  // by part
  for_parts(threads, distinct_.size(), kPagesAtOnce, [&](std::size_t begin, std::size_t end) {
    check_stop();
    for (std::size_t i = begin; i < end; ++i) {
      if (is_sampled(distinct_[i])) continue;
      const SitePlacer::SurePlace place = templates.placer.place_sketch(sketches_[distinct_[i].at]);
      templates.template_of[i] = place.template_number;
      templates.variant_of[i] = place.variant;
      templates.certainty[i] = place.certainty;
      if (place.fit < kFits) unfit[begin / kPagesAtOnce].push_back(i);
    }
  });
  std::vector<std::size_t> all;
  for (const std::vector<std::size_t>& part : unfit)
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

// Adds the templates that the sample missed. They are made of pages that fit no template of
// the sample: sampled or not, and outliers.
void SitePages::add_missed(const Sample& sample, std::span<const std::uint32_t> found,
                           std::vector<std::size_t> unfit, SiteTemplates& templates,
                           unsigned threads) const {
  for (std::size_t i = 0; i < sample.members.size(); ++i) {
    const std::uint32_t shape = sample.shapes.shape_of[i];
    if (templates.placer.fit(found[shape], sample.shapes[shape]) < kFits) {
      unfit.push_back(sample.members[i]);
    }
  }
  unfit.insert(unfit.end(), sample.outliers.begin(), sample.outliers.end());
  MissedTemplates missed;
  std::mutex mutex;
  for_parts(threads, unfit.size(), kOddPagesAtOnce, [&](std::size_t begin, std::size_t end) {
    check_stop();
    for (std::size_t at = begin; at < end; ++at) {
      auto page = odd_page_of(unfit[at], sample.shapes, templates);
      if (!page) continue;
      const std::scoped_lock lock(mutex);
      missed.add(std::move(*page));  // in any order: it keeps the oddest
    }
  });
  const auto first = static_cast<std::uint32_t>(templates.core.size());
  missed.learn(sample.shapes, found, first, threads);
  if (missed.size() == 0) return;
  for (std::size_t i = 0; i < missed.size(); ++i) {
    templates.core.push_back(missed.core(i, sample.shapes.blocks));
  }
  for_parts(threads, unfit.size(), kOddPagesAtOnce, [&](std::size_t begin, std::size_t end) {
    check_stop();
    for (const std::size_t i : std::span(unfit).subspan(begin, end - begin)) {
      const auto page = odd_page_of(i, sample.shapes, templates);
      const auto place = page ? missed.place(*page) : std::nullopt;
      if (!place) continue;
      templates.certainty[i] = {.confidence = confidence({.fit = place->fit}),
                                .second = templates.template_of[i]};
      templates.template_of[i] = first + place->number;
    }
  });
}

// Returns the page if it does not fit the template that it was assigned to. An outlier has
// none and is compared with its most likely one.
std::optional<OddPage> SitePages::odd_page_of(std::size_t number, const BlockShapes& shapes,
                                              const SiteTemplates& templates) const {
  const DistinctPage& distinct = distinct_[number];
  std::optional<OddPage> page;
  if (!is_sampled(distinct)) {
    const std::string_view sketch = sketches_[distinct.at];
    const SitePlacer::SurePlace place = templates.placer.place_sketch(sketch);
    page = odd_page(sketch, shapes.blocks, place.blocks, place.fit);
  } else {
    const std::vector<std::uint64_t> marks = marks_[distinct.at];
    const std::vector<BlockId> blocks = templates.placer.blocks_of(marks);
    const std::uint32_t placed = templates.template_of[number];
    const double fit = placed == kNoTemplate ? templates.placer.place(marks).fit
                                             : templates.placer.fit(placed, blocks);
    std::string sketch;
    append_sketch(marks, sketch);
    page = odd_page(sketch, shapes.blocks, blocks, fit);
  }
  if (page) {
    page->hash = distinct.hash;
    page->pages = count_of(distinct.pages);
  }
  return page;
}

// Writes the level; marks, addresses and targets of the sampled pages; the links; then all
// distinct pages in their order: hash, number of pages, and the sketch if it is not
// sampled.
void SitePages::save(const std::function<void(std::string_view)>& write) const {
  const auto level = static_cast<std::uint8_t>(level_);
  const auto count = static_cast<std::uint32_t>(distinct_.size());
  write(bytes_of(level));
  marks_.save(write);
  addresses_.save(write);
  write_list(targets_, write);
  links_.save(write);
  write(bytes_of(count));
  for (const DistinctPage& distinct : distinct_) {
    write(bytes_of(distinct.hash));
    write(bytes_of(distinct.pages));
    if (!is_sampled(distinct)) write(sketches_[distinct.at]);
  }
}

void SitePages::load(ByteReader& bytes) {
  *this = {};
  level_ = bytes.number<std::uint8_t>();
  if (level_ > kAllSampled) throw Error("the size of a sample is out of range");
  marks_.load(bytes);
  addresses_.load(bytes);
  targets_ = read_list<std::uint64_t>(bytes);
  links_.load(bytes);
  if (marks_.size() > kMostSampled) throw Error("a sample is too large");
  const auto count = bytes.number<std::uint32_t>();
  std::uint32_t sampled = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    DistinctPage distinct{.hash = bytes.number<std::uint64_t>(),
                          .pages = bytes.number<std::uint32_t>()};
    if (numbers_.find_or_add(distinct.hash, i, hash_by_number()) != i) {
      throw Error("a page is stored twice");
    }
    if (is_sampled(distinct)) {
      distinct.at = sampled++;
      if (distinct.at >= marks_.size() || hash_of(marks_[distinct.at]) != distinct.hash) {
        throw Error("a page has other marks than its hash says");
      }
    } else {
      distinct.at = static_cast<std::uint32_t>(sketches_.size());
      sketches_.add(take_sketch(bytes));
    }
    distinct_.push_back(distinct);
  }
  if (sampled != marks_.size() || sampled != addresses_.size() || sampled != targets_.size()) {
    throw Error("a sample has other pages");
  }
}

}  // namespace pagekin::templates
