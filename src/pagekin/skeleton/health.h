// Whether what was learned of a template is still found on its pages.
//
// A column or field is broken if it is filled on far fewer pages than when it was learned, or its
// values are of another kind; or if no page has the template any more. Few pages say little: a fall
// must be larger than chance makes it (three standard deviations of the difference of two shares).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

enum class HealthState : std::uint8_t { kSound, kUnknown, kBroken };
std::string_view to_text(HealthState state);

struct Diagnosis {
  HealthState state = HealthState::kUnknown;  // kUnknown: there are too few pages to say
  std::string reason;                         // of what is broken
};

// A part of a whole, 0 where that is 0; and as reasons have it: "12 %".
double share_of(std::uint64_t part, std::uint64_t whole);
std::string percent(double share);

constexpr std::uint64_t kFewestForHealth = 3;  // pages

// On how many of its pages something has a value.
struct Fill {
  std::uint64_t pages = 0;
  std::uint64_t filled = 0;

  double rate() const {
    return pages == 0 ? 0 : static_cast<double>(filled) / static_cast<double>(pages);
  }
};

Diagnosis diagnose_fill(const Fill& before, const Fill& now);

// Whether the share fell by more than chance explains.
bool is_significant_fall(const Fill& before, const Fill& now);

// What was seen of a column in one run.
struct ColumnHealth {
  Fill fill;
  std::uint64_t typed = 0;  // pages whose first value has the type of the column
};

Diagnosis diagnose(const TemplateModel& model, const Slot& slot, const ColumnHealth& now);

// How the pages of a run are spread over templates.
struct Spread {
  std::uint64_t learned = 0;      // all pages of the template when it was learned
  std::uint64_t all_learned = 0;  // of all templates
  std::uint64_t pages = 0;        // of the template now
  std::uint64_t unknown = 0;      // of no template that was learned
  std::uint64_t all = 0;          // of the run
  std::uint64_t crawl = 0;        // all pages of the run in which it was learned; 0: not known
};

// Whether a template has all but vanished, while enough pages of no template are there to be its
// successors.
bool is_gone(const Spread& spread);
// The diagnosis of each column of such a template, which has `pages` pages now.
Diagnosis gone(std::uint64_t pages);

// Whether far fewer pages have a template than when it was learned, in a run that has room for
// them, and it is a far smaller part of all pages. What is left may look sound: the pages that are
// left are those that still match.
bool has_collapsed(const Spread& spread);
Diagnosis collapsed(const Spread& spread);

// `moved` pages had a template when it was learned and have another one now, or none; `pages` have
// it. has_moved() says whether they are too many to be chance; moved() is the diagnosis then.
bool has_moved(std::uint64_t moved, std::uint64_t pages);
Diagnosis moved(std::uint64_t moved, std::uint64_t pages);

}  // namespace pagekin::skeleton
