#include "pagekin/eval/labels.h"

#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "support/memory_source.h"
#include "support/temp_dir.h"

namespace pagekin::eval {
namespace {

using namespace std::string_literals;

std::unique_ptr<Labels> labels_of(std::string text) {
  test::MemorySource source(std::move(text));
  return read_labels(source, "truth.tsv");
}

std::unique_ptr<Labels> rules(std::string text) {
  test::MemorySource source(std::move(text));
  return read_label_rules(source, "rules.txt");
}

// The template's name, or "none".
std::string name_of(const Labels& all, std::string_view page) {
  const int index = all.template_of(page);
  return index == kUnlabelled ? "none" : all.templates()[static_cast<std::size_t>(index)];
}

// The text of the Error that `call` throws.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void expect_labels_error(const std::string& error, const std::string& part) {
  EXPECT_NE(error.find(part), std::string::npos) << error;
}

TEST(Labels, GiveEachPageItsTemplate) {
  const auto all = labels_of("a\tnews\nb\tlist\nc\tnews\n");
  EXPECT_EQ(name_of(*all, "a"), "news");
  EXPECT_EQ(name_of(*all, "b"), "list");
  EXPECT_EQ(name_of(*all, "c"), "news");
  EXPECT_EQ(name_of(*all, "d"), "none");
  EXPECT_EQ(all->templates(), (std::vector{"news"s, "list"s}));
  EXPECT_EQ(all->page_count(), 3U);
}

TEST(Labels, MayBeATableOfPages) {
  const auto all = labels_of("confidence\ttemplate\tpage\n0.5\t3\ta\n0.4\t7\tb\n");
  EXPECT_EQ(name_of(*all, "a"), "3");
  EXPECT_EQ(name_of(*all, "b"), "7");
  EXPECT_EQ(name_of(*labels_of("page\tcluster\tlabel\na\t1\tx\n"), "a"), "x");
  expect_labels_error(error_of([] { labels_of("page\ttemplate\tname\na\t1\n"); }),
                      "truth.tsv, line 2: expected 3 cells, as the first line has, found 2");
}

TEST(Labels, MayHaveAHeader) {
  EXPECT_EQ(labels_of("page\ttemplate\na\tx\n")->page_count(), 1U);
  EXPECT_EQ(name_of(*labels_of("a\tx\npage\ty\n"), "page"), "y");
}

TEST(Labels, MayComeFromASpreadsheet) {
  const auto all = labels_of("\xEF\xBB\xBFpage\ttemplate\r\na\tx\r\n\r\nb\ty");
  EXPECT_EQ(name_of(*all, "a"), "x");
  EXPECT_EQ(name_of(*all, "b"), "y");
}

TEST(Labels, AreUnescaped) {
  EXPECT_EQ(name_of(*labels_of("a\\tb\\\\\tx\\ny\n"), "a\tb\\"), "x\ny");
}

TEST(Labels, MatchIdsAsAssignmentsSpellThem) {
  EXPECT_EQ(name_of(*labels_of("\xFF.html\tx\n"), "\xEF\xBF\xBD.html"), "x");
}

TEST(Labels, PassOverRowsWithoutATemplate) {
  EXPECT_EQ(name_of(*labels_of("a\t\nb\tx\n"), "a"), "none");
}

TEST(Labels, MayRepeatThemselvesButNotContradict) {
  EXPECT_EQ(labels_of("a\tx\na\tx\n")->page_count(), 1U);
  expect_labels_error(error_of([] { labels_of("a\tx\nb\ty\na\ty\n"); }),
                      "truth.tsv, line 3: page 'a' is of template 'y' here and 'x' before");
}

TEST(Labels, NameTheLineThatIsNotTwoColumns) {
  expect_labels_error(error_of([] { labels_of("a\tx\nno tab here\n"); }),
                      "truth.tsv, line 2: expected");
  expect_labels_error(error_of([] { labels_of("a\tx\ty\n"); }), "truth.tsv, line 1: expected");
}

TEST(Labels, AreAnErrorWhenThereAreNone) {
  expect_labels_error(error_of([] { labels_of(""); }), "truth.tsv holds no labels");
  expect_labels_error(error_of([] { labels_of("page\ttemplate\n"); }), "truth.tsv holds no labels");
}

TEST(Labels, ShowNoControlBytesInErrors) {
  const std::string error = error_of([] { labels_of("\x1B[2J\n"); });
  EXPECT_EQ(error.find('\x1B'), std::string::npos);
  expect_labels_error(error, "\\x1b[2J");
}

TEST(Labels, AreReadFromAFile) {
  const test::TempDir dir;
  EXPECT_EQ(name_of(*read_labels(dir.write("labels.tsv", "a\tx\n")), "a"), "x");
  expect_labels_error(error_of([&] { read_labels((dir.path() / "missing.tsv").string()); }),
                      "missing.tsv");
}

TEST(Labels, PassReadErrorsOn) {
  test::MemorySource source("a\tx\nb\ty\n");
  source.piece = 3;
  source.fails_at = 6;
  expect_labels_error(error_of([&] { read_labels(source, "truth.tsv"); }), "read error");
}

TEST(LabelRules, LetTheFirstMatchWin) {
  const auto all = rules("news\t/news/\\d+\nnews list\t^https?://[^/]*/news/\nother\t.\n");
  EXPECT_EQ(name_of(*all, "http://a.example/news/12"), "news");
  EXPECT_EQ(name_of(*all, "http://a.example/news/"), "news list");
  EXPECT_EQ(name_of(*all, "http://a.example/"), "other");
  EXPECT_EQ(all->page_count(), std::nullopt);
}

TEST(LabelRules, LeaveOtherPagesUnlabelled) { EXPECT_EQ(name_of(*rules("x\t^a$\n"), "b"), "none"); }

TEST(LabelRules, MayShareALabel) {
  const auto all = rules("x\ta\ny\tb\nx\tc\n");
  EXPECT_EQ(all->templates(), (std::vector{"x"s, "y"s}));
  EXPECT_EQ(name_of(*all, "c"), "x");
}

TEST(LabelRules, PassOverCommentsAndEmptyLines) {
  EXPECT_EQ(name_of(*rules("# news pages\r\n\r\nx\ta\r\n"), "a"), "x");
}

TEST(LabelRules, NameTheLineOfABadExpression) {
  expect_labels_error(error_of([] { rules("x\ta\n\ny\t(b\n"); }),
                      "rules.txt, line 3: bad regular expression '(b': missing )");
}

TEST(LabelRules, NameTheLineWithoutATabOrALabel) {
  expect_labels_error(error_of([] { rules("news\n"); }), "rules.txt, line 1: expected a label");
  expect_labels_error(error_of([] { rules("\tnews\n"); }), "rules.txt, line 1: expected a label");
}

TEST(LabelRules, AreAnErrorWhenThereAreNone) {
  expect_labels_error(error_of([] { rules("# nothing\n"); }), "rules.txt holds no rules");
}

TEST(LabelRules, TakeAnExpressionThatExplodesElsewhere) {
  const auto all = rules("x\t(a*)*$\ny\t(a|a)*b\n");
  EXPECT_EQ(name_of(*all, std::string(100'000, 'a')), "x");
}

}  // namespace
}  // namespace pagekin::eval
