#include "pagekin/wrapper/record_health.h"

#include <algorithm>
#include <cmath>

#include "pagekin/core/text.h"

namespace pagekin::wrapper {
namespace {

using skeleton::percent;
using skeleton::share_of;

constexpr double kEachPage = 0.95;                // of the pages: each page has rows
constexpr double kNotEachPage = 0.8;              // of the pages, of such a record
constexpr double kFewerRows = 0.25;               // of the former rows a page
constexpr std::uint32_t kFewestPagesForRows = 8;  // with rows, to compare how many they have

// A share of rows, on as many pages as have rows.
skeleton::Fill fill_of(std::uint64_t cells, std::uint64_t rows, std::uint32_t pages) {
  return {.pages = pages,
          .filled = static_cast<std::uint64_t>(std::llround(share_of(cells, rows) * pages))};
}

}  // namespace

void RecordHealth::add(const rows::RecordRule& rule, const std::vector<rows::FoundRow>& found) {
  ++pages;
  cells.resize(rule.cells.size());
  if (found.empty()) return;
  ++filled;
  rows += found.size();
  page_counts.push_back(static_cast<std::uint32_t>(found.size()));
  for (const rows::FoundRow& row : found) {
    for (std::size_t c = 0; c < cells.size(); ++c) cells[c] += row.cells[c].empty() ? 0 : 1;
  }
}

std::uint32_t RecordHealth::usual_rows() const {
  if (page_counts.empty()) return 0;
  std::vector<std::uint32_t> counts = page_counts;
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  std::ranges::nth_element(counts, middle);
  return *middle;
}

RecordProfile profile_of(const RecordHealth& seen) {
  return {.pages = seen.pages,
          .filled = seen.filled,
          .rows = seen.rows,
          .usual_rows = seen.usual_rows(),
          .cells = seen.cells};
}

skeleton::Diagnosis diagnose(const rows::RecordRule& rule, const RecordProfile& before,
                             const RecordHealth& now) {
  using skeleton::HealthState;
  const skeleton::Fill was{.pages = before.pages, .filled = before.filled};
  const skeleton::Fill is{.pages = now.pages, .filled = now.filled};
  skeleton::Diagnosis found = skeleton::diagnose_fill(was, is);
  if (found.state == HealthState::kUnknown) return found;
  const bool had_each = was.rate() >= kEachPage;
  if (found.state == HealthState::kBroken ||
      (had_each && is.rate() < kNotEachPage && skeleton::is_significant_fall(was, is))) {
    return {HealthState::kBroken,
            "rows on " + percent(is.rate()) + " of the pages, before on " + percent(was.rate())};
  }
  const std::uint32_t usual = now.usual_rows();
  if (std::min(before.filled, now.filled) >= kFewestPagesForRows &&
      usual < kFewerRows * before.usual_rows) {
    return {HealthState::kBroken, with_commas(usual) + (usual == 1 ? " row" : " rows") +
                                      " a page, before " + with_commas(before.usual_rows)};
  }
  for (std::size_t c = 0; c < std::min(before.cells.size(), now.cells.size()); ++c) {
    const skeleton::Diagnosis cell =
        skeleton::diagnose_fill(fill_of(before.cells[c], before.rows, before.filled),
                                fill_of(now.cells[c], now.rows, now.filled));
    if (cell.state != HealthState::kBroken) continue;
    return {HealthState::kBroken, "'" + printable(rule.cells[c].name) + "' is in " +
                                      percent(share_of(now.cells[c], now.rows)) +
                                      " of the rows, before in " +
                                      percent(share_of(before.cells[c], before.rows))};
  }
  return found;
}

}  // namespace pagekin::wrapper
