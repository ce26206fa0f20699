#include "pagekin/report/selectors.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::report {
namespace {

using extraction::FieldSelectors;
using extraction::TemplateSelectors;
using wrapper::SuggestedSelector;
using wrapper::TextPart;

// A regular expression that Python, JavaScript and PCRE read alike; its first group is the part.
std::string regex_of(const TextPart& part) {
  const auto escaped = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (std::string_view(".^$*+?{}[]\\|()/").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
    return out;
  };
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
      return (part.before.empty() ? "^" : escaped(part.before)) + "\\s*(.*?)\\s*" +
             (part.after.empty() ? "$" : escaped(part.after));
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
const SuggestedSelector* best_css(const FieldSelectors& field) {
  const SuggestedSelector* best = nullptr;
  for (const SuggestedSelector& one : field.selectors) {
    if (!wrapper::to_css(one.query)) continue;
    if (one.extra == 0) return &one;
    if (best == nullptr) best = &one;
  }
  return best;
}

// Selectors of which the first that finds something gives the value. On pages without the field all
// must find nothing; if each finds something on some, the best alone does least harm.
std::vector<SuggestedSelector> in_turn(const FieldSelectors& field) {
  std::vector<SuggestedSelector> chosen;
  std::ranges::copy_if(field.selectors, std::back_inserter(chosen),
                       [](const SuggestedSelector& one) { return one.extra == 0; });
  if (chosen.empty()) chosen.push_back(field.selectors.front());
  return chosen;
}

constexpr std::string_view kNowhere = "its values are in JSON-LD or not on these pages";
constexpr std::string_view kNoCss = "CSS cannot say where it is";
constexpr std::string_view kRows = "a record: rows with cells have no selectors";

std::string rate(const SuggestedSelector& one) {
  return fmt::format("{} of {}", one.hits, one.hits + one.misses);
}

std::string extra(const SuggestedSelector& one) {
  return one.extra == 0 ? "" : fmt::format(", {} where there is none", one.extra);
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
    } else if (is_css && best_css(field) == nullptr) {
      left.push_back({field.field, kNoCss});
    }
  }
  for (const std::string& record : found.records) left.push_back({record, kRows});
  return left;
}

void write_left_out(JsonWriter& json, const LeftOut& left) {
  json.begin_object().member("field", left.name).member("why", left.why).end_object();
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
      for (const SuggestedSelector& one : field.selectors) {
        text += fmt::format("    {:<9}  {:>12}{}  {}\n", to_text(one.kind), rate(one), extra(one),
                            wrapper::to_xpath(one.query));
        if (const auto css = wrapper::to_css(one.query)) {
          text += fmt::format("    {:<9}  {:>12}  {}\n", "", "css", *css);
        }
      }
      if (field.selectors.empty()) text += fmt::format("    none: {}\n", kNowhere);
    }
    for (const std::string& record : found.records) {
      text += fmt::format("  {}: none: {}\n", printable(record), kRows);
    }
  }
  return text;
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
      json.key("regex");
      const std::string regex = regex_of(field.part);
      regex.empty() ? json.null() : json.value(regex);
      json.on_line(7).key("selectors").begin_array();
      for (const SuggestedSelector& one : field.selectors) {
        json.on_line(8).begin_object().member("kind", to_text(one.kind));
        json.member("xpath", wrapper::to_xpath(one.query)).key("css");
        const auto css = wrapper::to_css(one.query);
        css ? json.value(*css) : json.null();
        json.key("attribute");
        one.query.attribute.empty() ? json.null() : json.value(one.query.attribute);
        json.member("hits", one.hits).member("misses", one.misses);
        json.member("extra", one.extra).member("several", one.several);
        json.member_decimal("hit_rate", one.hit_rate(), 3).end_object();
      }
      json.on_line(7).end_array().end_object();
    }
    json.on_line(5).end_array().on_line(5).key("left_out").begin_array();
    for (const LeftOut& left : left_out(found, false)) write_left_out(json, left);
    json.end_array().end_object();
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

std::string to_crawl4ai(const extraction::SelectorsRun& run) {
  JsonWriter json;
  json.begin_array();
  for (const TemplateSelectors& found : run.templates) {
    json.on_line(2).begin_object().member("name", found.name.empty() ? found.label : found.name);
    json.member("baseSelector", "html");
    json.on_line(3).key("fields").begin_array();
    for (const FieldSelectors& field : found.fields) {
      const SuggestedSelector* const css = best_css(field);
      if (css == nullptr) continue;
      const std::string regex = regex_of(field.part);
      json.on_line(4).begin_object().member("name", field.field);
      json.member("selector", wrapper::to_css(css->query).value_or(""));
      if (field.is_list) {
        json.member("type", "list").key("fields").begin_array().begin_object();
        json.member("name", field.field);
      }
      if (!regex.empty()) {
        json.member("type", "regex").member("pattern", regex);
      } else if (!css->query.attribute.empty()) {
        json.member("type", "attribute").member("attribute", css->query.attribute);
      } else {
        json.member("type", "text");
      }
      if (field.is_list) json.end_object().end_array();
      json.end_object();
    }
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

std::string to_scrapy(const extraction::SelectorsRun& run) {
  std::string code =
      "# For Scrapy's response and parsel.Selector alike:\n"
      "#   record = parse(response, FIELDS_1, PARTS_1, LISTS_1)\n"
      "import re\n\n";
  std::size_t number = 0;
  for (const TemplateSelectors& found : run.templates) {
    code += fmt::format("# {}\nFIELDS_{} = {{\n", comment_of(found), ++number);
    for (const FieldSelectors& field : found.fields) {
      if (field.selectors.empty()) continue;
      code += fmt::format("    {}: [\n", quoted(field.field));
      for (const SuggestedSelector& one : in_turn(field)) {
        code += fmt::format("        {},  # {}, {}\n", quoted(wrapper::to_xpath(one.query)),
                            to_text(one.kind), rate(one) + extra(one));
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
    code += "*()}\n";
    for (const LeftOut& left : left_out(found, false)) {
      code += fmt::format("# without {}: {}\n", quoted(left.name), left.why);
    }
    code += "\n";
  }
  return code +
         "\n"
         "def parse(page, fields, parts=None, lists=()):\n"
         "    \"\"\"The first selector of a field that finds a text gives its value, or all of a "
         "list.\"\"\"\n"
         "    record = {}\n"
         "    for name, paths in fields.items():\n"
         "        for path in paths:\n"
         "            found = page.xpath(path)\n"
         "            texts = [\" \".join((one.root if isinstance(one.root, str) else "
         "one.xpath(\"string()\").get(\"\")).split())\n"
         "                     for one in (found if name in lists else found[:1])]\n"
         "            if not any(texts):\n"
         "                continue\n"
         "            if parts and name in parts:\n"
         "                cut = [re.search(parts[name], text) for text in texts]\n"
         "                texts = [part.group(1) if part else None for part in cut]\n"
         "            record[name] = texts if name in lists else texts[0]\n"
         "            break\n"
         "    return record\n";
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
        "  })));\n"
        "})();\n";
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
