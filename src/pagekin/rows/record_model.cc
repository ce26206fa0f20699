// The model as bytes: a version, the places, the records (core/two_way_bytes.h).
#include "pagekin/rows/record_model.h"

#include <algorithm>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/core/two_way_bytes.h"

namespace pagekin::rows {
namespace {

// Version 1 had no doubts.
constexpr std::uint64_t kRecordVersion = 2;

// What a reader checks.
void check_order(const std::vector<std::uint32_t>& places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] == kNone || (i > 0 && places[i] <= places[i - 1])) {
      throw Error("places of a record are not in order");
    }
  }
}

void check_rule(const ChildRule& rule, std::size_t place) {
  for (const std::vector<ChildKey>* keys : {&rule.keys, &rule.names}) {
    for (const ChildKey& key : *keys) {
      if (key.group >= rule.groups.size()) throw Error("a place has an unknown group");
    }
  }
  if (rule.rest != kNone && rule.rest >= rule.groups.size()) {
    throw Error("a place has an unknown group");
  }
  if (!std::ranges::is_sorted(rule.keys, {}, &ChildKey::hash)) {
    throw Error("keys of a place are not in order");
  }
  // Parents come first, so that a walk down the tree ends.
  for (const auto& group : rule.groups) {
    for (const std::uint32_t one : group) {
      if (one != kNone && one <= place) throw Error("a place is below itself");
    }
  }
}

void check_record(const RecordRule& rule) {
  if (rule.name.empty()) throw Error("a record has no name");
  if (rule.places.empty()) throw Error("a record has no rows");
  check_order(rule.places);
  for (const auto& shape : rule.shapes) check_order(shape);
  for (const auto* hashes :
       {&rule.constant_rows, &rule.shared_rows, &rule.other_sections, &rule.doubtful_sections}) {
    if (!std::ranges::is_sorted(*hashes)) throw Error("rows are not in order");
  }
  for (const Cell& cell : rule.cells) {
    if (cell.name.empty()) throw Error("a cell has no name");
  }
}

// Writes a model or reads it back.
template <class Io>
class RecordFields {
 public:
  explicit RecordFields(Io& io) : io_(io) {}

  void model(auto& model) {
    io_.number(version_);
    if (version_ == 0 || version_ > kRecordVersion) throw Error("records have another version");
    io_.list(model.tree.places, 8, [&](auto& one) {
      count_ = model.tree.places.size();
      place(one, static_cast<std::size_t>(&one - model.tree.places.data()));
      if constexpr (Io::reads) {
        one.depth = one.parent == kNone ? 0 : model.tree.places[one.parent].depth + 1;
      }
    });
    io_.list(model.records, 20, [&](auto& one) {
      record(one);
      if constexpr (Io::reads) check_record(one);
    });
  }

 private:
  void places(auto& all) {
    io_.list(all, 1, [&](auto& one) { io_.maybe(one, count_); });
  }
  void keys(auto& all) {
    io_.list(all, 9, [&](auto& key) {
      io_.hash(key.hash);
      io_.number(key.group);
    });
  }
  void hashes(auto& all) {
    io_.list(all, 8, [&](auto& one) { io_.hash(one); });
  }
  void source(auto& source) {
    io_.below(source.place, count_);
    io_.below(source.part, kParts);
    io_.below(source.number,
              source.part == Part::kAttribute ? content::kCellAttributes.size() : 256);
  }

  void place(auto& place, std::size_t number) {
    io_.number(place.tag);
    io_.maybe(place.parent, count_);
    if ((number == 0) != (place.parent == kNone) || (number > 0 && place.parent >= number)) {
      throw Error("a place is before its parent");
    }
    io_.below(place.called, kCalleds);
    io_.text(place.name);
    io_.text(place.title);
    io_.flags(place.is_repeated, place.is_constant);
    io_.list(place.rules, 6, [&](auto& rule) {
      io_.number(rule.tag);
      io_.below(rule.apart, kAparts);
      keys(rule.keys);
      keys(rule.names);
      io_.maybe(rule.rest);
      io_.list(rule.groups, 1, [&](auto& group) { places(group); });
      if constexpr (Io::reads) check_rule(rule, number);
    });
  }

  void record(auto& rule) {
    io_.text(rule.name);
    places(rule.places);
    io_.maybe(rule.start, count_);
    hashes(rule.constant_rows);
    if (version_ > 1) {
      hashes(rule.shared_rows);
      hashes(rule.other_sections);
      hashes(rule.doubtful_sections);
    }
    io_.list(rule.usual, 3, [&](auto& one) { source(one); });
    io_.list(rule.shapes, 1, [&](auto& shape) { places(shape); });
    io_.share(rule.least_alike);
    io_.list(rule.cells, 7, [&](auto& cell) {
      io_.text(cell.name);
      source(cell.source);
      io_.below(cell.cut.kind, 3);
      io_.text(cell.cut.before);
      io_.text(cell.cut.after);
      io_.flags(cell.is_required);
      if (version_ > 1) {
        io_.maybe(cell.around, count_);
        io_.list(cell.examples, 1, [&](auto& one) { io_.text(one); });
      }
    });
    io_.number(rule.pages);
    io_.number(rule.rows);
    io_.share(rule.agreement);
  }

  Io& io_;
  std::uint64_t version_ = kRecordVersion;
  std::size_t count_ = 0;  // places
};

}  // namespace

std::optional<std::string_view> text_between(std::string_view before, std::string_view after,
                                             std::string_view text) {
  const std::size_t begin = text.find(before);
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin + before.size());
  const std::size_t end = after.empty() ? text.size() : text.find(after);
  if (end == std::string_view::npos) return std::nullopt;
  return text.substr(0, end);
}

std::string_view apply_cut(const Cut& cut, std::string_view text) {
  switch (cut.kind) {
    case Cut::Kind::kNot:
      return text;
    case Cut::Kind::kTrim:
      if (text.starts_with(cut.before)) text.remove_prefix(cut.before.size());
      if (text.ends_with(cut.after)) text.remove_suffix(cut.after.size());
      return trim(text, " ");
    case Cut::Kind::kBetween:
      return trim(text_between(cut.before, cut.after, text).value_or(""), " ");
  }
  return text;
}

void prune(RecordModel& model) {
  std::vector<Place>& places = model.tree.places;
  std::vector<bool> is_kept(places.size());
  const auto keep = [&](std::uint32_t place) {
    for (; place != kNone && !is_kept[place]; place = places[place].parent) is_kept[place] = true;
  };
  for (const RecordRule& rule : model.records) {
    for (const std::uint32_t place : rule.places) keep(place);
    for (const Cell& cell : rule.cells) {
      keep(cell.source.place);
      keep(cell.around);
      if (cell.source.part != Part::kBody) continue;
      for (std::uint32_t p = 0; p < places.size(); ++p) {
        if (places[p].parent == cell.source.place && places[p].is_constant) keep(p);
      }
    }
    for (const CellSource& source : rule.usual) keep(source.place);
    for (const auto& shape : rule.shapes) {
      for (const std::uint32_t place : shape) keep(place);
    }
  }
  if (!places.empty()) is_kept[0] = true;
  // Shapes count all places two levels below a row, so these stay.
  for (const RecordRule& rule : model.records) {
    for (std::uint32_t p = 0; p < places.size(); ++p) {
      const std::uint32_t up = places[p].parent;
      if (up == kNone) continue;
      if (std::ranges::binary_search(rule.places, up) ||
          std::ranges::binary_search(rule.places, places[up].parent)) {
        is_kept[p] = true;
      }
    }
  }
  std::vector<std::uint32_t> numbers(places.size(), kNone);
  std::vector<Place> kept;
  for (std::uint32_t p = 0; p < places.size(); ++p) {
    if (!is_kept[p]) continue;
    numbers[p] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(places[p]));
  }
  const auto renumber = [&](std::uint32_t& place) {
    if (place != kNone) place = numbers[place];
  };
  for (Place& place : kept) {
    renumber(place.parent);
    for (ChildRule& rule : place.rules) {
      for (auto& group : rule.groups) std::ranges::for_each(group, renumber);
    }
    std::erase_if(place.rules, [](const ChildRule& rule) {
      return std::ranges::all_of(rule.groups, [](const std::vector<std::uint32_t>& group) {
        return std::ranges::all_of(group, [](std::uint32_t one) { return one == kNone; });
      });
    });
  }
  for (RecordRule& rule : model.records) {
    std::ranges::for_each(rule.places, renumber);
    renumber(rule.start);
    for (Cell& cell : rule.cells) {
      renumber(cell.source.place);
      renumber(cell.around);
    }
    for (CellSource& source : rule.usual) renumber(source.place);
    for (auto& shape : rule.shapes) std::ranges::for_each(shape, renumber);
  }
  places = std::move(kept);
}

std::string to_bytes(const RecordModel& model) {
  VarintOut out;
  RecordFields(out).model(model);
  return std::move(out.bytes);
}

RecordModel record_model_from(std::string_view bytes) {
  VarintIn in(bytes, "a record");
  RecordModel model;
  RecordFields(in).model(model);
  if (!in.at_end()) throw Error("records have bytes after their end");
  return model;
}

}  // namespace pagekin::rows
