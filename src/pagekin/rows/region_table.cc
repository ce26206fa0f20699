#include "pagekin/rows/region_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"

namespace pagekin::rows {
namespace {

constexpr double kLeastFill = 0.02;
constexpr std::ptrdiff_t kMostLabelWords = 4;  // "Last updated on the"; more are of the value
constexpr std::size_t kSureValues = 30;        // that do not begin with the same word by chance

constexpr std::array<std::string_view, 18> kJoining = {
    "by", "on", "in", "at", "from", "to",   "of",  "-",        "|",
    ",",  ":",  "/",  "(",  "#",    "with", "and", "\xC2\xB7", "\xE2\x80\x93"};

std::string_view last_word(std::string_view text) {
  const std::size_t space = text.rfind(' ');
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

// The words with which all texts begin, with a space behind them, and the joining word with which
// all end; at least one word of each text is left.
Cut common_words(const RegionColumn& column) {
  Cut cut;
  if (column.values.size() < 3) return cut;
  const std::string& first = column.values.front().second;
  std::size_t same = first.size();
  for (const auto& [row, text] : column.values) {
    const auto end = std::ranges::mismatch(first, text).in1;
    same = std::min(same, static_cast<std::size_t>(end - first.begin()));
  }
  // Only whole words, and not the last one of any text.
  const std::size_t words = first.substr(0, same).rfind(' ');
  if (words != std::string::npos) cut.before = first.substr(0, words + 1);
  if (std::ranges::count(cut.before, ' ') > kMostLabelWords) cut.before.clear();
  // A few values may begin alike by chance, unless the words look like a label.
  if (!cut.before.empty() && column.values.size() < kSureValues) {
    const std::string_view label = std::string_view(cut.before).substr(0, words);
    const bool is_label =
        label.ends_with(':') || std::ranges::find(kJoining, last_word(label)) != kJoining.end();
    if (!is_label) cut.before.clear();
  }
  const std::string_view tail = last_word(first);
  const bool ends_alike = std::ranges::find(kJoining, tail) != kJoining.end() &&
                          std::ranges::all_of(column.values, [&](const auto& one) {
                            return last_word(one.second) == tail &&
                                   one.second.size() > cut.before.size() + tail.size() + 1;
                          });
  if (ends_alike) cut.after = " " + std::string(tail);
  if (!cut.before.empty() || !cut.after.empty()) cut.kind = Cut::Kind::kTrim;
  return cut;
}

void count_values(RegionColumn& column) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(column.values.size());
  column.bytes = 0;
  for (const auto& [row, text] : column.values) {
    hashes.push_back(hash_bytes(text));
    column.bytes += text.size();
  }
  column.distinct = count_distinct(hashes);
}

std::uint64_t hash_of(const RegionColumn& column) {
  std::uint64_t hash = column.values.size();
  for (const auto& [row, text] : column.values) hash = mix(hash + row) ^ hash_bytes(text);
  return hash;
}

}  // namespace

const RegionColumn* RegionTable::find(const CellSource& source, bool has_cut) const {
  for (auto at = std::ranges::lower_bound(columns, source, {}, &RegionColumn::source);
       at != columns.end() && at->source == source; ++at) {
    if ((at->cut.kind != Cut::Kind::kNot) == has_cut) return &*at;
  }
  return nullptr;
}

RegionTable table_of(const LaidPages& pages, const Region& region) {
  std::map<CellSource, RegionColumn> all;
  RowElements elements;
  for (std::uint32_t r = 0; r < region.rows.size(); ++r) {
    const PlacedPage page = pages.placed(region.rows[r].page);
    collect(page, region.rows[r].elements, elements);
    each_feature(page, elements, [&](const CellSource& source, std::string&& value) {
      all[source].values.emplace_back(r, std::move(value));
    });
  }
  const auto rows = static_cast<double>(region.rows.size());
  std::vector<RegionColumn> columns;
  for (auto& [source, column] : all) {
    column.source = source;
    const auto fill = static_cast<double>(column.values.size());
    if (fill < std::max(1.0, kLeastFill * rows)) continue;
    count_values(column);
    const Place& place = pages.tree().places[source.place];
    const bool is_headed_cell = source.part == Part::kText && place.called == Called::kHeader;
    if (column.distinct == 1 && fill > 0.9 * rows && rows > 2 && !is_headed_cell) continue;
    if (source.part != Part::kAttribute) {
      if (Cut cut = common_words(column); cut.kind != Cut::Kind::kNot) {
        RegionColumn& shorter = columns.emplace_back(column);
        shorter.cut = std::move(cut);
        std::erase_if(shorter.values, [&](auto& one) {
          one.second = std::string(apply_cut(shorter.cut, one.second));
          return one.second.empty();
        });
        count_values(shorter);
      }
    }
    columns.push_back(std::move(column));
  }
  // Equal columns: the best one stays.
  const auto rank = [&](const RegionColumn& column) {
    return std::pair(preference(pages.tree(), column.source), column.cut.kind == Cut::Kind::kNot);
  };
  std::unordered_map<std::uint64_t, std::size_t> best;
  std::vector<bool> is_kept(columns.size(), true);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto [at, is_new] = best.emplace(hash_of(columns[i]), i);
    if (is_new) continue;
    if (rank(columns[i]) > rank(columns[at->second])) {
      is_kept[at->second] = false;
      at->second = i;
    } else {
      is_kept[i] = false;
    }
  }
  RegionTable table;
  table.rows = region.rows.size();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (is_kept[i]) table.columns.push_back(std::move(columns[i]));
  }
  std::ranges::stable_sort(table.columns, [](const RegionColumn& a, const RegionColumn& b) {
    return std::pair(a.source, a.cut.kind != Cut::Kind::kNot) <
           std::pair(b.source, b.cut.kind != Cut::Kind::kNot);
  });
  return table;
}

}  // namespace pagekin::rows
