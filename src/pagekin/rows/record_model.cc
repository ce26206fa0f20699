// The model as bytes: a version, the places, the records. Numbers are varints, hashes 8 bytes,
// texts have their size before them; a size never exceeds what is left.
#include "pagekin/rows/record_model.h"

#include <algorithm>
#include <bit>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"
#include "pagekin/core/text.h"

namespace pagekin::rows {
namespace {

constexpr std::uint64_t kRecordVersion = 1;

class RecordBytes {
 public:
  std::string bytes;

  void number(std::uint64_t value) { append_varint(value, bytes); }
  void optional(std::uint32_t value) { number(value == kNone ? 0 : std::uint64_t{value} + 1); }
  void hash(std::uint64_t value) { bytes += bytes_of(value); }
  void text(std::string_view value) {
    number(value.size());
    bytes += value;
  }
  void numbers(const std::vector<std::uint32_t>& all) {
    number(all.size());
    for (const std::uint32_t one : all) optional(one);
  }
  void keys(const std::vector<ChildKey>& all) {
    number(all.size());
    for (const ChildKey& key : all) {
      hash(key.hash);
      number(key.group);
    }
  }
  void source(const CellSource& source) {
    number(source.place);
    number(static_cast<std::uint64_t>(source.part));
    number(source.number);
  }
  void place(const Place& place) {
    number(place.tag);
    optional(place.parent);
    number(static_cast<std::uint64_t>(place.called));
    text(place.name);
    text(place.title);
    number((place.is_repeated ? 1U : 0U) | (place.is_constant ? 2U : 0U));
    number(place.rules.size());
    for (const ChildRule& rule : place.rules) {
      number(rule.tag);
      number(static_cast<std::uint64_t>(rule.apart));
      keys(rule.keys);
      keys(rule.names);
      optional(rule.rest);
      number(rule.groups.size());
      for (const auto& group : rule.groups) numbers(group);
    }
  }
  void record(const RecordRule& rule) {
    text(rule.name);
    numbers(rule.places);
    optional(rule.start);
    number(rule.constant_rows.size());
    for (const std::uint64_t row : rule.constant_rows) hash(row);
    number(rule.usual.size());
    for (const CellSource& one : rule.usual) source(one);
    number(rule.shapes.size());
    for (const auto& shape : rule.shapes) numbers(shape);
    hash(std::bit_cast<std::uint64_t>(rule.least_alike));
    number(rule.cells.size());
    for (const Cell& cell : rule.cells) {
      text(cell.name);
      source(cell.source);
      number(static_cast<std::uint64_t>(cell.cut.kind));
      text(cell.cut.before);
      text(cell.cut.after);
      number(cell.is_required ? 1 : 0);
    }
    number(rule.pages);
    number(rule.rows);
    hash(std::bit_cast<std::uint64_t>(rule.agreement));
  }
};

class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : reader_(bytes) {}

  RecordModel read() {
    if (take_varint(reader_) != kRecordVersion) throw Error("records have another version");
    RecordModel model;
    const std::size_t places = size(8);
    count_ = static_cast<std::uint32_t>(places);
    for (std::size_t i = 0; i < places; ++i) model.tree.places.push_back(place(i, model.tree));
    const std::size_t records = size(20);
    if (records > 0 && places == 0) throw Error("records have no places");
    for (std::size_t i = 0; i < records; ++i) model.records.push_back(record());
    if (!reader_.at_end()) throw Error("records have bytes after their end");
    return model;
  }

 private:
  std::uint32_t small() {
    const std::uint64_t value = take_varint(reader_);
    if (value > UINT32_MAX) throw Error("a number of a record is too large");
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t below(std::uint64_t end) {
    const std::uint32_t value = small();
    if (value >= end) throw Error("a number of a record is out of its range");
    return value;
  }
  std::uint32_t optional(std::uint64_t end) {
    const std::uint64_t value = take_varint(reader_);
    if (value > end) throw Error("a number of a record is out of its range");
    return value == 0 ? kNone : static_cast<std::uint32_t>(value - 1);
  }
  std::string text() {
    return std::string(reader_.bytes(static_cast<std::size_t>(take_varint(reader_))));
  }
  std::size_t size(std::size_t bytes) {
    const std::uint64_t value = take_varint(reader_);
    if (value > reader_.left() / bytes) throw Error("it ends too early");
    return static_cast<std::size_t>(value);
  }
  double share() {
    const auto value = std::bit_cast<double>(reader_.number<std::uint64_t>());
    if (!(value >= 0 && value <= 1)) throw Error("a share of a record is not from 0 to 1");
    return value;
  }
  std::vector<std::uint32_t> numbers() {
    std::vector<std::uint32_t> all(size(1));
    for (std::uint32_t& one : all) one = optional(count_);
    return all;
  }
  // Places in ascending order, none of them absent.
  std::vector<std::uint32_t> set() {
    std::vector<std::uint32_t> all = numbers();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] == kNone || (i > 0 && all[i] <= all[i - 1])) {
        throw Error("places of a record are not in order");
      }
    }
    return all;
  }
  std::vector<ChildKey> keys() {
    std::vector<ChildKey> all(size(9));
    for (ChildKey& key : all) {
      key.hash = reader_.number<std::uint64_t>();
      key.group = small();
    }
    return all;
  }
  CellSource source() {
    CellSource made;
    made.place = below(count_);
    made.part = static_cast<Part>(below(kParts));
    made.number = static_cast<std::uint8_t>(
        below(made.part == Part::kAttribute ? content::kCellAttributes.size() : 256));
    return made;
  }

  Place place(std::size_t number, const PlaceTree& tree) {
    Place made;
    made.tag = small();
    made.parent = optional(count_);
    if ((number == 0) != (made.parent == kNone) || (number > 0 && made.parent >= number)) {
      throw Error("a place is before its parent");
    }
    made.depth = number == 0 ? 0 : tree.places[made.parent].depth + 1;
    made.called = static_cast<Called>(below(kCalleds));
    made.name = text();
    made.title = text();
    const std::uint32_t flags = below(4);
    made.is_repeated = (flags & 1) != 0;
    made.is_constant = (flags & 2) != 0;
    made.rules.resize(size(6));
    for (ChildRule& rule : made.rules) {
      rule.tag = small();
      rule.apart = static_cast<Apart>(below(kAparts));
      rule.keys = keys();
      rule.names = keys();
      const std::uint64_t rest = take_varint(reader_);
      rule.groups.resize(size(1));
      for (auto& group : rule.groups) {
        group = numbers();
        // Parents come first, so that a walk down the tree ends.
        for (const std::uint32_t one : group) {
          if (one != kNone && one <= number) throw Error("a place is below itself");
        }
      }
      const auto check = [&](const std::vector<ChildKey>& all) {
        for (const ChildKey& key : all) {
          if (key.group >= rule.groups.size()) throw Error("a place has an unknown group");
        }
      };
      check(rule.keys);
      check(rule.names);
      if (rest > rule.groups.size()) throw Error("a place has an unknown group");
      rule.rest = rest == 0 ? kNone : static_cast<std::uint32_t>(rest - 1);
      if (!std::ranges::is_sorted(rule.keys, {}, &ChildKey::hash)) {
        throw Error("keys of a place are not in order");
      }
    }
    return made;
  }

  RecordRule record() {
    RecordRule rule;
    rule.name = text();
    if (rule.name.empty()) throw Error("a record has no name");
    rule.places = set();
    if (rule.places.empty()) throw Error("a record has no rows");
    rule.start = optional(count_);
    rule.constant_rows.resize(size(8));
    for (std::uint64_t& row : rule.constant_rows) row = reader_.number<std::uint64_t>();
    if (!std::ranges::is_sorted(rule.constant_rows)) throw Error("rows are not in order");
    rule.usual.resize(size(3));
    for (CellSource& one : rule.usual) one = source();
    rule.shapes.resize(size(1));
    for (auto& shape : rule.shapes) shape = set();
    rule.least_alike = share();
    rule.cells.resize(size(7));
    for (Cell& cell : rule.cells) {
      cell.name = text();
      if (cell.name.empty()) throw Error("a cell has no name");
      cell.source = source();
      cell.cut.kind = static_cast<Cut::Kind>(below(3));
      cell.cut.before = text();
      cell.cut.after = text();
      cell.is_required = below(2) == 1;
    }
    rule.pages = small();
    rule.rows = small();
    rule.agreement = share();
    return rule;
  }

  ByteReader reader_;
  std::uint32_t count_ = 0;  // places
};

}  // namespace

std::string_view apply_cut(const Cut& cut, std::string_view text) {
  switch (cut.kind) {
    case Cut::Kind::kNot:
      return text;
    case Cut::Kind::kTrim:
      if (text.starts_with(cut.before)) text.remove_prefix(cut.before.size());
      if (text.ends_with(cut.after)) text.remove_suffix(cut.after.size());
      return trim(text, " ");
    case Cut::Kind::kBetween: {
      if (!cut.before.empty()) {
        const std::size_t at = text.find(cut.before);
        if (at == std::string_view::npos) return {};
        text.remove_prefix(at + cut.before.size());
      }
      if (!cut.after.empty()) {
        const std::size_t at = text.find(cut.after);
        if (at == std::string_view::npos) return {};
        text = text.substr(0, at);
      }
      return trim(text, " ");
    }
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
    for (Cell& cell : rule.cells) renumber(cell.source.place);
    for (CellSource& source : rule.usual) renumber(source.place);
    for (auto& shape : rule.shapes) std::ranges::for_each(shape, renumber);
  }
  places = std::move(kept);
}

std::string to_bytes(const RecordModel& model) {
  RecordBytes out;
  out.number(kRecordVersion);
  out.number(model.tree.places.size());
  for (const Place& place : model.tree.places) out.place(place);
  out.number(model.records.size());
  for (const RecordRule& rule : model.records) out.record(rule);
  return std::move(out.bytes);
}

RecordModel record_model_from(std::string_view bytes) { return RecordReader(bytes).read(); }

}  // namespace pagekin::rows
