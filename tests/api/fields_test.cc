// Fields by the public interface: nothing but headers of include/pagekin.
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/pagekin.h"

#include "support/temp_dir.h"

namespace {

constexpr int kPages = 12;

std::string name_of(int i) { return std::string("Thing ") + static_cast<char>('A' + i); }
std::string price_of(int i) { return "$" + std::to_string(3 + 11 * i) + ".00"; }

std::string product(int i) {
  return "<body class=shop><nav><a href=/>Home</a></nav><main><h1 class=name>" + name_of(i) +
         "</h1><table><tr><th>Price</th><td>" + price_of(i) + "</td></tr><tr><th>Weight</th><td>" +
         std::to_string(100 + 17 * i) + " g</td></tr></table></main></body>";
}

std::string redesigned(int i) {
  return "<body class=new><section id=s><div class=card><h2>" + name_of(i) +
         "</h2><dl><dt>Price</dt><dd>" + price_of(i) + "</dd></dl></div></section></body>";
}

class Fields : public testing::Test {
 protected:
  Fields() {
    std::string clusters = "page\ttemplate\n";
    for (int i = 0; i < kPages; ++i) {
      folder_.write("shop/" + std::to_string(i) + ".html", product(i));
      folder_.write("new/" + std::to_string(i) + ".html", redesigned(i));
      clusters += std::to_string(i) + ".html\t1\n";
    }
    source_.inputs = {(folder_.path() / "shop").string()};
    options_.templates.clusters = folder_.write("clusters.tsv", clusters);
    labels_ = {{.page = "0.html", .field = "name", .value = name_of(0)},
               {.page = "0.html", .field = "price", .xpath = "//tr[1]/td"}};
  }

  pagekin::test::TempDir folder_;
  pagekin::Source source_;
  std::vector<pagekin::FieldLabel> labels_;
  pagekin::LearnFieldsOptions options_;
};

TEST_F(Fields, AreLearnedAndExtracted) {
  const pagekin::FieldLearning learning = pagekin::learn_fields(source_, labels_, options_);
  EXPECT_TRUE(learning.unused.empty());
  ASSERT_EQ(learning.fields.size(), 2U);
  EXPECT_EQ(learning.fields[0].filled, static_cast<unsigned>(kPages));

  const std::string path = (folder_.path() / "w").string();
  learning.wrapper.save(path);
  const pagekin::FieldWrapper loaded = pagekin::FieldWrapper::load(path);
  std::map<std::string, pagekin::FieldRecord> records;
  const pagekin::ExtractResult result = loaded.extract(
      source_, [&](const pagekin::FieldRecord& record) { records[record.page] = record; });
  EXPECT_EQ(result.records, static_cast<unsigned>(kPages));
  EXPECT_EQ(result.broken(), 0U);
  for (int i = 0; i < kPages; ++i) {
    const pagekin::FieldRecord& record = records[std::to_string(i) + ".html"];
    ASSERT_EQ(record.fields.size(), 2U);
    EXPECT_EQ(record.fields[0].values, std::vector{name_of(i)});
    EXPECT_EQ(record.fields[1].values, std::vector{price_of(i)});
    EXPECT_GT(record.fields[1].confidence, 0.5);
  }
}

TEST_F(Fields, OfARedesignAreBrokenAndFoundAgain) {
  const pagekin::FieldLearning learning = pagekin::learn_fields(source_, labels_, options_);
  const pagekin::ExtractResult result =
      learning.wrapper.extract({.inputs = {(folder_.path() / "new").string()}}, nullptr);
  EXPECT_EQ(result.broken(), 2U);
  for (const pagekin::FieldState& field : result.fields) {
    EXPECT_GT(field.found_again, 0.5) << field.field;
  }
}

TEST_F(Fields, BadLabelsAreNamed) {
  labels_.push_back({.page = "1.html", .field = "name", .value = "Thing BB"});
  labels_.push_back({.page = "O.html", .field = "name", .value = "x"});
  labels_.push_back({.page = "2.html", .field = "name", .css = "h1:hover"});
  const pagekin::FieldLearning learning = pagekin::learn_fields(source_, labels_, options_);
  ASSERT_EQ(learning.unused.size(), 3U);
  std::string all;
  for (const pagekin::UnusedLabel& one : learning.unused) all += one.problem + "\n";
  EXPECT_NE(all.find("nearest text is 'Thing B'"), std::string::npos) << all;
  EXPECT_NE(all.find("no such page"), std::string::npos) << all;
  EXPECT_NE(all.find("not understood"), std::string::npos) << all;
}

TEST_F(Fields, LabelsAreReadFromFiles) {
  const std::string table =
      folder_.write("labels.tsv", "page\tfield\tvalue\n0.html\tname\tThing A\n1.html\tname\t\n");
  const std::vector<pagekin::FieldLabel> labels = pagekin::read_field_labels(table);
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(labels[0].value, "Thing A");
  EXPECT_EQ(labels[1].page, "1.html");
  EXPECT_TRUE(labels[1].value.empty());
  const std::string answers = folder_.write(
      "answers.json", R"({"page": "0.html", "answers": {"price": 3, "name": "Thing A"}})");
  std::size_t slots = 0;
  for (const pagekin::FieldLabel& label : pagekin::read_field_answers(answers)) {
    slots += label.slot == 3 ? 1 : 0;
  }
  EXPECT_EQ(slots, 1U);
  EXPECT_THROW(pagekin::read_field_answers(table), pagekin::InputError);
}

TEST_F(Fields, WithoutAUsableLabelThereIsAnError) {
  labels_ = {{.page = "0.html", .field = "name", .value = "nowhere to be seen"}};
  EXPECT_THROW(pagekin::learn_fields(source_, labels_, options_), pagekin::InputError);
  labels_.clear();
  EXPECT_THROW(pagekin::learn_fields(source_, labels_, options_), pagekin::InputError);
}

TEST_F(Fields, ADamagedWrapperIsRefused) {
  const std::string path = (folder_.path() / "w").string();
  pagekin::learn_fields(source_, labels_, options_).wrapper.save(path);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(200);
  const int byte = file.get();
  file.seekp(200);
  file.put(static_cast<char>(byte ^ 1));
  file.close();
  EXPECT_THROW(pagekin::FieldWrapper::load(path), pagekin::Error);
}

}  // namespace
