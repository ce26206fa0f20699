// The model of a template as bytes: a version, then its parts in the order of TemplateModel, then a
// checksum (core/two_way_bytes.h).
#include <string>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/two_way_bytes.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {
namespace {

constexpr std::uint64_t kModelVersion = 5;
// In version 4 lists of one repeated element made groups, too, and cells were those of a group.
constexpr std::uint64_t kGroupsVersion = 4;
constexpr std::uint64_t kFirstModelVersion = kGroupsVersion;  // that is read

void form_fields(auto& io, auto& slot) {
  io.number(slot.piece);
  io.flags(slot.form.begins_with_divider, slot.form.ends_with_divider);
  io.list(slot.form.dividers, 1, [&](auto& divider) { io.text(divider); });
  if (io.reads && (slot.form.dividers.empty() || slot.piece >= slot.form.pieces())) {
    throw Error("a piece of a template model is of no form");
  }
}

// What version 4 has of groups.
struct OldGroups {
  std::vector<std::uint32_t> of_slots;
  std::vector<std::uint32_t> records;  // kNone: none
};

void slot_fields(auto& io, auto& slot, OldGroups* old) {
  io.hash(slot.rule.key);
  io.hash(slot.rule.label);
  io.maybe(slot.rule.ordinal);
  io.flags(slot.rule.is_list);
  if (old != nullptr) {
    io.maybe(old->of_slots.emplace_back());
    std::uint32_t height = 0;
    io.number(height);
  }
  io.below(slot.source, content::kColumnSources);
  io.below(slot.type, kValueTypeCount);
  io.below(slot.dropped, static_cast<std::size_t>(Dropped::kJoined) + 1);
  for (auto* text : {&slot.name, &slot.label, &slot.itemprop, &slot.hint, &slot.place}) {
    io.text(*text);
  }
  for (auto* count : {&slot.pages, &slot.values, &slot.distinct}) io.number(*count);
  for (auto* number : {&slot.joined_to, &slot.part, &slot.cell, &slot.record, &slot.whole}) {
    io.maybe(*number);
  }
  if (slot.whole != kNone) form_fields(io, slot);
  io.list(slot.examples, 1, [&](auto& example) { io.text(example); });
}

void part_fields(auto& io, auto& part) {
  io.number(part.parent);
  io.below(part.kind, static_cast<std::size_t>(PartKind::kVarying) + 1);
  io.flags(part.is_text);
  for (auto* text : {&part.tag, &part.names, &part.label, &part.text}) io.text(*text);
  io.number(part.pages);
  io.number(part.instances);
  io.maybe(part.slot);
}

void old_group_fields(auto& io, OldGroups& old, auto& slots) {
  io.list(old.records, sizeof(std::uint64_t), [&](std::uint32_t& record) {
    std::uint64_t key = 0;
    std::string name;
    std::uint32_t count = 0;
    io.hash(key);
    io.text(name);
    io.number(count);
    io.number(count);
    io.maybe(record);
  });
  for (std::size_t s = 0; s < slots.size(); ++s) {
    const std::uint32_t group = old.of_slots[s];
    if (slots[s].cell == kNone || group == kNone) continue;
    if (group >= old.records.size()) throw Error("a slot of a template model leads nowhere");
    slots[s].record = old.records[group];
  }
}

// All but the version and the checksum. `old`: the bytes are of version 4.
void model_fields(auto& io, auto& model, OldGroups* old = nullptr) {
  const auto hash = [&](auto& value) { io.hash(value); };
  io.number(model.pages);
  io.list(model.stable_names, sizeof(std::uint64_t), hash);
  io.list(model.known_texts, 2 * sizeof(std::uint64_t), [&](auto& text) {
    io.hash(text.key);
    io.number(text.pages);
    io.flags(text.is_fixed, text.is_text);
    io.hash(text.label);
  });
  io.list(model.prefixes, sizeof(std::uint64_t), hash);
  io.list(model.slots, 1, [&](auto& slot) { slot_fields(io, slot, old); });
  if (old != nullptr) {
    if constexpr (std::remove_reference_t<decltype(io)>::reads)
      old_group_fields(io, *old, model.slots);
  }
  io.list(model.parts, 1, [&](auto& part) { part_fields(io, part); });
}

// Numbers that lead from one entry to another must lead to one that is there.
void check(const TemplateModel& model) {
  const auto is_valid = [](std::uint32_t number, std::size_t count) {
    return number == kNone || number < count;
  };
  constexpr std::uint32_t most_ordinals = 1 << 16;
  for (const Slot& slot : model.slots) {
    if (!is_valid(slot.part, model.parts.size()) || !is_valid(slot.rule.ordinal, most_ordinals) ||
        !is_valid(slot.joined_to, model.slots.size()) ||
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
    const bool is_cell = slot.source == Source::kCell;
    if (is_cell != (slot.cell != kNone) || is_cell != (slot.record != kNone)) {
      throw Error("a slot of a template model is half a cell");
    }
    if (!is_cell) continue;
    if (slot.record >= model.records.records.size() ||
        slot.cell >= model.records.records[slot.record].cells.size()) {
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
  VarintOut out;
  out.number(kModelVersion);
  model_fields(out, model);
  out.text(rows::to_bytes(model.records));
  out.hash(hash_bytes(out.bytes));
  return std::move(out.bytes);
}

TemplateModel from_bytes(std::string_view bytes) {
  constexpr std::size_t checksum_bytes = sizeof(std::uint64_t);
  if (bytes.size() < checksum_bytes) throw Error("a template model is too short");
  const std::string_view body = bytes.substr(0, bytes.size() - checksum_bytes);
  VarintIn in(body, "a template model");
  std::uint64_t version = 0;
  in.number(version);
  if (version < kFirstModelVersion || version > kModelVersion) {
    throw Error("a template model has version " + std::to_string(version) +
                ", but this program reads " + std::to_string(kFirstModelVersion) + " to " +
                std::to_string(kModelVersion));
  }
  if (ByteReader(bytes.substr(body.size())).number<std::uint64_t>() != hash_bytes(body)) {
    throw Error("a template model is damaged: its checksum does not match");
  }
  TemplateModel model;
  OldGroups old;
  model_fields(in, model, version == kGroupsVersion ? &old : nullptr);
  std::string records;
  in.text(records);
  model.records = rows::record_model_from(records);
  if (!in.at_end()) throw Error("a template model is longer than it should be");
  check(model);
  return model;
}

}  // namespace pagekin::skeleton
