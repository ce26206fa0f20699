// Records of fields: each key and column once, whatever fields and records are called.
#include "pagekin/report/field_records.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/report/field_summary.h"

namespace pagekin::report {
namespace {

wrapper::TemplateRules rules_of(const std::string& id, const std::vector<std::string>& fields,
                                const std::vector<std::string>& records) {
  wrapper::TemplateRules rules;
  rules.label = id;
  for (const std::string& name : fields) rules.fields.emplace_back().name = name;
  for (const std::string& name : records) {
    rows::RecordRule& rule = rules.records.records.emplace_back();
    rule.name = name;
    rule.cells.push_back({.name = "author", .source = {}, .cut = {}});
  }
  return rules;
}

// A page on which each field is its own name and is in doubt, and so is each record, of two rows.
extraction::FieldRecord page_of(const wrapper::TemplateRules& rules) {
  extraction::FieldRecord record;
  record.page = "p";
  record.rules = &rules;
  for (const wrapper::FieldRule& rule : rules.fields) {
    wrapper::FoundField& field = record.fields.emplace_back();
    field.state = wrapper::FieldState::kFound;
    field.values = {rule.name};
    field.confidence = 0.5;
  }
  for (std::size_t r = 0; r < rules.records.records.size(); ++r) {
    record.records.push_back({{{0, {"Ann"}}, {0, {"Bob"}}}, 0.6, true});
  }
  return record;
}

std::string records_text(const wrapper::Wrapper& wrapper, TableFormat format) {
  std::string text;
  FieldRecordWriter writer({.format = {format}}, wrapper,
                           [&](std::string_view piece) { text += piece; });
  for (const wrapper::TemplateRules& rules : wrapper.templates) writer.write(page_of(rules));
  writer.finish();
  return text;
}

// The object of one line; its keys must differ.
nlohmann::json object_of(const std::string& line) {
  std::vector<std::set<std::string>> keys;
  return nlohmann::json::parse(
      line, [&](int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
        if (event == nlohmann::json::parse_event_t::object_start) keys.emplace_back();
        if (event == nlohmann::json::parse_event_t::object_end) keys.pop_back();
        if (event == nlohmann::json::parse_event_t::key) {
          EXPECT_TRUE(keys.back().insert(parsed.get<std::string>()).second) << parsed;
        }
        return true;
      });
}

std::vector<std::string> names_in(const std::string& header) {
  std::vector<std::string> names(1);
  for (const char c : header.substr(0, header.find('\n'))) {
    c == '\t' ? static_cast<void>(names.emplace_back()) : names.back().push_back(c);
  }
  return names;
}

TEST(FieldRecords, FieldsAndRecordsDoNotOverwriteOwnColumns) {
  wrapper::Wrapper wrapper;
  wrapper.templates.push_back(
      rules_of("1", {"page", "needs_review", "posts"}, {"page", "needs_review", "posts"}));
  const nlohmann::json line = object_of(records_text(wrapper, TableFormat::kJsonl));
  EXPECT_EQ(line["page"], "p");
  EXPECT_EQ(line["field_page"], "page");
  EXPECT_EQ(line["posts"], "posts");
  const nlohmann::json rows = nlohmann::json::parse(R"([{"author": "Ann"}, {"author": "Bob"}])");
  for (const char* name : {"record_page", "record_needs_review", "record_posts"}) {
    EXPECT_EQ(line[name], rows) << name;
    EXPECT_EQ(line["confidences"][name], 0.6) << name;
  }
  EXPECT_EQ(line["needs_review"],
            (std::vector<std::string>{"field_page", "field_needs_review", "posts", "record_page",
                                      "record_needs_review", "record_posts"}));
  EXPECT_EQ(
      names_in(records_text(wrapper, TableFormat::kTsv)),
      (std::vector<std::string>{"page", "template", "confidence", "needs_review", "field_page",
                                "field_needs_review", "posts", "record_page.author",
                                "record_needs_review.author", "record_posts.author"}));
}

TEST(FieldRecords, NamesWithPrefixesMayBeTakenToo) {
  wrapper::Wrapper wrapper;
  wrapper.templates.push_back(rules_of("1", {"field_page", "page"}, {"page"}));
  wrapper.templates.push_back(rules_of("2", {"record_page", "page"}, {}));
  const std::string lines = records_text(wrapper, TableFormat::kJsonl);
  const nlohmann::json line = object_of(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(line["field_page"], "field_page");
  EXPECT_EQ(line["field_field_page"], "page");
  EXPECT_EQ(line["record_record_page"].size(), 2U);
}

TEST(FieldRecords, CellsOfOneTemplateMayBeFieldsOfAnother) {
  wrapper::Wrapper wrapper;
  wrapper.templates.push_back(rules_of("1", {}, {"posts"}));
  wrapper.templates.push_back(rules_of("2", {"posts.author"}, {}));
  const std::string table = records_text(wrapper, TableFormat::kTsv);
  const std::vector<std::string> names = names_in(table);
  EXPECT_EQ(std::ranges::count(names, "posts.author"), 1);
  EXPECT_EQ(names.size(), 5U);
  const std::string lines = records_text(wrapper, TableFormat::kJsonl);
  EXPECT_EQ(object_of(lines.substr(0, lines.find('\n')))["posts"].size(), 2U);
  EXPECT_EQ(object_of(lines.substr(lines.find('\n')))["posts.author"], "posts.author");
}

}  // namespace
}  // namespace pagekin::report
