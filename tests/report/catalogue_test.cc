#include "pagekin/report/catalogue.h"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/error.h"
#include "pagekin/core/reference.h"
#include "pagekin/eval/score.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/method.h"

namespace pagekin::report {
namespace {

nlohmann::json listed(const std::vector<std::string>& words) {
  return nlohmann::json::parse(catalogue(words, CatalogueForm::kJson));
}

std::set<std::string> names(const nlohmann::json& all, const std::string& kind) {
  std::set<std::string> found;
  if (!all.contains(kind)) return found;
  for (const nlohmann::json& entry : all[kind]) found.insert(entry["name"]);
  return found;
}

// Every citation of the registries.
std::vector<Citation> citations() {
  std::vector<Citation> all;
  const auto add = [&](const auto& registry) {
    for (const auto& info : registry) {
      all.insert(all.end(), info.references.begin(), info.references.end());
    }
  };
  add(method::methods());
  add(measure::measures());
  add(eval::scores());
  return all;
}

TEST(Catalogue, EveryCitationHasItsPublication) {
  std::set<std::string_view> keys;
  for (const PublicationInfo& info : publications()) {
    EXPECT_TRUE(keys.insert(info.key).second) << info.key;
  }
  std::set<std::string_view> cited;
  for (const Citation& citation : citations()) {
    EXPECT_TRUE(keys.contains(citation.key)) << citation.key;
    cited.insert(citation.key);
  }
  EXPECT_EQ(cited, keys) << "a publication that nothing cites";
}

TEST(Catalogue, PublicationsAreComplete) {
  for (const PublicationInfo& info : publications()) {
    EXPECT_FALSE(info.authors.empty()) << info.key;
    EXPECT_FALSE(info.title.empty()) << info.key;
    EXPECT_FALSE(info.venue.empty()) << info.key;
    EXPECT_TRUE(info.key.ends_with(std::to_string(info.year))) << info.key;
    if (!info.doi.empty()) {
      EXPECT_TRUE(std::regex_match(std::string(info.doi), std::regex("10\\.\\d{4,}/\\S+")));
    }
  }
}

TEST(Catalogue, ShortAndFullText) {
  EXPECT_EQ(short_text(Citation{"rand1971"}), "Rand 1971");
  EXPECT_EQ(short_text(Citation{"vanrijsbergen1979"}), "van Rijsbergen 1979");
  EXPECT_EQ(short_text(std::vector<Citation>{{"bagban2018", "section 3.7"}, {"jarvis1973"}}),
            "Bagban, Kulkarni 2018, section 3.7; Jarvis, Patrick 1973");
  EXPECT_EQ(full_text(references_of({{"hubert1985"}}).front()),
            "Lawrence Hubert, Phipps Arabie: Comparing Partitions. Journal of Classification 2, "
            "193-218, 1985. https://doi.org/10.1007/BF01908075");
}

TEST(Catalogue, FindsTheWordsThatPeopleSearchFor) {
  EXPECT_TRUE(names(listed({"LZW"}), "methods").contains("fingerprint"));
  EXPECT_TRUE(names(listed({"lempel-ziv"}), "measures").contains("fingerprint"));
  EXPECT_EQ(names(listed({"SNN"}), "methods"), std::set<std::string>{"snn"});
  EXPECT_TRUE(names(listed({"shared nearest neighbor"}), "methods").contains("snn"));
  const nlohmann::json trees = listed({"tree", "edit", "distance"});
  for (const char* name : {"ted", "ted_max", "rtdm", "structure_style"}) {
    EXPECT_TRUE(names(trees, "measures").contains(name)) << name;
  }
  EXPECT_EQ(names(listed({"ARI"}), "scores"), std::set<std::string>{"adjusted_rand_index"});
  EXPECT_TRUE(names(listed({"gottron"}), "measures").contains("lcts"));  // an author
  EXPECT_TRUE(names(listed({"linkage"}), "methods").contains("ahc"));    // an option
}

TEST(Catalogue, WordsMatchAtTheBeginningOfAWord) {
  const nlohmann::json found = listed({"ted"});
  EXPECT_TRUE(names(found, "measures").contains("ted"));
  EXPECT_FALSE(names(found, "measures").contains("subtree")) << "weighTED";
}

TEST(Catalogue, AKindRestrictsTheSearch) {
  const nlohmann::json found = listed({"measures", "lzw"});
  EXPECT_EQ(names(found, "measures"), std::set<std::string>{"fingerprint"});
  EXPECT_FALSE(found.contains("methods"));
  ASSERT_EQ(found["references"].size(), 1U);
  EXPECT_EQ(found["references"][0]["doi"], "10.1145/2505515.2505673");
}

TEST(Catalogue, WhatIsNotFoundIsSuggested) {
  try {
    catalogue({"fingerprnt"}, CatalogueForm::kText);
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_STREQ(error.what(), "nothing is found for 'fingerprnt'; did you mean 'fingerprint'?");
  }
  EXPECT_THROW(catalogue({"methods", "telepathy"}, CatalogueForm::kText), OptionError);
}

TEST(Catalogue, TellsWhatMethodsCanDo) {
  const nlohmann::json listing = listed({"methods"});
  for (const nlohmann::json& method : listing["methods"]) {
    const auto has = [&](const char* name) {
      const nlohmann::json& all = method["capabilities"];
      return std::find(all.begin(), all.end(), name) != all.end();
    };
    const method::MethodInfo& info = *std::ranges::find(
        method::methods(), method["name"].get<std::string>(), &method::MethodInfo::name);
    EXPECT_EQ(has("index"), info.capabilities.has(method::Capability::kPersistent)) << info.name;
    EXPECT_EQ(has("dendrogram"), info.capabilities.has(method::Capability::kHierarchical));
    EXPECT_EQ(method.contains("measure"), info.capabilities.has(method::Capability::kComparing));
  }
}

TEST(Catalogue, TextKeepsToItsWidth) {
  for (const std::size_t width : {60, 80, 120}) {
    std::istringstream lines(catalogue({}, CatalogueForm::kText, width));
    for (std::string line; std::getline(lines, line);) {
      if (line.find("https://doi.org") != std::string::npos) continue;  // one long word
      EXPECT_LE(line.size(), width) << line;
    }
  }
}

}  // namespace
}  // namespace pagekin::report
