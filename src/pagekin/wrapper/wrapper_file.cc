#include "pagekin/wrapper/wrapper_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "pagekin/core/block_file.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"
#include "pagekin/wrapper/same_place.h"

namespace pagekin::wrapper {
namespace {

enum Section : std::uint32_t { kMadeBy = 1, kTemplates };
constexpr BlockFileKind kKind{
    .name = "wrapper", .version = kWrapperVersion, .section_count = kTemplates};

// The first version with what was seen of records, that with names of attributes, and that with
// lists in one text.
constexpr int kHistoryVersion = 6;
constexpr int kAttributesVersion = 7;
constexpr int kSeparatorsVersion = 8;

constexpr std::size_t kMaxFields = 10'000;
constexpr std::size_t kMaxSelectors = 10'000;
constexpr std::size_t kMaxAttributes = 10'000;
constexpr std::size_t kMaxSeparators = 1'000;
constexpr std::size_t kMaxEntries = UINT32_MAX;
constexpr std::size_t kMaxExampleBytes = 80'000;
constexpr unsigned kLabelKinds = 4;    // of Extent::Labels
constexpr unsigned kBetweenKinds = 3;  // of Between; the first is that of older files

// A rule is written and read back by one description of its fields, as in core/two_way_bytes.h, but
// numbers have their own size.
class WrapperOut {
 public:
  static constexpr bool reads = false;
  std::string bytes;

  static int version() { return kWrapperVersion; }
  template <class Number>
  void number(const Number& value) {
    bytes += bytes_of(value);
  }
  template <class Number>
  void finite(const Number& value) {
    number(value);
  }
  template <class Number>
  void share(const Number& value) {
    number(value);
  }
  // In one byte.
  template <class Number>
  void below(const Number& value, unsigned) {
    number(static_cast<std::uint8_t>(value));
  }
  void text(const std::string& value, std::size_t) {
    number(static_cast<std::uint32_t>(value.size()));
    bytes += value;
  }
  template <class Number>
  void numbers(const std::vector<Number>& values) {
    write_list(values, [&](std::string_view more) { bytes += more; });
  }
  template <class Number>
  void set(const std::vector<Number>& values) {
    numbers(values);
  }
  void set(const HashSet& values) { numbers(values.sorted()); }
  template <class List, class Each>
  void list(const List& list, std::size_t, std::string_view, const Each& each) {
    number(static_cast<std::uint32_t>(list.size()));
    for (const auto& one : list) each(one);
  }
  void records(const rows::RecordModel& model) { text(rows::to_bytes(model), 0); }
};

class WrapperIn {
 public:
  static constexpr bool reads = true;

  WrapperIn(std::string_view bytes, int version) : bytes_(bytes), version_(version) {}

  bool at_end() const { return bytes_.at_end(); }
  int version() const { return version_; }
  template <class Number>
  void number(Number& value) {
    value = bytes_.number<Number>();
  }
  template <class Number>
  void finite(Number& value) {
    number(value);
    if (!std::isfinite(value)) throw Error("a number is not finite");
  }
  template <class Number>
  void share(Number& value) {
    finite(value);
    if (value < 0 || value > static_cast<Number>(1.001)) throw Error("a weight is not from 0 to 1");
  }
  template <class Number>
  void below(Number& value, unsigned end) {
    const auto given = bytes_.number<std::uint8_t>();
    if (given >= end) throw Error("a number is out of its range");
    value = static_cast<Number>(given);
  }
  void text(std::string& value, std::size_t longest) {
    const auto size = bytes_.number<std::uint32_t>();
    if (size > longest) throw Error("a text is too long");
    value = bytes_.bytes(size);
  }
  template <class Number>
  void numbers(std::vector<Number>& values) {
    values = read_list<Number>(bytes_);
  }
  template <class Number>
  void set(std::vector<Number>& values) {
    numbers(values);
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (values[i] <= values[i - 1]) throw Error("a set is not in order");
    }
  }
  void set(HashSet& values) {
    std::vector<std::uint64_t> hashes;
    set(hashes);
    values = HashSet(std::move(hashes));
  }
  template <class List, class Each>
  void list(List& list, std::size_t most, std::string_view too_many, const Each& each) {
    const auto size = bytes_.number<std::uint32_t>();
    if (size > most) throw Error(std::string(too_many));
    for (std::uint32_t i = 0; i < size; ++i) each(list.emplace_back());
  }
  void records(rows::RecordModel& model) {
    std::string bytes;
    text(bytes, bytes_.left());
    model = rows::record_model_from(bytes);
  }

 private:
  ByteReader bytes_;
  int version_;
};

void selector_fields(auto& io, auto& selectors) {
  io.list(selectors, kMaxSelectors, "a field has too many selectors", [&](auto& one) {
    io.below(one.family, kFamilies);
    io.number(one.key);
    io.number(one.ordinal);
    io.share(one.weight);
    io.share(one.silence);
  });
}

void extent_fields(auto& io, auto& rule) {
  io.below(rule.extent.kind, 3);
  io.number(rule.extent.texts);
  io.number(rule.extent.container);
  io.number(rule.extent.depth);
  io.number(rule.extent.item);
  auto& had = rule.had_neighbours;
  unsigned seen =
      static_cast<unsigned>(rule.extent.labels) +
      kLabelKinds *
          (static_cast<unsigned>(rule.between) +
           kBetweenKinds * ((had.joined_before ? 1U : 0U) + (had.joined_after ? 2U : 0U)));
  io.below(seen, 4 * kLabelKinds * kBetweenKinds);
  if constexpr (std::decay_t<decltype(io)>::reads) {
    rule.extent.labels = static_cast<Extent::Labels>(seen % kLabelKinds);
    rule.between = static_cast<Between>(seen / kLabelKinds % kBetweenKinds);
    const unsigned joined = seen / kLabelKinds / kBetweenKinds;
    had.joined_before = (joined & 1) != 0;
    had.joined_after = (joined & 2) != 0;
  }
}

// Where a value ends.
void end_fields(auto& io, auto& extent) {
  unsigned flags = (extent.has_navigation ? 1U : 0U) | (extent.ends_with_container ? 2U : 0U);
  io.below(flags, 4);
  if constexpr (std::decay_t<decltype(io)>::reads) {
    extent.has_navigation = (flags & 1) != 0;
    extent.ends_with_container = (flags & 2) != 0;
  }
  io.set(extent.ends);
}

void flag_fields(auto& io, auto& rule) {
  unsigned flags = (rule.in_attribute ? 1U : 0U) | (rule.is_list ? 2U : 0U) |
                   (rule.is_constant ? 4U : 0U) | (rule.has_placeholders ? 8U : 0U) |
                   (rule.is_number ? 16U : 0U) | (rule.had_neighbours.before ? 32U : 0U) |
                   (rule.is_aged ? 64U : 0U) | (rule.had_neighbours.after ? 128U : 0U);
  io.below(flags, 256);
  if constexpr (std::decay_t<decltype(io)>::reads) {
    rule.in_attribute = (flags & 1) != 0;
    rule.is_list = (flags & 2) != 0;
    rule.is_constant = (flags & 4) != 0;
    rule.has_placeholders = (flags & 8) != 0;
    rule.is_number = (flags & 16) != 0;
    rule.had_neighbours.before = (flags & 32) != 0;
    // Files of version 5 do not say which side it was.
    rule.had_neighbours.after = (flags & (io.version() >= kHistoryVersion ? 128 : 32)) != 0;
    rule.is_aged = (flags & 64) != 0;
  }
}

void profile_fields(auto& io, auto& profile) {
  io.number(profile.pages);
  io.number(profile.filled);
  if (profile.filled > profile.pages) throw Error("a field is filled on more pages than there are");
  io.share(profile.agreement);
  io.list(profile.shapes, kMaxEntries, "", [&](auto& shape) {
    for (auto* number : {&shape.digits, &shape.capitals, &shape.letters, &shape.others,
                         &shape.length, &shape.words}) {
      io.finite(*number);
    }
  });
  io.list(profile.examples, kMaxEntries, "",
          [&](auto& example) { io.text(example, kMaxExampleBytes); });
  io.set(profile.values);
  io.set(profile.page_values);
  io.numbers(profile.labels);
}

// A text that stands behind smaller ones.
void text_in_set(auto& io, auto& set, auto& text) {
  io.text(text, 1'000);
  const bool is_first = &text == set.data();
  if (!is_first && *(&text - 1) >= text) throw Error("a set is not in order");
}

void part_fields(auto& io, auto& part) {
  io.below(part.kind, 5);
  io.text(part.before, 1'000);
  io.text(part.after, 1'000);
  io.number(part.field);
}

void field_fields(auto& io, auto& rule) {
  io.text(rule.name, 1'000);
  if (rule.name.empty()) throw Error("a field has no name");
  extent_fields(io, rule);
  part_fields(io, rule.part);
  flag_fields(io, rule);
  selector_fields(io, rule.selectors);
  selector_fields(io, rule.list_keys);
  io.set(rule.foreign_labels);
  io.set(rule.own_slots);
  io.number(rule.reference_pages);
  io.set(rule.absent_on);
  io.finite(rule.usual_support);
  io.share(rule.trust);
  profile_fields(io, rule.profile);
  if (io.version() < kSeparatorsVersion) return;
  io.list(rule.separators, kMaxSeparators, "a field has too many separators",
          [&](auto& separator) { text_in_set(io, rule.separators, separator); });
  io.set(rule.own_label.labels);
  io.number(rule.own_label.relation);
  io.list(rule.rivals, kMaxRivalParts, "a field has too many parts",
          [&](auto& part) { part_fields(io, part); });
  end_fields(io, rule.extent);
}

void reference_fields(auto& io, auto& references) {
  io.list(references, kMaxEntries, "", [&](auto& reference) {
    io.number(reference.key);
    io.number(reference.slot);
    io.share(reference.weight);
    io.below(reference.group, kPlaceGroups);
    if (page_of_reference(reference.slot) >= kMaxReferencePages) {
      throw Error("a number is out of its range");
    }
    const auto* before = &reference == references.data() ? &reference : &reference - 1;
    if (std::pair(before->key, before->slot) > std::pair(reference.key, reference.slot)) {
      throw Error("a set is not in order");
    }
  });
}

// All but the reserve and what files of older versions do not have.
void rule_fields(auto& io, auto& rules) {
  io.number(rules.id);
  io.text(rules.label, 1'000);
  io.text(rules.name, 100'000);
  io.number(rules.pages);
  io.set(rules.vocabulary.labels);
  io.set(rules.vocabulary.stable);
  io.set(rules.marks);
  reference_fields(io, rules.references);
  io.share(rules.typical);
  io.set(rules.addresses);
  io.list(rules.fields, kMaxFields, "a template has too many fields",
          [&](auto& rule) { field_fields(io, rule); });
  io.records(rules.records);
}

void check_profile(const RecordProfile& profile, const rows::RecordRule& rule) {
  if (profile.filled > profile.pages) {
    throw Error("a record has rows on more pages than there are");
  }
  const bool has_other_cells =
      profile.cells.size() != rule.cells.size() ||
      std::ranges::any_of(profile.cells, [&](std::uint64_t rows) { return rows > profile.rows; });
  if (!profile.cells.empty() && has_other_cells) {
    throw Error("cells of a record have other rows than the record");
  }
}

void history_fields(auto& io, auto& rules) {
  io.number(rules.crawl_pages);
  std::vector<RecordProfile> profiles = rules.record_profiles;
  profiles.resize(rules.records.records.size());
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    RecordProfile& profile = profiles[i];
    io.number(profile.pages);
    io.number(profile.filled);
    io.number(profile.rows);
    io.number(profile.usual_rows);
    io.numbers(profile.cells);
    if constexpr (std::decay_t<decltype(io)>::reads) {
      check_profile(profile, rules.records.records[i]);
    }
  }
  if constexpr (std::decay_t<decltype(io)>::reads) rules.record_profiles = std::move(profiles);
}

void guess_history(TemplateRules& rules) {
  rules.crawl_pages = static_cast<std::uint32_t>(rules.addresses.size());
  for (const rows::RecordRule& rule : rules.records.records) {
    // Not all pages were read for rows.
    rules.record_profiles.push_back({.pages = std::max(rules.pages, rule.pages),
                                     .filled = rule.pages,
                                     .rows = rule.rows,
                                     .usual_rows = 0,
                                     .cells = {}});
  }
}

void template_fields(auto& io, auto& rules) {
  rule_fields(io, rules);
  if constexpr (std::decay_t<decltype(io)>::reads) {
    if (io.version() < kHistoryVersion) guess_history(rules);
  }
  if (io.version() >= kHistoryVersion) history_fields(io, rules);
  if (io.version() >= kAttributesVersion) {
    io.list(rules.attributes, kMaxAttributes, "a template has too many attributes",
            [&](auto& name) { text_in_set(io, rules.attributes, name); });
  }
  std::size_t reserves = rules.reserve.size();
  io.below(reserves, 2);
  if constexpr (std::decay_t<decltype(io)>::reads) rules.reserve.resize(reserves);
  for (auto& reserve : rules.reserve) rule_fields(io, reserve);
}

}  // namespace

std::string to_bytes(const Wrapper& wrapper) {
  WrapperOut out;
  for (const TemplateRules& rules : wrapper.templates) template_fields(out, rules);
  return std::move(out.bytes);
}

Wrapper wrapper_from(std::string_view bytes, int version) {
  WrapperIn in(bytes, version);
  Wrapper wrapper;
  while (!in.at_end()) template_fields(in, wrapper.templates.emplace_back());
  if (wrapper.templates.empty()) throw Error("it has no templates");
  return wrapper;
}

void write_wrapper(const std::string& path, const Wrapper& wrapper, const std::string& made_by) {
  BlockFileWriter file(path, kKind);
  file.write(kMadeBy, made_by);
  file.write(kTemplates, to_bytes(wrapper));
  file.commit();
}

Wrapper read_wrapper(const std::string& path) {
  const std::string first_line = first_line_of_file(path, kKind.name);
  BlockFileKind kind = kKind;
  for (int version = kFirstWrapperVersion; version < kWrapperVersion; ++version) {
    if (first_line == "pagekin wrapper " + std::to_string(version)) kind.version = version;
  }
  const std::vector<std::string> sections = read_block_file(path, kind);
  try {
    return wrapper_from(sections[kTemplates], kind.version);
  } catch (const Error& error) {
    throw Error(path + ": the wrapper is damaged: " + error.what(), {}, path);
  }
}

bool is_wrapper_file(const std::string& path) {
  return first_line_of_file(path).starts_with("pagekin wrapper ");
}

}  // namespace pagekin::wrapper
