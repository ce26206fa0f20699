#include "pagekin/report/page_table.h"

#include <string>

#include <gtest/gtest.h>

#include "pagekin/clustering/name_templates.h"
#include "pagekin/core/error.h"

namespace pagekin::report {
namespace {

clustering::ClusterRun example_pages() {
  clustering::ClusterRun run;
  run.earlier = 1;
  for (const char* id : {"http://a.example/p/1", "http://a.example/p/2", "http://b.example/p/3",
                         "http://a.example/", "odd"}) {
    run.ids.add(id);
  }
  run.clustering = canonical({0, 0, 0, 1, -1});
  run.numbers = numbers_by_size(run.clustering);
  run.template_ids = {7, 3};
  run.certainty = {{.confidence = 0.5F},
                   {.confidence = 0.888F},
                   {.confidence = 0.25F},
                   {.confidence = 1},
                   {.confidence = 1}};
  for (PageId page = 1; page < 5; ++page) run.origins.set(page, "in.warc", 10 * page);
  clustering::name_templates(run, {});
  return run;
}

std::string pages(const clustering::ClusterRun& run, std::string_view columns,
                  const describe::Description* description = nullptr) {
  std::string text;
  write_pages(run, description, parse_page_columns(columns), TableFormat::kTsv,
              [&](std::string_view bytes) { text += bytes; });
  return text;
}

std::string templates(const clustering::ClusterRun& run, const describe::Description* description) {
  std::string text;
  write_templates(run, description, TableFormat::kJsonl,
                  [&](std::string_view bytes) { text += bytes; });
  return text;
}

TEST(PageTable, HasTheDefaultColumns) {
  EXPECT_EQ(pages(example_pages(), "page,template,variant,confidence,representative"),
            "page\ttemplate\tvariant\tconfidence\trepresentative\n"
            "http://a.example/p/1\t7\t7\t0.500000\ttrue\n"
            "http://a.example/p/2\t7\t7\t0.888000\ttrue\n"
            "http://b.example/p/3\t7\t7\t0.250000\tfalse\n"
            "http://a.example/\t3\t3\t1.000000\ttrue\n"
            "odd\t0\t0\t\tfalse\n");
}

TEST(PageTable, HasTheColumnsThatAreAskedForInTheirOrder) {
  EXPECT_EQ(pages(example_pages(), "offset, input,url_shape,host,cluster,name,page"),
            "offset\tinput\turl_shape\thost\tcluster\tname\tpage\n"
            "\t\t/p/0\ta.example\t1\tpage\thttp://a.example/p/1\n"
            "10\tin.warc\t/p/0\ta.example\t1\tpage\thttp://a.example/p/2\n"
            "20\tin.warc\t/p/0\tb.example\t1\tpage\thttp://b.example/p/3\n"
            "30\tin.warc\t/\ta.example\t2\thome\thttp://a.example/\n"
            "40\tin.warc\t*\t\t0\t\todd\n");
}

TEST(PageTable, TheDescriptionGivesTheConfidenceThatTheMethodLacks) {
  clustering::ClusterRun run = example_pages();
  run.certainty.clear();
  EXPECT_TRUE(
      pages(run, "page,confidence").starts_with("page\tconfidence\nhttp://a.example/p/1\t\n"));
  describe::Description description;
  description.certainty.assign(5, {.confidence = 0.125F});
  description.certainty[1].confidence = describe::kNoConfidence;
  EXPECT_TRUE(
      pages(run, "confidence", &description).starts_with("confidence\n0.125000\n\n0.125000\n"));
}

TEST(PageTable, UnknownAndRepeatedColumnsAreRefused) {
  for (const char* wrong : {"", "page,", "pages", "page,template,page", "PAGE"}) {
    EXPECT_THROW(parse_page_columns(wrong), OptionError) << wrong;
  }
  EXPECT_TRUE(needs_origins(parse_page_columns("page,offset")));
  EXPECT_FALSE(needs_origins(kUsualPageColumns));
}

TEST(TemplateTable, HasOneRowATemplate) {
  EXPECT_EQ(templates(example_pages(), nullptr),
            "{\"template\": 7, \"name\": \"page\", \"pages\": 3, \"share\": 0.600000, "
            "\"variants\": 1, \"hosts\": [\"a.example\", \"b.example\"], \"url_shape\": \"/p/0\", "
            "\"exemplar\": \"http://a.example/p/2\", \"representatives\": "
            "[\"http://a.example/p/2\", \"http://a.example/p/1\"], "
            "\"marks\": [], \"confidence\": 0.546000}\n"
            "{\"template\": 3, \"name\": \"home\", \"pages\": 1, \"share\": 0.200000, "
            "\"variants\": 1, \"hosts\": [\"a.example\"], \"url_shape\": \"/\", \"exemplar\": "
            "\"http://a.example/\", \"representatives\": [\"http://a.example/\"], \"marks\": [], "
            "\"confidence\": 1.000000}\n");
}

TEST(TemplateTable, HasTheMarksAndTheExemplarOfTheDescription) {
  const clustering::ClusterRun run = example_pages();
  describe::Description description;
  description.clusters.resize(2);
  description.clusters[0].exemplar = 2;
  description.clusters[0].held_together_by = {{.names = {"h1.title", "main > p"}, .marks = 2}};
  description.clusters[1].exemplar = 3;
  const std::string text = templates(run, &description);
  EXPECT_NE(text.find("\"exemplar\": \"http://b.example/p/3\""), std::string::npos);
  EXPECT_NE(text.find("\"marks\": [\"h1.title\", \"main > p\"]"), std::string::npos);
}

TEST(TemplateTable, CountsVariants) {
  clustering::ClusterRun run = example_pages();
  run.variants = {1, 2, 1, 3, 0};
  EXPECT_NE(templates(run, nullptr).find("\"share\": 0.600000, \"variants\": 2"),
            std::string::npos);
  EXPECT_TRUE(pages(run, "variant").starts_with("variant\n1\n2\n1\n3\n0\n"));
}

}  // namespace
}  // namespace pagekin::report
