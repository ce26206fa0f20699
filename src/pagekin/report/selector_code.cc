#include "pagekin/report/selector_code.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/selector_choice.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::report {
namespace {

// A string of Python and JavaScript alike.
std::string quoted(std::string_view text) { return quote_json(text); }

std::string comment_of(const TemplateSelectors& found) {
  std::string name = printable(found.name);
  std::ranges::replace(name, '\n', ' ');
  return "template " + printable(found.label) + (name.empty() ? "" : ": " + name);
}

// A line a selector.
std::string lines_in_python(const std::vector<SuggestedSelector>& selectors) {
  std::string code;
  for (const SuggestedSelector& selector : in_turn(selectors)) {
    code += fmt::format("        {},  # {}, {}\n", quoted(wrapper::to_xpath(selector.query)),
                        to_text(selector.kind), rate(selector) + extra(selector));
  }
  return code;
}

// "posts": (selectors of rows, selectors of each cell below a row, parts of cells)
std::string rows_in_python(const RecordSelectors& record) {
  std::string code = fmt::format("    {}: ([\n", quoted(record.record)) +
                     lines_in_python(record.selectors) + "    ], {\n";
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

}  // namespace

std::string to_scrapy(const extraction::SelectorsRun& run) {
  std::string code =
      "# For Scrapy's response and parsel.Selector alike:\n"
      "#   record = parse(response, FIELDS_1, PARTS_1, LISTS_1, ROWS_1, DIVIDED_1)\n"
      "import re\n\n";
  std::size_t number = 0;
  for (const TemplateSelectors& found : run.templates) {
    code += fmt::format("# {}\nFIELDS_{} = {{\n", comment_of(found), ++number);
    for (const FieldSelectors& field : found.fields) {
      if (field.selectors.empty()) continue;
      code += fmt::format("    {}: [\n", quoted(field.field)) + lines_in_python(field.selectors) +
              "    ],\n";
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
    code += "}\nDIVIDED_" + std::to_string(number) + " = {\n";
    for (const FieldSelectors& field : found.fields) {
      const std::string regex = regex_of(field.separators);
      if (!regex.empty()) code += fmt::format("    {}: {},\n", quoted(field.field), quoted(regex));
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
         "def parse(page, fields, parts=None, lists=(), rows=None, divided=None):\n"
         "    parts, divided = parts or {}, divided or {}\n"
         "    record = {}\n"
         "    for name, paths in fields.items():\n"
         "        value = first_of(page, paths, parts.get(name), name in lists)\n"
         "        if value is not None and name in divided:\n"
         "            pieces = [piece.strip() for text in value if text for piece in "
         "re.split(divided[name], text)]\n"
         "            value = [piece for piece in pieces if piece]\n"
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

}  // namespace pagekin::report
