#include "pagekin/wrapper/second_look.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr double kNoVeto = 1e6;          // silence does not count
constexpr double kSimilarValue = 0.35;   // of shapes
constexpr double kLikeOthers = 0.8;      // of the similarity that known values have
constexpr std::size_t kUnlikePart = 10;  // the similarity of known values but for one in ten

ApplyOptions without_veto(ApplyOptions options) {
  options.veto = kNoVeto;
  return options;
}

double nearest_shape(const ValueShape& own, std::span<const ValueShape> shapes,
                     const ValueShape* self = nullptr) {
  double nearest = 0;
  for (const ValueShape& shape : shapes) {
    if (&shape != self) nearest = std::max(nearest, shape_similarity(own, shape));
  }
  return nearest;
}

// How similar to a known value another one must be: values that are all much alike, such as dates,
// are not followed by others. A field some of whose values are unlike the rest, such as titles, may
// have more of these.
double needed_similarity(const FieldProfile& profile) {
  if (profile.shapes.size() < 2) return kSimilarValue;
  std::vector<double> nearest;
  for (const ValueShape& shape : profile.shapes) {
    nearest.push_back(nearest_shape(shape, profile.shapes, &shape));
  }
  std::ranges::sort(nearest);
  return std::max(kSimilarValue, kLikeOthers * nearest[nearest.size() / kUnlikePart]);
}

}  // namespace

bool has_moved(const TemplateRules& rules, double overlap) {
  return overlap < static_cast<double>(rules.typical);
}

bool may_find_more(const TemplateRules& rules, bool is_moved) {
  return is_moved || !rules.reserve.empty() ||
         std::ranges::any_of(rules.fields, &FieldRule::is_aged);
}

SecondLook::SecondLook(const TemplateRules& rules, ApplyOptions options)
    : rules_(&rules), applier_(rules, without_veto(options)) {
  for (const FieldRule& rule : rules.fields) needed_.push_back(needed_similarity(rule.profile));
  if (rules.reserve.empty()) return;
  reserve_.emplace(rules.reserve.front(), options);
  moved_reserve_.emplace(rules.reserve.front(), without_veto(options));
}

bool SecondLook::is_wanted(std::size_t field, const FoundField& found) const {
  return found.state != FieldState::kFound && rules_->fields[field].profile.is_usual();
}

void SecondLook::take(std::size_t field, FoundField& value, std::vector<FoundField>& found) const {
  if (!is_wanted(field, found[field]) || value.state != FieldState::kFound) return;
  const double similarity =
      nearest_shape(value_shape(value.values.front()), rules_->fields[field].profile.shapes);
  if (similarity < needed_[field]) return;
  value.confidence = std::min(value.confidence, kDoubtfulConfidence);
  value.is_doubtful = true;
  found[field] = std::move(value);
}

void SecondLook::look(const PageSlots& page, std::string_view address, bool is_moved,
                      std::vector<FoundField>& found) {
  const auto is_any_wanted = [&](bool is_everything) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (is_wanted(i, found[i]) && (is_everything || rules_->fields[i].is_aged)) return true;
    }
    return false;
  };
  if (reserve_ && is_any_wanted(true)) look_in_reserve(*reserve_, page, address, true, found);
  if (!is_any_wanted(is_moved)) return;
  applier_.apply(page, address, again_);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (is_moved || rules_->fields[i].is_aged) take(i, again_[i], found);
  }
  // All around the second place may have changed, too.
  if (moved_reserve_ && is_any_wanted(is_moved)) {
    look_in_reserve(*moved_reserve_, page, address, is_moved, found);
  }
}

void SecondLook::look_in_reserve(Applier& reserve, const PageSlots& page, std::string_view address,
                                 bool is_everything, std::vector<FoundField>& found) {
  reserve.apply(page, address, again_);
  for (std::size_t k = 0; k < again_.size(); ++k) {
    const std::string& name = rules_->reserve.front().fields[k].name;
    const auto own = std::ranges::find(rules_->fields, name, &FieldRule::name);
    if (own == rules_->fields.end() || !(is_everything || own->is_aged)) continue;
    take(static_cast<std::size_t>(own - rules_->fields.begin()), again_[k], found);
  }
}

}  // namespace pagekin::wrapper
