#include "pagekin/wrapper/relocate.h"

#include <algorithm>
#include <map>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMaxGuesses = 8;  // pages that serve as labels of a field
constexpr double kSimilarShape = 0.35;  // of a guess by its label
constexpr double kMinConfidence = 0.3;

struct Guess {
  std::uint32_t page = 0;
  std::uint32_t slot = 0;
  bool by_value = false;
};

// The slots of a page that may hold the field. A value that is on many pages says nothing.
std::vector<Guess> guesses_on(const FieldRule& rule, const PageSlots& page, std::uint32_t number) {
  std::vector<Guess> guesses;
  for (std::uint32_t i = 0; i < page.text_count; ++i) {
    if (std::ranges::binary_search(rule.profile.values, page.slots[i].hash)) {
      guesses.push_back({number, i, true});
    }
  }
  if (!guesses.empty()) return guesses;
  for (std::uint32_t i = 1; i < page.text_count; ++i) {
    const std::uint64_t label = page.slots[i - 1].label;
    if (std::ranges::find(rule.profile.labels, label) == rule.profile.labels.end()) continue;
    const ValueShape own = value_shape(page.value(i));
    for (const ValueShape& shape : rule.profile.shapes) {
      if (shape_similarity(own, shape) < kSimilarShape) continue;
      guesses.push_back({number, i, false});
      break;
    }
  }
  return guesses;
}

}  // namespace

Relocated relocate_fields(const TemplateRules& before, std::span<const PageSlots* const> pages,
                          std::span<const std::string_view> addresses) {
  Relocated result;
  std::vector<LabelledField> fields;
  std::vector<std::map<std::uint32_t, std::vector<std::uint64_t>>> known;  // hashes by page
  for (const FieldRule& rule : before.fields) {
    LabelledField& field = fields.emplace_back();
    field.name = rule.name;
    auto& values = known.emplace_back();
    // Pages with few guesses are the clearest.
    std::vector<std::vector<Guess>> all;
    for (std::uint32_t p = 0; p < pages.size(); ++p) {
      std::vector<Guess> guesses = guesses_on(rule, *pages[p], p);
      if (guesses.empty()) continue;
      for (const Guess& guess : guesses) {
        if (guess.by_value) values[p].push_back(pages[p]->slots[guess.slot].hash);
      }
      all.push_back(std::move(guesses));
    }
    std::ranges::stable_sort(all, [](const auto& a, const auto& b) {
      return std::pair(!a.front().by_value, a.size()) < std::pair(!b.front().by_value, b.size());
    });
    for (std::size_t i = 0; i < std::min(all.size(), kMaxGuesses); ++i) {
      FieldLabel& label = field.labels.emplace_back();
      label.page = all[i].front().page;
      for (const Guess& guess : all[i]) label.slots.push_back(guess.slot);
    }
  }
  result.rules.name = before.name;
  result.rules.id = before.id;
  std::vector<LabelledField> asked;
  for (const LabelledField& field : fields) {
    if (!field.labels.empty()) asked.push_back(field);
  }
  if (!pages.empty()) learn_fields(pages, addresses, asked, {}, result.rules);
  Applier applier(result.rules);
  std::vector<std::vector<FoundField>> found(pages.size());
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    applier.apply(*pages[p], p < addresses.size() ? addresses[p] : std::string_view(), found[p]);
  }
  std::vector<FieldRule> kept;
  for (std::size_t f = 0; f < before.fields.size(); ++f) {
    Relocation& one = result.fields.emplace_back();
    one.field = before.fields[f].name;
    one.pages = static_cast<std::uint32_t>(pages.size());
    const auto rule = std::ranges::find(result.rules.fields, one.field, &FieldRule::name);
    if (rule == result.rules.fields.end()) continue;
    const auto number = static_cast<std::size_t>(rule - result.rules.fields.begin());
    double agreement = 0;
    std::uint32_t filled = 0;
    std::uint32_t checked = 0;
    for (std::uint32_t p = 0; p < pages.size(); ++p) {
      const FoundField& field = found[p][number];
      const auto values = known[f].find(p);
      if (values != known[f].end()) ++checked;
      if (field.state != FieldState::kFound) continue;
      ++filled;
      agreement += field.agreement;
      const bool is_known = values != known[f].end() &&
                            std::ranges::find(values->second, pages[p]->slots[field.slot].hash) !=
                                values->second.end();
      one.by_value += is_known ? 1 : 0;
      if (one.example.empty() || (is_known && one.by_value == 1)) {
        one.example = field.values.front();
        const std::uint32_t previous = pages[p]->slots[field.slot].previous;
        one.label = previous == kNone ? std::string() : std::string(pages[p]->value(previous));
      }
    }
    if (filled == 0) continue;
    const double rate = static_cast<double>(before.fields[f].profile.filled) /
                        std::max(1U, before.fields[f].profile.pages);
    const double share = static_cast<double>(filled) / static_cast<double>(pages.size());
    const double right = checked == 0 ? 0.5 : static_cast<double>(one.by_value) / checked;
    one.confidence = std::min(1.0, rate > 0 ? share / rate : share) * (agreement / filled) * right;
    if (one.confidence >= kMinConfidence) kept.push_back(*rule);
  }
  result.rules.fields = std::move(kept);
  return result;
}

}  // namespace pagekin::wrapper
