// The tables of options, and the words of enums: what programs and bindings are made from.
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/pagekin.h"

#include "support/temp_dir.h"

namespace {

const pagekin::UseCaseOption& option_of(const std::string& use_case, const std::string& name) {
  static const std::vector<pagekin::UseCase> all = pagekin::list_use_cases();
  for (const pagekin::UseCase& known : all) {
    if (known.name != use_case) continue;
    for (const pagekin::UseCaseOption& option : known.options) {
      if (option.name == name) return option;
    }
  }
  throw pagekin::Error(use_case + " has no option " + name);
}

TEST(UseCases, HaveOptionsWithNamesAndHelpThatNamesOptionsThatExist) {
  for (const pagekin::UseCase& use_case : pagekin::list_use_cases()) {
    std::set<std::string> names;
    for (const pagekin::UseCaseOption& option : use_case.options) {
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
    }
    for (const pagekin::UseCaseOption& option : use_case.options) {
      for (std::size_t at = option.help.find('`'); at != std::string::npos;) {
        const std::size_t end = option.help.find('`', at + 1);
        ASSERT_NE(end, std::string::npos) << option.help;
        EXPECT_TRUE(names.contains(option.help.substr(at + 1, end - at - 1))) << option.help;
        at = option.help.find('`', end + 1);
      }
    }
  }
}

TEST(UseCases, TakeTypesDefaultsAndRangesFromTheStructs) {
  EXPECT_EQ(option_of("cluster", "method").default_value, "auto");
  EXPECT_EQ(option_of("cluster", "index").type, pagekin::OptionType::kFile);
  EXPECT_EQ(option_of("cluster", "on_duplicate").range, "replace|skip");
  EXPECT_EQ(option_of("cluster", "on_duplicate").default_value, "replace");
  EXPECT_EQ(option_of("cluster", "checkpoint_seconds").flag, "checkpoint");
  EXPECT_EQ(option_of("cluster", "check").type, pagekin::OptionType::kFlag);
  EXPECT_EQ(option_of("cluster", "hints").type, pagekin::OptionType::kHints);
  EXPECT_EQ(option_of("cluster", "ask").range, "1 to 1000");
  EXPECT_EQ(option_of("sample", "fraction").type, pagekin::OptionType::kNumber);
  EXPECT_EQ(option_of("sample", "total").default_value, "");
  EXPECT_EQ(option_of("synth", "pages").default_value, "1000");
  EXPECT_EQ(option_of("report", "representatives").range, "1 to 12");
  EXPECT_EQ(option_of("crossval", "time").flag, "no-time") << "true by default";
  EXPECT_EQ(option_of("sweep", "time").flag, "time");
  EXPECT_EQ(option_of("crossval", "held_out").type, pagekin::OptionType::kInteger);
  EXPECT_EQ(option_of("coverage", "sitemaps").type, pagekin::OptionType::kTexts);
  EXPECT_EQ(option_of("coverage", "sitemaps").flag, "sitemap");
  EXPECT_EQ(option_of("reading", "html_encoding").range, "auto|text|base64");
  EXPECT_EQ(option_of("crawl", "same_site").default_value, "host");
}

std::string refused(const std::function<void()>& use) {
  try {
    use();
  } catch (const pagekin::OptionError& error) {
    return error.option() + ": " + error.what();
  }
  return {};
}

TEST(UseCases, RefuseValuesOutOfTheirRanges) {
  const pagekin::Source none = {.inputs = {"absent"}};
  const auto no_page = [](const auto&) {};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refused([&] { pagekin::extract_records(none, {.min_fill = 80}, no_page); }),
            "min_fill: option `min_fill` takes a number from 0 to 1, got 80");
  EXPECT_EQ(refused([&] { pagekin::extract_records(none, {.min_fill = nan}, no_page); }),
            "min_fill: option `min_fill` takes a number from 0 to 1, got nan");
  EXPECT_EQ(refused([&] { pagekin::extract_records(none, {.max_columns = 0}, no_page); }),
            "max_columns: option `max_columns` takes a number from 1 to 10000, got 0");
  EXPECT_EQ(refused([&] { pagekin::clean_pages(none, {.keep_optional = -0.5}, no_page); }),
            "keep_optional: option `keep_optional` takes a number from 0 to 1, got -0.5");
  EXPECT_EQ(refused([&] { pagekin::cluster_pages(none, {.checkpoint_seconds = infinite}); }),
            "checkpoint_seconds: option `checkpoint_seconds` takes a number from 0 to 1000000, got "
            "inf");
  EXPECT_EQ(refused([&] { pagekin::cluster_pages(none, {.ask = 1001}); }),
            "ask: option `ask` takes a number from 1 to 1000, got 1001");
  EXPECT_EQ(refused([&] { pagekin::Clusterer({.ask = 1001}); }),
            "ask: option `ask` takes a number from 1 to 1000, got 1001");
  EXPECT_EQ(refused([&] { pagekin::learn_fields(none, {}, {.sample = 1}); }),
            "sample: option `sample` takes a number from 2 to 100000, got 1");
  EXPECT_EQ(refused([&] { pagekin::find_pages_to_label(none, {.max_pages = 0}); }),
            "max_pages: option `max_pages` takes a number from 1 to 100000, got 0");
  EXPECT_EQ(refused([&] { pagekin::sample_pages(pagekin::PageTable(), {.fraction = nan}); }),
            "fraction: option `fraction` takes a number from 0 to 1, got nan");
  EXPECT_EQ(refused([&] { pagekin::sample_pages(pagekin::PageTable(), {.total = 0}); }),
            "total: option `total` takes a number from 1 to 1000000000, got 0");
  EXPECT_EQ(refused([&] { pagekin::check_options(pagekin::ReportOptions{.representatives = 0}); }),
            "representatives: option `representatives` takes a number from 1 to 12, got 0");
  // The default may lie outside: nothing is asked then.
  EXPECT_EQ(refused([] { pagekin::check_options(pagekin::ClusterOptions{.ask = 0}); }), "");
  EXPECT_EQ(refused([] { pagekin::check_options(pagekin::SampleOptions()); }), "");
}

TEST(Words, ComeBackAsTheirValues) {
  for (const std::string_view word : pagekin::Words<pagekin::PageColumn>::all) {
    EXPECT_EQ(pagekin::to_text(*pagekin::parse<pagekin::PageColumn>(word)), word);
  }
  EXPECT_FALSE(pagekin::parse<pagekin::DiffState>("Same"));
  EXPECT_FALSE(pagekin::parse<pagekin::DiffState>(""));
}

TEST(SyntheticCrawl, HasTheLabelsThatItNames) {
  const pagekin::test::TempDir folder;
  const std::string path = (folder.path() / "crawl.warc.gz").string();
  const pagekin::SynthResult made =
      pagekin::write_synthetic_crawl(path, {.templates = 3, .pages = 30, .sites = 1});
  EXPECT_EQ(made.pages, 30U);
  EXPECT_EQ(pagekin::read_labels(made.labels).size(), 30U);
  EXPECT_EQ(pagekin::read_pages({.inputs = {path}}, [](const pagekin::Page&) {}).used, 30U);
  EXPECT_THROW(pagekin::check_options(pagekin::SynthOptions{.templates = 0}), pagekin::OptionError);
  EXPECT_THROW(pagekin::check_options(pagekin::SynthOptions{.part = "3/2"}), pagekin::OptionError);
}

TEST(OutputFile, AppearsWholeOrNotAtAll) {
  const pagekin::test::TempDir folder;
  const std::filesystem::path path = folder.path() / "x";
  {
    pagekin::OutputFile file(path.string());
    file.write("half");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  pagekin::OutputFile file(path.string());
  file.write("whole");
  file.commit();
  std::string text;
  std::getline(std::ifstream(path), text);
  EXPECT_EQ(text, "whole");
}

}  // namespace
