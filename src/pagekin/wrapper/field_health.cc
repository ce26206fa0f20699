#include "pagekin/wrapper/field_health.h"

#include <algorithm>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr double kFarLess = 0.6;      // of the former agreement
constexpr double kOtherShape = 0.25;  // a smaller similarity of shapes is another kind of value

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

Diagnosis diagnose(const FieldRule& rule, const FieldHealth& now) {
  const FieldProfile& before = rule.profile;
  Diagnosis found = skeleton::diagnose_fill({.pages = before.pages, .filled = before.filled},
                                            {.pages = now.pages, .filled = now.filled});
  if (found.state != HealthState::kSound) return found;
  if (now.filled >= skeleton::kFewestForHealth && now.agreement() < kFarLess * before.agreement) {
    return {HealthState::kBroken, "selectors agree to " + percent(now.agreement()) +
                                      ", before to " + percent(before.agreement)};
  }
  if (now.filled >= skeleton::kFewestForHealth && now.shape() < kOtherShape) {
    return {HealthState::kBroken, "values look different"};
  }
  return found;
}

}  // namespace pagekin::wrapper
