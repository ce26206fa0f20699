#include "pagekin/wrapper/field_health.h"

#include <algorithm>
#include <cmath>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::uint32_t kFewPages = 3;  // fewer tell nothing
constexpr double kDeviations = 3;       // of a fall that chance does not explain
constexpr double kFarFewer = 0.6;       // of the former fill rate
constexpr double kFarLess = 0.6;        // of the former agreement
constexpr double kOtherShape = 0.25;    // a smaller similarity of shapes is another kind of value

std::string percent(double share) { return decimal(100 * share, 0) + " %"; }

}  // namespace

void FieldHealth::add(const FieldRule& rule, const FoundField& found) {
  ++pages;
  if (found.state == FieldState::kReview) ++review;
  if (found.state != FieldState::kFound) return;
  ++filled;
  agreement_sum += found.agreement;
  const std::string& value = found.values.front();
  const ValueShape own = value_shape(value);
  double nearest = rule.profile.shapes.empty() ? 1 : 0;
  for (const ValueShape& shape : rule.profile.shapes) {
    nearest = std::max(nearest, shape_similarity(own, shape));
  }
  shape_sum += nearest;
  known += std::ranges::binary_search(rule.profile.values, hash_bytes(value)) ? 1 : 0;
}

std::string_view to_text(HealthState state) {
  constexpr std::string_view names[] = {"sound", "unknown", "broken"};
  return names[static_cast<std::size_t>(state)];
}

Diagnosis diagnose(const FieldRule& rule, const FieldHealth& now) {
  const FieldProfile& before = rule.profile;
  if (now.pages < kFewPages || before.pages == 0) return {};
  const double rate = static_cast<double>(before.filled) / before.pages;
  // A rate that was seen on few pages is itself uncertain; both counts make the bound.
  const double both = (static_cast<double>(before.filled) + now.filled + 1) /
                      (static_cast<double>(before.pages) + now.pages + 2);
  const double deviation = std::sqrt(both * (1 - both) * (1.0 / before.pages + 1.0 / now.pages));
  if (now.fill_rate() < kFarFewer * rate && rate - now.fill_rate() > kDeviations * deviation) {
    return {HealthState::kBroken,
            "filled on " + percent(now.fill_rate()) + " of the pages, before on " + percent(rate)};
  }
  if (now.filled >= kFewPages && now.agreement() < kFarLess * before.agreement) {
    return {HealthState::kBroken, "selectors agree to " + percent(now.agreement()) +
                                      ", before to " + percent(before.agreement)};
  }
  if (now.filled >= kFewPages && now.shape() < kOtherShape) {
    return {HealthState::kBroken, "values look different"};
  }
  return {HealthState::kSound, {}};
}

}  // namespace pagekin::wrapper
