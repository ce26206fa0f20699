#include "pagekin/core/params.h"

namespace pagekin {
namespace {

struct Example {
  int count = 3;
  double share = 0.5;
  std::string mode = "fast";
  std::string tags = "all";
  bool fold = false;

  static constexpr auto params = std::tuple{
      param("count", &Example::count, 1, 9, "how many"),
      param("share", &Example::share, 0, 1, "how much"),
      word("mode", &Example::mode, "fast|exact", "which way"),
      word("tags", &Example::tags, "all|...", "which tags"),
      flag("fold", &Example::fold, "fold first"),
  };
};

Example parsed(std::string_view spec) {
  Example example;
  set_params(example, parse_spec(spec).params);
  return example;
}

std::string message(std::string_view spec) {
  try {
    parsed(spec);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Params, AreReadFromASpec) {
  const Example example = parsed("x:count=9,share=0.25,mode=exact,fold=true");
  EXPECT_EQ(example.count, 9);
  EXPECT_DOUBLE_EQ(example.share, 0.25);
  EXPECT_EQ(example.mode, "exact");
  EXPECT_TRUE(example.fold);
  EXPECT_EQ(parsed("x").count, 3);
}

TEST(Params, AValueMayBeAListWithCommas) {
  const Example example = parsed("x:tags=div,p,ul,count=2");
  EXPECT_EQ(example.tags, "div,p,ul");
  EXPECT_EQ(example.count, 2);
}

TEST(Params, ErrorsSayWhatWasExpectedAndWhatWasFound) {
  EXPECT_EQ(message("x:count=0"), "option 'count' takes a number from 1 to 9, got '0'");
  EXPECT_EQ(message("x:count=2x"), "option 'count' takes a number from 1 to 9, got '2x'");
  EXPECT_EQ(message("x:share=nan"), "option 'share' takes a number from 0 to 1, got 'nan'");
  EXPECT_EQ(message("x:mode=slow"), "option 'mode' takes one of fast|exact, got 'slow'");
  EXPECT_EQ(message("x:fold=yes"), "option 'fold' takes one of true|false, got 'yes'");
  EXPECT_EQ(message("x:cuont=2"),
            "unknown option 'cuont'; did you mean 'count'? The choices are count, share, mode, "
            "tags, fold");
  EXPECT_EQ(message("x:count=1,count=2"), "option 'count' is given twice in 'x:count=1,count=2'");
  EXPECT_EQ(message("x:count"), "expected option=value after 'x:', got 'count'");
}

TEST(Params, DocumentThemselves) {
  const std::vector<ParamDoc> docs = documented<Example>();
  ASSERT_EQ(docs.size(), 5u);
  EXPECT_EQ(docs[0].range, "1 to 9");
  EXPECT_EQ(docs[1].default_value, "0.5");
  EXPECT_EQ(docs[2].range, "fast|exact");
  EXPECT_EQ(docs[4].default_value, "false");
}

}  // namespace
}  // namespace pagekin
