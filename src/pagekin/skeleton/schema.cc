#include "pagekin/skeleton/schema.h"

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "pagekin/codec/base64.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::skeleton {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

std::string from_base64(std::string_view text) {
  std::string bytes;
  if (!codec::decode_base64(text, bytes)) {
    throw Error("`model` or `known_pages` of a template is not base64");
  }
  return bytes;
}

OrderedJson column_json(const Column& column, const TemplateModel& model) {
  const Slot& slot = model.slots[column.slot];
  OrderedJson json;
  json["name"] = to_valid_utf8(column.name);
  json["type"] = to_text(slot.type);
  json["fill"] = static_cast<double>(slot.pages) / static_cast<double>(model.pages);
  json["values"] = slot.values;
  json["distinct"] = slot.distinct;
  OrderedJson examples = OrderedJson::array();
  for (const std::string& example : slot.examples) examples.push_back(to_valid_utf8(example));
  json["examples"] = std::move(examples);
  json["source"] = to_text(slot.source);
  json["place"] = to_valid_utf8(slot.place);
  json["label"] = to_valid_utf8(slot.label);
  json["itemprop"] = to_valid_utf8(slot.itemprop);
  json["hint"] = to_valid_utf8(slot.hint);
  json["list"] = slot.rule.is_list;
  if (const rows::RecordRule* record = model.record_of(slot)) {
    json["group"] = to_valid_utf8(record->name);
  }
  json["slot"] = column.slot;
  return json;
}

[[noreturn]] void refuse(const std::string& problem) { throw Error("the schema " + problem); }

const OrderedJson& member(const OrderedJson& object, const char* name) {
  if (!object.is_object() || !object.contains(name)) refuse(std::string("lacks `") + name + "`");
  return object[name];
}

std::string text_member(const OrderedJson& object, const char* name) {
  const OrderedJson& value = member(object, name);
  if (!value.is_string()) refuse(std::string("has a `") + name + "` that is not text");
  return value.get<std::string>();
}

TemplateSchema read_template(const OrderedJson& json) {
  TemplateSchema schema;
  schema.id = text_member(json, "template");
  if (json.contains("name") && json["name"].is_string()) schema.name = text_member(json, "name");
  if (json.contains("pages") && json["pages"].is_number_unsigned()) {
    schema.pages = json["pages"].get<std::size_t>();
  }
  schema.pages_before = std::max<std::size_t>(schema.pages, 1);
  schema.model = from_bytes(from_base64(text_member(json, "model")));
  if (json.contains("known_pages")) {
    schema.known_pages = from_base64(text_member(json, "known_pages"));
  }
  const OrderedJson& columns = member(json, "columns");
  if (!columns.is_array()) refuse("has `columns` that are not a list");
  std::set<std::string> names;
  for (const OrderedJson& one : columns) {
    const OrderedJson& slot = member(one, "slot");
    if (!slot.is_number_unsigned() || slot.get<std::uint64_t>() >= schema.model.slots.size()) {
      refuse("has a column whose `slot` is none of its template");
    }
    Column column{.name = text_member(one, "name"), .slot = slot.get<std::uint32_t>()};
    if (column.name.empty()) refuse("has a column without a name");
    if (column.name == "page" || column.name == "template" || column.name == "confidence") {
      refuse("has a column `" + column.name + "`, which every table has already");
    }
    if (!names.insert(column.name).second) {
      refuse("has two columns `" + printable(column.name) + "` in template " +
             printable(schema.id));
    }
    schema.columns.push_back(std::move(column));
  }
  return schema;
}

}  // namespace

std::vector<Column> columns_of(const TemplateModel& model) {
  std::vector<Column> columns;
  for (std::uint32_t s = 0; s < model.slots.size(); ++s) {
    if (model.slots[s].dropped != Dropped::kNo) continue;
    columns.push_back({.name = model.slots[s].name, .slot = s});
  }
  return columns;
}

std::string to_json(const Schema& schema) {
  OrderedJson json;
  json["pagekin_schema"] = kSchemaVersion;
  json["templates"] = OrderedJson::array();
  for (const TemplateSchema& one : schema.templates) {
    OrderedJson made;
    made["template"] = to_valid_utf8(one.id);
    made["name"] = to_valid_utf8(one.name);
    made["pages"] = one.pages;
    made["learned_from"] = one.model.pages;
    made["columns"] = OrderedJson::array();
    for (const Column& column : one.columns) {
      made["columns"].push_back(column_json(column, one.model));
    }
    made["groups"] = OrderedJson::array();
    for (const Slot& slot : one.model.slots) {
      const rows::RecordRule* const record = one.model.record_of(slot);
      if (record == nullptr || slot.cell != 0) continue;
      made["groups"].push_back({{"name", to_valid_utf8(record->name)},
                                {"pages", record->pages},
                                {"records", record->rows}});
    }
    made["model"] = codec::encode_base64(to_bytes(one.model));
    if (!one.known_pages.empty()) made["known_pages"] = codec::encode_base64(one.known_pages);
    json["templates"].push_back(std::move(made));
  }
  return json.dump(1) + "\n";
}

Schema from_json(std::string_view text) {
  const OrderedJson json = OrderedJson::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) refuse("is not JSON");
  const OrderedJson& version = member(json, "pagekin_schema");
  if (!version.is_number_integer() || version.get<std::int64_t>() != kSchemaVersion) {
    refuse("has version " + version.dump() + ", but this program reads " +
           std::to_string(kSchemaVersion));
  }
  const OrderedJson& templates = member(json, "templates");
  if (!templates.is_array()) refuse("has `templates` that are not a list");
  Schema schema;
  for (const OrderedJson& one : templates) schema.templates.push_back(read_template(one));
  return schema;
}

}  // namespace pagekin::skeleton
