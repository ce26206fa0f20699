// The classifier against its definition, for every measure, and its rules one by one.
#include "pagekin/model/classifier.h"

#include <string>
#include <thread>

#include "pagekin/core/error.h"
#include "pagekin/core/params.h"
#include "pagekin/core/random.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/feature_bytes.h"

#include "reference/classifier.h"
#include "support/random_features.h"
#include "support/rounds.h"

namespace pagekin::model {
namespace {

using reference::LabelledPage;
using reference::NamedDecision;

Model train_on(std::string_view spec, const std::vector<LabelledPage>& pages,
               unsigned threads = 1) {
  std::vector<Features> features;
  std::vector<int> classes;
  std::vector<std::string> names;
  for (const LabelledPage& page : pages) {
    const auto known = std::ranges::find(names, page.name);
    classes.push_back(static_cast<int>(known - names.begin()));
    if (known == names.end()) names.push_back(page.name);
    features.push_back(page.features);
  }
  return train(spec, std::move(features), classes, names, threads);
}

NamedDecision named(const Classifier& classifier, const Decision& decision) {
  const auto name = [&](int number) {
    return classifier.model().classes[static_cast<std::size_t>(number)].name;
  };
  NamedDecision result{.best = decision.best == kNone ? "none" : name(decision.best),
                       .score = decision.score};
  for (const int number : decision.all) result.all.push_back(name(number));
  return result;
}

NamedDecision ask(const Classifier& classifier, const Features& page,
                  Decide decide = Decide::kBest) {
  return named(classifier, classifier.classify(page, decide));
}

// Random pages of a few templates; class names are in no order.
std::vector<LabelledPage> random_training(test::RandomPages& pages, std::uint32_t most) {
  std::vector<LabelledPage> training;
  const std::uint32_t templates = 1 + pages.random().below(6);
  for (std::uint32_t number = 0; number < templates; ++number) {
    for (std::uint32_t i = 1 + pages.random().below(most); i > 0; --i) {
      training.push_back({std::to_string((number * 7) % 10), pages.page(number)});
    }
  }
  return training;
}

void compare_with_twin(const std::string& spec, std::uint64_t seed) {
  SCOPED_TRACE(spec + ", seed " + std::to_string(seed));
  test::RandomPages pages(seed);
  std::vector<LabelledPage> training = random_training(pages, 5);
  const Classifier classifier(train_on(spec, training));

  const auto measure = measure::make(spec);
  std::vector<Features> all;
  for (const LabelledPage& page : training) all.push_back(page.features);
  measure->fit(all);
  for (LabelledPage& page : training) measure->prepare(page.features);
  const Spec parsed = parse_spec(spec);
  const std::size_t max_edits = parsed.params.contains("max_edits") ? 0 : 1;
  for (int i = 0; i < 8; ++i) {
    Features page = pages.page(pages.random().below(8));  // two of these templates were not learnt
    const NamedDecision best = ask(classifier, page);
    const NamedDecision every = ask(classifier, page, Decide::kAll);
    measure->prepare(page);
    NamedDecision expected = reference::classify(*measure, parsed.name, training, page, max_edits);
    EXPECT_EQ(every.best, expected.best);
    EXPECT_EQ(every.score, expected.score);
    EXPECT_EQ(every.all, expected.all);
    expected.all.clear();
    EXPECT_EQ(best.best, expected.best);
    EXPECT_EQ(best.score, expected.score);
    EXPECT_TRUE(best.all.empty());
  }
}

TEST(Classifier, IsWhatItsDefinitionSaysForEveryMeasure) {
  for (const measure::MeasureInfo& info : measure::measures()) {
    for (std::uint64_t seed = 0; seed < test::rounds(24U); ++seed) {
      compare_with_twin(std::string(info.name), seed);
    }
  }
  for (std::uint64_t seed = 0; seed < test::rounds(24U); ++seed)
    compare_with_twin("fingerprint:max_edits=0", seed);
}

Features with_classes(std::vector<std::uint64_t> names) {
  Features page;
  page.class_names = std::move(names);
  return page;
}

TEST(Classifier, TheLeastSimilarityInsideAClassIsItsThreshold) {
  const Model model = train_on("style", {{"b", with_classes({1, 2, 3, 4})},
                                         {"b", with_classes({1, 2, 3})},
                                         {"b", with_classes({1, 2})},
                                         {"a", with_classes({9})}});
  ASSERT_EQ(model.classes.size(), 2u);
  EXPECT_EQ(model.classes[0].name, "a");
  EXPECT_EQ(model.classes[0].threshold, 0.8F);  // of one page
  EXPECT_EQ(model.classes[1].threshold, 0.5F);
  EXPECT_EQ(model.classes[1].pages, 3u);
  const Classifier classifier(model);
  EXPECT_EQ(ask(classifier, with_classes({1, 2, 3, 5, 6})).best, "b");  // 3 of 5
  const NamedDecision far = ask(classifier, with_classes({1, 5, 6}));
  EXPECT_EQ(far.best, "none");
  EXPECT_FLOAT_EQ(static_cast<float>(far.score), 0.25F);  // one of four
}

TEST(Classifier, EqualPagesAreKeptOnce) {
  const Model model = train_on("style", {{"a", with_classes({1})},
                                         {"a", with_classes({1})},
                                         {"b", with_classes({1})},
                                         {"a", with_classes({1})}});
  ASSERT_EQ(model.examples.size(), 2u);
  EXPECT_EQ(model.examples[0].pages, 3u);
  EXPECT_EQ(model.classes[0].threshold, 1);  // several pages, all equal
  // Both classes are equally similar: the first by name wins.
  EXPECT_EQ(ask(Classifier(model), with_classes({1})).best, "a");
}

TEST(Classifier, TagShinglesHaveOneThreshold) {
  Features near;
  near.tag_shingles = {1, 2, 3, 4};
  Features far;
  far.tag_shingles = {1, 9};
  const Model model = train_on("tag_shingles", {{"a", near}, {"a", far}});
  EXPECT_EQ(model.classes[0].threshold, 0.8F);
}

Features with_fingerprint(std::vector<std::uint8_t> entries) {
  Features page;
  page.fingerprint = std::move(entries);
  return page;
}

TEST(Classifier, TheMostFrequentMatchWins) {
  const Classifier classifier(train_on("fingerprint", {{"a", with_fingerprint({0, 0, 0, 0, 1})},
                                                       {"b", with_fingerprint({0, 0, 0, 0, 2})},
                                                       {"b", with_fingerprint({0, 0, 0, 0, 2})},
                                                       {"c", with_fingerprint({0, 1})}}));
  const NamedDecision decision = ask(classifier, with_fingerprint({0, 0, 0, 0, 1}), Decide::kAll);
  EXPECT_EQ(decision.best, "b");
  EXPECT_FLOAT_EQ(static_cast<float>(decision.score), 0.8F);
  EXPECT_EQ(decision.all, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(ask(classifier, with_fingerprint({0, 1, 1})).best, "none");  // too short to differ
  EXPECT_EQ(ask(classifier, with_fingerprint({0, 1})).score, 1);
  EXPECT_EQ(ask(classifier, with_fingerprint({0, 0, 3, 0, 3})).score, 0);
}

TEST(Classifier, ThreadsDoNotShow) {
  test::RandomPages pages(5);
  const std::vector<LabelledPage> training = random_training(pages, 30);
  const Model one = train_on("style", training, 1);
  const Model many = train_on("style", training, 5);
  for (std::size_t i = 0; i < one.classes.size(); ++i) {
    EXPECT_EQ(one.classes[i].threshold, many.classes[i].threshold);
  }
  const Classifier classifier(one);
  std::vector<Features> asked;
  for (std::uint32_t i = 0; i < 100; ++i) asked.push_back(pages.page(i % 8));
  std::vector<int> alone;
  for (const Features& page : asked) alone.push_back(classifier.classify(page).best);
  std::vector<std::thread> threads;
  std::vector<std::vector<int>> together(3);
  for (std::vector<int>& mine : together) {
    threads.emplace_back([&] {
      for (const Features& page : asked) mine.push_back(classifier.classify(page).best);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<int>& mine : together) EXPECT_EQ(mine, alone);
}

TEST(Classifier, RefusesModelsThatDoNotHoldTogether) {
  const Model good = train_on("style", {{"a", with_classes({1})}, {"b", with_classes({2})}});
  Model model = good;
  model.examples[0].class_number = 7;
  EXPECT_THROW(Classifier{model}, Error);
  model = good;
  model.examples.pop_back();
  EXPECT_THROW(Classifier{model}, Error);
  model = good;
  model.learnt = "x";
  EXPECT_THROW(Classifier{model}, Error);
}

TEST(Train, RefusesWhatItCannotLearn) {
  EXPECT_THROW(train_on("style", {}), Error);
  EXPECT_THROW(train_on("no_measure", {{"a", {}}}), Error);
  EXPECT_THROW(train_on("style", {{"none", {}}}), Error);
  EXPECT_THROW(train_on("style", {{"", {}}}), Error);
}

TEST(Train, SpellsOutTheMeasure) {
  EXPECT_EQ(spelled_out("pq_gram:q=4"), "pq_gram:p=2,q=4");
  EXPECT_EQ(spelled_out("md5"), "md5");
  EXPECT_THROW(spelled_out("pq_gram:z=4"), Error);
  for (const measure::MeasureInfo& info : measure::measures()) {
    const std::string full = spelled_out(info.name);
    EXPECT_EQ(spelled_out(full), full);
  }
}

TEST(Train, KeepsOnlyWhatTheMeasureCompares) {
  test::RandomPages pages(6);
  for (const measure::MeasureInfo& info : measure::measures()) {
    const Model model =
        train_on(info.name, {{"a", pages.page(0)}, {"a", pages.page(0)}, {"b", pages.page(1)}});
    for (const Example& example : model.examples) {
      EXPECT_LT(to_bytes(example.features).size(), 260u) << info.name;
    }
  }
}

}  // namespace
}  // namespace pagekin::model
