#include "pagekin/rows/fit_record.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/rows/row_sections.h"

namespace pagekin::rows {
namespace {

constexpr double kQuickShare = 0.3;   // of labels that a region must have
constexpr double kLeastScore = 0.5;   // of a region
constexpr double kExtraRows = 0.3;    // weight of rows without labels
constexpr double kOtherRows = 0.05;   // the same of rows that the user may have left out
constexpr double kSameFill = 0.998;   // fills that count as equal
constexpr double kPartOfText = 0.4;   // weight of a label that is a part of a row's text
constexpr double kOwnElement = 0.9;   // of labelled rows, for an element to be better than a cut
constexpr double kUnseenCell = 0.85;  // agreement at most, if no labelled row has one of the cells
constexpr std::size_t kLongestContext = 24;
constexpr std::size_t kRecurring = 2;  // pages with a heading that is not the title of a page

using Features = std::map<CellSource, std::string>;

// A row of a labelled page.
struct PageRow {
  const RegionRow* row = nullptr;
  bool is_header = false;  // most pages have it
  Features features;
  std::string text;
};

struct LabelledPage {
  const LabelledRows* labels = nullptr;
  std::vector<PageRow> rows;
  std::size_t count = 0;              // labelled rows
  std::vector<std::uint32_t> row_of;  // by labelled row: in rows; kNone
  bool is_complete = true;            // all rows of the page are labelled
};

bool is_address(std::string_view value) { return value.find("://") < 12; }

const std::string* value_in(const Features& features, const CellSource& source) {
  const auto at = features.find(source);
  return at == features.end() ? nullptr : &at->second;
}

// The longest common subsequence of two lists.
std::size_t common_in_order(const std::vector<const std::string*>& a,
                            const std::vector<std::string>& b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> now(b.size() + 1);
  for (const std::string* one : a) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      now[j + 1] = *one == b[j] ? before[j] + 1 : std::max(before[j + 1], now[j]);
    }
    std::swap(before, now);
  }
  return before.back();
}

// The constant texts around each label; nothing if none cuts all labels out.
std::optional<Cut> context_of(
    const std::vector<std::pair<std::string_view, std::string_view>>& all) {
  std::string_view left;
  std::string_view right;
  bool at_begin = true;
  bool at_end = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto [text, value] = all[i];
    const std::size_t at = text.find(value);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view before = text.substr(0, at);
    const std::string_view behind = text.substr(at + value.size());
    at_begin &= before.empty();
    at_end &= behind.empty();
    if (i == 0) {
      left = before;
      right = behind;
      continue;
    }
    while (!before.ends_with(left)) left.remove_prefix(1);
    while (!behind.starts_with(right)) right.remove_suffix(1);
  }
  if ((!at_begin && trim(left, " ").empty()) || (!at_end && trim(right, " ").empty())) {
    return std::nullopt;
  }
  if (left.size() > kLongestContext) left.remove_prefix(left.size() - kLongestContext);
  if (right.size() > kLongestContext) right = right.substr(0, kLongestContext);
  while (!left.empty() && is_inside_character(left.front())) {
    left.remove_prefix(1);
  }
  Cut cut{.kind = Cut::Kind::kBetween,
          .before = at_begin ? std::string() : std::string(left),
          .after = at_end ? std::string() : std::string(right)};
  for (const auto& [text, value] : all) {
    if (apply_cut(cut, text) != value) return std::nullopt;
  }
  return cut;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    const char low = to_lower(c);
    if (low >= 'a' && low <= 'z') {
      word += low;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

// Fits one region.
class RegionFit {
 public:
  RegionFit(const LaidPages& pages, const Region& region, const std::vector<std::string>& cells,
            const std::vector<LabelledRows>& labels)
      : pages_(pages), region_(region), cells_(cells), labels_(labels) {}

  // Whether enough labels are in the rows; reads the rows of labelled pages.
  bool has_labels() {
    std::size_t there = 0;
    std::size_t all = 0;
    for (const LabelledRows& labels : labels_) {
      LabelledPage& page = labelled_.emplace_back();
      page.labels = &labels;
      for (const auto& values : labels.values) page.count = std::max(page.count, values.size());
      add_rows(region_.rows, false, page);
      add_rows(region_.headers, true, page);
      std::ranges::stable_sort(page.rows, {}, [&](const PageRow& row) {
        return pages_.page(row.row->page).elements[row.row->elements.front()].order;
      });
      std::set<std::string_view> seen;
      for (const auto& values : labels.values) {
        for (const std::string& value : values) {
          if (!seen.insert(value).second) continue;
          ++all;
          const bool is_there =
              !page.rows.empty() &&
              (is_address(value) || std::ranges::any_of(page.rows, [&](const PageRow& row) {
                 return row.text.find(value) != std::string::npos;
               }));
          there += is_there ? 1 : 0;
        }
      }
    }
    return all > 0 && static_cast<double>(there) >= kQuickShare * static_cast<double>(all);
  }

  void run() {
    RowElements elements;
    for (LabelledPage& page : labelled_) {
      for (PageRow& row : page.rows) {
        const PlacedPage placed = pages_.placed(row.row->page);
        collect(placed, row.row->elements, elements);
        each_feature(placed, elements, [&](const CellSource& source, std::string&& value) {
          row.features.emplace(source, std::move(value));
        });
      }
      align(page);
    }
    tell_headers();
    count_fills();
    std::vector<std::size_t> order;
    for (std::size_t c = 0; c < cells_.size(); ++c) order.push_back(c);
    // Cells with many different labels first: they are surest.
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return distinct_labels(a) > distinct_labels(b);
    });
    rules_.resize(cells_.size());
    for (const std::size_t c : order) fit_cell(c);
    make_rule();
    rate();
  }

  // Where all labelled rows stand in one section, and so do all others of their pages: the sections
  // of other pages that have rows beside it. A section with the same layout may be another record
  // (static functions behind public ones), or more of the same.
  void find_doubtful_sections() {
    std::set<std::uint64_t> own;
    for (const LabelledPage& page : labelled_) {
      if (page.count == 0) continue;
      own.merge(sections_with_rows(page.labels->page));
    }
    if (own.size() != 1 || *own.begin() == 0) return;
    std::map<std::uint64_t, std::size_t> pages;
    for (std::uint32_t number = 0; number < pages_.size(); ++number) {
      const std::set<std::uint64_t> sections = sections_with_rows(number);
      if (!sections.contains(*own.begin())) continue;
      for (const std::uint64_t section : sections) ++pages[section];
    }
    for (const auto& [section, count] : pages) {
      if (section != 0 && section != *own.begin() && count >= kRecurring) {
        rule_.doubtful_sections.push_back(section);
      }
    }
  }

  double score() const { return score_; }
  std::size_t text_size() const { return text_size_; }
  RecordRule& rule() { return rule_; }

 private:
  void add_rows(const std::vector<RegionRow>& rows, bool is_header, LabelledPage& page) const {
    for (auto row = std::ranges::lower_bound(rows, page.labels->page, {}, &RegionRow::page);
         row != rows.end() && row->page == page.labels->page; ++row) {
      page.rows.push_back({.row = &*row,
                           .is_header = is_header,
                           .features = {},
                           .text = row_text(pages_.page(row->page), row->elements)});
    }
  }

  // Which rows that most pages have are headers: those that labelled pages have and labels have
  // not. Those that no labelled page has may be rows that pages share, such as links to the best
  // articles of a section.
  void tell_headers() {
    std::set<std::uint64_t> there;
    bool has_all = true;
    for (LabelledPage& page : labelled_) {
      for (const PageRow& row : page.rows) {
        if (row.is_header) there.insert(row.row->text);
      }
      for (const std::uint32_t j : page.row_of) {
        if (j != kNone && page.rows[j].is_header) labelled_headers_.insert(page.rows[j].row->text);
      }
    }
    for (LabelledPage& page : labelled_) {
      std::vector<std::uint32_t> numbers(page.rows.size(), kNone);
      std::size_t kept = 0;
      for (std::size_t j = 0; j < page.rows.size(); ++j) {
        const PageRow& row = page.rows[j];
        if (row.is_header && !labelled_headers_.contains(row.row->text)) continue;
        numbers[j] = static_cast<std::uint32_t>(kept);
        if (kept != j) page.rows[kept] = std::move(page.rows[j]);
        ++kept;
      }
      page.rows.resize(kept);
      for (std::uint32_t& j : page.row_of) j = j == kNone ? kNone : numbers[j];
      constexpr std::size_t few = 2;  // rows that a user labels as examples
      page.is_complete = page.count > few || page.count >= kept;
      has_all &= page.is_complete;
    }
    // A page of which only examples are labelled says nothing of rows that are like them.
    const bool knows_headers = has_all || labelled_headers_.empty();
    for (const std::uint64_t row : region_.constant_rows) {
      if (labelled_headers_.contains(row)) continue;
      (there.contains(row) && knows_headers ? rule_.constant_rows : rule_.shared_rows)
          .push_back(row);
    }
  }

  std::size_t distinct_labels(std::size_t cell) const {
    std::set<std::string_view> all;
    for (const LabelledRows& labels : labels_) {
      all.insert(labels.values[cell].begin(), labels.values[cell].end());
    }
    return all.size();
  }

  // Which row of the page is which labelled row: in order, with most labels.
  void align(LabelledPage& page) const {
    const std::size_t n = page.count;
    const std::size_t m = page.rows.size();
    page.row_of.assign(n, kNone);
    if (n == 0 || m == 0) return;
    std::vector<std::set<std::string_view>> values(m);
    for (std::size_t j = 0; j < m; ++j) {
      for (const auto& [source, value] : page.rows[j].features) values[j].insert(value);
    }
    std::vector<double> similar(n * m);
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      const auto& labels = page.labels->values[c];
      if (labels.size() != n) continue;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < m; ++j) {
          if (values[j].contains(labels[i])) {
            similar[i * m + j] += 1;
          } else if (!page.rows[j].is_header &&
                     page.rows[j].text.find(labels[i]) != std::string::npos) {
            similar[i * m + j] += kPartOfText;
          }
        }
      }
    }
    std::vector<double> best((n + 1) * (m + 1));
    const auto at = [&](std::size_t i, std::size_t j) -> double& { return best[i * (m + 1) + j]; };
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = m; j-- > 0;) {
        at(i, j) = std::max({at(i + 1, j), at(i, j + 1), at(i + 1, j + 1) + similar[i * m + j]});
      }
    }
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
      const double own = similar[i * m + j];
      if (own > 0 && at(i, j) == at(i + 1, j + 1) + own) {
        page.row_of[i++] = static_cast<std::uint32_t>(j++);
      } else if (at(i, j) == at(i, j + 1)) {
        ++j;
      } else {
        ++i;
      }
    }
  }

  // In how many rows of all pages each source has a value; rows of other shapes do not count.
  void count_fills() {
    for (const LabelledPage& page : labelled_) {
      for (const std::uint32_t j : page.row_of) {
        if (j == kNone) continue;
        std::vector<std::uint32_t> shape =
            shape_of(pages_.placed(page.rows[j].row->page), page.rows[j].row->elements);
        if (std::ranges::find(shapes_, shape) == shapes_.end()) shapes_.push_back(std::move(shape));
      }
    }
    constexpr std::size_t most_shapes = 30;
    if (shapes_.size() > most_shapes) shapes_.resize(most_shapes);
    RowElements elements;
    const auto count = [&](const RegionRow& row) {
      const PlacedPage placed = pages_.placed(row.page);
      const bool is_usual = is_alike(shape_of(placed, row.elements), shapes_, 0.75);
      collect(placed, row.elements, elements);
      each_feature(placed, elements, [&](const CellSource& source, std::string&&) {
        ++all_fills_[source];
        if (is_usual) ++fills_[source];
      });
    };
    std::ranges::for_each(region_.rows, count);
    for (const RegionRow& row : region_.headers) {
      if (labelled_headers_.contains(row.text)) count(row);
    }
  }

  // How many labelled rows a source gives right, over all pages.
  std::size_t right_rows(std::size_t cell, const CellSource& source) const {
    std::size_t right = 0;
    for (const LabelledPage& page : labelled_) {
      const auto& labels = page.labels->values[cell];
      if (labels.size() == page.count) {
        for (std::size_t i = 0; i < page.count; ++i) {
          if (page.row_of[i] == kNone) continue;
          const std::string* value = value_in(page.rows[page.row_of[i]].features, source);
          right += value != nullptr && *value == labels[i] ? 1 : 0;
        }
        continue;
      }
      std::vector<const std::string*> values;
      std::size_t aligned = 0;
      for (const std::uint32_t j : page.row_of) {
        if (j == kNone) continue;
        ++aligned;
        const std::string* value = value_in(page.rows[j].features, source);
        if (value != nullptr) values.push_back(value);
      }
      const std::size_t common = common_in_order(values, labels);
      const std::size_t wrong = values.size() - common + labels.size() - common;
      right += aligned > wrong ? aligned - wrong : 0;
    }
    return right;
  }

  bool bears_name(std::uint32_t place, const std::string& cell) const {
    const std::vector<std::string> wanted = words_of(cell);
    if (wanted.empty()) return false;
    const std::vector<Place>& places = pages_.tree().places;
    for (const std::uint32_t p : {place, places[place].parent}) {
      if (p == kNone) continue;
      std::vector<std::string> words = words_of(places[p].name);
      for (std::string& word : words_of(places[p].title)) words.push_back(std::move(word));
      const bool has_all = std::ranges::all_of(wanted, [&](const std::string& want) {
        return std::ranges::any_of(words, [&](const std::string& word) {
          return word == want || word == want + "s" || word + "s" == want;
        });
      });
      if (has_all) return true;
    }
    return false;
  }

  std::size_t aligned_rows() const {
    std::size_t count = 0;
    for (const LabelledPage& page : labelled_) {
      count += static_cast<std::size_t>(
          std::ranges::count_if(page.row_of, [](std::uint32_t j) { return j != kNone; }));
    }
    return count;
  }

  void fit_cell(std::size_t cell) {
    std::map<CellSource, std::size_t> hits;
    bool has_labels = false;
    for (const LabelledPage& page : labelled_) {
      const auto& labels = page.labels->values[cell];
      has_labels |= !labels.empty();
      for (const std::uint32_t j : page.row_of) {
        if (j == kNone) continue;
        for (const auto& [source, value] : page.rows[j].features) {
          if (std::ranges::find(labels, value) != labels.end()) ++hits[source];
        }
      }
    }
    if (!has_labels) {
      fit_unlabelled(cell);
      return;
    }
    const std::size_t rows = aligned_rows();
    std::vector<std::pair<CellSource, std::size_t>> best;
    std::size_t most = 0;
    for (const auto& [source, count] : hits) {
      const std::size_t right = right_rows(cell, source);
      if (right > most) best.clear();
      most = std::max(most, right);
      if (right == most && right > 0) best.emplace_back(source, right);
    }
    if (2 * most >= rows && !best.empty()) rules_[cell] = {{choose(cell, best), {}}};
    // What an element of its own gives on nearly all rows is not cut out of the text of a larger
    // one.
    const bool has_own =
        rules_[cell] && static_cast<double>(most) >= kOwnElement * static_cast<double>(rows);
    if (most < rows) {
      fit_part(cell, rules_[cell] ? most : 0,
               has_own ? std::optional<std::uint32_t>(rules_[cell]->first.place) : std::nullopt);
    }
    if (rules_[cell]) taken_.insert(rules_[cell]->first);
  }

  // Of equally good sources.
  CellSource choose(std::size_t cell,
                    const std::vector<std::pair<CellSource, std::size_t>>& best) const {
    std::vector<CellSource> sources;
    for (const auto& [source, right] : best) sources.push_back(source);
    const auto keep = [&](const auto& is_good) {
      std::vector<CellSource> good;
      std::ranges::copy_if(sources, std::back_inserter(good), is_good);
      if (!good.empty()) sources = std::move(good);
    };
    const bool has_named = std::ranges::any_of(
        sources, [&](const CellSource& source) { return bears_name(source.place, cells_[cell]); });
    if (has_named) {
      keep([&](const CellSource& source) { return bears_name(source.place, cells_[cell]); });
    } else {
      keep([&](const CellSource& source) { return !taken_.contains(source); });
    }
    const auto fill = [&](const CellSource& source) {
      const auto at = fills_.find(source);
      return at == fills_.end() ? 0.0 : static_cast<double>(at->second);
    };
    double fullest = 0;
    for (const CellSource& source : sources) fullest = std::max(fullest, fill(source));
    keep([&](const CellSource& source) { return fill(source) >= kSameFill * fullest; });
    const auto level = [&](const CellSource& source) {
      return preference(pages_.tree(), source) / 4096;
    };
    std::uint64_t highest = 0;
    for (const CellSource& source : sources) highest = std::max(highest, level(source));
    keep([&](const CellSource& source) { return level(source) == highest; });
    // Of places that do not hold each other the first in the row: places are numbered level by
    // level, so the order of the elements on the page decides.
    const CellSource first = first_in_row(sources);
    keep([&](const CellSource& source) {
      return pages_.tree().is_below(source.place, first.place);
    });
    return *std::ranges::max_element(
        sources, {}, [&](const CellSource& source) { return preference(pages_.tree(), source); });
  }

  CellSource first_in_row(const std::vector<CellSource>& sources) const {
    CellSource first = sources.front();
    std::uint32_t least = kNone;
    for (const LabelledPage& page : labelled_) {
      for (const std::uint32_t j : page.row_of) {
        if (j == kNone) continue;
        const PlacedPage placed = pages_.placed(page.rows[j].row->page);
        RowElements elements;
        collect(placed, page.rows[j].row->elements, elements);
        for (const auto& [place, element] : elements) {
          for (const CellSource& source : sources) {
            const std::uint32_t order = placed.page->elements[element].order;
            if (source.place != place || order >= least) continue;
            least = order;
            first = source;
          }
        }
        if (least != kNone) return first;
      }
    }
    return first;
  }

  // A cell that no labelled row has: the place that bears its name. Rows with it may have another
  // shape than labelled ones.
  void fit_unlabelled(std::size_t cell) {
    std::optional<CellSource> best;
    has_unseen_ = true;
    for (const auto& entry : all_fills_) {
      const CellSource& source = entry.first;
      if (source.part != Part::kText || !bears_name(source.place, cells_[cell])) continue;
      const bool is_empty = std::ranges::all_of(labelled_, [&](const LabelledPage& page) {
        return std::ranges::all_of(page.row_of, [&](std::uint32_t j) {
          return j == kNone || value_in(page.rows[j].features, source) == nullptr;
        });
      });
      if (!is_empty) continue;
      if (!best || preference(pages_.tree(), source) > preference(pages_.tree(), *best)) {
        best = source;
      }
    }
    if (best) rules_[cell] = {{*best, {}}};
  }

  // A part of a text between two constant texts, if it gives more labels than `least`. Not of what
  // holds the element `own`.
  void fit_part(std::size_t cell, std::size_t least, std::optional<std::uint32_t> own) {
    std::set<CellSource> sources;
    for (const LabelledPage& page : labelled_) {
      for (const std::uint32_t j : page.row_of) {
        if (j == kNone) continue;
        for (const auto& feature : page.rows[j].features) {
          const CellSource& source = feature.first;
          const std::string& value = feature.second;
          const auto& labels = page.labels->values[cell];
          const bool holds_own =
              own && *own != source.place && pages_.tree().is_below(*own, source.place);
          if (source.part != Part::kNth && !holds_own &&
              std::ranges::any_of(labels, [&](const std::string& label) {
                return value.size() > label.size() && value.find(label) != std::string::npos;
              })) {
            sources.insert(source);
          }
        }
      }
    }
    std::size_t shortest = SIZE_MAX;
    std::size_t most = least;
    for (const CellSource& source : sources) {
      std::vector<std::pair<std::string_view, std::string_view>> pairs;
      std::vector<std::string_view> others;  // texts of rows without the label
      bool has_all = true;
      for (const LabelledPage& page : labelled_) {
        const auto& labels = page.labels->values[cell];
        std::size_t next = 0;
        for (std::size_t i = 0; i < page.count; ++i) {
          if (page.row_of[i] == kNone) continue;
          const bool is_full = labels.size() == page.count;
          if (is_full) next = i;
          const std::string* value = value_in(page.rows[page.row_of[i]].features, source);
          const bool has_label = value != nullptr && next < labels.size() &&
                                 value->find(labels[next]) != std::string::npos;
          if (has_label) {
            pairs.emplace_back(*value, labels[next++]);
          } else if (is_full) {
            has_all = false;
          } else if (value != nullptr) {
            others.push_back(*value);
          }
        }
        if (labels.size() != page.count && next < labels.size()) has_all = false;
      }
      if (!has_all || pairs.empty()) continue;
      const std::optional<Cut> cut = context_of(pairs);
      if (!cut) continue;
      std::size_t right = pairs.size();
      std::size_t size = 0;
      for (const auto& [text, value] : pairs) size += text.size();
      for (const std::string_view text : others) right += apply_cut(*cut, text).empty() ? 1 : 0;
      // The shortest text around the labels is the surest.
      if (right < most || (right == most && (most == least || size >= shortest))) continue;
      most = right;
      shortest = size;
      rules_[cell] = {{source, *cut}};
    }
  }

  std::string value_by_rule(const Features& features, std::size_t cell) const {
    if (!rules_[cell]) return {};
    const std::string* value = value_in(features, rules_[cell]->first);
    return value == nullptr ? std::string() : std::string(apply_cut(rules_[cell]->second, *value));
  }

  bool has_always(std::size_t cell) const {
    bool has_any = false;
    for (const LabelledPage& page : labelled_) {
      if (page.labels->values[cell].size() != page.count) return false;
      has_any |= page.count > 0;
    }
    return has_any;
  }

  void make_rule() {
    rule_.places = region_.places;
    rule_.start = region_.start;
    rule_.pages = region_.pages;
    rule_.rows = static_cast<std::uint32_t>(region_.rows.size());
    rule_.shapes = shapes_;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      if (!rules_[c]) continue;
      Cell cell{.name = cells_[c], .source = rules_[c]->first, .cut = rules_[c]->second};
      if (has_always(c)) {
        rule_.usual.push_back(cell.source);
        cell.is_required = tells_rows(c);
      }
      rule_.cells.push_back(std::move(cell));
    }
    for (Cell& cell : rule_.cells) cell.around = place_around(cell);
    find_other_sections();
  }

  // The outermost place around a cell that has no other text in all labelled rows.
  std::uint32_t place_around(const Cell& cell) const {
    const bool is_text = cell.source.part == Part::kText || cell.source.part == Part::kNth ||
                         cell.source.part == Part::kBody || cell.source.part == Part::kOwn;
    if (!is_text || cell.cut.kind != Cut::Kind::kNot) return kNone;
    const std::vector<Place>& places = pages_.tree().places;
    std::uint32_t around = kNone;
    std::uint32_t place = cell.source.place;
    while (!std::ranges::binary_search(region_.places, place)) {
      place = places[place].parent;
      const bool has_others = std::ranges::any_of(rule_.cells, [&](const Cell& other) {
        return &other != &cell && other.source.part != Part::kAttribute &&
               pages_.tree().is_below(other.source.place, place);
      });
      if (has_others || !has_same_text(cell.source, place)) break;
      around = place;
    }
    return around;
  }

  bool has_same_text(const CellSource& source, std::uint32_t place) const {
    return std::ranges::all_of(labelled_, [&](const LabelledPage& page) {
      return std::ranges::all_of(page.row_of, [&](std::uint32_t j) {
        if (j == kNone) return true;
        const std::string* own = value_in(page.rows[j].features, source);
        const std::string* all = value_in(page.rows[j].features, {place, Part::kText, 0});
        return own == nullptr || all == nullptr ? own == all : *own == *all;
      });
    });
  }

  std::vector<std::uint64_t> sections_on(const LabelledPage& page) const {
    std::vector<std::uint32_t> elements;
    for (const PageRow& row : page.rows) elements.push_back(row.row->elements.front());
    return sections_of(pages_.placed(page.labels->page), elements, rule_.places);
  }

  // Sections of labelled pages, and of several others, of which no row is labelled although all
  // rows of the page were to be.
  void find_other_sections() {
    std::set<std::uint64_t> others;
    for (const LabelledPage& page : labelled_) {
      if (!page.is_complete || page.rows.size() <= page.count) continue;
      for (const std::uint64_t section : sections_on(page)) {
        if (section != 0) others.insert(section);
      }
    }
    if (others.empty()) return;
    for (const LabelledPage& page : labelled_) {
      const std::vector<std::uint64_t> sections = sections_on(page);
      for (const std::uint32_t j : page.row_of) {
        if (j != kNone) others.erase(sections[j]);
      }
    }
    if (others.empty()) return;
    std::map<std::uint64_t, std::size_t> pages;
    for (std::uint32_t number = 0; number < pages_.size(); ++number) {
      for (const std::uint64_t section : sections_with_rows(number)) ++pages[section];
    }
    for (const std::uint64_t section : others) {
      if (pages[section] >= kRecurring) rule_.other_sections.push_back(section);
    }
  }

  // The sections of a page that have rows of the rule.
  std::set<std::uint64_t> sections_with_rows(std::uint32_t number) const {
    std::vector<std::uint32_t> elements;
    for (const FoundRow& row : read_rows(pages_.placed(number), rule_)) {
      elements.push_back(row.element);
    }
    const std::vector<std::uint64_t> all =
        sections_of(pages_.placed(number), elements, rule_.places);
    return {all.begin(), all.end()};
  }

  // Whether a page whose rows are all labelled has further ones that lack the cell.
  bool tells_rows(std::size_t cell) const {
    for (const LabelledPage& page : labelled_) {
      if (!page.is_complete || page.count < 2) continue;
      for (std::uint32_t j = 0; j < page.rows.size(); ++j) {
        if (std::ranges::find(page.row_of, j) != page.row_of.end()) continue;
        if (!value_by_rule(page.rows[j].features, cell).empty()) continue;
        for (std::size_t c = 0; c < cells_.size(); ++c) {
          if (!value_by_rule(page.rows[j].features, c).empty()) return true;
        }
      }
    }
    return false;
  }

  bool is_row(const PageRow& row, std::uint64_t section) const {
    if (std::ranges::binary_search(rule_.other_sections, section)) return false;
    bool has_any = false;
    std::size_t usual = 0;
    for (std::size_t c = 0, r = 0; c < cells_.size(); ++c) {
      if (!rules_[c]) continue;
      const Cell& cell = rule_.cells[r++];
      const bool has_value = !value_by_rule(row.features, c).empty();
      if (cell.is_required && !has_value) return false;
      has_any |= has_value;
      usual += has_value && has_always(c) ? 1 : 0;
    }
    if (!has_any) return false;
    return 2 * usual >= rule_.usual.size() ||
           is_alike(shape_of(pages_.placed(row.row->page), row.row->elements), rule_.shapes,
                    rule_.least_alike);
  }

  // Sets the score: the share of labels that are right, less rows without labels.
  void rate() {
    std::size_t right = 0;
    std::size_t all = 0;
    double extra = 0;
    double labelled = 0;  // rows of pages of which all rows are labelled
    double unlabelled = 0;
    for (const LabelledPage& page : labelled_) {
      for (std::size_t c = 0; c < cells_.size(); ++c) {
        const auto& labels = page.labels->values[c];
        all += labels.size();
        std::vector<std::string> given;
        std::vector<const std::string*> pointers;
        for (const std::uint32_t j : page.row_of) {
          if (j == kNone) continue;
          std::string value = value_by_rule(page.rows[j].features, c);
          if (!value.empty()) given.push_back(std::move(value));
        }
        for (const std::string& value : given) pointers.push_back(&value);
        right += labels.empty() ? 0 : common_in_order(pointers, labels);
      }
      std::uint32_t first = kNone;
      std::uint32_t last = 0;
      for (const std::uint32_t j : page.row_of) {
        if (j == kNone) continue;
        first = std::min(first, j);
        last = std::max(last, j);
      }
      double outside = 0;
      double inside = 0;
      const std::vector<std::uint64_t> sections = sections_on(page);
      for (std::uint32_t j = 0; j < page.rows.size(); ++j) {
        text_size_ += page.rows[j].text.size();
        if (std::ranges::find(page.row_of, j) != page.row_of.end() ||
            !is_row(page.rows[j], sections[j])) {
          continue;
        }
        (first != kNone && j > first && j < last ? inside : outside) += 1;
      }
      const auto count = static_cast<double>(page.count);
      if (page.is_complete) {
        inside += outside;
        labelled += count;
        unlabelled += inside;
      }
      if (inside > 0) extra += kExtraRows * inside / (inside + count);
      if (!page.is_complete && outside > 0) extra += kOtherRows * outside / (outside + count);
    }
    rule_.agreement =
        all == 0 ? 0 : std::min(1.0, static_cast<double>(right) / static_cast<double>(all));
    score_ = rule_.agreement - extra / static_cast<double>(labelled_.size());
    // What the user left out of a whole page is on other pages, too.
    if (unlabelled > 0) rule_.agreement *= labelled / (labelled + unlabelled);
    if (has_unseen_) rule_.agreement = std::min(rule_.agreement, kUnseenCell);
  }

  const LaidPages& pages_;
  const Region& region_;
  const std::vector<std::string>& cells_;
  const std::vector<LabelledRows>& labels_;
  std::vector<LabelledPage> labelled_;
  std::vector<std::vector<std::uint32_t>> shapes_;
  std::map<CellSource, std::size_t> fills_;      // rows with a value there, of usual shapes
  std::map<CellSource, std::size_t> all_fills_;  // of all shapes
  bool has_unseen_ = false;                      // no labelled row has one of the cells
  std::vector<std::optional<std::pair<CellSource, Cut>>> rules_;  // by cell
  std::set<CellSource> taken_;
  std::set<std::uint64_t> labelled_headers_;  // rows that most pages have, and labels
  RecordRule rule_;
  double score_ = 0;
  std::size_t text_size_ = 0;
};

}  // namespace

std::optional<RecordRule> fit_record(const LaidPages& pages, const std::vector<Region>& regions,
                                     const std::string& name, const std::vector<std::string>& cells,
                                     const std::vector<LabelledRows>& labels) {
  std::unique_ptr<RegionFit> best;
  double highest = kLeastScore;
  std::size_t shortest = 0;
  for (const Region& region : regions) {
    auto fit = std::make_unique<RegionFit>(pages, region, cells, labels);
    if (!fit->has_labels()) continue;
    fit->run();
    if (fit->rule().cells.empty() || fit->score() < highest) continue;
    // Of equally good regions the one with the least text.
    if (best && fit->score() == highest && fit->text_size() >= shortest) continue;
    highest = fit->score();
    shortest = fit->text_size();
    best = std::move(fit);
  }
  if (best == nullptr) return std::nullopt;
  best->find_doubtful_sections();
  best->rule().name = name;
  return std::move(best->rule());
}

}  // namespace pagekin::rows
