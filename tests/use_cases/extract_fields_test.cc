// Fields of pages by a wrapper, end to end: what is extracted, and when there is an alarm.
#include "pagekin/extraction/extract_fields.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/extraction/learn_wrapper.h"
#include "pagekin/report/field_records.h"
#include "pagekin/report/field_summary.h"
#include "pagekin/wrapper/wrapper_file.h"

#include "support/temp_dir.h"

namespace pagekin::extraction {
namespace {

// A site of products and stories as JSON lines. Markup has no quotation marks.
class WrapperSite : public testing::Test {
 protected:
  static std::string product_url(int i) { return "https://a.example/p/" + std::to_string(i); }
  static std::string story_url(int i) { return "https://a.example/s/" + std::to_string(i); }

  static std::string product(int i) {
    return "<body class=shop><nav><a href=/>Home</a></nav><main><h1 class=name>" + name_of(i) +
           "</h1><table class=facts><tr><th>Price</th><td class=price>" + price_of(i) +
           "</td></tr><tr><th>Weight</th><td>" + std::to_string(100 + 17 * i) +
           " g</td></tr></table></main><footer>Imprint</footer>";
  }
  static std::string story(int i) {
    return "<body class=blog><div class=top><b>Stories</b></div><article class=story><h2>Story " +
           std::to_string(i * i) + "</h2><div class=text><p>Once " + std::to_string(i) +
           "</p></div></article><div class=bottom><i>More</i></div>";
  }
  static std::string name_of(int i) { return "Thing number " + std::to_string(i); }
  static std::string price_of(int i) { return "$" + std::to_string(3 + 11 * i) + ".00"; }

  void add(const std::string& url, const std::string& html) {
    lines_ += R"({"url": ")" + url + R"(", "html": ")" + html + "\"}\n";
  }
  void add_to(int group, const std::string& url, const std::string& html) {
    add(url, html);
    clusters_ += url + "\t" + std::to_string(group) + "\n";
  }

  // The pages that were added since the last call.
  input::Source take_source() {
    const std::string path = folder_.write("pages" + std::to_string(++sources_) + ".jsonl", lines_);
    lines_.clear();
    clusters_ = "page\ttemplate\n";
    return {.inputs = {path}, .reading = {.threads = 1}};
  }
  clustering::GroupOptions take_groups() {
    const std::string table =
        folder_.write("clusters" + std::to_string(++sources_) + ".tsv", clusters_);
    return {.source = take_source(), .clusters = table};
  }

  static wrapper::GivenLabel label(const std::string& page, const std::string& field,
                                   const std::string& value) {
    wrapper::GivenLabel made;
    made.page = page;
    made.field = field;
    made.text = value;
    return made;
  }

  // A wrapper of products and stories; products have fields.
  wrapper::Wrapper learn(int products, int stories, std::size_t sample = 300) {
    for (int i = 0; i < products; ++i) add_to(1, product_url(i), product(i));
    for (int i = 0; i < stories; ++i) add_to(2, story_url(i), story(i));
    return learn_wrapper({.pages = take_groups(),
                          .labels = {label(product_url(0), "name", name_of(0)),
                                     label(product_url(0), "price", price_of(0))},
                          .sample = sample})
        .wrapper;
  }

  // The pages have the templates that they look like.
  ExtractFieldsRun extract(const wrapper::Wrapper& wrapper) {
    return extract(wrapper, {.source = take_source()});
  }
  // They have those of a table.
  ExtractFieldsRun extract_by_clusters(const wrapper::Wrapper& wrapper) {
    const clustering::GroupOptions options = take_groups();
    const clustering::GroupedPages groups = clustering::group_pages(options);
    return extract(wrapper, {.source = options.source, .templates = &groups});
  }
  ExtractFieldsRun extract(const wrapper::Wrapper& wrapper, const ExtractFieldsOptions& options) {
    values_.clear();
    return extract_fields(options, wrapper, [&](const FieldRecord& record) {
      for (std::size_t i = 0; i < record.fields.size(); ++i) {
        const wrapper::FoundField& field = record.fields[i];
        if (field.state != wrapper::FieldState::kFound) continue;
        values_[std::string(record.page)][record.rules->fields[i].name] = field.values.front();
      }
    });
  }

  test::TempDir folder_;
  std::map<std::string, std::map<std::string, std::string>> values_;  // by page and field

 private:
  std::string lines_;
  std::string clusters_ = "page\ttemplate\n";
  int sources_ = 0;
};

// The page shows a rounded price; the exact one, which differs from page to page, is an attribute.
class AttributeSite : public WrapperSite {
 protected:
  static std::string exact_price(int i) {
    return std::to_string(3 + 11 * i) + ".4" + std::to_string(i % 10);
  }
  static std::string page_of(int i) {
    std::string html = product(i);
    const std::string cell = "<td class=price>";
    const std::string rest = "<td class=price data-unit=kg" + std::to_string(i % 3) +
                             " data-price=" + exact_price(i) + ">";
    return html.replace(html.find(cell), cell.size(), rest);
  }

  void learn_and_extract(const wrapper::GivenLabel& given) {
    for (int i = 0; i < 20; ++i) add_to(1, product_url(i), page_of(i));
    for (int i = 0; i < 5; ++i) add_to(2, story_url(i), story(i));
    const LearnWrapperRun run = learn_wrapper({.pages = take_groups(), .labels = {given}});
    ASSERT_TRUE(run.problems.empty()) << run.problems[0].problem;
    EXPECT_EQ(run.wrapper.templates[0].attributes, std::vector<std::string>{"data-price"});
    const std::string path = folder_.path() / "shop.wrapper";
    wrapper::write_wrapper(path, run.wrapper, "test");
    for (int i = 20; i < 40; ++i) add(product_url(i), page_of(i));
    extract(wrapper::read_wrapper(path));
    for (int i = 20; i < 40; ++i) EXPECT_EQ(values_[product_url(i)]["exact"], exact_price(i));
  }
};

TEST_F(AttributeSite, AValueThatIsOnlyInAnotherAttributeIsFound) {
  learn_and_extract(label(product_url(4), "exact", exact_price(4)));
}

// Such a value of an attribute of the layout is there by chance.
TEST_F(AttributeSite, AValueDoesNotMeanAnAttributeOfTheLayout) {
  for (int i = 0; i < 20; ++i) {
    std::string html = page_of(i);
    html.insert(html.find("<main") + 5, " width=" + std::to_string(700 + i));
    add_to(1, product_url(i), html);
  }
  const LearnWrapperRun run =
      learn_wrapper({.pages = take_groups(),
                     .labels = {label(product_url(4), "exact", "704"),
                                label(product_url(4), "name", name_of(4))}});
  ASSERT_EQ(run.problems.size(), 1U);
  EXPECT_NE(run.problems[0].problem.find("is not on the page"), std::string::npos);
  EXPECT_TRUE(run.wrapper.templates[0].attributes.empty());
}

TEST_F(AttributeSite, APathMayNameAnyAttribute) {
  wrapper::GivenLabel given = label(product_url(4), "exact", "//td[@class='price']/@data-price");
  given.kind = wrapper::GivenLabel::Kind::kXpath;
  learn_and_extract(given);
}

// Posts with a text of several paragraphs, a lead and a list of tags, one of each much longer than
// the others are.
class LongValues : public WrapperSite {
 protected:
  static constexpr int kPosts = 12;
  static constexpr int kLong = 7;  // the number of the long one

  static std::string post_url(int i) { return "https://a.example/post/" + std::to_string(i); }
  static std::string words(int seed, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += (i == 0 ? "" : " ") + ("w" + std::to_string((seed * 7919 + i * 104'729) % 99'991));
    }
    return text;
  }
  static std::string lead(int i) { return words(i, i == kLong ? 20'000 : 30); }
  static std::vector<std::string> paragraphs(int i) {
    std::vector<std::string> all;
    for (int k = 0; k < (i == kLong ? 400 : 3); ++k) all.push_back(words(100 * i + k, 40));
    return all;
  }
  static std::vector<std::string> tags(int i) {
    std::vector<std::string> all;
    for (int k = 0; k < (i == kLong ? 12'000 : 4); ++k) {
      all.push_back("tag" + std::to_string(i) + "x" + std::to_string(k));
    }
    return all;
  }
  static std::string post(int i) {
    std::string html = "<body><h1>Post " + std::to_string(i) + "</h1><div class=lead>" + lead(i) +
                       "</div><div class=text>";
    for (const std::string& text : paragraphs(i)) html += "<p>" + text + "</p>";
    html += "</div><h2>Tags</h2><ul class=tags>";
    for (const std::string& tag : tags(i)) html += "<li>" + tag + "</li>";
    return html + "</ul><footer>Imprint</footer>";
  }

  wrapper::Wrapper learn_posts() {
    for (int i = 0; i < kPosts; ++i) add_to(1, post_url(i), post(i));
    std::string text;
    for (const std::string& paragraph : paragraphs(0)) text += paragraph + "\n";
    std::vector<wrapper::GivenLabel> labels{label(post_url(0), "lead", lead(0)),
                                            label(post_url(0), "text", text)};
    for (const std::string& tag : tags(0)) labels.push_back(label(post_url(0), "tags", tag));
    return learn_wrapper({.pages = take_groups(), .labels = labels}).wrapper;
  }
  // The fields of a page by name.
  std::map<std::string, wrapper::FoundField> fields_of(const wrapper::Wrapper& wrapper,
                                                       const std::string& url,
                                                       const ExtractFieldsOptions& options) {
    std::map<std::string, wrapper::FoundField> fields;
    extract_fields(options, wrapper, [&](const FieldRecord& record) {
      if (record.page != url) return;
      for (std::size_t i = 0; i < record.fields.size(); ++i) {
        fields[record.rules->fields[i].name] = record.fields[i];
      }
    });
    return fields;
  }
};

TEST_F(LongValues, AreWhole) {
  const wrapper::Wrapper wrapper = learn_posts();
  for (int i = 0; i < kPosts; ++i) add(post_url(i), post(i));
  const auto fields = fields_of(wrapper, post_url(kLong), {.source = take_source()});
  EXPECT_EQ(fields.at("lead").values, std::vector<std::string>{lead(kLong)});
  std::string text;
  for (const std::string& paragraph : paragraphs(kLong)) {
    text += (text.empty() ? "" : " ") + paragraph;
  }
  EXPECT_EQ(fields.at("text").values, std::vector<std::string>{text});
  EXPECT_EQ(fields.at("tags").values, tags(kLong));
}

// The rest of a page that was cut may have more, or what was not found.
TEST_F(LongValues, OfACutPageAreInDoubt) {
  const wrapper::Wrapper wrapper = learn_posts();
  for (int i = 0; i < kPosts; ++i) add(post_url(i), post(i));
  input::Source source = take_source();
  source.reading.max_page_bytes = post(kLong).find("</div><h2>") / 2;
  const auto cut = fields_of(wrapper, post_url(kLong), {.source = source});
  EXPECT_EQ(cut.at("lead").state, wrapper::FieldState::kFound);
  for (const auto& [name, field] : cut) EXPECT_TRUE(wrapper::needs_review(field)) << name;
  const auto whole = fields_of(wrapper, post_url(1), {.source = source});
  for (const auto& [name, field] : whole) EXPECT_FALSE(wrapper::needs_review(field)) << name;
  EXPECT_EQ(whole.at("tags").values, tags(1));

  source.reading.max_page_bytes = post(kLong).find("</li>", post(kLong).find("x9000<"));
  const auto shorter = fields_of(wrapper, post_url(kLong), {.source = source});
  EXPECT_FALSE(wrapper::needs_review(shorter.at("lead")));
  EXPECT_TRUE(wrapper::needs_review(shorter.at("tags")));
  EXPECT_EQ(shorter.at("tags").values.size(), 9'001U);
}

// Products in two languages are two templates; only the first one has labels.
class TwoLanguages : public WrapperSite {
 protected:
  static std::string url(int i) { return product_url(100 + i); }
  // A note without a label: its place alone says nothing on pages where other parts come before it.
  static std::string noted(int i, const std::string& words, const std::string& note) {
    std::string html = "<body class=shop><main><h1 class=name>" + name_of(i) +
                       "</h1><p class=price>" + price_of(i) + "</p>";
    for (const char c : words) html += "<div class=" + std::string(1, c) + "></div>";
    return html + note + "</main><footer>" + words + "</footer>";
  }
  LearnWrapperRun learn_first(std::vector<wrapper::GivenLabel> more = {}) {
    for (int i = 0; i < 20; ++i) {
      add_to(1, product_url(i),
             noted(i, "en", "<p class=n>Noted on day " + std::to_string(7 * i) + "</p>"));
    }
    for (int i = 20; i < 40; ++i) add_to(2, url(i), noted(i, "de", ""));
    std::vector<wrapper::GivenLabel> labels = {label(product_url(0), "name", name_of(0)),
                                               label(product_url(0), "price", price_of(0)),
                                               label(product_url(0), "day", "0")};
    labels.insert(labels.end(), more.begin(), more.end());
    return learn_wrapper({.pages = take_groups(), .labels = std::move(labels)});
  }
  // Whether the day of a page of the second template is in doubt, and was not found.
  bool is_day_in_doubt(const wrapper::Wrapper& wrapper) {
    for (int i = 20; i < 40; ++i) add_to(2, url(i), noted(i, "de", ""));
    const clustering::GroupOptions options = take_groups();
    const clustering::GroupedPages groups = clustering::group_pages(options);
    std::size_t doubted = 0;
    std::size_t named = 0;
    extract_fields({.source = options.source, .templates = &groups}, wrapper,
                   [&](const FieldRecord& record) {
                     for (std::size_t i = 0; i < record.fields.size(); ++i) {
                       const std::string& name = record.rules->fields[i].name;
                       named += name == "name" ? 1 : 0;
                       if (name != "day") continue;
                       EXPECT_NE(record.fields[i].state, wrapper::FieldState::kFound);
                       doubted += wrapper::needs_review(record.fields[i]) ? 1 : 0;
                     }
                   });
    EXPECT_EQ(named, 20U);
    EXPECT_TRUE(doubted == 0 || doubted == 20) << doubted;
    return doubted > 0;
  }
};

TEST_F(TwoLanguages, AFieldThatTheOtherTemplateDidNotLearnIsInDoubtThere) {
  const LearnWrapperRun run = learn_first();
  ASSERT_EQ(run.wrapper.templates.size(), 2U);
  const auto missed = std::ranges::find_if(run.fields, [](const FieldSummary& field) {
    return field.field == "day" && field.labels == 0;
  });
  ASSERT_NE(missed, run.fields.end());
  EXPECT_EQ(missed->template_label, "2");
  EXPECT_EQ(missed->ask.size(), url(20).size());
  EXPECT_NE(report::describe_questions(run).find("say if the page lacks it"), std::string::npos);
  EXPECT_TRUE(is_day_in_doubt(run.wrapper));
}

// Where products and stories are labelled, a product has no field of stories.
TEST_F(WrapperSite, TemplatesWithLabelsBorrowNothing) {
  for (int i = 0; i < 20; ++i) add_to(1, product_url(i), product(i));
  for (int i = 0; i < 20; ++i) {
    add_to(2, story_url(i),
           product(100 + i) + "<div class=by>" + std::to_string(7 * i) + " words</div>");
  }
  const LearnWrapperRun run = learn_wrapper(
      {.pages = take_groups(),
       .labels = {
           label(product_url(0), "name", name_of(0)), label(product_url(0), "price", price_of(0)),
           label(story_url(0), "name", name_of(100)), label(story_url(0), "cost", price_of(100))}});
  ASSERT_EQ(run.fields.size(), 4U);
  for (const FieldSummary& field : run.fields) {
    EXPECT_FALSE(field.is_borrowed);
    EXPECT_EQ(field.labels, 1U);
  }
}

// Nobody should rely on what a template without labels borrowed; one line asks for all of it.
TEST_F(TwoLanguages, BorrowedFieldsAreInDoubt) {
  const LearnWrapperRun run = learn_first();
  std::size_t borrowed = 0;
  for (const FieldSummary& field : run.fields) {
    if (field.template_label != "2") continue;
    ++borrowed;
    EXPECT_TRUE(field.is_borrowed);
    EXPECT_EQ(field.labels, 0U);
    EXPECT_EQ(field.doubt, 1);
    EXPECT_FALSE(field.ask.empty());
  }
  EXPECT_EQ(borrowed, 3U);
  const std::string summary = report::summarise(run);
  std::size_t lines = 0;
  for (std::size_t at = summary.find("in doubt  "); at != std::string::npos;
       at = summary.find("in doubt  ", at + 1)) {
    ++lines;
  }
  EXPECT_EQ(lines, 1U) << summary;
}

TEST_F(TwoLanguages, ALabelThatAPageLacksItIsEnough) {
  wrapper::GivenLabel lacks = label(url(20), "day", "");
  lacks.kind = wrapper::GivenLabel::Kind::kAbsent;
  const LearnWrapperRun run = learn_first({lacks});
  EXPECT_TRUE(std::ranges::none_of(run.fields, [](const FieldSummary& field) {
    return field.field == "day" && field.labels == 0;
  }));
  EXPECT_FALSE(is_day_in_doubt(run.wrapper));
}

// A cell that no place in the rows gives is named; it was left out of the rows without a word.
TEST_F(WrapperSite, LabelsOfACellWithoutAPlaceAreProblems) {
  const auto text = [](int page, int row) { return name_of(page) + std::to_string(row); };
  for (int i = 0; i < 12; ++i) {
    std::string html = "<body><h1>" + name_of(i) + "</h1><p>one of all</p><table class=t>";
    for (int row = 0; row < 4; ++row) {
      html += "<tr><td>" + text(i, row) + "<td>day " + std::to_string(7 * i + row);
    }
    add_to(1, product_url(i), html + "</table>");
  }
  std::vector<wrapper::GivenLabel> labels;
  for (int row = 0; row < 4; ++row) {
    labels.push_back(label(product_url(0), "posts.name", text(0, row)));
    labels.push_back(label(product_url(0), "posts.day", "day " + std::to_string(row)));
  }
  labels.push_back(label(product_url(0), "posts.note", "one of all"));
  const LearnWrapperRun run = learn_wrapper({.pages = take_groups(), .labels = labels});
  EXPECT_EQ(run.fields.size(), 2U);
  ASSERT_EQ(run.problems.size(), 1U);
  EXPECT_EQ(run.problems[0].field, "posts.note");
  EXPECT_NE(run.problems[0].problem.find("no place in the rows"), std::string::npos);
}

// What is learned from is a sample: 10 of 60 pages here, at most 300.
TEST_F(WrapperSite, ACollapseIsMeasuredByAllPagesOfTheTemplate) {
  const wrapper::Wrapper wrapper = learn(60, 20, 10);
  EXPECT_EQ(wrapper.templates[0].pages, 10U);
  EXPECT_EQ(wrapper.templates[0].crawl_pages, 60U);
  for (int i = 0; i < 12; ++i) add(product_url(i), product(i));
  for (int i = 0; i < 60; ++i) add(story_url(i), story(i));
  const ExtractFieldsRun run = extract(wrapper);
  EXPECT_EQ(run.records, 12U);
  EXPECT_EQ(values_.size(), 12U);
  ASSERT_EQ(run.templates.size(), 1U);
  EXPECT_TRUE(run.templates[0].has_collapsed);
  EXPECT_EQ(run.broken(), 2U);
  EXPECT_EQ(run.templates[0].diagnoses[0].reason,
            "only 12 of 72 pages have the template, before 60");
}

TEST_F(WrapperSite, TheSameCrawlIsSound) {
  const wrapper::Wrapper wrapper = learn(60, 20, 10);
  for (int i = 0; i < 60; ++i) add(product_url(i), product(i));
  for (int i = 0; i < 20; ++i) add(story_url(i), story(i));
  const ExtractFieldsRun run = extract(wrapper);
  EXPECT_EQ(run.records, 60U);
  EXPECT_EQ(run.other, 20U);
  EXPECT_EQ(run.broken(), 0U);
}

// Two thirds of the records vanish, and each page that is left is as it was.
TEST_F(WrapperSite, KnownPagesThatHaveATemplateWithoutFieldsNowHaveMoved) {
  const wrapper::Wrapper wrapper = learn(60, 20);
  for (const bool has_clusters : {false, true}) {
    SCOPED_TRACE(has_clusters);
    for (int i = 0; i < 20; ++i) add_to(1, product_url(i), product(i));
    for (int i = 20; i < 60; ++i) add_to(2, product_url(i), story(i));
    for (int i = 0; i < 20; ++i) add_to(2, story_url(i), story(i));
    const ExtractFieldsRun run = has_clusters ? extract_by_clusters(wrapper) : extract(wrapper);
    EXPECT_EQ(run.records, 20U);
    EXPECT_EQ(run.other, 60U);
    ASSERT_EQ(run.templates.size(), 1U);
    EXPECT_EQ(run.templates[0].moved, 40U);
    EXPECT_EQ(run.broken(), 2U);
    EXPECT_EQ(run.templates[0].diagnoses[0].reason,
              "40 of 60 of its pages have another template now, or none");
  }
}

// A few pages may become other pages.
TEST_F(WrapperSite, FewPagesThatHaveMovedAreNoAlarm) {
  const wrapper::Wrapper wrapper = learn(60, 20);
  for (int i = 0; i < 57; ++i) add(product_url(i), product(i));
  for (int i = 57; i < 60; ++i) add(product_url(i), story(i));
  const ExtractFieldsRun run = extract(wrapper);
  EXPECT_EQ(run.templates[0].moved, 3U);
  EXPECT_EQ(run.broken(), 0U);
}

// ---- Repair of a part.

class PartlyRedesigned : public WrapperSite {
 protected:
  static std::string redesigned(int i) {
    return "<body class=fresh><header id=top><div class=bar>Start</div></header><section "
           "class=card><h2>" +
           name_of(i) + "</h2><dl class=list><dt>Costs</dt><dd>" + price_of(i) +
           "</dd></dl></section><aside>Legal</aside>";
  }

  // The first pages have the old design.
  void add_products(int old_ones, int all) {
    for (int i = 0; i < old_ones; ++i) add(product_url(i), product(i));
    for (int i = old_ones; i < all; ++i) add(product_url(i), redesigned(i));
  }
  std::size_t right_values(int all) {
    std::size_t right = 0;
    for (int i = 0; i < all; ++i) {
      right += values_[product_url(i)]["name"] == name_of(i) ? 1 : 0;
      right += values_[product_url(i)]["price"] == price_of(i) ? 1 : 0;
    }
    return right;
  }
  // Without the ids of pages: some of them have another design after a repair.
  static std::string bytes_of_first(wrapper::Wrapper wrapper) {
    wrapper.templates.resize(1);
    wrapper.templates[0].addresses.clear();
    return wrapper::to_bytes(wrapper);
  }

  void expect_repair(int old_ones, std::string_view reason) {
    const wrapper::Wrapper before = learn(60, 20);
    add_products(old_ones, 60);
    const ExtractFieldsRun broken = extract(before);
    ASSERT_EQ(broken.templates.size(), 1U);
    EXPECT_EQ(broken.records, static_cast<unsigned>(old_ones));
    EXPECT_EQ(broken.broken(), 2U);
    EXPECT_EQ(broken.templates[0].diagnoses[0].reason, reason);
    EXPECT_TRUE(broken.templates[0].is_repaired);

    const wrapper::Wrapper after = repaired(before, broken);
    ASSERT_EQ(after.templates.size(), before.templates.size() + 1);
    EXPECT_EQ(bytes_of_first(after), bytes_of_first(before)) << "a sound field was replaced";
    add_products(old_ones, 60);
    const ExtractFieldsRun run = extract(after);
    EXPECT_EQ(run.records, 60U);
    EXPECT_EQ(right_values(60), 120U);
    EXPECT_EQ(run.broken(), 0U) << report::to_json(run, after);
    EXPECT_TRUE(repaired(after, run).templates.size() == after.templates.size());

    // The rest follows; nothing is broken by that.
    add_products(0, 60);
    const ExtractFieldsRun rest = extract(after);
    EXPECT_EQ(rest.records, 60U);
    EXPECT_EQ(right_values(60), 120U);
    EXPECT_EQ(rest.broken(), 0U) << report::to_json(rest, after);
  }
};

TEST_F(PartlyRedesigned, AMoveIsRepairedBesideTheOldDesign) {
  expect_repair(40, "20 of 60 of its pages have another template now, or none");
}

TEST_F(PartlyRedesigned, ACollapseIsRepairedBesideTheOldDesign) {
  expect_repair(10, "only 10 of 60 pages have the template, before 60");
}

TEST_F(PartlyRedesigned, TablesMayNameTheTemplateOfBothDesigns) {
  const wrapper::Wrapper before = learn(60, 20);
  add_products(40, 60);
  const wrapper::Wrapper after = repaired(before, extract(before));
  ASSERT_EQ(after.templates.size(), before.templates.size() + 1);
  for (int i = 0; i < 60; ++i) add_to(1, product_url(i), i < 40 ? product(i) : redesigned(i));
  const ExtractFieldsRun run = extract_by_clusters(after);
  EXPECT_EQ(right_values(60), 120U);
  EXPECT_EQ(run.broken(), 0U);
}

// Pages that say that they are gone have nothing to learn from.
TEST_F(PartlyRedesigned, ErrorPagesAreNoDesign) {
  const wrapper::Wrapper before = learn(60, 20);
  for (int i = 0; i < 40; ++i) add(product_url(i), product(i));
  for (int i = 40; i < 60; ++i) {
    add(product_url(i), "<body class=error><section><h2>Not found</h2><p>Sorry</p></section>");
  }
  const ExtractFieldsRun run = extract(before);
  EXPECT_EQ(run.broken(), 2U);
  EXPECT_FALSE(run.templates[0].is_repaired);
  EXPECT_EQ(wrapper::to_bytes(repaired(before, run)), wrapper::to_bytes(before));
}

// ---- Records.

class ForumSite : public WrapperSite {
 protected:
  static constexpr int kTopics = 20;

  static std::string topic_url(int i) { return "https://f.example/t/" + std::to_string(i); }
  static std::string author_of(int i, int k) { return "Writer " + std::to_string(13 * i + 7 * k); }
  static std::string words_of(int i, int k) {
    return "Words " + std::to_string(31 * i + k) + " of this topic";
  }
  // `element` holds a post.
  static std::string topic(int i, const std::string& element = "div", int posts = 4) {
    std::string page = "<body class=forum><nav><a href=/>Forum</a></nav><h1 class=title>Topic " +
                       std::to_string(i) + "</h1><div class=posts>";
    for (int k = 0; k < posts; ++k) {
      page += "<" + element + " class=post><b class=author>" + author_of(i, k) +
              "</b><p class=words>" + words_of(i, k) + "</p></" + element + ">";
    }
    return page + "</div><footer>Imprint</footer>";
  }

  wrapper::Wrapper learn_posts(bool has_title) {
    for (int i = 0; i < kTopics; ++i) add_to(1, topic_url(i), topic(i));
    for (int i = 0; i < 10; ++i) add_to(2, story_url(i), story(i));
    std::vector<wrapper::GivenLabel> labels;
    if (has_title) labels.push_back(label(topic_url(0), "title", "Topic 0"));
    for (int k = 0; k < 4; ++k) {
      labels.push_back(label(topic_url(0), "posts.author", author_of(0, k)));
      labels.push_back(label(topic_url(0), "posts.words", words_of(0, k)));
    }
    return learn_wrapper({.pages = take_groups(), .labels = labels}).wrapper;
  }

  // How many pages have `posts` in needs_review, and how many rows there are.
  ExtractFieldsRun extract_posts(const wrapper::Wrapper& wrapper) {
    rows_ = reviews_ = 0;
    return extract_fields({.source = take_source()}, wrapper, [&](const FieldRecord& record) {
      for (const FoundRecord& one : record.records) {
        rows_ += one.rows.size();
        reviews_ += one.needs_review ? 1 : 0;
      }
    });
  }

  std::size_t rows_ = 0;
  std::size_t reviews_ = 0;
};

TEST_F(ForumSite, RecordsOfTheSameCrawlAreSound) {
  for (const bool has_title : {false, true}) {
    const wrapper::Wrapper wrapper = learn_posts(has_title);
    ASSERT_EQ(wrapper.templates[0].record_profiles.size(), 1U);
    const wrapper::RecordProfile& before = wrapper.templates[0].record_profiles[0];
    EXPECT_EQ(before.pages, kTopics);
    EXPECT_EQ(before.filled, kTopics);
    EXPECT_EQ(before.rows, 4U * kTopics);
    EXPECT_EQ(before.usual_rows, 4U);
    for (int i = 0; i < kTopics; ++i) add(topic_url(i), topic(i));
    const ExtractFieldsRun run = extract_posts(wrapper);
    EXPECT_EQ(rows_, 4U * kTopics);
    EXPECT_EQ(reviews_, 0U);
    ASSERT_EQ(run.templates.size(), 1U);
    ASSERT_EQ(run.templates[0].record_diagnoses.size(), 1U);
    EXPECT_EQ(run.templates[0].record_diagnoses[0].state, wrapper::HealthState::kSound);
    EXPECT_EQ(run.broken(), 0U);
  }
}

// The wrapper has no field, so that nothing else would tell.
TEST_F(ForumSite, PagesWithoutRowsBreakTheRecordAndAreNamed) {
  const wrapper::Wrapper wrapper = learn_posts(false);
  for (int i = 0; i < kTopics; ++i) add(topic_url(i), topic(i, "div", 0));
  const ExtractFieldsRun run = extract_posts(wrapper);
  EXPECT_EQ(run.records, kTopics);
  EXPECT_EQ(rows_, 0U);
  EXPECT_EQ(reviews_, kTopics);
  EXPECT_EQ(run.broken(), 1U);
  EXPECT_EQ(run.templates[0].record_diagnoses[0].reason,
            "rows on 0 % of the pages, before on 100 %");
  const std::string json = report::to_json(run, wrapper);
  EXPECT_NE(json.find(R"("field": "posts", "state": "broken")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("rows_per_page": 4)"), std::string::npos) << json;
  EXPECT_NE(report::summarise(run, wrapper).find("0 rows a page, before 4"), std::string::npos);
}

TEST_F(ForumSite, ARecordOfPagesThatHaveMovedIsBroken) {
  const wrapper::Wrapper wrapper = learn_posts(false);
  for (int i = 0; i < 10; ++i) add(topic_url(i), topic(i));
  for (int i = 10; i < kTopics; ++i) add(topic_url(i), story(i));
  const ExtractFieldsRun run = extract_posts(wrapper);
  EXPECT_EQ(rows_, 40U);
  EXPECT_EQ(run.broken(), 1U);
  EXPECT_EQ(run.templates[0].record_diagnoses[0].reason,
            "10 of 20 of its pages have another template now, or none");
}

// The title is found on pages whose marks say that they are of no template.
TEST_F(ForumSite, RowsOfAPageInAnUnusualPlaceAreReadAndNotSure) {
  const wrapper::Wrapper wrapper = learn_posts(true);
  for (int i = 0; i < 32; ++i) {
    std::string page = topic(100 + i);
    const auto change = [&](const std::string& from, const std::string& to) {
      page.replace(page.find(from), from.size(), to);
    };
    if ((i & 1) != 0) change("<nav><a href=/>Forum</a></nav>", "");
    if ((i & 2) != 0) change("<footer>Imprint</footer>", "");
    if ((i & 4) != 0) change("class=forum", "class=fresh");
    for (int k = 0; k < 20 * (i / 8); ++k) {
      page += "<section class=n" + std::to_string(k) + "><em id=e" + std::to_string(k) +
              ">New</em></section>";
    }
    add("https://f.example/new/" + std::to_string(i), page);
  }
  std::size_t unusual = 0;
  extract_fields({.source = take_source()}, wrapper, [&](const FieldRecord& record) {
    if (record.fields.empty() || record.fields[0].state != wrapper::FieldState::kFound) return;
    if (record.fields[0].is_doubtful || record.fields[0].confidence > 0.5) return;
    ++unusual;
    ASSERT_EQ(record.records.size(), 1U);
    EXPECT_EQ(record.records[0].rows.size(), 4U) << record.page;
    EXPECT_LE(record.records[0].confidence, 0.5);
    EXPECT_TRUE(record.records[0].needs_review);
  });
  EXPECT_GT(unusual, 0U);
}

}  // namespace
}  // namespace pagekin::extraction
