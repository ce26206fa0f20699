#include "pagekin/synth/redesign.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/error.h"

namespace pagekin::synth {
namespace {

// Fewer pages show too little of a design.
constexpr std::uint64_t kLeastPages = 10;

struct Candidate {
  std::uint32_t template_number = 0;
  std::uint64_t before = 0;  // pages in the first half of the crawl
  std::uint64_t after = 0;
};

std::vector<Candidate> halves_of_templates(const Plan& plan) {
  std::vector<Candidate> halves(plan.templates.size());
  for (std::uint32_t number = 0; number < halves.size(); ++number) {
    halves[number].template_number = number;
  }
  const std::vector<std::uint64_t> of_sites = plan.order.before(plan.half_way);
  for (std::size_t i = 0; i < plan.sites.size(); ++i) {
    const Site& site = plan.sites[i];
    const std::vector<std::uint64_t> of_slots = site.order.before(of_sites[i]);
    for (std::size_t j = 0; j < site.slots.size(); ++j) {
      Candidate& half = halves[site.slots[j].template_number];
      half.before += of_slots[j];
      half.after += site.slots[j].pages - of_slots[j];
    }
  }
  return halves;
}

// The largest first.
std::vector<Candidate> candidates_of(const Plan& plan) {
  std::vector<Candidate> candidates = halves_of_templates(plan);
  std::erase_if(candidates, [&](const Candidate& c) {
    return plan.templates[c.template_number].origin != Origin::kFresh ||
           std::min(c.before, c.after) < kLeastPages;
  });
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.before + a.after > b.before + b.after;
                   });
  return candidates;
}

// The old style of markup with new class names.
Style restyled(Style style, Random random) {
  std::string token;
  append_token(random.next(), token);
  style.prefix += token.substr(0, 2) + '-';
  style.salt = random.next();
  return style;
}

Template redesigned(const Plan& plan, std::uint32_t number, Random random) {
  Template made = plan.templates[number];
  made.name += "-redesigned";
  made.origin = Origin::kRedesign;
  made.base = number;
  made.body = make_body(page_kinds()[made.kind], made.view,
                        restyled(plan.themes[made.theme].style, random.fork(1)), plan.vocabulary,
                        random.fork(2));
  return made;
}

}  // namespace

void add_redesigns(Plan& plan, Random random) {
  const std::uint32_t wanted = plan.options.redesign;
  if (wanted == 0) return;
  std::vector<Candidate> candidates = candidates_of(plan);
  if (wanted > candidates.size()) {
    throw OptionError(fmt::format("redesign: expected 0 to {} (templates derived from no other "
                                  "with {} pages or more in each "
                                  "half of the crawl), found {}",
                                  candidates.size(), kLeastPages, wanted),
                      "redesign");
  }
  // The larger half in random order, then the others by size.
  const auto larger = static_cast<std::uint32_t>((candidates.size() + 1) / 2);
  Random shuffle = random.fork(1);
  for (std::uint32_t i = larger; i > 1; --i) {
    std::swap(candidates[i - 1], candidates[shuffle.below(i)]);
  }
  candidates.resize(wanted);
  for (const Candidate& chosen : candidates) {
    const std::uint32_t number = chosen.template_number;
    const auto redesign = static_cast<std::uint32_t>(plan.templates.size());
    plan.templates.push_back(redesigned(plan, number, random.fork(2).fork(number)));
    plan.templates[number].redesign = redesign;
  }
}

}  // namespace pagekin::synth
