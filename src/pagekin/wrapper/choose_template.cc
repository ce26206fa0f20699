#include "pagekin/wrapper/choose_template.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/recognise/placeless_marks.h"

namespace pagekin::wrapper {
namespace {

constexpr double kCoreShare = 0.5;       // of the pages that have a mark of the template
constexpr double kFarBelow = 0.5;        // of the usual overlap
constexpr double kPossible = 0.3;        // of the usual overlap: less is another kind of page
constexpr double kNearly = 0.8;          // of the overlap with a template without fields
constexpr double kAsUsual = 0.9;         // of the usual overlap: the page is one of the template
constexpr double kUsualFill = 0.9;       // of the pages that have a field which all should have
constexpr double kUsualAgreement = 0.6;  // of the former agreement
constexpr double kUsualPlace = 0.1;      // nine of ten pages overlap at least so much

// The share of the marks of the template that the page has, and a little of the converse, which
// parts templates whose marks include those of another.
template <class Mark>
double overlap_of(std::span<const Mark> core, std::span<const Mark> marks) {
  std::size_t common = 0;
  auto mark = marks.begin();
  for (const Mark wanted : core) {
    mark = std::lower_bound(mark, marks.end(), wanted);
    if (mark == marks.end()) break;
    common += *mark == wanted ? 1 : 0;
  }
  const std::size_t all = core.size() + marks.size() - common;
  if (all == 0) return 1;
  const double jaccard = static_cast<double>(common) / static_cast<double>(all);
  const double covered =
      core.empty() ? 0 : static_cast<double>(common) / static_cast<double>(core.size());
  return (covered + jaccard) / 2;
}

}  // namespace

void set_marks(std::span<const std::vector<std::uint64_t>> pages, TemplateRules& rules) {
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  for (const std::vector<std::uint64_t>& page : pages) {
    for (const std::uint64_t mark : page) ++counts[mark];
  }
  rules.marks.clear();
  for (const auto& [mark, count] : counts) {
    if (count >= kCoreShare * static_cast<double>(pages.size())) rules.marks.push_back(mark);
  }
  std::ranges::sort(rules.marks);
  std::vector<double> overlaps;
  overlaps.reserve(pages.size());
  for (const std::vector<std::uint64_t>& page : pages)
    overlaps.push_back(overlap_of<std::uint64_t>(rules.marks, page));
  std::ranges::sort(overlaps);
  if (overlaps.empty()) return;
  const auto place = static_cast<std::size_t>(kUsualPlace * static_cast<double>(overlaps.size()));
  rules.typical = static_cast<float>(overlaps[place]);
}

void set_addresses(std::vector<std::uint64_t> hashes, TemplateRules& rules) {
  sort_unique(hashes);
  hashes.resize(std::min(hashes.size(), kMaxAddresses));
  rules.addresses = std::move(hashes);
}

TemplateChooser::TemplateChooser(const Wrapper& wrapper) : wrapper_(&wrapper) {
  marks_.reserve(wrapper.templates.size());
  for (const TemplateRules& rules : wrapper.templates) {
    for (const std::uint64_t page : rules.addresses) {
      homes_.emplace_back(page, static_cast<std::uint32_t>(marks_.size()));
    }
    marks_.push_back(recognise::placeless_marks(rules.marks));
  }
  std::ranges::sort(homes_);
}

std::uint32_t TemplateChooser::home_of(std::string_view id) const {
  if (id.empty()) return kNone;
  const std::uint64_t hash = hash_bytes(id);
  const auto known =
      std::ranges::lower_bound(homes_, hash, {}, &std::pair<std::uint64_t, std::uint32_t>::first);
  return known != homes_.end() && known->first == hash ? known->second : kNone;
}

double TemplateChooser::overlap(std::uint32_t number, std::span<const std::uint64_t> marks) const {
  return overlap_of<std::uint32_t>(marks_[number], recognise::placeless_marks(marks));
}

ChosenTemplate TemplateChooser::choose(std::span<const std::uint64_t> marks,
                                       std::string_view id) const {
  const std::vector<TemplateRules>& templates = wrapper_->templates;
  const std::vector<std::uint32_t> page = recognise::placeless_marks(marks);
  ChosenTemplate chosen;
  chosen.home = home_of(id);
  double best_with_fields = 0;
  double at_home = 0;
  for (std::uint32_t i = 0; i < templates.size(); ++i) {
    const double overlap = overlap_of<std::uint32_t>(marks_[i], page);
    if (i == chosen.home) at_home = overlap;
    if (!templates[i].fields.empty() && (chosen.candidate == kNone || overlap > best_with_fields)) {
      chosen.candidate = i;
      best_with_fields = overlap;
    }
    if (chosen.nearest != kNone && overlap <= chosen.overlap) continue;
    chosen.nearest = i;
    chosen.overlap = overlap;
  }
  if (chosen.nearest == kNone) return chosen;
  const auto usual = [&](std::uint32_t number) {
    return static_cast<double>(templates[number].typical);
  };
  if (chosen.overlap >= kFarBelow * usual(chosen.nearest)) chosen.number = chosen.nearest;
  if (chosen.home != kNone && chosen.home != chosen.number) {
    const bool is_of_another = chosen.number != kNone &&
                               chosen.overlap >= kAsUsual * usual(chosen.number) &&
                               at_home < kFarBelow * usual(chosen.home);
    if (!is_of_another && at_home >= kPossible * usual(chosen.home)) {
      chosen.number = chosen.home;
      chosen.overlap = at_home;
    }
  }
  const bool is_settled = chosen.number != kNone && !templates[chosen.number].fields.empty();
  const bool is_possible = chosen.candidate != kNone &&
                           best_with_fields >= kPossible * usual(chosen.candidate) &&
                           (chosen.number == kNone || best_with_fields >= kNearly * chosen.overlap);
  if (is_settled || !is_possible) chosen.candidate = kNone;
  return chosen;
}

bool has_usual_fields(const TemplateRules& rules, std::span<const FoundField> found) {
  std::size_t needed = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const FieldProfile& profile = rules.fields[i].profile;
    if (profile.filled < kUsualFill * profile.pages || profile.filled == 0) continue;
    ++needed;
    if (found[i].state != FieldState::kFound) return false;
    if (found[i].agreement < kUsualAgreement * profile.agreement) return false;
  }
  return needed > 0;
}

}  // namespace pagekin::wrapper
