#include "pagekin/skeleton/add_pieces.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/skeleton/column_name.h"
#include "pagekin/skeleton/text_form.h"

namespace pagekin::skeleton {
namespace {

constexpr std::size_t kMostPieces = 6;    // of a text
constexpr double kPieceShare = 0.9;       // of the texts in the form that have the piece
constexpr double kCommonestShare = 0.95;  // of the texts that may have one value
constexpr double kSamePieceShare = 0.9;   // of the texts whose piece another column has
constexpr std::size_t kMostPieceExamples = 3;

class PieceAdder {
 public:
  PieceAdder(const LearnedPages& pages, std::span<const FoundSlot> found, std::size_t most_columns,
             TemplateModel& model)
      : all_(pages), found_(found), most_columns_(most_columns), model_(model) {}

  void run() {
    for (const Slot& slot : model_.slots) {
      if (slot.dropped == Dropped::kNo) ++columns_;
      if (slot.dropped != Dropped::kJoined) names_.add(slot.name);
    }
    for (const std::string_view reserved : {"page", "template", "confidence"}) {
      names_.add(std::string(reserved));
    }
    remember_values();
    const auto count = static_cast<std::uint32_t>(found_.size());
    for (std::uint32_t s = 0; s < count; ++s) {
      const Slot& slot = model_.slots[s];
      if (slot.dropped == Dropped::kNo && slot.source == Source::kText && !slot.rule.is_list) {
        divide(s);
      }
    }
  }

 private:
  using Values = std::vector<std::uint64_t>;  // by page: the hash of its value; 0: none

  // The first value of each page in each column of one value a page.
  void remember_values() {
    for (std::size_t s = 0; s < found_.size(); ++s) {
      const Slot& slot = model_.slots[s];
      const bool is_known = slot.dropped == Dropped::kNo || slot.dropped == Dropped::kCopy;
      if (!is_known || slot.rule.is_list) continue;
      Values values(all_.size());
      for (const Instance& one : found_[s].instances) {
        if (values[one.page] == 0) {
          values[one.page] = hash_of(text_of(all_, found_[s], one));
        }
      }
      known_.push_back(std::move(values));
    }
  }

  static std::uint64_t hash_of(std::string_view text) { return hash_bytes(text) | 1; }

  void divide(std::uint32_t s) {
    const FoundSlot& found = found_[s];
    std::vector<std::string_view> texts;
    std::vector<std::uint32_t> pages;
    for (const Instance& one : found.instances) {
      if (!pages.empty() && pages.back() == one.page) continue;
      pages.push_back(one.page);
      texts.push_back(text_of(all_, found, one));
    }
    const std::optional<TextForm> form = find_text_form(texts);
    if (!form || form->pieces() > kMostPieces) return;
    std::vector<std::vector<std::string_view>> pieces(form->pieces());  // by piece and text
    std::size_t divided = 0;
    for (const std::string_view text : texts) {
      const auto own = pieces_of(*form, text);
      divided += own ? 1 : 0;
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        pieces[i].push_back(own ? (*own)[i] : std::string_view());
      }
    }
    for (std::size_t i = 0; i < pieces.size() && columns_ < most_columns_; ++i) {
      if (tells(pieces[i], divided) && is_new(pieces[i], pages)) {
        add(s, *form, i, pieces[i], pages);
      }
    }
  }

  // Whether a piece is there, has letters or digits, and varies.
  static bool tells(const std::vector<std::string_view>& values, std::size_t divided) {
    std::map<std::string_view, std::size_t> counts;
    std::size_t filled = 0;
    for (const std::string_view value : values) {
      if (!has_letters(value)) continue;
      ++filled;
      ++counts[value];
    }
    std::size_t most = 0;
    for (const auto& [value, count] : counts) most = std::max(most, count);
    const auto all = static_cast<double>(filled);
    return counts.size() > 1 && static_cast<double>(most) <= kCommonestShare * all &&
           all >= kPieceShare * static_cast<double>(divided);
  }

  bool is_new(const std::vector<std::string_view>& values,
              const std::vector<std::uint32_t>& pages) const {
    const double least = kSamePieceShare * static_cast<double>(values.size());
    return std::ranges::none_of(known_, [&](const Values& known) {
      std::size_t equal = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        equal += !values[i].empty() && known[pages[i]] == hash_of(values[i]) ? 1 : 0;
      }
      return static_cast<double>(equal) >= least;
    });
  }

  // The words before a piece name it, and those behind a number; else the whole does.
  static std::string name_in(const TextForm& form, std::size_t piece, ValueType type,
                             const Slot& whole, std::string& label) {
    const std::size_t after = piece + (form.begins_with_divider ? 1 : 0);  // divider behind it
    const auto named_by = [&](std::size_t divider) {
      label = form.dividers[divider];
      return name_of_label(form.dividers[divider]);
    };
    const auto is_said = [](std::string_view name) {
      constexpr std::array<std::string_view, 12> joining{
          "and", "at", "by", "for", "from", "in", "of", "on", "over", "the", "to", "with"};
      return !name.empty() && std::ranges::find(joining, name) == joining.end();
    };
    if (after > 0) {
      if (std::string name = named_by(after - 1); is_said(name)) return name;
    }
    if (after < form.dividers.size() && type == ValueType::kNumber) {
      if (std::string name = named_by(after); is_said(name)) return name;
    }
    label.clear();
    return whole.name;
  }

  void add(std::uint32_t s, const TextForm& form, std::size_t piece,
           const std::vector<std::string_view>& values, const std::vector<std::uint32_t>& pages) {
    const Slot& whole = model_.slots[s];
    Slot slot;
    slot.rule = {.key = combine(whole.rule.key, hash_bytes("piece") + piece),
                 .label = whole.rule.label,
                 .ordinal = whole.rule.ordinal};
    slot.source = Source::kText;
    slot.itemprop = whole.itemprop;
    slot.hint = whole.hint;
    slot.place = whole.place;
    slot.part = whole.part;
    slot.whole = s;
    slot.piece = static_cast<std::uint32_t>(piece);
    slot.form = form;
    std::set<std::string_view> distinct;
    std::array<std::size_t, kValueTypeCount> types{};
    Values own(all_.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].empty()) continue;
      ++slot.pages;
      own[pages[i]] = hash_of(values[i]);
      ++types[static_cast<std::size_t>(type_of(values[i]))];
      const bool is_new = distinct.insert(values[i]).second;
      if (is_new && slot.examples.size() < kMostPieceExamples) {
        slot.examples.emplace_back(shortened_text(values[i]));
      }
    }
    slot.values = slot.pages;
    slot.distinct = static_cast<std::uint32_t>(distinct.size());
    const auto most = std::ranges::max_element(types);
    constexpr double usual_type = 0.8;  // as of whole texts
    if (static_cast<double>(*most) >= usual_type * slot.pages) {
      slot.type = static_cast<ValueType>(most - types.begin());
    }
    slot.name = names_.add(name_in(form, piece, slot.type, whole, slot.label));
    known_.push_back(std::move(own));
    model_.slots.push_back(std::move(slot));
    ++columns_;
  }

  const LearnedPages& all_;
  std::span<const FoundSlot> found_;
  std::size_t most_columns_;
  TemplateModel& model_;
  UniqueColumnNames names_;
  std::vector<Values> known_;
  std::size_t columns_ = 0;
};

}  // namespace

void add_pieces(const LearnedPages& pages, std::span<const FoundSlot> found,
                std::size_t most_columns, TemplateModel& model) {
  PieceAdder(pages, found, most_columns, model).run();
}

}  // namespace pagekin::skeleton
