// Models on disk: what comes back is what was written, or an error that says why not.
#include "pagekin/model/model_file.h"

#include <fstream>
#include <functional>
#include <limits>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/features/feature_list.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/classifier.h"
#include "pagekin/model/feature_bytes.h"

#include "support/random_features.h"
#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin::model {
namespace {

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

Model random_model(std::string_view measure, std::uint64_t seed, std::uint32_t per_class = 4) {
  test::RandomPages pages(seed);
  std::vector<Features> features;
  std::vector<int> classes;
  for (int number = 0; number < 5; ++number) {
    for (std::uint32_t i = 1 + pages.random().below(per_class); i > 0; --i) {
      features.push_back(pages.page(static_cast<std::uint32_t>(number)));
      classes.push_back(number);
    }
  }
  const std::vector<std::string> names{"article", "list", "caf\xc3\xa9", "a\tb|c", "x"};
  return train(measure, std::move(features), classes, names, 1);
}

TEST(FeatureBytes, ComeBackAsTheyWere) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    test::RandomPages pages(seed);
    Features page = pages.page(static_cast<std::uint32_t>(seed % 9));
    page.document_shingles = page.leaf_paths;
    page.first_tags[2] = 7;
    page.tag_sequence.push_back(0xffff'ffff);
    const std::string bytes = to_bytes(page);
    ByteReader reader(bytes);
    const Features back = features_from(reader);
    EXPECT_TRUE(reader.at_end());
    EXPECT_EQ(to_bytes(back), bytes);
    features::for_each_compared([&](const auto& field) {
      EXPECT_EQ(back.*field.member, page.*field.member) << field.name;
    });
  }
  EXPECT_EQ(to_bytes({}), std::string(4, '\0'));
}

TEST(FeatureBytes, HoldTheFoldedTreeWhereItIsCompared) {
  Features page;
  page.tree = tree("ul(li li)");
  page.folded_tree = tree("ul(li)");
  const std::string bytes = to_bytes(compared_parts(page, {.folded_tree = true}));
  ByteReader reader(bytes);
  const Features back = features_from(reader);
  EXPECT_TRUE(back.tree.empty());
  EXPECT_EQ(back.folded_tree, page.folded_tree);
  EXPECT_TRUE(compared_parts(page, {.tree = true}).folded_tree.empty());
}

// Any bytes are refused or give pages that every measure can compare.
TEST(FeatureBytes, AreNotBelieved) {
  test::RandomPages pages(1);
  const Features other = pages.page(1);
  const std::string bytes = to_bytes(pages.page(0));
  Random random(2);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = bytes;
    if (i % 4 == 0) damaged.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
    for (std::uint32_t flips = 1 + random.below(3); flips > 0 && !damaged.empty(); --flips) {
      const std::uint32_t at = random.below(static_cast<std::uint32_t>(damaged.size()));
      damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 << random.below(8)));
    }
    try {
      ByteReader reader(damaged);
      const Features page = features_from(reader);
      for (const measure::MeasureInfo& info : measure::measures()) {
        const double similarity = measure::make(info.name)->similarity(page, other);
        ASSERT_TRUE(similarity >= 0 && similarity <= 1) << info.name;
      }
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 500);
}

TEST(FeatureBytes, TreesMustHoldTogether) {
  Features page;
  page.tree = tree("html(head(title) body(div p))");
  const auto with_sizes = [&](std::vector<std::uint32_t> sizes) {
    page.tree.sizes = std::move(sizes);
    const std::string bytes = to_bytes(page);
    ByteReader reader(bytes);
    return error_of([&] { features_from(reader); });
  };
  EXPECT_EQ(with_sizes({6, 2, 1, 3, 1, 1}), "no error");
  for (const auto& sizes : std::vector<std::vector<std::uint32_t>>{{5, 2, 1, 3, 1, 1},
                                                                   {7, 2, 1, 3, 1, 1},
                                                                   {6, 0, 1, 3, 1, 1},
                                                                   {6, 2, 2, 3, 1, 1},
                                                                   {6, 2, 1, 3, 1, 2},
                                                                   {0, 2, 1, 3, 1, 1}}) {
    EXPECT_NE(with_sizes(sizes), "no error");
  }
}

TEST(ModelFile, AnswersLikeTheModelThatWasWritten) {
  const test::TempDir dir;
  const std::string path = dir.path() / "model";
  for (const measure::MeasureInfo& info : measure::measures()) {
    SCOPED_TRACE(info.name);
    const Model model = random_model(info.name, 1);
    write_model(path, model, "0.1.0");
    const Classifier before(model);
    const Classifier after(read_model(path));
    EXPECT_EQ(after.model().measure, model.measure);
    test::RandomPages pages(2);
    for (std::uint32_t i = 0; i < 40; ++i) {
      const Features page = pages.page(i % 7);
      const Decision expected = before.classify(page, Decide::kAll);
      const Decision found = after.classify(page, Decide::kAll);
      EXPECT_EQ(found.best, expected.best);
      EXPECT_EQ(found.score, expected.score);
      EXPECT_EQ(found.all, expected.all);
    }
  }
}

TEST(ModelFile, IsTheSameForTheSamePages) {
  const test::TempDir dir;
  write_model(dir.path() / "a", random_model("pq_gram", 3), "0.1.0");
  write_model(dir.path() / "b", random_model("pq_gram", 3), "0.1.0");
  EXPECT_EQ(test::read_file(dir.path() / "a"), test::read_file(dir.path() / "b"));
}

class DamagedModelFile : public testing::Test {
 protected:
  DamagedModelFile() {
    write_model(path, random_model("pq_gram", 4), "0.1.0");
    bytes = test::read_file(path);
  }
  std::string error_with(const std::string& other) {
    std::ofstream(path, std::ios::binary)
        .write(other.data(), static_cast<std::streamsize>(other.size()));
    return error_of([&] { read_model(path); });
  }
  test::TempDir dir;
  std::string path = dir.path() / "model";
  std::string bytes;
};

TEST_F(DamagedModelFile, EveryChangedByteIsFound) {
  Random random(5);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    std::string damaged = bytes;
    const std::uint32_t at = i < 200 ? i : random.below(static_cast<std::uint32_t>(bytes.size()));
    damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 << random.below(8)));
    const std::string error = error_with(damaged);
    ASSERT_NE(error.find(path), std::string::npos) << at << ": " << error;
  }
}

TEST_F(DamagedModelFile, EveryCutIsFound) {
  for (std::size_t i = 0; i < 100; ++i) {
    const std::size_t size = i < 50 ? i : bytes.size() * i / 100;
    ASSERT_NE(error_with(bytes.substr(0, size)).find(path), std::string::npos) << size;
  }
  EXPECT_NE(error_with(bytes + "x").find("after its end"), std::string::npos);
}

TEST_F(DamagedModelFile, OtherFilesAndVersionsAreNamed) {
  EXPECT_EQ(error_with("<html>"), path + " is not a pagekin model");
  EXPECT_EQ(error_with("pagekin index 1\n"), path + " is not a pagekin model");
  std::string newer = bytes;
  newer[newer.find('1')] = '2';
  EXPECT_EQ(error_with(newer),
            "model " + path +
                " is of another version than 1, or damaged: it says '2'; it needs a newer "
                "version of pagekin");
  EXPECT_NE(error_of([&] { read_model(path + "absent"); }).find(path), std::string::npos);
}

// With correct checksums, the contents of a file must still make sense.
TEST(ModelFile, DoesNotBelieveWhatAFileSaysOfItself) {
  const test::TempDir dir;
  const std::string path = dir.path() / "model";
  const auto error_with = [&](const std::function<void(Model&)>& change) {
    Model model = random_model("style", 6);
    change(model);
    write_model(path, model, "9.9");
    return error_of([&] { read_model(path); });
  };
  EXPECT_EQ(error_with([](Model&) {}), "no error");
  const std::string unknown = error_with([](Model& model) { model.measure = "telepathy"; });
  EXPECT_NE(unknown.find("made by pagekin 9.9, cannot be used: unknown measure 'telepathy'"),
            std::string::npos)
      << unknown;
  for (const auto& change : std::vector<std::function<void(Model&)>>{
           [](Model& model) { model.learnt = "x"; },
           [](Model& model) { model.classes.clear(); },
           [](Model& model) { model.classes[0].pages++; },
           [](Model& model) { model.classes[0].threshold = 2; },
           [](Model& model) {
             model.classes[0].threshold = std::numeric_limits<float>::quiet_NaN();
           },
           [](Model& model) { std::swap(model.classes[0], model.classes[1]); },
           [](Model& model) { model.examples[0].class_number = 99; },
           [](Model& model) { model.examples.clear(); },
           [](Model& model) {
             model.examples[0].features.class_names = {2, 1};
           },
       }) {
    EXPECT_NE(error_with(change).find("cannot be used"), std::string::npos);
  }
}

}  // namespace
}  // namespace pagekin::model
