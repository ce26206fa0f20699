// Fields by the public interface: nothing but headers of include/pagekin.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
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

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST_F(Fields, AreWrittenAsATableAndPageByPage) {
  const pagekin::FieldWrapper wrapper = pagekin::learn_fields(source_, labels_, options_).wrapper;
  std::string lines;
  const pagekin::ExtractResult result = wrapper.write(
      source_, {.path = {}, .lines = [&](std::string_view piece) { lines += piece; }});
  EXPECT_EQ(result.records, static_cast<unsigned>(kPages));
  EXPECT_EQ(result.counts.used, static_cast<unsigned>(kPages));
  EXPECT_EQ(result.repaired, nullptr);
  EXPECT_NE(result.health.find("sound"), std::string::npos);
  const std::string path = (folder_.path() / "records.jsonl").string();
  wrapper.write(source_, {.path = path, .lines = nullptr});
  EXPECT_EQ(contents(path), lines);

  std::string one_by_one;
  pagekin::read_pages(source_,
                      [&](const pagekin::Page& page) { one_by_one += wrapper.extract_line(page); });
  EXPECT_EQ(one_by_one, lines);

  EXPECT_THROW(wrapper.write(source_, {.path = "records.doc", .lines = nullptr}),
               pagekin::OptionError);
  EXPECT_THROW(wrapper.write(source_, {.path = path, .lines = nullptr}, {.columns = {"colour"}}),
               pagekin::OptionError);
  const std::vector<pagekin::WrapperField> fields = wrapper.fields();
  ASSERT_EQ(fields.size(), 2U);
  EXPECT_EQ(fields[1].field, "price");
  EXPECT_EQ(fields[1].filled, static_cast<unsigned>(kPages));
  EXPECT_NE(wrapper.selectors(source_, {.format = pagekin::SelectorForm::kScrapy}).find("price"),
            std::string::npos);
}

TEST_F(Fields, ARepairedWrapperFindsThemAfterARedesign) {
  const pagekin::FieldWrapper wrapper = pagekin::learn_fields(source_, labels_, options_).wrapper;
  const pagekin::Source redesigned_pages{.inputs = {(folder_.path() / "new").string()}};
  const pagekin::ExtractResult broken = wrapper.extract(redesigned_pages, nullptr);
  ASSERT_NE(broken.repaired, nullptr);
  EXPECT_EQ(broken.repaired->extract(redesigned_pages, nullptr).broken(), 0U);
}

// A wrapper that was repaired from some fields would lack the others.
TEST_F(Fields, ARunWithSomeFieldsDoesNotRepair) {
  const pagekin::FieldWrapper wrapper = pagekin::learn_fields(source_, labels_, options_).wrapper;
  const pagekin::Source redesigned_pages{.inputs = {(folder_.path() / "new").string()}};
  const pagekin::TableOutput nowhere{.path = {}, .lines = [](std::string_view) {}};
  const auto repaired = [&](const pagekin::FieldRecordOptions& options) {
    const pagekin::ExtractResult result = wrapper.write(redesigned_pages, nowhere, options);
    EXPECT_GT(result.broken(), 0U);
    return result.repaired;
  };
  EXPECT_EQ(repaired({.columns = {"price"}}), nullptr);
  EXPECT_EQ(repaired({.templates = {"1"}}), nullptr);
  ASSERT_NE(repaired({}), nullptr);
  EXPECT_EQ(repaired({})->fields().size(), 2U);
}

TEST_F(Fields, PagesToLabelHaveNumberedSlots) {
  const pagekin::PagesToLabel found =
      pagekin::find_pages_to_label(source_, {.templates = options_.templates});
  ASSERT_EQ(found.pages.size(), 1U);
  EXPECT_EQ(found.covered, static_cast<unsigned>(kPages));
  EXPECT_EQ(found.pages[0].template_id, pagekin::TemplateId(1));
  EXPECT_FALSE(found.pages[0].slots.empty());
  for (const pagekin::LabelSlot& slot : found.pages[0].slots) EXPECT_NE(slot.number, 0U);
  EXPECT_NE(found.json.find("how_to_answer"), std::string::npos);
}

TEST_F(Fields, ARecordThatIsWrittenSaysWhatWasDone) {
  const pagekin::FieldWrapper wrapper = pagekin::learn_fields(source_, labels_, options_).wrapper;
  const std::string path = (folder_.path() / "typed.parquet").string();
  const pagekin::TableOutput output{.path = path, .values = pagekin::ValueForms::kBoth};
  const pagekin::FieldRecordOptions given{.clusters = options_.templates.clusters};
  const pagekin::ExtractResult fields = wrapper.write(source_, output, given);
  EXPECT_EQ(fields.rows, fields.records);
  EXPECT_EQ(fields.without_fields + fields.no_template + fields.records, fields.counts.used);
  EXPECT_FALSE(fields.summary.empty());
  EXPECT_THROW(wrapper.check({.columns = {"colour"}}), pagekin::OptionError);
  EXPECT_NO_THROW(wrapper.check({}));

  const pagekin::RecordResult records =
      pagekin::RecordExtraction(source_, {.templates = options_.templates}).write(source_, output);
  ASSERT_EQ(records.files.size(), 1U);
  EXPECT_EQ(records.files[0].rows, records.pages);
  EXPECT_EQ(describe_files(records.files),
            "file      " + path + "  " + std::to_string(kPages) + " rows\n");
  EXPECT_FALSE(records.is_compared);
  EXPECT_EQ(records.broken, 0U);
  EXPECT_NE(summarise(records, 3).find("pages"), std::string::npos);
  EXPECT_THROW(summarise(pagekin::RecordResult(), 3), pagekin::OptionError);
}

TEST_F(Fields, RecordsAreReadAsOftenAsOneLikes) {
  pagekin::RecordOptions options;
  options.templates = options_.templates;
  const pagekin::RecordExtraction extraction(source_, options);
  ASSERT_EQ(extraction.tables().size(), 1U);
  std::string lines;
  const pagekin::TableOutput output{.path = {},
                                    .lines = [&](std::string_view piece) { lines += piece; }};
  EXPECT_EQ(extraction.write(source_, output).pages, static_cast<unsigned>(kPages));
  const std::string first = lines;
  lines.clear();
  extraction.write(source_, output);
  EXPECT_EQ(lines, first);
  std::size_t records = 0;
  extraction.read(source_, [&](const pagekin::PageRecord&) { ++records; });
  EXPECT_EQ(records, static_cast<std::size_t>(kPages));

  // The schema as a text gives the same records, and says how its columns are.
  options.schema = pagekin::RecordSchema::parse(extraction.schema().text());
  lines.clear();
  const pagekin::RecordResult again =
      pagekin::RecordExtraction(source_, options).write(source_, output);
  EXPECT_EQ(lines, first);
  EXPECT_NE(again.health.find("sound"), std::string::npos);
  EXPECT_THROW(pagekin::RecordSchema::parse("{}"), pagekin::InputError);
}

TEST_F(Fields, CleanTextsAreWrittenAsATable) {
  pagekin::CleanOptions options;
  options.templates = options_.templates;
  options.format = pagekin::TextFormat::kMarkdown;
  options.fixed = (folder_.path() / "fixed.csv").string();
  std::string lines;
  const pagekin::CleanResult result = pagekin::write_clean_pages(
      source_, options, {.path = {}, .lines = [&](std::string_view piece) { lines += piece; }});
  EXPECT_EQ(result.counts.used, static_cast<unsigned>(kPages));
  EXPECT_EQ(result.pages, result.counts.used);
  EXPECT_EQ(std::ranges::count(lines, '\n'), kPages);
  EXPECT_EQ(contents(options.fixed).substr(0, 8), "template");
  std::size_t texts = 0;
  pagekin::clean_pages(source_, options, [&](const pagekin::CleanText& page) {
    EXPECT_NE(lines.find(std::string(page.page)), std::string::npos);
    ++texts;
  });
  EXPECT_EQ(texts, static_cast<std::size_t>(kPages));
}

}  // namespace
