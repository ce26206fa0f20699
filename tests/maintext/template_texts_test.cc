#include "pagekin/maintext/template_texts.h"

#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "maintext/maintext_page.h"

namespace pagekin::maintext {
namespace {

skeleton::TemplateModel model_with(std::uint32_t pages, const std::vector<std::string>& fixed) {
  skeleton::TemplateModel model;
  model.pages = pages;
  model.parts.push_back({.tag = "body"});
  for (const std::string& text : fixed) {
    model.parts.push_back({.is_text = true, .text = skeleton::shortened_text(text)});
  }
  return model;
}

std::vector<double> shares_of(const std::vector<skeleton::TemplateModel>& models,
                              const TestPage& page) {
  return TemplateTexts(models).shares_of(page.nodes, page.blocks);
}

TEST(TemplateTexts, CountsPagesOfTheOwnSite) {
  const std::string notice = "All rights reserved, " + words(40);
  const std::vector<skeleton::TemplateModel> models = {
      model_with(6, {"Home", "News", "About", notice}), model_with(2, {"Own"}),
      model_with(3, {"Home", "News", "About", "Shop"}),
      model_with(90, {"Home", "Start", "Hilfe", "Kontakt", "Konto", "Suche", "Impressum"})};
  const TestPage page("<p>Home<p>News<p>About<p>Own<p>Shop<p>" + notice);
  EXPECT_EQ(shares_of(models, page), (std::vector<double>{1, 1, 1, 0, 3.0 / 9, 6.0 / 9}));
  // A page of another site shares a word with it, not its frame.
  EXPECT_EQ(shares_of(models, TestPage("<p>Home<p>Words")), (std::vector<double>{0, 0}));
  EXPECT_EQ(shares_of({}, page), std::vector<double>(6));
}

TEST(TemplateTexts, ABlockIsSharedIfAllOfItsTextsAre) {
  const std::vector<skeleton::TemplateModel> models = {model_with(4, {"a", "b", "c"})};
  EXPECT_EQ(shares_of(models, TestPage("<p>a <i>b</i><p>c<p>a <i>own</i>")),
            (std::vector<double>{1, 1, 0}));
}

// The same by sets of texts, one template at a time.
std::vector<double> slow_shares(const std::vector<skeleton::TemplateModel>& models,
                                const TestPage& page) {
  std::set<std::string> on_page;
  for (const skeleton::Value& text : page.nodes.texts) {
    on_page.insert(std::string(page.nodes.text(text)));
  }
  double pages_of_site = 0;
  std::vector<double> pages(page.blocks.size());
  for (const skeleton::TemplateModel& model : models) {
    std::set<std::string> fixed;
    for (const skeleton::Part& part : model.parts) {
      if (part.is_text) fixed.insert(part.text);
    }
    std::size_t common = 0;
    for (const std::string& text : fixed) common += on_page.count(text);
    if (model.pages < 3 || common < 3 || 3 * common < fixed.size()) continue;
    pages_of_site += model.pages;
    for (std::size_t b = 0; b < page.blocks.size(); ++b) {
      bool has_all = true;
      for (std::uint32_t i = page.blocks[b].begin; i < page.blocks[b].end; ++i) {
        has_all &= fixed.contains(std::string(page.nodes.text(page.nodes.texts[i])));
      }
      if (has_all) pages[b] += model.pages;
    }
  }
  for (double& share : pages) share = pages_of_site == 0 ? 0 : share / pages_of_site;
  return pages;
}

TEST(TemplateTexts, EqualsTheSlowTwin) {
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t most) {
    return static_cast<std::uint32_t>(random() % most);
  };
  const auto text = [&] { return "text" + std::string(1, static_cast<char>('a' + below(12))); };
  for (int round = 0; round < 300; ++round) {
    std::vector<skeleton::TemplateModel> models;
    for (std::uint32_t m = below(5); m > 0; --m) {
      std::vector<std::string> fixed(below(8));
      for (std::string& part : fixed) part = text();
      models.push_back(model_with(1 + below(9), fixed));
    }
    std::string html;
    for (std::uint32_t b = below(9); b > 0; --b) {
      html += "<p>" + text();
      if (below(3) == 0) html += "<b>" + text() + "</b>";
    }
    const TestPage page(html);
    EXPECT_EQ(shares_of(models, page), slow_shares(models, page)) << html;
  }
}

}  // namespace
}  // namespace pagekin::maintext
