#include "pagekin/wrapper/relocate.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/designs.h"
#include "pagekin/wrapper/usual_form.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMaxGuesses = 8;          // pages that serve as labels of a field
constexpr std::size_t kMaxGuessedPlaces = 100;  // guesses on a page; more of them say nothing
constexpr double kSimilarShape = 0.35;          // of a guess by its label
constexpr double kMinConfidence = 0.3;
constexpr std::size_t kManyValues = 4;   // of a field; each of them is on few pages
constexpr std::size_t kLostVariety = 4;  // the new place has so many times fewer different values

// What a guess rests on, the surest first.
enum class Ground : std::uint8_t { kValueOfPage, kValue, kLabel };

// The slots of a page that may hold a field.
struct Guesses {
  std::uint32_t page = 0;
  Ground ground = Ground::kValueOfPage;
  std::vector<std::uint32_t> slots;
};

// Known values of a field of many values that stand on more than half of the pages; ascending.
std::vector<std::uint64_t> common_values(const FieldProfile& profile,
                                         std::span<const PageSlots* const> pages) {
  if (profile.values.size() < kManyValues) return {};
  std::map<std::uint64_t, std::size_t> counts;  // pages
  std::vector<std::uint64_t> on_page;
  for (const PageSlots* const page : pages) {
    on_page.clear();
    for (std::uint32_t i = 0; i < page->text_count; ++i) {
      const std::uint64_t hash = page->slots[i].hash;
      if (std::ranges::binary_search(profile.values, hash)) on_page.push_back(hash);
    }
    sort_unique(on_page);
    for (const std::uint64_t hash : on_page) ++counts[hash];
  }
  std::vector<std::uint64_t> common;
  for (const auto& [hash, count] : counts) {
    if (count > 1 && 2 * count > pages.size()) common.push_back(hash);
  }
  return common;
}

// Whether a place with these values, one of each page, has far fewer different ones than the field
// had on as many pages.
bool has_lost_variety(const FieldProfile& before, std::vector<std::uint64_t> values) {
  if (values.size() > before.filled) values.resize(before.filled);
  const std::size_t expected = std::min(values.size(), before.values.size());
  return kLostVariety * count_distinct(values) < expected;
}

// `common`: see common_values().
Guesses guesses_on(const FieldRule& rule, std::span<const std::uint64_t> common,
                   const PageSlots& page, std::string_view address, std::uint32_t number) {
  const FieldProfile& profile = rule.profile;
  Guesses guesses{.page = number, .slots = {}};
  const auto find_all = [&](Ground ground, const auto& fits) {
    guesses.ground = ground;
    for (std::uint32_t i = 0; i < page.text_count; ++i) {
      if (fits(i)) guesses.slots.push_back(i);
    }
    return !guesses.slots.empty();
  };
  const bool is_found =
      find_all(Ground::kValueOfPage,
               [&](std::uint32_t i) {
                 return std::ranges::binary_search(profile.page_values,
                                                   hash_on_page(address, page.slots[i].hash));
               }) ||
      find_all(Ground::kValue, [&](std::uint32_t i) {
        return std::ranges::binary_search(profile.values, page.slots[i].hash) &&
               !std::ranges::binary_search(common, page.slots[i].hash);
      });
  if (is_found) return guesses;
  find_all(Ground::kLabel, [&](std::uint32_t i) {
    if (i == 0 ||
        std::ranges::find(profile.labels, page.slots[i - 1].label) == profile.labels.end()) {
      return false;
    }
    const ValueShape own = value_shape(page.value(i));
    return std::ranges::any_of(profile.shapes, [&](const ValueShape& shape) {
      return shape_similarity(own, shape) >= kSimilarShape;
    });
  });
  return guesses;
}

}  // namespace

KnownValues::KnownValues(const Wrapper& wrapper) {
  // Designs of one template have the same values.
  const std::vector<std::uint32_t> newest = newest_designs(wrapper);
  for (std::uint32_t number = 0; number < wrapper.templates.size(); ++number) {
    const std::uint32_t t = newest[number];
    const std::vector<FieldRule>& fields = wrapper.templates[number].fields;
    for (std::uint32_t f = 0; f < fields.size(); ++f) {
      const FieldProfile& profile = fields[f].profile;
      for (const std::uint64_t hash : profile.values) values_.push_back({hash, t, f});
      for (const std::uint64_t hash : profile.page_values) page_values_.push_back({hash, t, f});
    }
  }
  const auto order = [](const Value& one) {
    return std::tuple(one.hash, one.template_number, one.field);
  };
  std::ranges::sort(values_, {}, order);
  std::ranges::sort(page_values_, {}, order);
}

KnownValues::Former KnownValues::template_of(const PageSlots& page,
                                             std::string_view address) const {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(page.text_count);
  for (std::uint32_t i = 0; i < page.text_count; ++i) {
    hashes.push_back(hash_on_page(address, page.slots[i].hash));
  }
  const std::uint32_t number = template_of(page_values_, hashes);
  if (number != kNone) return {number, true};
  for (std::uint32_t i = 0; i < page.text_count; ++i) hashes[i] = page.slots[i].hash;
  return {template_of(values_, std::move(hashes)), false};
}

std::uint32_t KnownValues::template_of(const std::vector<Value>& values,
                                       std::vector<std::uint64_t> hashes) {
  // A page may repeat a value that many fields have.
  sort_unique(hashes);
  std::set<std::pair<std::uint32_t, std::uint32_t>> found;  // templates and fields
  for (const std::uint64_t hash : hashes) {
    for (auto value = std::ranges::lower_bound(values, hash, {}, &Value::hash);
         value != values.end() && value->hash == hash; ++value) {
      found.emplace(value->template_number, value->field);
    }
  }
  std::map<std::uint32_t, std::size_t> fields;  // by template
  for (const auto& [number, field] : found) ++fields[number];
  std::uint32_t best = kNone;
  std::size_t most = 0;
  for (const auto& [number, count] : fields) {
    if (count > most) {
      best = number;
      most = count;
    } else if (count == most) {
      best = kNone;
    }
  }
  return best;
}

Relocated relocate_fields(const TemplateRules& before, std::span<const PageSlots* const> pages,
                          std::span<const std::string_view> addresses) {
  const auto address_of = [&](std::uint32_t page) {
    return page < addresses.size() ? addresses[page] : std::string_view();
  };
  Relocated result;
  std::vector<LabelledField> fields;
  std::vector<std::map<std::uint32_t, std::vector<std::uint64_t>>> known;  // hashes by page
  for (const FieldRule& rule : before.fields) {
    LabelledField& field = fields.emplace_back();
    field.name = rule.name;
    auto& values = known.emplace_back();
    std::vector<Guesses> all;
    const std::vector<std::uint64_t> common = common_values(rule.profile, pages);
    for (std::uint32_t p = 0; p < pages.size(); ++p) {
      Guesses guesses = guesses_on(rule, common, *pages[p], address_of(p), p);
      if (guesses.slots.empty() || guesses.slots.size() > kMaxGuessedPlaces) continue;
      if (guesses.ground != Ground::kLabel) {
        for (const std::uint32_t slot : guesses.slots) {
          values[p].push_back(pages[p]->slots[slot].hash);
        }
      }
      all.push_back(std::move(guesses));
    }
    // Pages with few guesses are the clearest.
    std::ranges::stable_sort(
        all, {}, [](const Guesses& one) { return std::pair(one.ground, one.slots.size()); });
    for (std::size_t i = 0; i < std::min(all.size(), kMaxGuesses); ++i) {
      FieldLabel& label = field.labels.emplace_back();
      label.page = all[i].page;
      for (const std::uint32_t slot : all[i].slots) {
        label.places.push_back(place_of_slot(*pages[all[i].page], slot));
      }
    }
  }
  result.rules.name = before.name;
  result.rules.id = before.id;
  result.rules.attributes = before.attributes;
  std::vector<LabelledField> asked;
  for (const LabelledField& field : fields) {
    if (!field.labels.empty()) asked.push_back(field);
  }
  if (!pages.empty()) learn_fields(pages, addresses, asked, {}, result.rules);
  // Several guesses on a page do not make a list of a field that had one value.
  for (FieldRule& rule : result.rules.fields) {
    const auto old = std::ranges::find(before.fields, rule.name, &FieldRule::name);
    if (old->is_list) continue;
    rule.is_list = false;
    rule.list_keys.clear();
    rule.extent.item = 0;
  }
  Applier applier(result.rules);
  std::vector<std::vector<FoundField>> found(pages.size());
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    applier.apply(*pages[p], address_of(p), found[p]);
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
    std::uint32_t fitting = 0;  // with values of the usual form
    std::uint32_t checked = 0;
    std::vector<std::uint64_t> given;
    const UsualForm form(before.fields[f]);
    for (std::uint32_t p = 0; p < pages.size(); ++p) {
      const FoundField& field = found[p][number];
      const auto values = known[f].find(p);
      if (values != known[f].end()) ++checked;
      if (field.state != FieldState::kFound) continue;
      ++filled;
      fitting += form.fits(field.values.front()) ? 1 : 0;
      given.push_back(hash_bytes(field.values.front()));
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
    if (filled == 0 || has_lost_variety(before.fields[f].profile, std::move(given))) continue;
    const double rate = static_cast<double>(before.fields[f].profile.filled) /
                        std::max(1U, before.fields[f].profile.pages);
    const double share = static_cast<double>(fitting) / static_cast<double>(pages.size());
    const double right = checked == 0 ? 0.5 : static_cast<double>(one.by_value) / checked;
    one.confidence = std::min(1.0, rate > 0 ? share / rate : share) * (agreement / filled) * right;
    if (one.confidence >= kMinConfidence) kept.push_back(*rule);
  }
  result.rules.fields = std::move(kept);
  return result;
}

}  // namespace pagekin::wrapper
