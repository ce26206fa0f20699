// Training and classifying, end to end.
#include <algorithm>
#include <filesystem>
#include <map>

#include "pagekin/clustering/classify_pages.h"
#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/clustering/open_classifier.h"
#include "pagekin/clustering/train_model.h"
#include "pagekin/core/error.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/model/model_file.h"
#include "pagekin/report/classification.h"
#include "pagekin/report/training.h"
#include "pagekin/synth/synth.h"

#include "support/temp_dir.h"

namespace pagekin::clustering {
namespace {

std::string classified(const std::string& input, const model::PageClassifier& classifier,
                       unsigned threads, model::Decide decide = model::Decide::kBest,
                       report::TableFormat format = report::TableFormat::kTsv) {
  std::string text;
  report::ClassificationWriter writer({.format = format, .decide = decide}, classifier,
                                      [&](std::string_view bytes) { text += bytes; });
  classify_pages(
      {.source = {.inputs = {input}, .reading = {.threads = threads, .range_bytes = 20'000}},
       .decide = decide},
      classifier,
      [&](std::string_view id, const model::Decision& decision) { writer.write(id, decision); });
  writer.finish();
  return text;
}

struct ClassifiedCrawl {
  explicit ClassifiedCrawl(std::size_t pages = 120) {
    path = (dir.path() / "crawl.warc.gz").string();
    synth::write_crawl({.templates = 6, .pages = pages, .sites = 2, .seed = 4, .threads = 2}, path);
    labels = eval::read_labels((dir.path() / "crawl.labels.tsv").string());
  }
  TrainRun train(const std::string& measure, unsigned threads = 2) const {
    return train_model(
        {.source = {.inputs = {path}, .reading = {.threads = threads}}, .measure = measure},
        *labels);
  }
  test::TempDir dir;
  std::string path;
  std::unique_ptr<eval::Labels> labels;
};

TEST(ClassifyPages, ThreadsDoNotShowForAnyMeasure) {
  const ClassifiedCrawl crawl(18);
  for (const measure::MeasureInfo& info : measure::measures()) {
    SCOPED_TRACE(info.name);
    const std::string measure(info.name);
    const model::Classifier classifier(crawl.train(measure, 1).model);
    const std::string alone = classified(crawl.path, classifier, 1);
    EXPECT_EQ(alone, classified(crawl.path, classifier, 5));
    EXPECT_EQ(alone, classified(crawl.path, model::Classifier(crawl.train(measure, 5).model), 2));
    EXPECT_EQ(std::ranges::count(alone, '\n'), 19);
  }
}

TEST(ClassifyPages, TrainingPagesAreOfTheirTemplateWherePagesDiffer) {
  const ClassifiedCrawl crawl;
  const std::string path = crawl.dir.path() / "model";
  model::write_model(path, crawl.train("md5").model, "0.1.0");
  const auto opened = open_classifier(path);
  const model::PageClassifier& classifier = *opened;
  const ClassifyRun run =
      classify_pages({.source = {.inputs = {crawl.path}, .reading = {.threads = 2}}}, classifier,
                     [&](std::string_view id, const model::Decision& decision) {
                       ASSERT_NE(decision.best, model::kNone);
                       const auto label = static_cast<std::size_t>(crawl.labels->template_of(id));
                       EXPECT_EQ(classifier.classes()[static_cast<std::size_t>(decision.best)].name,
                                 crawl.labels->templates()[label]);
                     });
  EXPECT_EQ(run.counts.clustered, 120u);
  EXPECT_EQ(run.none, 0u);
}

TEST(ClassifyPages, AnIndexNamesItsClusters) {
  const ClassifiedCrawl crawl;
  const std::string index = crawl.dir.path() / "index";
  for (const std::string spec : {"auto", "auto:evidence=content", "fingerprint",
                                 "fingerprint:length=9,max_edits=0,tags=div,p"}) {
    std::filesystem::remove(index);
    const auto method = method::make(spec);
    const ClusterRun clusters =
        cluster_pages({.source = {.inputs = {crawl.path}, .reading = {.threads = 2}},
                       .method = spec.substr(0, spec.find(':')),
                       .index = index},
                      *method);
    std::map<std::string, std::string, std::less<>> expected;
    for (PageId page = 0; page < clusters.ids.size(); ++page) {
      expected[std::string(clusters.ids[page])] = std::to_string(clusters.template_of(page));
    }
    const auto opened = open_classifier(index);
    const model::PageClassifier& classifier = *opened;
    classify_pages({.source = {.inputs = {crawl.path}, .reading = {.threads = 2}}}, classifier,
                   [&](std::string_view id, const model::Decision& decision) {
                     ASSERT_NE(decision.best, model::kNone);
                     EXPECT_EQ(classifier.classes()[static_cast<std::size_t>(decision.best)].name,
                               expected.find(id)->second);
                     EXPECT_EQ(decision.score, 1);
                   });
  }
}

// One object of JSON lines.
std::string page_line(const std::string& url, const std::string& html) {
  return R"({"url": ")" + url + R"(", "html": ")" + html + "\"}\n";
}

std::string product_page(int number) {
  const std::string n = std::to_string(number);
  return "<html><head><title>Item " + n +
         "</title><link rel=canonical href=/x></head><body class=product><nav class=top><a "
         "href=/>Home</a></nav><main><h1 class=name>Item " +
         n + "</h1><p class=price>" + n +
         " EUR</p><form class=cart><input name=amount><button>Buy</button></form><table "
         "class=facts><tr><th>Weight<td>" +
         n + "</table></main></body></html>";
}

std::string redesigned_page(int number) {
  const std::string n = std::to_string(number);
  return "<html><head><title>Item " + n +
         "</title></head><body class=item><div class=frame><div class=hero><h2 class=label>Item " +
         n + "</h2><ul class=offer><li class=cost>" + n +
         "<li class=basket><span class=buy>Add</span></ul></div><section class=details><dl><dt "
         "class=key>Mass<dd class=value>" +
         n + "</dl></section></div></body></html>";
}

std::string redirect_page(int number) {
  return "<html><head><title>Moved</title></head><body><p>See <a href=/" + std::to_string(number) +
         ">there</a></body></html>";
}

TEST(ClassifyPages, APageUnlikeEveryTemplateOfAnIndexIsNone) {
  const test::TempDir dir;
  std::string known;
  std::string asked;
  std::map<std::string, std::string, std::less<>> expected;
  for (int i = 1; i <= 30; ++i) {
    const std::string n = std::to_string(i);
    const std::string item = "https://a.example/item/" + n;
    const std::string moved = "https://a.example/go/" + n;
    if (i <= 15) {
      known += page_line(item, product_page(i)) + page_line(moved, redirect_page(i));
      asked += page_line(item, redesigned_page(i));
      expected[item] = "none";
    } else {
      asked += page_line(item, product_page(i)) + page_line(moved, redirect_page(i));
      expected[item] = "product";
      expected[moved] = "redirect";
    }
  }
  // The same programs on a host that the index does not know.
  asked += page_line("https://b.example/item/1", product_page(40)) +
           page_line("https://b.example/item/2", redesigned_page(40));
  expected["https://b.example/item/1"] = "product";
  expected["https://b.example/item/2"] = "none";

  const std::string index = dir.path() / "index";
  const auto method = method::make("auto");
  const ClusterRun clusters = cluster_pages(
      {.source = {.inputs = {dir.write("known.jsonl", known)}}, .method = "auto", .index = index},
      *method);
  std::map<std::string, std::string> kind_of;  // by name of a class
  for (PageId page = 0; page < clusters.ids.size(); ++page) {
    const bool is_item = clusters.ids[page].find("/item/") != std::string_view::npos;
    kind_of[std::to_string(clusters.template_of(page))] = is_item ? "product" : "redirect";
  }
  ASSERT_EQ(kind_of.size(), 2u);

  const auto classifier = open_classifier(index);
  const ClassifyRun run = classify_pages(
      {.source = {.inputs = {dir.write("asked.jsonl", asked)}}}, *classifier,
      [&](std::string_view id, const model::Decision& decision) {
        const bool is_none = decision.best == model::kNone;
        const std::string kind =
            is_none ? "none"
                    : kind_of[classifier->classes()[static_cast<std::size_t>(decision.best)].name];
        EXPECT_EQ(kind, expected.find(id)->second) << id << " " << decision.score;
        EXPECT_EQ(is_none, decision.score < 0.5) << id;
      });
  EXPECT_EQ(run.none, 16u);
}

TEST(TrainModel, CountsPagesWithoutLabelAndLabelsWithoutPage) {
  const test::TempDir dir;
  dir.write("a.html", "<p>a");
  dir.write("b.html", "<p>b");
  dir.write("empty.html", "");
  const auto labels =
      eval::read_labels(dir.write("labels.tsv", "a.html\tx\ngone.html\tx\nlost.html\ty\n"));
  const TrainRun run = train_model({.source = {.inputs = {dir.path().string()}}}, *labels);
  EXPECT_EQ(run.pages, 1u);
  EXPECT_EQ(run.unlabelled, 1u);
  EXPECT_EQ(run.missing, 2u);
  EXPECT_EQ(run.counts.skipped, 1u);
  ASSERT_EQ(run.model.classes.size(), 1u);  // y has no page
  EXPECT_NE(report::summarise(run).find(
                "1 pages learnt from, 1 without a label, 2 labels without a page"),
            std::string::npos)
      << report::summarise(run);
}

TEST(TrainModel, SaysWhenNothingIsLabelled) {
  const test::TempDir dir;
  dir.write("a.html", "<p>a");
  const auto labels = eval::read_labels(dir.write("labels.tsv", "gone.html\tx\n"));
  try {
    train_model({.source = {.inputs = {dir.path().string()}}}, *labels);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("first ids: a.html"), std::string::npos);
  }
}

TEST(OpenModel, RefusesOtherFiles) {
  const test::TempDir dir;
  EXPECT_THROW(open_classifier(dir.write("page.html", "<p>")), Error);
  EXPECT_THROW(open_classifier(dir.write("empty", "")), Error);
  EXPECT_THROW(open_classifier(dir.path() / "absent"), Error);
  EXPECT_THROW(open_classifier(dir.path()), Error);
}

TEST(OpenModel, RefusesAnIndexWithoutPagesAndOneOfAnotherMethod) {
  const test::TempDir dir;
  const auto message_for = [&](const std::string& method_name) {
    const std::string path = dir.path() / method_name;
    const auto method = method::make("fingerprint");
    method::IndexFile(path, method::IndexFile::Access::kUpdate)
        .write(method_name, *method, {}, 0, [](std::size_t) { return method::IndexedPage{}; });
    try {
      open_classifier(path);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message_for("fingerprint"),
            "index " + (dir.path() / "fingerprint").string() + " holds no pages");
  EXPECT_EQ(message_for("other"), "index " + (dir.path() / "other").string() +
                                      " was made by method other; pages are classified by one of "
                                      "auto, fingerprint");
}

}  // namespace
}  // namespace pagekin::clustering
