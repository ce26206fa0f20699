#include "pagekin/report/selectors.h"

#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/selector_choice.h"
#include "pagekin/report/selector_code.h"
#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/listed_text.h"
#include "pagekin/wrapper/suggest_row_selectors.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::report {
namespace {

void write_left_out(JsonWriter& json, const LeftOut& left) {
  json.begin_object().member("field", left.name).member("why", left.why).end_object();
}

void write_plain(std::span<const SuggestedSelector> selectors, std::string& text) {
  for (const SuggestedSelector& selector : selectors) {
    text += fmt::format("    {:<9}  {:>12}{}  {}\n", to_text(selector.kind), rate(selector),
                        extra(selector), wrapper::to_xpath(selector.query));
    if (const auto css = wrapper::to_css(selector.query)) {
      text += fmt::format("    {:<9}  {:>12}  {}\n", "", "css", *css);
    }
  }
}

void write_plain(const RecordSelectors& record, std::string& text) {
  text +=
      fmt::format("  {}: {} rows on {} of {} pages\n", printable(record.record),
                  with_commas(record.rows), with_commas(record.filled), with_commas(record.pages));
  if (const std::string_view why = why_without(record); !why.empty()) {
    text += fmt::format("    none: {}\n", why);
    return;
  }
  write_plain(record.selectors, text);
  for (const CellSelectors& cell : record.cells) {
    const std::string regex = regex_of(cell.cut);
    text += fmt::format("    {}.{}: in {} rows{}{}\n", printable(record.record),
                        printable(cell.cell), with_commas(cell.filled),
                        regex.empty() ? "" : "; the first group of ", printable(regex));
    for (const SuggestedSelector& selector : cell.selectors) {
      text += fmt::format("      {:<9}  {:>12}{}  {}\n", to_text(selector.kind), rate(selector),
                          extra(selector), wrapper::to_xpath_below(selector.query));
    }
    if (cell.selectors.empty()) text += fmt::format("      none: {}\n", why_without(cell));
  }
}

std::string to_plain_text(const extraction::SelectorsRun& run) {
  std::string text;
  for (const TemplateSelectors& found : run.templates) {
    text += fmt::format("template {}{}{}\n", printable(found.label), found.name.empty() ? "" : ": ",
                        printable(found.name));
    for (const FieldSelectors& field : found.fields) {
      text += fmt::format(
          "  {}: on {} of {} pages{}{}{}\n", printable(field.field), with_commas(field.filled),
          with_commas(field.pages),
          field.part.kind == wrapper::TextPart::Kind::kWhole ? "" : "; " + to_text(field.part),
          field.is_list ? "; a list" : "",
          field.separators.empty() ? "" : ", " + wrapper::to_text(field.separators));
      write_plain(field.selectors, text);
      if (field.selectors.empty()) text += fmt::format("    none: {}\n", why_without(field));
    }
    for (const RecordSelectors& record : found.records) write_plain(record, text);
  }
  return text;
}

void write_selector(JsonWriter& json, const SuggestedSelector& selector, const std::string& xpath,
                    const std::optional<std::string>& css) {
  json.begin_object().member("kind", to_text(selector.kind));
  json.member("xpath", xpath).key("css");
  css ? json.value(*css) : json.null();
  json.key("attribute").value_or_null(selector.query.attribute);
  json.member("hits", selector.hits).member("misses", selector.misses);
  json.member("extra", selector.extra).member("several", selector.several);
  json.member_decimal("hit_rate", selector.hit_rate(), 3).end_object();
}

// The selectors of a field, or of the rows of a record.
void write_all(JsonWriter& json, std::span<const SuggestedSelector> selectors) {
  json.on_line(7).key("selectors").begin_array();
  for (const SuggestedSelector& selector : selectors) {
    json.on_line(8);
    write_selector(json, selector, wrapper::to_xpath(selector.query),
                   wrapper::to_css(selector.query));
  }
  json.on_line(7).end_array();
}

void write_regex(JsonWriter& json, const std::string& regex) {
  json.key("regex").value_or_null(regex);
}

void write_record(JsonWriter& json, const RecordSelectors& record) {
  json.on_line(6).begin_object().member("record", record.record);
  json.member("pages", record.pages).member("filled", record.filled).member("rows", record.rows);
  write_all(json, record.selectors);
  json.on_line(7).key("cells").begin_array();
  for (const CellSelectors& cell : record.cells) {
    json.on_line(8).begin_object().member("cell", cell.cell).member("filled", cell.filled);
    write_regex(json, regex_of(cell.cut));
    json.on_line(9).key("selectors").begin_array();
    for (const SuggestedSelector& selector : cell.selectors) {
      json.on_line(10);
      const std::optional<std::string> css =
          selector.several > 0 ? std::nullopt : wrapper::to_css_below(selector.query);
      write_selector(json, selector, wrapper::to_xpath_below(selector.query), css);
    }
    json.on_line(9).end_array().end_object();
  }
  json.on_line(7).end_array().end_object();
}

std::string to_json(const extraction::SelectorsRun& run) {
  JsonWriter json;
  json.begin_object();
  json.on_line(2).key("templates").begin_array();
  for (const TemplateSelectors& found : run.templates) {
    json.on_line(4).begin_object().member("template", found.label).member("name", found.name);
    json.on_line(5).key("fields").begin_array();
    for (const FieldSelectors& field : found.fields) {
      json.on_line(6).begin_object().member("field", field.field);
      json.member("pages", field.pages)
          .member("filled", field.filled)
          .member("list", field.is_list);
      write_regex(json, regex_of(field.part));
      json.key("divider").value_or_null(regex_of(field.separators));
      write_all(json, field.selectors);
      json.end_object();
    }
    json.on_line(5).end_array().on_line(5).key("records").begin_array();
    for (const RecordSelectors& record : found.records) write_record(json, record);
    json.on_line(5).end_array().on_line(5).key("left_out").begin_array();
    for (const LeftOut& left : left_out(found, false)) write_left_out(json, left);
    json.end_array().end_object();
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

// How crawl4ai gets the value from the element that was found.
void write_crawl4ai_type(JsonWriter& json, const SuggestedSelector& selector,
                         const std::string& regex) {
  if (!regex.empty()) {
    json.member("type", "regex").member("pattern", regex);
  } else if (!selector.query.attribute.empty()) {
    json.member("type", "attribute").member("attribute", selector.query.attribute);
  } else {
    json.member("type", "text");
  }
}

void write_crawl4ai(JsonWriter& json, const RecordSelectors& record) {
  const SuggestedSelector* const row = best_css(record.selectors);
  if (!why_without(record).empty() || row == nullptr) return;
  json.on_line(4).begin_object().member("name", record.record);
  json.member("selector", wrapper::to_css(row->query).value_or("")).member("type", "nested_list");
  json.key("fields").begin_array();
  for (const CellSelectors& cell : record.cells) {
    const SuggestedSelector* const css = best_css(cell);
    if (css == nullptr) continue;
    json.on_line(5).begin_object().member("name", cell.cell);
    // Without a selector it is the row itself.
    if (!css->query.steps.empty()) {
      json.member("selector", wrapper::to_css_below(css->query).value_or(""));
    }
    write_crawl4ai_type(json, *css, regex_of(cell.cut));
    json.end_object();
  }
  json.end_array().end_object();
}

std::string to_crawl4ai(const extraction::SelectorsRun& run) {
  JsonWriter json;
  json.begin_array();
  for (const TemplateSelectors& found : run.templates) {
    json.on_line(2).begin_object().member("name", found.name.empty() ? found.label : found.name);
    json.member("baseSelector", "html");
    json.on_line(3).key("fields").begin_array();
    for (const FieldSelectors& field : found.fields) {
      const SuggestedSelector* const css = best_css(field.selectors);
      if (css == nullptr || !field.separators.empty()) continue;
      json.on_line(4).begin_object().member("name", field.field);
      json.member("selector", wrapper::to_css(css->query).value_or(""));
      if (field.is_list) {
        json.member("type", "list").key("fields").begin_array().begin_object();
        json.member("name", field.field);
      }
      write_crawl4ai_type(json, *css, regex_of(field.part));
      if (field.is_list) json.end_object().end_array();
      json.end_object();
    }
    for (const RecordSelectors& record : found.records) write_crawl4ai(json, record);
    // The strategy reads the keys that it knows.
    json.on_line(3).end_array().on_line(3).key("left_out").begin_array();
    for (const LeftOut& left : left_out(found, true)) write_left_out(json, left);
    json.end_array().end_object();
  }
  json.on_line(0).end_array();
  return json.finish();
}

}  // namespace

std::string write_selectors(const extraction::SelectorsRun& run, SelectorFormat format) {
  switch (format) {
    case SelectorFormat::kText:
      return to_plain_text(run);
    case SelectorFormat::kJson:
      return to_json(run);
    case SelectorFormat::kCrawl4ai:
      return to_crawl4ai(run);
    case SelectorFormat::kScrapy:
      return to_scrapy(run);
    case SelectorFormat::kConsole:
      return to_console(run);
  }
  return {};
}

}  // namespace pagekin::report
