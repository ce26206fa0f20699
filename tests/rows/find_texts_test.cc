#include "pagekin/rows/find_texts.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/rows/find_records.h"

#include "rows/pages.h"

namespace pagekin::rows {
namespace {

using Texts = std::vector<std::string>;

std::vector<RecordRule> texts_of(const Laid& laid) {
  return find_texts(*laid.laid, find_records(*laid.laid, find_regions(*laid.laid)));
}

// The values of the texts on a page, "name=value".
Texts shown_texts(const Texts& pages, std::uint32_t page) {
  const Laid laid(pages);
  Texts all;
  for (const RecordRule& rule : texts_of(laid)) {
    for (std::string& row : shown_rows(laid, rule, page)) all.push_back(std::move(row));
  }
  return all;
}

// A story of one to three paragraphs with a marked word, and a line of the template below it.
std::string story_page(int i, const std::string& inside = {}) {
  const std::string n = std::to_string(i);
  std::string html = "<body><ul class=menu><li>Home<li>About</ul><h1>Story " + n +
                     "</h1><div class=body><p>Word" + n + " and <b>more " + n + "</b>, w" + n +
                     ".</p>";
  for (int k = 0; k < i % 3; ++k) html += "<p>Paragraph " + n + std::to_string(k) + "</p>";
  return html + inside + "</div><p class=foot>All rights reserved</p>";
}

Texts stories(const std::string& inside = {}) {
  Texts pages;
  for (int i = 1; i <= 12; ++i) pages.push_back(story_page(i, inside));
  return pages;
}

TEST(FindTexts, AllParagraphsAreOneText) {
  const Texts pages = stories();
  EXPECT_EQ(shown_texts(pages, 0), Texts{"body=Word1 and more 1, w1. Paragraph 10"});
  EXPECT_EQ(shown_texts(pages, 2), Texts{"body=Word3 and more 3, w3."});
}

TEST(FindTexts, AConstantPartAtTheEdgeIsLeftOut) {
  EXPECT_EQ(shown_texts(stories("<div class=share>Share this</div>"), 0),
            Texts{"body=Word1 and more 1, w1. Paragraph 10"});
}

TEST(FindTexts, LabelsMakeNoText) {
  Texts pages;
  for (int i = 1; i <= 12; ++i) {
    const std::string n = std::to_string(i);
    pages.push_back("<body><h1>Cup</h1><div class=facts>Weight: <b>" + n + "</b> Height: <b>2" + n +
                    "</b></div>");
  }
  EXPECT_EQ(shown_texts(pages, 0), Texts{});
}

TEST(FindTexts, ALineWithMarkedWordsIsOneText) {
  Texts pages;
  for (int i = 1; i <= 12; ++i) {
    const std::string n = std::to_string(i);
    pages.push_back("<body><h1>Cup</h1><table><tr><td>Team" + n + " at Town" + n + "<br>Day " + n +
                    "<br>Gate 1" + n + "</td></tr></table>");
  }
  EXPECT_EQ(shown_texts(pages, 3), Texts{"text=Team4 at Town4 Day 4 Gate 14"});
}

TEST(FindTexts, RowsAreNoText) {
  Texts pages;
  for (int i = 1; i <= 12; ++i) {
    std::string html = "<body><h1>T</h1><div class=posts>";
    for (int k = 0; k < 2 + i % 3; ++k) {
      const std::string n = std::to_string(i) + std::to_string(k);
      html += "<div class=post><b class=author>Ann" + n + "</b><p class=words>Words " + n +
              "</p><i class=date>May " + n + "</i></div>";
    }
    pages.push_back(html + "</div>");
  }
  EXPECT_EQ(shown_texts(pages, 0), Texts{});
}

}  // namespace
}  // namespace pagekin::rows
