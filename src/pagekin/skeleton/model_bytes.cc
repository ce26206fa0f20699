// The model of a template as bytes: a version, then its parts in the order of TemplateModel.
// Numbers are varints, hashes 8 bytes, texts have their size before them; a size never exceeds what
// is left.
#include <bit>
#include <string>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/stored_numbers.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {
namespace {

constexpr std::uint64_t kModelVersion = 4;

class Writer {
 public:
  void number(std::uint64_t value) { append_varint(value, bytes); }
  void maybe(std::uint32_t value) { number(value == kNone ? 0 : std::uint64_t{value} + 1); }
  void hash(std::uint64_t value) { bytes += bytes_of(value); }
  void text(std::string_view value) {
    number(value.size());
    bytes += value;
  }
  std::string bytes;
};

class ModelReader {
 public:
  explicit ModelReader(std::string_view bytes) : reader_(bytes) {}

  std::uint64_t number() { return take_varint(reader_); }
  std::uint32_t small() {
    const std::uint64_t value = number();
    if (value > UINT32_MAX) throw Error("a number of a template model is too large");
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t maybe() {
    const std::uint64_t value = number();
    if (value > kNone) throw Error("a number of a template model is too large");
    return value == 0 ? kNone : static_cast<std::uint32_t>(value - 1);
  }
  std::uint64_t hash() { return reader_.number<std::uint64_t>(); }
  std::string text() { return std::string(reader_.bytes(static_cast<std::size_t>(number()))); }
  // The number of entries that follow, each of at least `bytes` bytes.
  std::size_t size(std::size_t bytes) {
    const std::uint64_t value = number();
    if (value > reader_.left() / bytes) throw Error("it ends too early");
    return static_cast<std::size_t>(value);
  }
  template <class Enum>
  Enum choice(std::size_t count) {
    const std::uint64_t value = number();
    if (value >= count) throw Error("a template model has an unknown kind of entry");
    return static_cast<Enum>(value);
  }
  bool at_end() const { return reader_.at_end(); }

 private:
  ByteReader reader_;
};

void write_form(const Slot& slot, Writer& out) {
  out.number(slot.piece);
  out.number((slot.form.begins_with_divider ? 1U : 0U) | (slot.form.ends_with_divider ? 2U : 0U));
  out.number(slot.form.dividers.size());
  for (const std::string& divider : slot.form.dividers) out.text(divider);
}

void read_form(ModelReader& in, Slot& slot) {
  slot.piece = in.small();
  const std::uint64_t flags = in.number();
  if (flags > 3) throw Error("a form of a template model has unknown flags");
  slot.form.begins_with_divider = (flags & 1) != 0;
  slot.form.ends_with_divider = (flags & 2) != 0;
  slot.form.dividers.resize(in.size(1));
  for (std::string& divider : slot.form.dividers) divider = in.text();
  if (slot.form.dividers.empty() || slot.piece >= slot.form.pieces()) {
    throw Error("a piece of a template model is of no form");
  }
}

void write_slot(const Slot& slot, Writer& out) {
  out.hash(slot.rule.key);
  out.hash(slot.rule.label);
  out.maybe(slot.rule.ordinal);
  out.number(slot.rule.is_list ? 1 : 0);
  out.maybe(slot.rule.group);
  out.number(slot.rule.height);
  out.number(static_cast<std::uint64_t>(slot.source));
  out.number(static_cast<std::uint64_t>(slot.type));
  out.number(static_cast<std::uint64_t>(slot.dropped));
  for (const std::string* text :
       {&slot.name, &slot.label, &slot.itemprop, &slot.hint, &slot.place}) {
    out.text(*text);
  }
  out.number(slot.pages);
  out.number(slot.values);
  out.number(slot.distinct);
  out.maybe(slot.joined_to);
  out.maybe(slot.part);
  out.maybe(slot.cell);
  out.maybe(slot.record);
  out.maybe(slot.whole);
  if (slot.whole != kNone) write_form(slot, out);
  out.number(slot.examples.size());
  for (const std::string& example : slot.examples) out.text(example);
}

Slot read_slot(ModelReader& in) {
  Slot slot;
  slot.rule.key = in.hash();
  slot.rule.label = in.hash();
  slot.rule.ordinal = in.maybe();
  slot.rule.is_list = in.number() != 0;
  slot.rule.group = in.maybe();
  slot.rule.height = in.small();
  slot.source = in.choice<Source>(content::kColumnSources);
  slot.type = in.choice<ValueType>(kValueTypeCount);
  slot.dropped = in.choice<Dropped>(static_cast<std::size_t>(Dropped::kJoined) + 1);
  for (std::string* text : {&slot.name, &slot.label, &slot.itemprop, &slot.hint, &slot.place}) {
    *text = in.text();
  }
  slot.pages = in.small();
  slot.values = in.small();
  slot.distinct = in.small();
  slot.joined_to = in.maybe();
  slot.part = in.maybe();
  slot.cell = in.maybe();
  slot.record = in.maybe();
  slot.whole = in.maybe();
  if (slot.whole != kNone) read_form(in, slot);
  slot.examples.resize(in.size(1));
  for (std::string& example : slot.examples) example = in.text();
  return slot;
}

void write_part(const Part& part, Writer& out) {
  out.number(part.parent);
  out.number(static_cast<std::uint64_t>(part.kind));
  out.number(part.is_text ? 1 : 0);
  for (const std::string* text : {&part.tag, &part.names, &part.label, &part.text}) out.text(*text);
  out.number(part.pages);
  out.number(part.instances);
  out.maybe(part.slot);
}

Part read_part(ModelReader& in) {
  Part part;
  part.parent = in.small();
  part.kind = in.choice<PartKind>(static_cast<std::size_t>(PartKind::kVarying) + 1);
  part.is_text = in.number() != 0;
  for (std::string* text : {&part.tag, &part.names, &part.label, &part.text}) *text = in.text();
  part.pages = in.small();
  part.instances = in.small();
  part.slot = in.maybe();
  return part;
}

// Numbers that lead from one entry to another must lead to one that is there.
void check(const TemplateModel& model) {
  const auto is_valid = [](std::uint32_t number, std::size_t count) {
    return number == kNone || number < count;
  };
  constexpr std::uint32_t most_ordinals = 1 << 16;
  constexpr std::uint32_t most_levels = 1 << 10;
  for (const Slot& slot : model.slots) {
    if (!is_valid(slot.rule.group, model.groups.size()) ||
        !is_valid(slot.part, model.parts.size()) || !is_valid(slot.rule.ordinal, most_ordinals) ||
        slot.rule.height > most_levels || !is_valid(slot.joined_to, model.slots.size()) ||
        (slot.joined_to != kNone && (model.slots[slot.joined_to].joined_to != kNone ||
                                     model.slots[slot.joined_to].source != slot.source))) {
      throw Error("a slot of a template model leads nowhere");
    }
    if (slot.whole != kNone &&
        (slot.whole >= model.slots.size() || slot.source != Source::kText || slot.rule.is_list ||
         slot.joined_to != kNone || model.slots[slot.whole].source != Source::kText ||
         model.slots[slot.whole].whole != kNone)) {
      throw Error("a piece of a template model leads nowhere");
    }
    if ((slot.source == Source::kCell) != (slot.cell != kNone)) {
      throw Error("a slot of a template model is half a cell");
    }
    if (slot.cell == kNone) continue;
    const std::uint32_t record =
        slot.rule.group == kNone ? slot.record : model.groups[slot.rule.group].record;
    if (record >= model.records.records.size() ||
        slot.cell >= model.records.records[record].cells.size()) {
      throw Error("a cell of a template model leads nowhere");
    }
  }
  for (std::size_t i = 0; i < model.parts.size(); ++i) {
    const Part& part = model.parts[i];
    if ((i > 0 && part.parent >= i) || !is_valid(part.slot, model.slots.size())) {
      throw Error("a part of a template model leads nowhere");
    }
  }
}

}  // namespace

std::string to_bytes(const TemplateModel& model) {
  Writer out;
  out.number(kModelVersion);
  out.number(model.pages);
  out.number(model.stable_names.size());
  for (const std::uint64_t name : model.stable_names) out.hash(name);
  out.number(model.known_texts.size());
  for (const KnownText& text : model.known_texts) {
    out.hash(text.key);
    out.number(text.pages);
    out.number((text.is_fixed ? 1U : 0U) | (text.is_text ? 2U : 0U));
    out.hash(text.label);
  }
  out.number(model.prefixes.size());
  for (const std::uint64_t prefix : model.prefixes) out.hash(prefix);
  out.number(model.slots.size());
  for (const Slot& slot : model.slots) write_slot(slot, out);
  out.number(model.groups.size());
  for (const Group& group : model.groups) {
    out.hash(group.key);
    out.text(group.name);
    out.number(group.pages);
    out.number(group.records);
    out.maybe(group.record);
  }
  out.number(model.parts.size());
  for (const Part& part : model.parts) write_part(part, out);
  out.text(rows::to_bytes(model.records));
  out.hash(hash_bytes(out.bytes));
  return std::move(out.bytes);
}

TemplateModel from_bytes(std::string_view bytes) {
  constexpr std::size_t checksum_bytes = sizeof(std::uint64_t);
  if (bytes.size() < checksum_bytes) throw Error("a template model is too short");
  const std::string_view body = bytes.substr(0, bytes.size() - checksum_bytes);
  ModelReader in(body);
  if (const std::uint64_t version = in.number(); version != kModelVersion) {
    throw Error("a template model has version " + std::to_string(version) +
                ", but this program reads " + std::to_string(kModelVersion));
  }
  if (ByteReader(bytes.substr(body.size())).number<std::uint64_t>() != hash_bytes(body)) {
    throw Error("a template model is damaged: its checksum does not match");
  }
  TemplateModel model;
  model.pages = in.small();
  model.stable_names.resize(in.size(sizeof(std::uint64_t)));
  for (std::uint64_t& name : model.stable_names) name = in.hash();
  model.known_texts.resize(in.size(2 * sizeof(std::uint64_t)));
  for (KnownText& text : model.known_texts) {
    text.key = in.hash();
    text.pages = in.small();
    const std::uint64_t flags = in.number();
    if (flags > 3) throw Error("a text of a template model has unknown flags");
    text.is_fixed = (flags & 1) != 0;
    text.is_text = (flags & 2) != 0;
    text.label = in.hash();
  }
  model.prefixes.resize(in.size(sizeof(std::uint64_t)));
  for (std::uint64_t& prefix : model.prefixes) prefix = in.hash();
  model.slots.resize(in.size(1));
  for (Slot& slot : model.slots) slot = read_slot(in);
  model.groups.resize(in.size(sizeof(std::uint64_t)));
  for (Group& group : model.groups) {
    group.key = in.hash();
    group.name = in.text();
    group.pages = in.small();
    group.records = in.small();
    group.record = in.maybe();
  }
  model.parts.resize(in.size(1));
  for (Part& part : model.parts) part = read_part(in);
  model.records = rows::record_model_from(in.text());
  if (!in.at_end()) throw Error("a template model is longer than it should be");
  check(model);
  return model;
}

}  // namespace pagekin::skeleton
