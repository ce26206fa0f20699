#include "pagekin/skeleton/health.h"

#include <cmath>

#include "pagekin/core/text.h"

namespace pagekin::skeleton {
namespace {

constexpr double kDeviations = 3;         // of a fall that chance does not explain
constexpr double kFarFewer = 0.6;         // of the former share
constexpr double kOtherKind = 0.3;        // fewer values of the type of a column are another kind
constexpr double kMovedShare = 0.1;       // of pages whose values were learned
constexpr double kCollapsedShare = 0.25;  // of the pages that a template was learned from
constexpr std::uint64_t kFewestForCollapse = 8;  // pages that it was learned from
constexpr double kGoneShare = 0.05;  // of the former share of a template among the pages

}  // namespace

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(double share) { return decimal(100 * share, 0) + " %"; }

std::string_view to_text(HealthState state) {
  constexpr std::string_view names[] = {"sound", "unknown", "broken"};
  return names[static_cast<std::size_t>(state)];
}

bool is_significant_fall(const Fill& before, const Fill& now) {
  // A share that was seen on few pages is itself uncertain; both counts make the bound.
  const double n = static_cast<double>(before.pages);
  const double m = static_cast<double>(now.pages);
  const double both = static_cast<double>(before.filled + now.filled + 1) / (n + m + 2);
  const double deviation = std::sqrt(both * (1 - both) * (1 / n + 1 / m));
  return before.rate() - now.rate() > kDeviations * deviation;
}

Diagnosis diagnose_fill(const Fill& before, const Fill& now) {
  if (now.pages < kFewestForHealth || before.pages == 0) return {};
  if (now.rate() < kFarFewer * before.rate() && is_significant_fall(before, now)) {
    return {HealthState::kBroken, "filled on " + percent(now.rate()) + " of the pages, before on " +
                                      percent(before.rate())};
  }
  return {HealthState::kSound, {}};
}

Diagnosis diagnose(const TemplateModel& model, const Slot& slot, const ColumnHealth& now) {
  Diagnosis found = diagnose_fill({.pages = model.pages, .filled = slot.pages}, now.fill);
  if (found.state == HealthState::kSound && slot.type != ValueType::kText &&
      now.fill.filled >= kFewestForHealth && share_of(now.typed, now.fill.filled) < kOtherKind) {
    return {HealthState::kBroken, percent(share_of(now.typed, now.fill.filled)) +
                                      " of the values are still of type " +
                                      std::string(to_text(slot.type))};
  }
  return found;
}

Diagnosis gone(std::uint64_t pages) {
  return {HealthState::kBroken,
          pages == 0 ? "no page has the template any more"
                     : "only " + with_commas(pages) + " of its pages have the template any more"};
}

Diagnosis moved(std::uint64_t moved, std::uint64_t pages) {
  return {HealthState::kBroken, with_commas(moved) + " of " + with_commas(moved + pages) +
                                    " of its pages have another template now, or none"};
}

bool has_moved(std::uint64_t moved, std::uint64_t pages) {
  return moved >= kFewestForHealth && share_of(moved, moved + pages) >= kMovedShare;
}

bool has_collapsed(const Spread& spread) {
  const double learned = static_cast<double>(spread.learned);
  const double left = static_cast<double>(spread.all - spread.pages);
  const double before = spread.crawl == 0 ? 1 : share_of(spread.learned, spread.crawl);
  return spread.learned >= kFewestForCollapse && spread.all >= spread.learned &&
         static_cast<double>(spread.pages) < kCollapsedShare * learned &&
         share_of(spread.pages, spread.all) < kCollapsedShare * before &&
         left >= (1 - kCollapsedShare) * learned;
}

Diagnosis collapsed(const Spread& spread) {
  return {HealthState::kBroken, "only " + with_commas(spread.pages) + " of " +
                                    with_commas(spread.all) + " pages have the template, before " +
                                    with_commas(spread.learned)};
}

bool is_gone(const Spread& spread) {
  const double before = share_of(spread.learned, spread.all_learned);
  return spread.unknown >= kFewestForHealth &&
         share_of(spread.pages, spread.all) < kGoneShare * before &&
         share_of(spread.unknown, spread.all) > 0.5 * before;
}

}  // namespace pagekin::skeleton
