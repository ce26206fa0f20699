#include "pagekin/report/selectors.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/suggest_row_selectors.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::report {
namespace {

using extraction::CellSelectors;
using extraction::FieldSelectors;
using extraction::RecordSelectors;
using extraction::TemplateSelectors;
using wrapper::SuggestedSelector;
using wrapper::TextPart;

// Regular expressions that Python, JavaScript and PCRE read alike; their first group is the part.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(".^$*+?{}[]\\|()/").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}
std::string regex_between(const std::string& before, const std::string& after) {
  return (before.empty() ? "^" : escaped(before)) + "\\s*(.*?)\\s*" +
         (after.empty() ? "$" : escaped(after));
}

std::string regex_of(const rows::Cut& cut) {
  const auto optional = [](const std::string& text) {
    return text.empty() ? "" : "(?:" + escaped(text) + ")?";
  };
  switch (cut.kind) {
    case rows::Cut::Kind::kNot:
      return {};
    case rows::Cut::Kind::kTrim:
      return "^" + optional(cut.before) + "\\s*(.*?)\\s*" + optional(cut.after) + "$";
    case rows::Cut::Kind::kBetween:
      return regex_between(cut.before, cut.after);
  }
  return {};
}

std::string regex_of(const TextPart& part) {
  // A text without a colon has no part before or behind one.
  const bool needs_colon = part.before == ": ";
  switch (part.kind) {
    case TextPart::Kind::kWhole:
      return {};
    case TextPart::Kind::kPattern: {
      std::string regex = (part.before.empty() ? "^" : escaped(part.before)) + "\\s*(";
      for (const char c : part.after) {
        if (c == '9') {
          regex += "[0-9]+(?:[.,][0-9]+)*";
        } else {
          regex += c == 'a' ? "[^\\W\\d_]+" : escaped(std::string_view(&c, 1));
        }
      }
      return regex + ")";
    }
    case TextPart::Kind::kBetween:
      return regex_between(part.before, part.after);
    case TextPart::Kind::kField: {
      std::string regex = "^";
      for (std::uint32_t i = 0; i < part.field; ++i) regex += "(?:.*?)" + escaped(part.before);
      const bool is_first = part.field == 0 && needs_colon;
      return regex + "\\s*(.*?)\\s*" +
             (is_first ? escaped(part.before) : "(?:" + escaped(part.before) + "|$)");
    }
    case TextPart::Kind::kFieldLast: {
      const std::string field = "(?:(?!" + escaped(part.before) + ").)*";
      const bool is_last = part.field == 0 && needs_colon;
      std::string regex = (is_last ? escaped(part.before) : "") + "(" + field + ")";
      for (std::uint32_t i = 0; i < part.field; ++i) regex += escaped(part.before) + field;
      return regex + "$";
    }
  }
  return {};
}

// The best selector that CSS can say: if possible one that finds nothing on pages without the
// field.
const SuggestedSelector* best_css(const std::vector<SuggestedSelector>& selectors) {
  const SuggestedSelector* best = nullptr;
  for (const SuggestedSelector& selector : selectors) {
    if (!wrapper::to_css(selector.query)) continue;
    if (selector.extra == 0) return &selector;
    if (best == nullptr) best = &selector;
  }
  return best;
}

// Below a row CSS must find the same element in each row.
const SuggestedSelector* best_css(const CellSelectors& cell) {
  const SuggestedSelector* best = nullptr;
  for (const SuggestedSelector& selector : cell.selectors) {
    if (!wrapper::to_css_below(selector.query) || selector.several > 0) continue;
    if (selector.extra == 0) return &selector;
    if (best == nullptr) best = &selector;
  }
  return best;
}

// Selectors of which the first that finds something gives the value. On pages without the field all
// must find nothing; if each finds something on some, the best alone does least harm.
std::vector<SuggestedSelector> in_turn(const std::vector<SuggestedSelector>& selectors) {
  std::vector<SuggestedSelector> chosen;
  std::ranges::copy_if(selectors, std::back_inserter(chosen),
                       [](const SuggestedSelector& selector) { return selector.extra == 0; });
  if (chosen.empty()) chosen.push_back(selectors.front());
  return chosen;
}

constexpr std::string_view kNowhere = "its values are in JSON-LD or not on these pages";
constexpr std::string_view kNoCss = "CSS cannot say where it is";
constexpr std::string_view kNoRows = "no selector gives its rows";
constexpr std::string_view kSiblings = "a row is several elements side by side";
constexpr std::string_view kNoCell = "no selector gives it in the rows";

// Why a record has no selectors; empty: it has.
std::string_view why_without(const RecordSelectors& record) {
  if (!record.has_one_element) return kSiblings;
  return record.selectors.empty() ? kNoRows : "";
}

std::string rate(const SuggestedSelector& selector) {
  return fmt::format("{} of {}", selector.hits, selector.hits + selector.misses);
}

std::string extra(const SuggestedSelector& selector) {
  return selector.extra == 0 ? "" : fmt::format(", {} where there is none", selector.extra);
}

// What a tool does not get, and why.
struct LeftOut {
  std::string name;
  std::string_view why;
};
std::vector<LeftOut> left_out(const TemplateSelectors& found, bool is_css) {
  std::vector<LeftOut> left;
  for (const FieldSelectors& field : found.fields) {
    if (field.selectors.empty()) {
      left.push_back({field.field, kNowhere});
    } else if (is_css && best_css(field.selectors) == nullptr) {
      left.push_back({field.field, kNoCss});
    }
  }
  for (const RecordSelectors& record : found.records) {
    if (const std::string_view why = why_without(record); !why.empty()) {
      left.push_back({record.record, why});
    } else if (is_css && best_css(record.selectors) == nullptr) {
      left.push_back({record.record, kNoCss});
    } else {
      for (const CellSelectors& cell : record.cells) {
        const std::string name = record.record + "." + cell.cell;
        if (cell.selectors.empty()) {
          left.push_back({name, kNoCell});
        } else if (is_css && best_css(cell) == nullptr) {
          left.push_back({name, kNoCss});
        }
      }
    }
  }
  return left;
}

void write_left_out(JsonWriter& json, const LeftOut& left) {
  json.begin_object().member("field", left.name).member("why", left.why).end_object();
}

void write_plain(const RecordSelectors& record, std::string& text) {
  text +=
      fmt::format("  {}: {} rows on {} of {} pages\n", printable(record.record),
                  with_commas(record.rows), with_commas(record.filled), with_commas(record.pages));
  if (const std::string_view why = why_without(record); !why.empty()) {
    text += fmt::format("    none: {}\n", why);
    return;
  }
  for (const SuggestedSelector& selector : record.selectors) {
    text += fmt::format("    {:<9}  {:>12}{}  {}\n", to_text(selector.kind), rate(selector),
                        extra(selector), wrapper::to_xpath(selector.query));
    if (const auto css = wrapper::to_css(selector.query)) {
      text += fmt::format("    {:<9}  {:>12}  {}\n", "", "css", *css);
    }
  }
  for (const CellSelectors& cell : record.cells) {
    const std::string regex = regex_of(cell.cut);
    text += fmt::format("    {}.{}: in {} rows{}{}\n", printable(record.record),
                        printable(cell.cell), with_commas(cell.filled),
                        regex.empty() ? "" : "; the first group of ", printable(regex));
    for (const SuggestedSelector& selector : cell.selectors) {
      text += fmt::format("      {:<9}  {:>12}{}  {}\n", to_text(selector.kind), rate(selector),
                          extra(selector), wrapper::to_xpath_below(selector.query));
    }
    if (cell.selectors.empty()) text += fmt::format("      none: {}\n", kNoCell);
  }
}

std::string to_plain_text(const extraction::SelectorsRun& run) {
  std::string text;
  for (const TemplateSelectors& found : run.templates) {
    text += fmt::format("template {}{}{}\n", printable(found.label), found.name.empty() ? "" : ": ",
                        printable(found.name));
    for (const FieldSelectors& field : found.fields) {
      text +=
          fmt::format("  {}: on {} of {} pages{}{}\n", printable(field.field),
                      with_commas(field.filled), with_commas(field.pages),
                      field.part.kind == TextPart::Kind::kWhole ? "" : "; " + to_text(field.part),
                      field.is_list ? "; a list" : "");
      for (const SuggestedSelector& selector : field.selectors) {
        text += fmt::format("    {:<9}  {:>12}{}  {}\n", to_text(selector.kind), rate(selector),
                            extra(selector), wrapper::to_xpath(selector.query));
        if (const auto css = wrapper::to_css(selector.query)) {
          text += fmt::format("    {:<9}  {:>12}  {}\n", "", "css", *css);
        }
      }
      if (field.selectors.empty()) text += fmt::format("    none: {}\n", kNowhere);
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
  json.key("attribute");
  selector.query.attribute.empty() ? json.null() : json.value(selector.query.attribute);
  json.member("hits", selector.hits).member("misses", selector.misses);
  json.member("extra", selector.extra).member("several", selector.several);
  json.member_decimal("hit_rate", selector.hit_rate(), 3).end_object();
}

void write_regex(JsonWriter& json, const std::string& regex) {
  json.key("regex");
  regex.empty() ? json.null() : json.value(regex);
}

void write_record(JsonWriter& json, const RecordSelectors& record) {
  json.on_line(6).begin_object().member("record", record.record);
  json.member("pages", record.pages).member("filled", record.filled).member("rows", record.rows);
  json.on_line(7).key("selectors").begin_array();
  for (const SuggestedSelector& selector : record.selectors) {
    json.on_line(8);
    write_selector(json, selector, wrapper::to_xpath(selector.query),
                   wrapper::to_css(selector.query));
  }
  json.on_line(7).end_array().on_line(7).key("cells").begin_array();
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
      json.on_line(7).key("selectors").begin_array();
      for (const SuggestedSelector& selector : field.selectors) {
        json.on_line(8);
        write_selector(json, selector, wrapper::to_xpath(selector.query),
                       wrapper::to_css(selector.query));
      }
      json.on_line(7).end_array().end_object();
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
      if (css == nullptr) continue;
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

// A string of Python and JavaScript alike.
std::string quoted(std::string_view text) { return quote_json(text); }

std::string comment_of(const TemplateSelectors& found) {
  std::string name = printable(found.name);
  std::ranges::replace(name, '\n', ' ');
  return "template " + printable(found.label) + (name.empty() ? "" : ": " + name);
}

// "posts": (selectors of rows, selectors of each cell below a row, parts of cells)
std::string rows_in_python(const RecordSelectors& record) {
  std::string code = fmt::format("    {}: ([\n", quoted(record.record));
  for (const SuggestedSelector& selector : in_turn(record.selectors)) {
    code += fmt::format("        {},  # {}, {}\n", quoted(wrapper::to_xpath(selector.query)),
                        to_text(selector.kind), rate(selector) + extra(selector));
  }
  code += "    ], {\n";
  std::string parts;
  for (const CellSelectors& cell : record.cells) {
    if (cell.selectors.empty()) continue;
    code += fmt::format("        {}: [", quoted(cell.cell));
    for (const SuggestedSelector& selector : in_turn(cell.selectors)) {
      code += quoted(wrapper::to_xpath_below(selector.query)) + ", ";
    }
    code += fmt::format("],  # {}\n", rate(in_turn(cell.selectors).front()));
    const std::string regex = regex_of(cell.cut);
    if (!regex.empty()) parts += fmt::format("{}: {}, ", quoted(cell.cell), quoted(regex));
  }
  return code + "    }, {" + parts + "}),\n";
}

std::string to_scrapy(const extraction::SelectorsRun& run) {
  std::string code =
      "# For Scrapy's response and parsel.Selector alike:\n"
      "#   record = parse(response, FIELDS_1, PARTS_1, LISTS_1, ROWS_1)\n"
      "import re\n\n";
  std::size_t number = 0;
  for (const TemplateSelectors& found : run.templates) {
    code += fmt::format("# {}\nFIELDS_{} = {{\n", comment_of(found), ++number);
    for (const FieldSelectors& field : found.fields) {
      if (field.selectors.empty()) continue;
      code += fmt::format("    {}: [\n", quoted(field.field));
      for (const SuggestedSelector& selector : in_turn(field.selectors)) {
        code += fmt::format("        {},  # {}, {}\n", quoted(wrapper::to_xpath(selector.query)),
                            to_text(selector.kind), rate(selector) + extra(selector));
      }
      code += "    ],\n";
    }
    code += "}\nPARTS_" + std::to_string(number) + " = {\n";
    for (const FieldSelectors& field : found.fields) {
      const std::string regex = regex_of(field.part);
      if (!regex.empty()) code += fmt::format("    {}: {},\n", quoted(field.field), quoted(regex));
    }
    code += "}\nLISTS_" + std::to_string(number) + " = {";
    for (const FieldSelectors& field : found.fields) {
      if (field.is_list && !field.selectors.empty()) code += quoted(field.field) + ", ";
    }
    code += "*()}\nROWS_" + std::to_string(number) + " = {\n";
    for (const RecordSelectors& record : found.records) {
      if (why_without(record).empty()) code += rows_in_python(record);
    }
    code += "}\n";
    for (const LeftOut& left : left_out(found, false)) {
      code += fmt::format("# without {}: {}\n", quoted(left.name), left.why);
    }
    code += "\n";
  }
  return code +
         "\n"
         "def texts_of(page, path, part):\n"
         "    texts = [\" \".join((one.root if isinstance(one.root, str) else "
         "one.xpath(\"string()\").get(\"\")).split())\n"
         "             for one in page.xpath(path)]\n"
         "    cut = [re.search(part, text) if part else None for text in texts]\n"
         "    return [(found.group(1) if found else None) if part else text for found, text in "
         "zip(cut, texts)], any(texts)\n"
         "\n\n"
         "def first_of(page, paths, part, is_list=False):\n"
         "    \"\"\"The first selector that finds a text gives the value, or all of a "
         "list.\"\"\"\n"
         "    for path in paths:\n"
         "        texts, has_any = texts_of(page, path if is_list else f\"({path})[1]\", part)\n"
         "        if has_any:\n"
         "            return texts if is_list else texts[0]\n"
         "    return None\n"
         "\n\n"
         "def parse(page, fields, parts=None, lists=(), rows=None):\n"
         "    parts = parts or {}\n"
         "    record = {}\n"
         "    for name, paths in fields.items():\n"
         "        value = first_of(page, paths, parts.get(name), name in lists)\n"
         "        if value is not None:\n"
         "            record[name] = value\n"
         "    for name, (paths, cells, cuts) in (rows or {}).items():\n"
         "        for path in paths:\n"
         "            found = [{cell: first_of(row, below, cuts.get(cell)) for cell, below in "
         "cells.items()}\n"
         "                     for row in page.xpath(path)]\n"
         "            found = [row for row in found if any(row.values())]\n"
         "            if found:\n"
         "                record[name] = found\n"
         "                break\n"
         "    return record\n";
}

// Shows the rows of a record as a table, by the best selectors.
std::string rows_in_javascript(const RecordSelectors& record) {
  std::string cells;
  for (const CellSelectors& cell : record.cells) {
    if (cell.selectors.empty()) continue;
    cells += quoted(cell.cell) + ": " +
             quoted(wrapper::to_xpath_below(cell.selectors.front().query)) + ", ";
  }
  return "  console.log(" + quoted(record.record) +
         ");\n"
         "  {\n"
         "    const rows = document.evaluate(" +
         quoted(wrapper::to_xpath(record.selectors.front().query)) +
         ", document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);\n"
         "    const cells = {" +
         cells +
         "};\n"
         "    console.table(Array.from({length: rows.snapshotLength}, (_, i) => "
         "rows.snapshotItem(i))"
         ".map((row) => Object.fromEntries(Object.entries(cells).map(([cell, path]) => {\n"
         "      const node = document.evaluate(path, row, null, "
         "XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;\n"
         "      return [cell, node && (node.nodeValue ?? node.textContent).replace(/\\s+/g, ' ')"
         ".trim()];\n"
         "    }))));\n"
         "  }\n";
}

std::string to_console(const extraction::SelectorsRun& run) {
  std::string code = "// Paste it into the console of a page; it shows what each selector finds.\n";
  for (const TemplateSelectors& found : run.templates) {
    code += "// " + comment_of(found) + "\n(() => {\n  const fields = {\n";
    for (const FieldSelectors& field : found.fields) {
      code += "    " + quoted(field.field) + ": [";
      for (std::size_t i = 0; i < field.selectors.size(); ++i) {
        code += (i == 0 ? "" : ", ") + quoted(wrapper::to_xpath(field.selectors[i].query));
      }
      code += "],\n";
    }
    code += "  };\n";
    code += "  const lists = new Set([";
    for (const FieldSelectors& field : found.fields) {
      if (field.is_list) code += quoted(field.field) + ", ";
    }
    code +=
        "]);\n"
        "  console.table(Object.entries(fields).flatMap(([field, paths]) => paths.map((path) => {\n"
        "    const nodes = document.evaluate(path, document, null, "
        "XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);\n"
        "    const texts = Array.from({length: nodes.snapshotLength}, (_, i) => "
        "nodes.snapshotItem(i)).map((node) => "
        "(node.nodeValue ?? node.textContent).replace(/\\s+/g, ' ').trim());\n"
        "    return {field, text: lists.has(field) ? texts.join(' | ') : texts[0] ?? null, path};\n"
        "  })));\n";
    for (const RecordSelectors& record : found.records) {
      if (why_without(record).empty()) code += rows_in_javascript(record);
    }
    code += "})();\n";
  }
  return code;
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
