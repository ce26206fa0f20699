#include "pagekin/wrapper/field_health.h"

#include <algorithm>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

using skeleton::percent;

constexpr double kAlwaysThere = 0.95;  // of the pages: each page has the field
constexpr double kNotAlways = 0.8;     // of the pages, of such a field
constexpr double kFarLess = 0.6;       // of the former agreement
constexpr double kLess = 0.9;          // of the former agreement
constexpr double kUnlikeShape = 0.5;   // similarity of shapes of values that may be others
constexpr double kFewKnown = 0.1;      // of the values
constexpr double kOtherShape = 0.25;   // a smaller similarity of shapes is another kind of value

}  // namespace

void FieldHealth::add(const FieldRule& rule, const FoundField& found, std::string_view address) {
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
  const std::uint64_t hash = hash_bytes(value);
  known += std::ranges::binary_search(rule.profile.values, hash) ? 1 : 0;
  if (!found.is_doubtful) return;
  ++doubtful;
  if (address.empty()) return;
  ++checked;
  confirmed +=
      std::ranges::binary_search(rule.profile.page_values, hash_on_page(address, hash)) ? 1 : 0;
}

Diagnosis diagnose(const FieldRule& rule, const FieldHealth& now) {
  const FieldProfile& before = rule.profile;
  const bool is_confirmed =
      now.checked >= skeleton::kFewestForHealth && 2 * now.confirmed >= now.checked;
  const std::uint32_t filled = now.filled - (is_confirmed ? 0 : now.doubtful);
  Diagnosis found = skeleton::diagnose_fill({.pages = before.pages, .filled = before.filled},
                                            {.pages = now.pages, .filled = filled});
  if (found.state == HealthState::kBroken && filled < now.filled) {
    found.reason += "; what was found at unusual places is unsure";
  }
  if (found.state != HealthState::kSound) return found;
  const skeleton::Fill was{.pages = before.pages, .filled = before.filled};
  const skeleton::Fill is{.pages = now.pages, .filled = filled};
  if (was.rate() >= kAlwaysThere && is.rate() < kNotAlways &&
      skeleton::is_significant_fall(was, is)) {
    return {HealthState::kBroken, "filled on " + percent(is.rate()) +
                                      " of the pages, before on nearly all (" +
                                      percent(was.rate()) + ")"};
  }
  if (now.filled >= skeleton::kFewestForHealth && now.agreement() < kFarLess * before.agreement) {
    return {HealthState::kBroken, "selectors agree to " + percent(now.agreement()) +
                                      ", before to " + percent(before.agreement)};
  }
  if (now.filled >= skeleton::kFewestForHealth && now.shape() < kOtherShape) {
    return {HealthState::kBroken, "values look different"};
  }
  // Another place may have values of a similar shape. Then none of them is a known one.
  if (now.filled >= skeleton::kFewestForHealth && now.shape() < kUnlikeShape &&
      now.agreement() < kLess * before.agreement &&
      now.known < kFewKnown * static_cast<double>(now.filled)) {
    return {HealthState::kBroken, "values look different, and hardly any of them is a known one"};
  }
  return found;
}

}  // namespace pagekin::wrapper
