// Compares a crawl with redesigns to its control, the same options without them.
#include "pagekin/synth/redesign.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/synth/page_writer.h"
#include "pagekin/synth/synth.h"

#include "support/rounds.h"
#include "synth/markup.h"

namespace pagekin::synth {
namespace {

using test::Tag;
using test::tags_of;

constexpr std::string_view kEnding = "-redesigned";

std::set<std::string> redesigned_names(const Plan& plan) {
  std::set<std::string> names;
  for (const Template& made : plan.templates) {
    if (made.redesign != 0) names.insert(made.name);
  }
  return names;
}

TEST(Redesign, ChangesOnlyPagesOfTheChosenTemplatesInTheSecondHalf) {
  for (const std::uint64_t pages : {400U, 401U}) {
    const SynthOptions options{.pages = pages, .redesign = 3};
    const Crawl crawl(options);
    const Crawl control({.pages = pages});
    const std::set<std::string> chosen = redesigned_names(Plan(options));
    ASSERT_EQ(chosen.size(), 3U);
    std::map<std::string, int> changed;
    for (std::uint64_t n = 0; n < pages; ++n) {
      const SynthPage is = crawl.page(n);
      const SynthPage was = control.page(n);
      ASSERT_EQ(is.url, was.url);
      ASSERT_EQ(is.path, was.path);
      if (n >= pages / 2 && chosen.contains(was.template_name)) {
        EXPECT_EQ(is.template_name, was.template_name + std::string(kEnding));
        EXPECT_NE(is.html, was.html);
        ++changed[was.template_name];
      } else {
        EXPECT_EQ(is.template_name, was.template_name);
        ASSERT_EQ(is.html, was.html) << n;
      }
    }
    EXPECT_EQ(changed.size(), 3U);
  }
}

// Names of tags and classes that most pages of a template have.
struct Traits {
  int pages = 0;
  std::map<std::string, int> tags;     // "div.card"
  std::map<std::string, int> classes;  // "card"

  static std::set<std::string> common(const std::map<std::string, int>& counts, int pages) {
    std::set<std::string> often;
    for (const auto& [what, count] : counts) {
      if (2 * count > pages) often.insert(what);
    }
    return often;
  }
};

std::set<std::string> difference(const std::set<std::string>& a, const std::set<std::string>& b) {
  std::set<std::string> only;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(only, only.end()));
  return only;
}

TEST(Redesign, GivesANewBodyWithNewClassNamesInTheSameTheme) {
  for (std::uint64_t seed = 1; seed <= test::rounds(4U); ++seed) {
    const Plan plan({.pages = 400, .seed = seed, .redesign = 3});
    std::map<std::string, Traits> traits;
    for (std::uint64_t n = 0; n < plan.options.pages; ++n) {
      const PageRef page = plan.locate(n);
      if (plan.templates[plan.slot(page).template_number].redesign == 0) continue;
      std::string html;
      write_page(plan, page, html);
      Traits& of_template = traits[plan.template_of(page).name];
      ++of_template.pages;
      std::set<std::string> tags, classes;
      for (const Tag& tag : tags_of(html)) {
        if (tag.closing) continue;
        tags.insert(tag.name + "." + tag.class_names);
        if (!tag.class_names.empty()) classes.insert(tag.class_names);
      }
      for (const std::string& tag : tags) ++of_template.tags[tag];
      for (const std::string& name : classes) ++of_template.classes[name];
    }
    int redesigns = 0;
    for (const auto& [name, now] : traits) {
      if (!name.ends_with(kEnding)) continue;
      ++redesigns;
      const Traits& old = traits.at(name.substr(0, name.size() - kEnding.size()));
      const auto new_tags = Traits::common(now.tags, now.pages);
      const auto old_tags = Traits::common(old.tags, old.pages);
      EXPECT_GE(difference(new_tags, old_tags).size(), 5U) << seed << name;
      EXPECT_GE(difference(old_tags, new_tags).size(), 5U) << seed << name;
      const auto new_classes = Traits::common(now.classes, now.pages);
      const auto old_classes = Traits::common(old.classes, old.pages);
      EXPECT_GE(difference(new_classes, old_classes).size(), 2U) << seed << name;
      // Header and footer stay.
      EXPECT_LT(difference(old_tags, new_tags).size(), old_tags.size()) << seed << name;
    }
    EXPECT_EQ(redesigns, 3);
  }
}

TEST(Redesign, WritesBalancedTags) {
  const Crawl crawl({.templates = 40, .pages = 1200, .sites = 12, .redesign = 8});
  int redesigned = 0;
  for (std::uint64_t n = crawl.size() / 2; n < crawl.size(); ++n) {
    const SynthPage page = crawl.page(n);
    if (!page.template_name.ends_with(kEnding)) continue;
    ++redesigned;
    EXPECT_TRUE(test::balanced(tags_of(page.html))) << page.url << ' ' << page.template_name;
  }
  EXPECT_GE(redesigned, 80);
}

// Counts page by page; the library counts by halves of sequences.
TEST(Redesign, ChoosesFreshTemplatesWithTenPagesInBothHalves) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const SynthOptions options{.templates = 30, .pages = 1501, .seed = seed, .redesign = 4};
    const Plan plan(options);
    std::map<std::uint32_t, std::uint64_t> before, after;
    for (std::uint64_t n = 0; n < options.pages; ++n) {
      ++(n < options.pages / 2 ? before : after)[plan.slot(plan.locate(n)).template_number];
    }
    std::uint32_t chosen = 0, possible = 0;
    for (std::uint32_t number = 0; number < options.templates; ++number) {
      const bool fit = plan.templates[number].origin == Origin::kFresh && before[number] >= 10 &&
                       after[number] >= 10;
      possible += fit;
      if (plan.templates[number].redesign == 0) continue;
      ++chosen;
      EXPECT_TRUE(fit) << plan.templates[number].name;
      const Template& redesign = plan.templates[plan.templates[number].redesign];
      EXPECT_EQ(redesign.base, number);
      EXPECT_EQ(redesign.theme, plan.templates[number].theme);
    }
    EXPECT_EQ(chosen, 4U);
    SynthOptions most = options;
    most.redesign = possible;
    EXPECT_EQ(redesigned_names(Plan(most)).size(), possible);
    most.redesign = possible + 1;
    EXPECT_THROW(Plan{most}, Error);
  }
}

TEST(Redesign, AddsToThoseOfASmallerNumber) {
  SynthOptions options{.templates = 40, .pages = 4000};
  std::set<std::string> fewer;
  for (options.redesign = 1; options.redesign <= 12; ++options.redesign) {
    const std::set<std::string> more = redesigned_names(Plan(options));
    EXPECT_EQ(more.size(), options.redesign);
    EXPECT_TRUE(std::includes(more.begin(), more.end(), fewer.begin(), fewer.end()));
    fewer = more;
  }
}

TEST(Redesign, DependsOnTheSeed) {
  std::set<std::set<std::uint32_t>> choices;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Plan plan({.pages = 2000, .seed = seed, .redesign = 2});
    std::set<std::uint32_t> numbers;
    for (const Template& made : plan.templates) {
      if (made.origin == Origin::kRedesign) numbers.insert(made.base);
    }
    choices.insert(numbers);
  }
  EXPECT_GT(choices.size(), 10U);
}

TEST(Redesign, NamesTheOptionAndItsRangeWhenItIsTooLarge) {
  const auto message = [](const SynthOptions& options) -> std::string {
    try {
      const Crawl crawl(options);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing thrown";
  };
  EXPECT_EQ(message({.templates = 5, .redesign = 6}), "redesign: expected 0 to 5, found 6");
  EXPECT_EQ(message({.pages = 20, .redesign = 1}),
            "redesign: expected 0 to 0 (templates derived from no other with 10 pages or more in "
            "each half of the crawl), found 1");
}

}  // namespace
}  // namespace pagekin::synth
