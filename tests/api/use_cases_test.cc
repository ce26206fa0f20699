// The tables of options, and the words of enums: what programs and bindings are made from.
#include <cstddef>
#include <filesystem>
#include <fstream>
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
