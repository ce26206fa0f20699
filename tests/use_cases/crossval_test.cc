// Cross-validation, end to end: its counts are compared with the decisions of trained classifiers.
#include "pagekin/laboratory/crossval.h"

#include <algorithm>

#include "pagekin/core/error.h"
#include "pagekin/eval/splits.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/classifier.h"
#include "pagekin/report/crossval.h"
#include "pagekin/synth/synth.h"

#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin::laboratory {
namespace {

struct CrossvalCrawl {
  explicit CrossvalCrawl(std::size_t pages) {
    path = (dir.path() / "crawl.warc.gz").string();
    synth::write_crawl({.templates = 6, .pages = pages, .sites = 2, .seed = 9, .threads = 2}, path);
    labels = eval::read_labels((dir.path() / "crawl.labels.tsv").string());
  }
  Crossval run(CrossvalOptions options) const {
    options.source.inputs = {path};
    options.time = false;
    if (options.source.reading.threads == 0) options.source.reading.threads = 2;
    return cross_validate(options, read_crossval_pages(options, *labels));
  }
  test::TempDir dir;
  std::string path;
  std::unique_ptr<eval::Labels> labels;
};

// Every measure that does not learn from the run: the others learn from all pages, not from a fold.
std::vector<std::string> measures_to_check() {
  std::vector<std::string> specs;
  for (const measure::MeasureInfo& info : measure::measures()) {
    const bool prunes =
        std::ranges::count(info.options, "prune", [](const ParamDoc& doc) { return doc.name; }) > 0;
    specs.push_back(std::string(info.name) + (prunes ? ":prune=false" : ""));
  }
  return specs;
}

TEST(Crossval, CountsWhatRealClassifiersAnswer) {
  const CrossvalCrawl crawl(24);
  const CrossvalOptions options{.source = {.inputs = {crawl.path}, .reading = {.threads = 2}},
                                .measures = measures_to_check(),
                                .folds = 4,
                                .held_out = 2,
                                .time = false};
  const CrossvalPages pages = read_crossval_pages(options, *crawl.labels);
  const Crossval crossval = cross_validate(options, pages);
  const eval::LabelledPages labelled{pages.classes, pages.keys};
  const std::vector<eval::Split> folds = eval::stratified_folds(labelled, 4);
  ASSERT_EQ(crossval.results.size(), options.measures.size());

  for (std::size_t i = 0; i < options.measures.size(); ++i) {
    SCOPED_TRACE(options.measures[i]);
    eval::Classification best(pages.names.size());
    eval::Classification all(pages.names.size());
    for (const eval::Split& fold : folds) {
      std::vector<features::Features> training;
      std::vector<int> classes;
      for (const std::uint32_t page : fold.train) {
        training.push_back(pages.groups[pages.group_of[i]][page]);
        classes.push_back(pages.classes[page]);
      }
      const model::Classifier classifier(
          model::train(options.measures[i], training, classes, pages.names, 2));
      for (const std::uint32_t page : fold.test) {
        const model::Decision decision =
            classifier.classify(pages.groups[pages.group_of[i]][page], model::Decide::kAll);
        const auto number = [&](int known) {
          const std::string& name =
              classifier.model().classes[static_cast<std::size_t>(known)].name;
          return static_cast<int>(std::ranges::find(pages.names, name) - pages.names.begin());
        };
        std::vector<int> given;
        for (const int known : decision.all) given.push_back(number(known));
        const bool is_learnt = std::ranges::count(classes, pages.classes[page]) > 0;
        const int truth = is_learnt ? pages.classes[page] : eval::Classification::unseen;
        all.add(truth, given);
        given.clear();
        if (decision.best != model::kNone) given.push_back(number(decision.best));
        best.add(truth, given);
      }
    }
    for (std::size_t number = 0; number < pages.names.size(); ++number) {
      EXPECT_EQ(crossval.results[i].best.of_class(number).assigned, best.of_class(number).assigned);
      EXPECT_EQ(crossval.results[i].best.of_class(number).recall, best.of_class(number).recall);
      EXPECT_EQ(crossval.results[i].all.of_class(number).assigned, all.of_class(number).assigned);
      EXPECT_EQ(crossval.results[i].all.of_class(number).recall, all.of_class(number).recall);
    }
    EXPECT_EQ(crossval.results[i].best.scores().accuracy, best.scores().accuracy);
    EXPECT_EQ(crossval.results[i].held_out_pages, pages.classes.size());
  }
}

TEST(Crossval, ThreadsDoNotShow) {
  const CrossvalCrawl crawl(80);
  const CrossvalOptions options{.measures = {"fingerprint", "style", "path_cosine", "tag_shingles"},
                                .folds = 3};
  CrossvalOptions alone = options;
  alone.source.reading.threads = 1;
  CrossvalOptions many = options;
  many.source.reading.threads = 7;
  EXPECT_EQ(report::to_json(crawl.run(alone), true), report::to_json(crawl.run(many), true));
  EXPECT_EQ(report::to_table(crawl.run(alone), true), report::to_table(crawl.run(many), true));
}

TEST(Crossval, MeasuresThatNeedOtherFeaturesGoTogether) {
  const CrossvalCrawl crawl(60);
  const Crossval both = crawl.run({.measures = {"tag_shingles:shingle=2", "tag_shingles:shingle=6",
                                                "path_cosine", "path_cosine:prune=false"},
                                   .folds = 3});
  for (std::size_t i = 0; i < both.results.size(); ++i) {
    const Crossval alone = crawl.run({.measures = {both.results[i].measure}, .folds = 3});
    EXPECT_EQ(alone.results[0].best.scores().f1, both.results[i].best.scores().f1);
    EXPECT_EQ(alone.results[0].all.scores().f1, both.results[i].all.scores().f1);
    EXPECT_EQ(alone.results[0].held_out_none, both.results[i].held_out_none);
  }
}

TEST(Crossval, ASampleIsDrawnByTheSeed) {
  const CrossvalCrawl crawl(200);
  const CrossvalOptions options{.measures = {"style"}, .folds = 3, .sample = 60};
  const Crossval once = crawl.run(options);
  EXPECT_NEAR(static_cast<double>(once.pages), 60, 6);
  EXPECT_EQ(once.names.size(), 6u);
  EXPECT_EQ(report::to_json(once, false), report::to_json(crawl.run(options), false));
  CrossvalOptions other = options;
  other.seed = 2;
  EXPECT_NE(report::to_json(once, false), report::to_json(crawl.run(other), false));
}

TEST(Crossval, LearnsFromAFixedNumberOfPages) {
  const CrossvalCrawl crawl(120);
  const Crossval crossval = crawl.run({.measures = {"fingerprint"}, .train_per_class = 3});
  EXPECT_EQ(crossval.results[0].best_folds.size(), 1u);
  std::uint64_t tested = 0;
  for (const std::uint64_t size : crossval.pages_of) {
    tested += size - std::min<std::uint64_t>(3, size - 1);
  }
  EXPECT_EQ(crossval.results[0].best.pages(), tested);
}

TEST(Crossval, APageAloneInItsTemplateIsUnseen) {
  const test::TempDir dir;
  dir.write("a1.html", "<html><body><div><p><p><p><ul><li><li></ul></div>");
  dir.write("a2.html", "<html><body><div><p><p><p><ul><li><li></ul></div>");
  dir.write("b.html", "<html><frameset><frame><frame></frameset>");
  const std::string truth = dir.write("labels.tsv", "a1.html\ta\na2.html\ta\nb.html\tb\n");
  const CrossvalOptions options{.source = {.inputs = {dir.path().string()}},
                                .measures = {"md5"},
                                .folds = 2,
                                .held_out = 1,
                                .time = false};
  const auto labels = eval::read_labels(truth);
  const Crossval crossval = cross_validate(options, read_crossval_pages(options, *labels));
  EXPECT_EQ(crossval.single, 1u);
  EXPECT_EQ(crossval.results[0].best.unseen_pages(), 1u);
  EXPECT_EQ(crossval.results[0].best.scores().accuracy, 1);
  EXPECT_EQ(crossval.results[0].best.scores().f1, 1);
  EXPECT_EQ(crossval.results[0].held_out_none, 1);
  EXPECT_EQ(crossval.results[0].held_out_pages, 3u);
}

TEST(Crossval, SaysWhenThereIsNothingToTest) {
  const test::TempDir dir;
  dir.write("a.html", "<p>");
  dir.write("b.html", "<p>");
  const CrossvalOptions options{.source = {.inputs = {dir.path().string()}}, .measures = {"md5"}};
  const auto run = [&](const std::string& labels) {
    const auto read = eval::read_labels(dir.write("labels.tsv", labels));
    return cross_validate(options, read_crossval_pages(options, *read));
  };
  EXPECT_THROW(run("c.html\ta\n"), Error);             // no page has a label
  EXPECT_THROW(run("a.html\ta\nb.html\tb\n"), Error);  // nothing to learn from
  EXPECT_THROW(run("a.html\ta\nb.html\ta\n"), Error);  // one template
  EXPECT_THROW(run("a.html\tnone\nb.html\tnone\n"), Error);
}

TEST(Crossval, FingerprintsNameTheTemplateOfSixtySites) {
  PAGEKIN_NEEDS_SHARED();
  const auto corpora = test::shared_dir() / "corpora";
  const CrossvalOptions options{.source = {.inputs = {(corpora / "swde-sample.warc.gz").string()}},
                                .measures = {"fingerprint"},
                                .time = false};
  const auto labels = eval::read_labels((corpora / "swde-sample.labels.tsv").string());
  const Crossval crossval = cross_validate(options, read_crossval_pages(options, *labels));
  EXPECT_EQ(crossval.results[0].best.scores().precision, 1);
  EXPECT_GE(crossval.results[0].best.scores().recall, 0.99);
  EXPECT_GE(crossval.results[0].held_out_none, 0.99);
}

}  // namespace
}  // namespace pagekin::laboratory
