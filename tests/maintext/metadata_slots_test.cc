#include "pagekin/maintext/metadata_slots.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pagekin/skeleton/learn.h"

#include "maintext/maintext_page.h"

namespace pagekin::maintext {
namespace {

// What six pages of a template teach about its seventh; `byline` has # for the number of the page.
Metadata filled(std::string_view byline, Metadata declared = {}) {
  const auto html_of = [&](int i) {
    std::string html = "<title>Story</title><h1>Head " + std::to_string(i) + "</h1>";
    for (const char c : byline) html += c == '#' ? std::to_string(10 + i) : std::string(1, c);
    return html + "<p>" + words(30, "p" + std::to_string(i)) + "</p>";
  };
  skeleton::Learner learner;
  for (int i = 0; i < 6; ++i) learner.add(TestPage(html_of(i)).nodes);
  const skeleton::TemplateModel model = learner.finish();
  const TestPage page(html_of(6));
  const skeleton::Applier applier(model);
  skeleton::Applier::Workspace workspace;
  skeleton::Applied applied;
  applier.apply(page.nodes, workspace, applied);
  fill_metadata(find_metadata_slots(model), page.nodes, applied, declared);
  return declared;
}

TEST(MetadataSlots, OfAByline) {
  const Metadata page = filled(
      "<div class=meta><span class=post-author>By Writer #</span>"
      "<span class=entry-date>March #, 2024</span></div>");
  EXPECT_EQ(page.author, "Writer 16");
  EXPECT_EQ(page.date, "March 16, 2024");
}

TEST(MetadataSlots, OfALabel) {
  EXPECT_EQ(filled("<b>Posted by:</b> <i>Writer #</i>").author, "Writer 16");
}

TEST(MetadataSlots, WhatThePageDeclaresStays) {
  const Metadata page = filled("<span class=author>Writer #</span>", {.author = "Ann Lee"});
  EXPECT_EQ(page.author, "Ann Lee");
}

// Two places qualify: neither is taken.
TEST(MetadataSlots, InDoubtThereIsNone) {
  EXPECT_EQ(filled("<i class=author>Writer #</i><div><b class=byline>Other #</b></div>").author,
            "");
}

TEST(MetadataSlots, NotOfCommentsOrChanges) {
  const Metadata page = filled(
      "<span class=comment-author>Reader #</span><span class='updated date'>May #, 2024</span>");
  EXPECT_EQ(page.author, "");
  EXPECT_EQ(page.date, "");
}

}  // namespace
}  // namespace pagekin::maintext
