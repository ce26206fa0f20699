#include "pagekin/wrapper/wrapper_file.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "pagekin/core/block_file.h"
#include "pagekin/core/error.h"
#include "pagekin/wrapper/answers.h"

#include "support/temp_dir.h"

namespace pagekin::wrapper {
namespace {

Wrapper example() {
  Wrapper wrapper;
  TemplateRules& rules = wrapper.templates.emplace_back();
  rules.id = 3;
  rules.label = "3";
  rules.name = "product";
  rules.pages = 20;
  rules.crawl_pages = 5'000;
  rules.vocabulary.labels = HashSet({5, 3, 9});
  rules.vocabulary.stable = HashSet({1});
  rules.marks = {2, 4};
  rules.typical = 0.5F;
  rules.addresses = {3, 8};
  rules.attributes = {"data-price", "data-sku"};
  FieldRule& rule = rules.fields.emplace_back();
  rule.name = "price";
  rule.part = {TextPart::Kind::kBetween, "Price: ", "", 0};
  rule.extent = {Extent::Kind::kContainer, 2, 11, 5, 12};
  rule.rivals = {{TextPart::Kind::kFieldLast, " ", "", 1}};
  rule.separators = {" and ", ", "};
  rule.extent.has_navigation = true;
  rule.extent.ends_with_container = true;
  rule.extent.ends = {5, 9};
  rules.references = {{7, 1, 0.5F, 1}, {7, 0x10002, 0.25F, 2}};
  rule.own_slots = {1, 0x10002};
  rule.reference_pages = 3;
  rule.absent_on = {6};
  rule.trust = 0.5F;
  rule.is_list = true;
  rule.selectors.push_back({Family::kLabelAndPath, 77, -1, 0.5F, 0.25F});
  rule.list_keys.push_back({Family::kFourElements, 78, 0, 1, 0});
  rule.usual_support = 0.75;
  rule.profile.pages = 20;
  rule.profile.filled = 19;
  rule.profile.agreement = 0.9;
  rule.profile.shapes.push_back({0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F});
  rule.profile.examples = {"$12"};
  rule.profile.values = {1, 2, 3};
  rule.profile.labels = {9, 1};
  rule.foreign_labels = {3, 8};
  rule.own_label = {.labels = {5, 6}, .relation = 7};
  rule.is_aged = true;
  rule.between = Between::kMarks;
  rule.had_neighbours = {.before = true, .joined_after = true};
  rules.records.tree.places.emplace_back();
  rows::RecordRule& record = rules.records.records.emplace_back();
  record.name = "posts";
  record.places = {0};
  record.cells.push_back({.name = "author", .source = {}, .cut = {}});
  record.pages = 11;
  record.rows = 40;
  rules.record_profiles.push_back(
      {.pages = 12, .filled = 11, .rows = 44, .usual_rows = 4, .cells = {40}});
  TemplateRules reserve;
  reserve.fields.push_back(rule);
  rules.reserve.push_back(std::move(reserve));
  return wrapper;
}

TEST(WrapperFile, KeepsEverything) {
  const std::string bytes = to_bytes(example());
  const Wrapper read = wrapper_from(bytes);
  EXPECT_EQ(to_bytes(read), bytes);
  ASSERT_EQ(read.templates.size(), 1U);
  EXPECT_EQ(read.templates[0].attributes, example().templates[0].attributes);
  const FieldRule& rule = read.templates[0].fields[0];
  EXPECT_EQ(rule.between, Between::kMarks);
  EXPECT_EQ(rule.had_neighbours, (Neighbours{.before = true, .joined_after = true}));
  EXPECT_EQ(rule.part, example().templates[0].fields[0].part);
  EXPECT_EQ(rule.rivals, example().templates[0].fields[0].rivals);
  EXPECT_EQ(rule.separators, (std::vector<std::string>{" and ", ", "}));
  EXPECT_EQ(rule.own_label, (OwnLabel{.labels = {5, 6}, .relation = 7}));
  EXPECT_EQ(rule.extent, example().templates[0].fields[0].extent);
  EXPECT_EQ(rule.selectors[0].ordinal, -1);
  EXPECT_TRUE(rule.is_list);
  EXPECT_TRUE(rule.is_aged);
  EXPECT_EQ(read.templates[0].addresses, example().templates[0].addresses);
  EXPECT_EQ(read.templates[0].crawl_pages, 5'000U);
  ASSERT_EQ(read.templates[0].record_profiles.size(), 1U);
  const RecordProfile& posts = read.templates[0].record_profiles[0];
  EXPECT_EQ(posts.pages, 12U);
  EXPECT_EQ(posts.filled, 11U);
  EXPECT_EQ(posts.rows, 44U);
  EXPECT_EQ(posts.usual_rows, 4U);
  EXPECT_EQ(posts.cells, std::vector<std::uint64_t>{40});
  ASSERT_EQ(read.templates[0].reserve.size(), 1U);
  EXPECT_EQ(read.templates[0].reserve[0].fields[0].name, rule.name);
  EXPECT_EQ(rule.extent, example().templates[0].fields[0].extent);
  EXPECT_EQ(rule.own_slots, example().templates[0].fields[0].own_slots);
  EXPECT_EQ(rule.trust, 0.5F);
  ASSERT_EQ(read.templates[0].references.size(), 2U);
  EXPECT_EQ(read.templates[0].references[1].weight, 0.25F);
  EXPECT_TRUE(read.templates[0].vocabulary.labels.contains(9));
  EXPECT_FALSE(read.templates[0].vocabulary.labels.contains(4));
}

TEST(WrapperFile, RefusesWhatIsCutOrChanged) {
  const std::string bytes = to_bytes(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(wrapper_from(bytes.substr(0, size)), Error) << size;
  }
  // Any other bytes are read or refused, and never crash.
  std::mt19937 random(1);
  for (int round = 0; round < 2'000; ++round) {
    std::string changed = bytes;
    for (unsigned i = 0; i < 1 + random() % 4; ++i) {
      changed[random() % changed.size()] = static_cast<char>(random());
    }
    try {
      EXPECT_EQ(to_bytes(wrapper_from(changed)), changed);
    } catch (const Error&) {
      // Refused.
    }
  }
}

TEST(WrapperFile, OfAnotherKindIsNamed) {
  const test::TempDir folder;
  const std::string path = (folder.path() / "w").string();
  write_wrapper(path, example(), "test");
  EXPECT_TRUE(is_wrapper_file(path));
  EXPECT_EQ(to_bytes(read_wrapper(path)), to_bytes(example()));
  std::ofstream(path) << "<html>";
  try {
    read_wrapper(path);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos);
  }
}

// What is read from a file of this version with these templates.
Wrapper read_as(int version, const std::string& bytes) {
  const test::TempDir folder;
  const std::string path = (folder.path() / "w").string();
  BlockFileWriter file(path, {.name = "wrapper", .version = version, .section_count = 2});
  file.write(1, "test");
  file.write(2, bytes);
  file.commit();
  return read_wrapper(path);
}

// The bytes of a wrapper with one field, without what version 8 added: the separators, the own
// label, the rivals of the part and where values end.
std::string bytes_of_version_7(Wrapper& wrapper) {
  wrapper.templates[0].reserve.clear();
  wrapper.templates[0].fields[0].rivals.clear();
  std::vector<std::string>& separators = wrapper.templates[0].fields[0].separators;
  Extent& extent = wrapper.templates[0].fields[0].extent;
  extent.has_navigation = false;
  extent.ends_with_container = false;
  extent.ends.clear();
  const std::string mark = "a mark that stands nowhere else";
  separators = {mark};
  wrapper.templates[0].fields[0].own_label = {};
  std::string bytes = to_bytes(wrapper);
  separators.clear();
  constexpr std::size_t lengths = 4 + 4;    // of the list and of the mark
  constexpr std::size_t own_label = 4 + 8;  // an empty list and the relation
  constexpr std::size_t rivals = 4;         // the number of none
  constexpr std::size_t ends = 1 + 4;       // flags, and the number of ends
  bytes.erase(bytes.find(mark) - lengths, lengths + mark.size() + own_label + rivals + ends);
  return bytes;
}

// Such a file does not say how many pages a template had; it had at least those that it knows.
TEST(WrapperFile, OfVersion5IsRead) {
  Wrapper one = example();
  one.templates[0].attributes.clear();
  std::string bytes = bytes_of_version_7(one);
  // The last bytes are the number of pages, the profile of the record, the number of attributes and
  // that of reserves.
  constexpr std::size_t more = 4 + (4 + 4 + 8 + 4 + 4 + 8) + 4;
  bytes.erase(bytes.size() - 1 - more, more);
  const Wrapper read = wrapper_from(bytes, kFirstWrapperVersion);
  ASSERT_EQ(read.templates.size(), 1U);
  EXPECT_EQ(read.templates[0].crawl_pages, 2U);
  EXPECT_EQ(read.templates[0].all_pages(), 20U);
  const RecordProfile& posts = read.templates[0].record_profiles.at(0);
  EXPECT_EQ(posts.pages, 20U);
  EXPECT_EQ(posts.filled, 11U);
  EXPECT_EQ(posts.usual_rows, 0U);
  one.templates[0].crawl_pages = 2;
  // It did not say which side it was.
  EXPECT_TRUE(read.templates[0].fields[0].had_neighbours.after);
  one.templates[0].fields[0].had_neighbours.after = true;
  one.templates[0].record_profiles[0] = {
      .pages = 20, .filled = 11, .rows = 40, .usual_rows = 0, .cells = {}};
  EXPECT_EQ(to_bytes(read), to_bytes(one));

  EXPECT_EQ(to_bytes(read_as(kFirstWrapperVersion, bytes)), to_bytes(one));
}

// Such a file has fields of the usual attributes only.
TEST(WrapperFile, OfVersion6IsRead) {
  Wrapper one = example();
  one.templates[0].attributes.clear();
  std::string bytes = bytes_of_version_7(one);
  bytes.erase(bytes.size() - 5, 4);  // the number of attributes, before that of reserves
  EXPECT_EQ(to_bytes(read_as(6, bytes)), to_bytes(one));
  EXPECT_THROW(read_as(kWrapperVersion + 1, bytes), Error);
}

// Such a file has no lists in one text.
TEST(WrapperFile, OfVersion7IsRead) {
  Wrapper one = example();
  const std::string bytes = bytes_of_version_7(one);
  EXPECT_EQ(to_bytes(read_as(7, bytes)), to_bytes(one));
  EXPECT_THROW(read_as(8, bytes), Error);
}

TEST(WrapperFile, SeparatorsAreInOrder) {
  for (const std::vector<std::string>& separators :
       {std::vector<std::string>{", ", " and "}, std::vector<std::string>{", ", ", "}}) {
    Wrapper one = example();
    one.templates[0].fields[0].separators = separators;
    EXPECT_THROW(wrapper_from(to_bytes(one)), Error);
  }
}

TEST(WrapperFile, AttributesAreInOrder) {
  Wrapper one = example();
  one.templates[0].attributes = {"data-sku", "data-price"};
  EXPECT_THROW(wrapper_from(to_bytes(one)), Error);
}

TEST(Answers, AreReadInAllForms) {
  const auto one =
      read_answers(R"({"page": "a", "answers": {"price": 17, "x": [3, 5], "y": null, "z": "v"}})");
  ASSERT_EQ(one.size(), 5U);
  EXPECT_EQ(one[0].field, "price");
  EXPECT_EQ(one[0].slot, 17U);
  EXPECT_EQ(one[3].kind, GivenLabel::Kind::kAbsent);
  EXPECT_EQ(one[4].text, "v");
  EXPECT_EQ(read_answers("{\"a\": {\"p\": 1}, \"b\": {\"p\": 2}}").size(), 2U);
  EXPECT_EQ(read_answers("{\"page\": \"a\", \"answers\": {\"p\": 1}}\n{\"page\": \"b\", "
                         "\"answers\": {\"p\": 2}}\n")
                .size(),
            2U);
  EXPECT_EQ(read_answers("{\"pages\": [{\"page\": \"a\", \"answers\": null}]}").size(), 0U);
  for (const std::string bad : {"x", "[1]", "{\"a\": 3}", "{\"a\": {\"p\": -1}}",
                                "{\"a\": {\"p\": 0}}", "{\"a\": {\"p\": {}}}"}) {
    EXPECT_THROW(read_answers(bad), Error) << bad;
  }
}

}  // namespace
}  // namespace pagekin::wrapper
