#include "pagekin/wrapper/wrapper_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "pagekin/core/block_file.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/wrapper/same_place.h"

namespace pagekin::wrapper {
namespace {

enum Section : std::uint32_t { kMadeBy = 1, kTemplates };
constexpr BlockFileKind kKind{
    .name = "wrapper", .version = kWrapperVersion, .section_count = kTemplates};

// The first version with what was seen of records, and that with names of attributes.
constexpr int kHistoryVersion = 6;
constexpr int kAttributesVersion = 7;

constexpr std::size_t kMaxFields = 10'000;
constexpr std::size_t kMaxSelectors = 10'000;
constexpr std::size_t kMaxAttributes = 10'000;
constexpr unsigned kLabelKinds = 4;    // of Extent::Labels
constexpr unsigned kBetweenKinds = 3;  // of Between; the first is that of older files

class Writer {
 public:
  std::string bytes;

  template <class Number>
  void number(Number value) {
    bytes += bytes_of(value);
  }
  void size(std::size_t value) { number(static_cast<std::uint32_t>(value)); }
  void text(std::string_view value) {
    size(value.size());
    bytes += value;
  }
  template <class Number>
  void list(const std::vector<Number>& values) {
    size(values.size());
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
  }
  void selectors(const std::vector<Selector>& all) {
    size(all.size());
    for (const Selector& one : all) {
      number(static_cast<std::uint8_t>(one.family));
      number(one.key);
      number(one.ordinal);
      number(one.weight);
      number(one.silence);
    }
  }
  void references(const std::vector<ReferenceKey>& all) {
    size(all.size());
    for (const ReferenceKey& reference : all) {
      number(reference.key);
      number(reference.slot);
      number(reference.weight);
      number(reference.group);
    }
  }
  void field(const FieldRule& rule) {
    text(rule.name);
    number(static_cast<std::uint8_t>(rule.extent.kind));
    number(rule.extent.texts);
    number(rule.extent.container);
    number(rule.extent.depth);
    number(rule.extent.item);
    const Neighbours& had = rule.had_neighbours;
    number(static_cast<std::uint8_t>(
        static_cast<unsigned>(rule.extent.labels) +
        kLabelKinds *
            (static_cast<unsigned>(rule.between) +
             kBetweenKinds * ((had.joined_before ? 1U : 0U) + (had.joined_after ? 2U : 0U)))));
    number(static_cast<std::uint8_t>(rule.part.kind));
    text(rule.part.before);
    text(rule.part.after);
    number(rule.part.field);
    number(static_cast<std::uint8_t>(
        (rule.in_attribute ? 1 : 0) | (rule.is_list ? 2 : 0) | (rule.is_constant ? 4 : 0) |
        (rule.has_placeholders ? 8 : 0) | (rule.is_number ? 16 : 0) |
        (rule.had_neighbours.before ? 32 : 0) | (rule.is_aged ? 64 : 0) |
        (rule.had_neighbours.after ? 128 : 0)));
    selectors(rule.selectors);
    selectors(rule.list_keys);
    list(rule.foreign_labels);
    list(rule.own_slots);
    number(rule.reference_pages);
    list(rule.absent_on);
    number(rule.usual_support);
    number(rule.trust);
    const FieldProfile& profile = rule.profile;
    number(profile.pages);
    number(profile.filled);
    number(profile.agreement);
    list(profile.shapes);
    size(profile.examples.size());
    for (const std::string& example : profile.examples) text(example);
    list(profile.values);
    list(profile.page_values);
    list(profile.labels);
  }
  // All but the reserve.
  void rules(const TemplateRules& rules) {
    number(rules.id);
    text(rules.label);
    text(rules.name);
    number(rules.pages);
    list(rules.vocabulary.labels.sorted());
    list(rules.vocabulary.stable.sorted());
    list(rules.marks);
    references(rules.references);
    number(rules.typical);
    list(rules.addresses);
    size(rules.fields.size());
    for (const FieldRule& rule : rules.fields) field(rule);
    text(rows::to_bytes(rules.records));
  }
  // What files of older versions do not have.
  void history(const TemplateRules& rules) {
    number(rules.crawl_pages);
    std::vector<RecordProfile> profiles = rules.record_profiles;
    profiles.resize(rules.records.records.size());
    for (const RecordProfile& profile : profiles) {
      number(profile.pages);
      number(profile.filled);
      number(profile.rows);
      number(profile.usual_rows);
      list(profile.cells);
    }
    size(rules.attributes.size());
    for (const std::string& name : rules.attributes) text(name);
  }
};

class WrapperReader {
 public:
  WrapperReader(std::string_view bytes, int version) : bytes_(bytes), version_(version) {}

  bool at_end() const { return bytes_.at_end(); }

  TemplateRules rules() {
    TemplateRules rules = rules_without_reserve();
    version_ >= kHistoryVersion ? history(rules) : guess_history(rules);
    if (version_ >= kAttributesVersion) attributes(rules);
    if (small(1) != 0) rules.reserve.push_back(rules_without_reserve());
    return rules;
  }

 private:
  void history(TemplateRules& rules) {
    rules.crawl_pages = bytes_.number<std::uint32_t>();
    for (const rows::RecordRule& rule : rules.records.records) {
      RecordProfile& profile = rules.record_profiles.emplace_back();
      profile.pages = bytes_.number<std::uint32_t>();
      profile.filled = bytes_.number<std::uint32_t>();
      if (profile.filled > profile.pages) {
        throw Error("a record has rows on more pages than there are");
      }
      profile.rows = bytes_.number<std::uint64_t>();
      profile.usual_rows = bytes_.number<std::uint32_t>();
      profile.cells = list();
      const bool has_other_cells = profile.cells.size() != rule.cells.size() ||
                                   std::ranges::any_of(profile.cells, [&](std::uint64_t rows) {
                                     return rows > profile.rows;
                                   });
      if (!profile.cells.empty() && has_other_cells) {
        throw Error("cells of a record have other rows than the record");
      }
    }
  }

  void attributes(TemplateRules& rules) {
    const auto count = bytes_.number<std::uint32_t>();
    if (count > kMaxAttributes) throw Error("a template has too many attributes");
    for (std::uint32_t i = 0; i < count; ++i) {
      rules.attributes.push_back(text(1'000));
      const std::size_t last = rules.attributes.size() - 1;
      if (last > 0 && rules.attributes[last] <= rules.attributes[last - 1]) {
        throw Error("a set is not in order");
      }
    }
  }

  static void guess_history(TemplateRules& rules) {
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

  TemplateRules rules_without_reserve() {
    TemplateRules rules;
    rules.id = bytes_.number<std::uint32_t>();
    rules.label = text(1'000);
    rules.name = text(100'000);
    rules.pages = bytes_.number<std::uint32_t>();
    rules.vocabulary.labels = HashSet(set());
    rules.vocabulary.stable = HashSet(set());
    rules.marks = set();
    rules.references = references();
    rules.typical = share<float>();
    rules.addresses = set();
    const auto fields = bytes_.number<std::uint32_t>();
    if (fields > kMaxFields) throw Error("a template has too many fields");
    rules.fields.reserve(std::min<std::size_t>(fields, bytes_.left()));
    for (std::uint32_t i = 0; i < fields; ++i) rules.fields.push_back(field());
    rules.records = rows::record_model_from(text(bytes_.left()));
    return rules;
  }

  FieldRule field() {
    FieldRule rule;
    rule.name = text(1'000);
    if (rule.name.empty()) throw Error("a field has no name");
    rule.extent.kind = static_cast<Extent::Kind>(small(2));
    rule.extent.texts = bytes_.number<std::uint32_t>();
    rule.extent.container = bytes_.number<std::uint64_t>();
    rule.extent.depth = bytes_.number<std::uint32_t>();
    rule.extent.item = bytes_.number<std::uint64_t>();
    const unsigned seen = small(4 * kLabelKinds * kBetweenKinds - 1);
    rule.extent.labels = static_cast<Extent::Labels>(seen % kLabelKinds);
    rule.between = static_cast<Between>(seen / kLabelKinds % kBetweenKinds);
    const unsigned joined = seen / kLabelKinds / kBetweenKinds;
    rule.had_neighbours.joined_before = (joined & 1) != 0;
    rule.had_neighbours.joined_after = (joined & 2) != 0;
    rule.part.kind = static_cast<TextPart::Kind>(small(4));
    rule.part.before = text(1'000);
    rule.part.after = text(1'000);
    rule.part.field = bytes_.number<std::uint32_t>();
    const unsigned flags = small(255);
    rule.in_attribute = (flags & 1) != 0;
    rule.is_list = (flags & 2) != 0;
    rule.is_constant = (flags & 4) != 0;
    rule.has_placeholders = (flags & 8) != 0;
    rule.is_number = (flags & 16) != 0;
    rule.had_neighbours.before = (flags & 32) != 0;
    // Files of version 5 do not tell the sides.
    rule.had_neighbours.after = (flags & (version_ >= kHistoryVersion ? 128 : 32)) != 0;
    rule.is_aged = (flags & 64) != 0;
    rule.selectors = selectors();
    rule.list_keys = selectors();
    rule.foreign_labels = set();
    rule.own_slots = set<std::uint32_t>();
    rule.reference_pages = bytes_.number<std::uint32_t>();
    rule.absent_on = set();
    rule.usual_support = finite<double>();
    rule.trust = share<float>();
    FieldProfile& profile = rule.profile;
    profile.pages = bytes_.number<std::uint32_t>();
    profile.filled = bytes_.number<std::uint32_t>();
    if (profile.filled > profile.pages)
      throw Error("a field is filled on more pages than there are");
    profile.agreement = share<double>();
    const auto shapes = bytes_.number<std::uint32_t>();
    for (std::uint32_t i = 0; i < shapes; ++i) {
      ValueShape shape;
      for (float* number : {&shape.digits, &shape.capitals, &shape.letters, &shape.others,
                            &shape.length, &shape.words}) {
        *number = finite<float>();
      }
      profile.shapes.push_back(shape);
    }
    const auto examples = bytes_.number<std::uint32_t>();
    for (std::uint32_t i = 0; i < examples; ++i)
      profile.examples.push_back(text(kMaxValueBytes * 4));
    profile.values = set();
    profile.page_values = set();
    profile.labels = list();
    return rule;
  }

  std::vector<ReferenceKey> references() {
    std::vector<ReferenceKey> all;
    const auto count = bytes_.number<std::uint32_t>();
    for (std::uint32_t i = 0; i < count; ++i) {
      ReferenceKey reference;
      reference.key = bytes_.number<std::uint64_t>();
      reference.slot = bytes_.number<std::uint32_t>();
      reference.weight = share<float>();
      reference.group = static_cast<std::uint8_t>(small(kPlaceGroups - 1));
      if (page_of_reference(reference.slot) >= kMaxReferencePages) {
        throw Error("a number is out of its range");
      }
      const bool is_in_order = all.empty() || std::pair(all.back().key, all.back().slot) <=
                                                  std::pair(reference.key, reference.slot);
      if (!is_in_order) throw Error("a set is not in order");
      all.push_back(reference);
    }
    return all;
  }

  std::vector<Selector> selectors() {
    const auto count = bytes_.number<std::uint32_t>();
    if (count > kMaxSelectors) throw Error("a field has too many selectors");
    std::vector<Selector> all;
    for (std::uint32_t i = 0; i < count; ++i) {
      Selector one;
      one.family = static_cast<Family>(small(kFamilies - 1));
      one.key = bytes_.number<std::uint64_t>();
      one.ordinal = bytes_.number<std::int32_t>();
      one.weight = share<float>();
      one.silence = share<float>();
      all.push_back(one);
    }
    return all;
  }

  std::string text(std::size_t longest) {
    const auto size = bytes_.number<std::uint32_t>();
    if (size > longest) throw Error("a text is too long");
    return std::string(bytes_.bytes(size));
  }
  unsigned small(std::size_t largest) {
    const auto value = bytes_.number<std::uint8_t>();
    if (value > largest) throw Error("a number is out of its range");
    return value;
  }
  template <class Number>
  Number finite() {
    const auto value = bytes_.number<Number>();
    if (!std::isfinite(value)) throw Error("a number is not finite");
    return value;
  }
  template <class Number>
  Number share() {
    const auto value = finite<Number>();
    if (value < 0 || value > static_cast<Number>(1.001)) throw Error("a weight is not from 0 to 1");
    return value;
  }
  template <class Number = std::uint64_t>
  std::vector<Number> list() {
    const auto size = bytes_.number<std::uint32_t>();
    const std::string_view bytes = bytes_.bytes(std::size_t{size} * sizeof(Number));
    std::vector<Number> numbers(size);
    if (size > 0) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
  }
  template <class Number = std::uint64_t>
  std::vector<Number> set() {
    std::vector<Number> numbers = list<Number>();
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      if (numbers[i] <= numbers[i - 1]) throw Error("a set is not in order");
    }
    return numbers;
  }

  ByteReader bytes_;
  int version_;
};

}  // namespace

std::string to_bytes(const Wrapper& wrapper) {
  Writer out;
  for (const TemplateRules& rules : wrapper.templates) {
    out.rules(rules);
    out.history(rules);
    out.number(static_cast<std::uint8_t>(rules.reserve.size()));
    for (const TemplateRules& reserve : rules.reserve) out.rules(reserve);
  }
  return std::move(out.bytes);
}

Wrapper wrapper_from(std::string_view bytes, int version) {
  WrapperReader in(bytes, version);
  Wrapper wrapper;
  while (!in.at_end()) wrapper.templates.push_back(in.rules());
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
