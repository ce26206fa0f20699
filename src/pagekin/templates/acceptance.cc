#include "pagekin/templates/acceptance.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pagekin/features/marks.h"
#include "pagekin/templates/site_placer.h"

namespace pagekin::templates {
namespace {

constexpr double kStrange = 0.3;  // strangeness at which the score is 0.5
constexpr double kSteepness = 7;
constexpr std::size_t kTexts = 2;  // the number of their kind

// Structure, names or texts.
std::size_t kind_number(std::uint64_t mark) {
  switch (features::kind_of(mark)) {
    case features::MarkKind::kPath:
      return 0;
    case features::MarkKind::kText:
      return kTexts;
    default:
      return 1;
  }
}

// Adds up shares in an order that does not depend on that of the pages, so that the last bit of
// the sum does not, either.
class MeanDeviation {
 public:
  void add(const Acceptance::Deviation& deviation) { all_.push_back(deviation); }

  Acceptance::Deviation mean() const {
    Acceptance::Deviation mean;
    for (std::size_t kind = 0; kind < Acceptance::kinds; ++kind) {
      mean.lacks[kind] = mean_of([&](const auto& deviation) { return deviation.lacks[kind]; });
      mean.adds[kind] = mean_of([&](const auto& deviation) { return deviation.adds[kind]; });
    }
    return mean;
  }

 private:
  template <class Value>
  double mean_of(const Value& value) const {
    if (all_.empty()) return 0;
    std::vector<double> values;
    values.reserve(all_.size());
    for (const Acceptance::Deviation& deviation : all_) values.push_back(value(deviation));
    std::sort(values.begin(), values.end());
    double sum = 0;
    for (const double term : values) sum += term;
    return sum / static_cast<double>(values.size());
  }

  std::vector<Acceptance::Deviation> all_;
};

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Acceptance::Acceptance(std::span<const MarkSet> pages, std::span<const std::uint32_t> template_of,
                       std::size_t templates)
    : templates_(templates) {
  std::vector<std::vector<std::uint64_t>> all(templates);  // marks of all pages
  for (std::size_t i = 0; i < pages.size(); ++i) {
    std::vector<std::uint64_t>& marks = all[template_of[i]];
    marks.insert(marks.end(), pages[i].begin(), pages[i].end());
    ++templates_[template_of[i]].pages;
  }
  for (std::size_t number = 0; number < templates; ++number) {
    KnownTemplate& known = templates_[number];
    std::vector<std::uint64_t> marks = std::exchange(all[number], {});
    std::sort(marks.begin(), marks.end());
    const float least = kCoreShare * static_cast<float>(known.pages);
    for (auto at = marks.begin(); at != marks.end();) {
      const std::uint64_t mark = *at;
      const auto end =
          std::find_if(at, marks.end(), [&](std::uint64_t other) { return other != mark; });
      const auto count = end - at;
      const bool is_core = static_cast<float>(count) >= least;
      known.marks.push_back(mark);
      known.shares.push_back(is_core ? Share::kCore : count == 1 ? Share::kOne : Share::kSome);
      if (is_core) ++known.core[kind_number(mark)];
      at = end;
    }
  }
  std::vector<MeanDeviation> own(templates);
  MeanDeviation everyone;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const KnownTemplate& known = templates_[template_of[i]];
    if (known.pages < 2) continue;
    const Deviation deviation = compare(known, pages[i], true);
    own[template_of[i]].add(deviation);
    everyone.add(deviation);
  }
  const Deviation usual = everyone.mean();
  for (std::size_t number = 0; number < templates; ++number) {
    KnownTemplate& known = templates_[number];
    known.usual = known.pages < 2 ? usual : own[number].mean();
  }
}

// A mark that only one page has is unknown to that page itself.
Acceptance::Deviation Acceptance::compare(const KnownTemplate& known, MarkSet page, bool is_own) {
  std::array<std::size_t, kinds> had{};    // marks of the core
  std::array<std::size_t, kinds> added{};  // marks that no page of the template has
  std::array<std::size_t, kinds> all{};
  auto at = known.marks.begin();
  for (const std::uint64_t mark : page) {
    const std::size_t kind = kind_number(mark);
    ++all[kind];
    at = std::lower_bound(at, known.marks.end(), mark);
    if (at == known.marks.end() || *at != mark) {
      ++added[kind];
      continue;
    }
    const Share by = known.shares[static_cast<std::size_t>(at - known.marks.begin())];
    if (by == Share::kCore) ++had[kind];
    if (by == Share::kOne && is_own) ++added[kind];
  }
  Deviation deviation;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    deviation.lacks[kind] = share(known.core[kind] - had[kind], known.core[kind]);
    deviation.adds[kind] = share(added[kind], all[kind]);
  }
  return deviation;
}

Acceptance::Deviation Acceptance::deviation(std::uint32_t template_number, MarkSet page) const {
  return compare(templates_[template_number], page, false);
}

double Acceptance::score(std::uint32_t template_number, MarkSet page) const {
  const KnownTemplate& known = templates_[template_number];
  if (known.pages == 0) return 0;
  const Deviation found = compare(known, page, false);
  double strangeness = 0;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    strangeness += std::sqrt(found.lacks[kind]) - std::sqrt(known.usual.lacks[kind]);
    if (kind == kTexts) continue;
    strangeness += std::sqrt(found.adds[kind]) - std::sqrt(known.usual.adds[kind]);
  }
  // Rounded, so that all mathematical libraries give the same value.
  return std::round(1000 / (1 + std::exp(kSteepness * (strangeness - kStrange)))) / 1000;
}

}  // namespace pagekin::templates
