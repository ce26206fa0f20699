// Checks the promises of every method in the registry. A new method is tested here without
// any further line.
#include <algorithm>
#include <numeric>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/method/method.h"

namespace pagekin::method {

void PrintTo(const MethodInfo& info, std::ostream* out) { *out << info.name; }

namespace {

// Pages of a few templates, with lists of varying length and occasionally one more tag.
std::vector<std::string> random_pages(std::uint64_t seed) {
  Random random(seed);
  const std::uint32_t template_count = 1 + random.below(6);
  std::vector<std::string> pages(random.below(60));
  for (std::string& page : pages) {
    Random made = Random(seed).fork(random.below(template_count));
    page = "<html><head><title>t</title>";
    for (std::uint32_t i = made.below(5); i > 0; --i) page += "<link><meta>";
    page += "</head><body>";
    constexpr std::string_view pieces[] = {"<div>", "</div>", "<p>", "<b></b>", "<table><tr><td>"};
    for (std::uint32_t i = made.below(40); i > 0; --i) {
      page += pieces[made.below(std::size(pieces))];
      if (random.chance(0.03)) page += "<span>";
    }
    for (std::uint32_t i = random.below(5); i > 0; --i) page += "<li></li>";
  }
  return pages;
}

// Returns the name, and a value for the required option.
std::string spec_of(const MethodInfo& info) {
  const std::string name(info.name);
  return info.required.empty() ? name : name + ":" + std::string(info.required) + "=3";
}

class MethodContract : public testing::TestWithParam<MethodInfo> {
 protected:
  static Clustering cluster(const std::vector<std::string>& pages,
                            const FinishOptions& options = {.threads = 1}) {
    const std::unique_ptr<Method> method = make(spec_of(GetParam()));
    for (const std::string& page : pages) {
      method->add(features::extract(Page{.body = page}, method->needs()));
    }
    return method->finish(options).clusters;
  }
  template <class Check>
  static void for_random_runs(Check check) {
    const std::uint64_t runs = GetParam().measure.empty() ? 50 : 6;  // comparing takes longer
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
      SCOPED_TRACE(seed);
      check(random_pages(seed));
    }
  }
};

TEST_P(MethodContract, LabelsAreCanonical) {
  for_random_runs([](const std::vector<std::string>& pages) {
    const Clustering clusters = cluster(pages);
    EXPECT_EQ(clusters.labels.size(), pages.size());
    EXPECT_EQ(clusters, canonical(clusters.labels));
  });
}

TEST_P(MethodContract, TheOrderOfPagesMattersForTheNumbersOnly) {
  for_random_runs([](const std::vector<std::string>& pages) {
    std::vector<std::size_t> order(pages.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(pages.size());
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    std::vector<std::string> shuffled;
    for (const std::size_t i : order) shuffled.push_back(pages[i]);
    const Clustering clusters = cluster(shuffled);
    std::vector<int> labels(pages.size());
    for (std::size_t i = 0; i < order.size(); ++i) labels[order[i]] = clusters.labels[i];
    EXPECT_EQ(canonical(labels), cluster(pages));
  });
}

TEST_P(MethodContract, GivesTheSameTwice) {
  for_random_runs(
      [](const std::vector<std::string>& pages) { EXPECT_EQ(cluster(pages), cluster(pages)); });
}

TEST_P(MethodContract, EqualPagesAreOneCluster) {
  const Clustering clusters = cluster({"<p><b>", "<p>", "<p><b>", "<p>"});
  EXPECT_EQ(clusters.labels[0], clusters.labels[2]);
  EXPECT_EQ(clusters.labels[1], clusters.labels[3]);
}

TEST_P(MethodContract, NoPagesAreNoClusters) { EXPECT_EQ(cluster({}), Clustering{}); }

TEST_P(MethodContract, OnePageIsOneCluster) {
  EXPECT_EQ(cluster({"<p>"}), (Clustering{{0}, 1}));
  EXPECT_EQ(cluster({""}), (Clustering{{0}, 1}));
}

TEST_P(MethodContract, IsFoundByItsName) { EXPECT_NO_THROW(make(spec_of(GetParam()))); }

TEST_P(MethodContract, WantsWhatMustBeGiven) {
  if (GetParam().required.empty()) return;
  EXPECT_THROW(make(GetParam().name), Error);
}

TEST_P(MethodContract, HasTheCapabilitiesThatItLists) {
  const std::unique_ptr<Method> method = make(spec_of(GetParam()));
  const CapabilitySet& listed = GetParam().capabilities;
  EXPECT_EQ(method->comparing() != nullptr, listed.has(Capability::kComparing));
  EXPECT_EQ(method->pairwise() != nullptr, listed.has(Capability::kPairwise));
  EXPECT_EQ(method->persistent() != nullptr, listed.has(Capability::kPersistent));
  EXPECT_EQ(method->classifying() != nullptr, listed.has(Capability::kClassifying));
  EXPECT_EQ(!GetParam().measure.empty(), listed.has(Capability::kComparing));
  EXPECT_EQ(GetParam().saved_options != nullptr, listed.has(Capability::kPersistent));
  for (const std::string& page : random_pages(3)) {
    method->add(features::extract(Page{.body = page}, method->needs()));
  }
  const MethodResult result = method->finish({.dendrogram = true});
  EXPECT_EQ(result.dendrogram.has_value(), method->has(Capability::kHierarchical));
  EXPECT_EQ(!result.template_ids.empty(), method->has(Capability::kTracking));
  EXPECT_EQ(!result.certainty.empty(), method->has(Capability::kAssessing));
  EXPECT_EQ(!result.variants.empty(), method->has(Capability::kVaried));
  EXPECT_EQ(!result.hinted_names.empty(), method->has(Capability::kHinted));
}

// A method with the options that it saved accepts what it saved.
TEST_P(MethodContract, NamesTheOptionsOfWhatItSaved) {
  const std::unique_ptr<Method> method = make(spec_of(GetParam()));
  if (method->persistent() == nullptr) return;
  for (const std::string& page : random_pages(3)) {
    method->add(features::extract(Page{.body = page}, method->needs()));
  }
  std::string saved;
  method->persistent()->save([&](std::string_view part) { saved += part; });
  const std::string options = GetParam().saved_options(saved);
  const std::unique_ptr<Method> next = make(std::string(GetParam().name) + ":" + options);
  EXPECT_EQ(next->persistent()->load(saved), random_pages(3).size());
  EXPECT_THROW(GetParam().saved_options(""), Error);
}

std::string saved_by(Method& method) {
  std::string saved;
  method.persistent()->save([&](std::string_view part) { saved += part; });
  return saved;
}

TEST_P(MethodContract, AReplacedPageLeavesNoTrace) {
  if (make(spec_of(GetParam()))->persistent() == nullptr) return;
  for_random_runs([&](std::vector<std::string> pages) {
    const std::unique_ptr<Method> first = make(spec_of(GetParam()));
    const auto features_of = [&](const std::string& page) {
      return features::extract(Page{.body = page}, first->needs());
    };
    for (const std::string& page : pages) first->add(features_of(page));
    const std::string saved = saved_by(*first);

    const std::unique_ptr<Method> method = make(spec_of(GetParam()));
    ASSERT_EQ(method->persistent()->load(saved), pages.size());
    const std::vector<std::string> others = random_pages(pages.size() + 1000);
    for (std::size_t i = 0; i < std::min(pages.size(), others.size()); i += 2) {
      pages[i] = others[i];
      method->persistent()->replace(static_cast<PageId>(i), features_of(pages[i]));
    }
    EXPECT_EQ(method->finish().clusters, cluster(pages));
    const std::unique_ptr<Method> after = make(spec_of(GetParam()));
    EXPECT_EQ(after->persistent()->load(saved_by(*method)), pages.size());
    EXPECT_EQ(after->finish().clusters, cluster(pages));
  });
}

TEST_P(MethodContract, APageReplacedByItselfChangesNothing) {
  if (make(spec_of(GetParam()))->persistent() == nullptr) return;
  for_random_runs([&](const std::vector<std::string>& pages) {
    const std::unique_ptr<Method> first = make(spec_of(GetParam()));
    const auto features_of = [&](const std::string& page) {
      return features::extract(Page{.body = page}, first->needs());
    };
    for (const std::string& page : pages) first->add(features_of(page));
    const std::string saved = saved_by(*first);
    const std::unique_ptr<Method> method = make(spec_of(GetParam()));
    method->persistent()->load(saved);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      method->persistent()->replace(static_cast<PageId>(i), features_of(pages[i]));
    }
    EXPECT_EQ(saved_by(*method), saved);
  });
}

// A run that is saved and loaded again half-way gives what it would have given.
TEST_P(MethodContract, AnUnfinishedRunGoesOn) {
  if (make(spec_of(GetParam()))->persistent() == nullptr) return;
  for_random_runs([&](const std::vector<std::string>& pages) {
    const std::unique_ptr<Method> earlier = make(spec_of(GetParam()));
    const auto features_of = [&](const std::string& page) {
      return features::extract(Page{.body = page}, earlier->needs());
    };
    const std::size_t third = pages.size() / 3;
    for (std::size_t i = 0; i < third; ++i) earlier->add(features_of(pages[i]));
    const std::string saved = saved_by(*earlier);

    std::unique_ptr<Method> ended = make(spec_of(GetParam()));
    ended->persistent()->load(saved);
    if (third > 0) ended->persistent()->replace(0, features_of(pages.back()));
    std::unique_ptr<Method> whole = make(spec_of(GetParam()));
    whole->persistent()->load(saved);
    if (third > 0) whole->persistent()->replace(0, features_of(pages.back()));

    for (std::size_t i = third; i < pages.size(); ++i) {
      if (i == 2 * third) {
        std::string unfinished;
        ended->persistent()->save_unfinished([&](std::string_view part) { unfinished += part; });
        ended = make(spec_of(GetParam()));
        EXPECT_EQ(ended->persistent()->load_unfinished(unfinished), i);
        EXPECT_THROW(make(spec_of(GetParam()))->persistent()->load_unfinished(unfinished + "x"),
                     Error);
      }
      ended->add(features_of(pages[i]));
      whole->add(features_of(pages[i]));
    }
    const MethodResult of_ended = ended->finish();
    const MethodResult of_whole = whole->finish();
    EXPECT_EQ(of_ended.clusters, of_whole.clusters);
    const std::unique_ptr<Method> next = make(spec_of(GetParam()));
    EXPECT_EQ(next->persistent()->load(saved_by(*ended)), pages.size());
    const MethodResult of_next = next->finish();
    EXPECT_EQ(of_next.clusters, of_whole.clusters);
    EXPECT_EQ(of_ended.template_ids, of_whole.template_ids);
    EXPECT_EQ(of_next.template_ids, of_whole.template_ids);
    EXPECT_EQ(of_ended.changes.size(), of_whole.changes.size());
  });
}

TEST_P(MethodContract, CutsItsDendrogramIntoItsClusters) {
  const std::unique_ptr<Method> method = make(spec_of(GetParam()));
  if (!method->has(Capability::kHierarchical)) return;
  for (const std::string& page : random_pages(3)) {
    method->add(features::extract(Page{.body = page}, method->needs()));
  }
  const MethodResult result = method->finish({.dendrogram = true});
  ASSERT_TRUE(result.dendrogram.has_value());
  EXPECT_EQ(result.dendrogram->merges.cut_at(result.dendrogram->cut), result.clusters);
}

TEST_P(MethodContract, RefusesUnknownOptions) {
  EXPECT_THROW(GetParam().make({{"no_such_option", "1"}}), Error);
}

TEST_P(MethodContract, TakesItsOwnDefaults) {
  ParamMap defaults;
  for (const ParamDoc& option : GetParam().options) defaults[option.name] = option.default_value;
  EXPECT_NO_THROW(GetParam().make(defaults));
}

TEST_P(MethodContract, IsDocumented) {
  EXPECT_FALSE(GetParam().summary.empty());
  EXPECT_FALSE(GetParam().references.empty() && GetParam().document.empty());
  EXPECT_FALSE(GetParam().words.empty());
  for (const ParamDoc& option : GetParam().options) {
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_FALSE(option.range.empty()) << option.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, MethodContract, testing::ValuesIn(methods().begin(), methods().end()),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(Methods, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const MethodInfo& info : methods()) EXPECT_TRUE(names.insert(info.name).second);
}

TEST_P(MethodContract, TakesAMeasureOnlyToCompareBy) {
  const bool compares = !GetParam().measure.empty();
  for (const auto* measure : {"style", "path_cosine:shingle=1"}) {
    if (compares) {
      EXPECT_NO_THROW(make(spec_of(GetParam()), measure));
    } else {
      EXPECT_THROW(make(spec_of(GetParam()), measure), Error);
    }
  }
  EXPECT_THROW(make(spec_of(GetParam()), "no_such_measure"), Error);
  EXPECT_THROW(make(spec_of(GetParam()), "ted:insert=2"), Error);
}

TEST_P(MethodContract, GivesTheSameForAnyNumberOfThreads) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const std::vector<std::string> pages = random_pages(seed);
    EXPECT_EQ(cluster(pages, {.threads = 1}), cluster(pages, {.threads = 7, .check = true}));
  }
}

TEST(Methods, AnUnknownNameNamesTheChoices) {
  try {
    make("fingerprnt");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what())
                  .find("ahc, auto, fingerprint, k_medoids, md5, mdh5, snn, uxclust"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace pagekin::method
