// Records and clean texts, end to end.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/clustering/index_models.h"
#include "pagekin/clustering/template_models.h"
#include "pagekin/core/error.h"
#include "pagekin/extraction/clean_pages.h"
#include "pagekin/extraction/extract_records.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/report/records.h"

#include "support/temp_dir.h"

namespace pagekin::extraction {
namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string product(int i) {
  std::string page = "<title>Pan " + std::to_string(i) +
                     " | Shop</title><nav><a href=/>Home</a></nav><h1>Pan " + std::to_string(i) +
                     "</h1><p class=price>$" + std::to_string(20 + i) + "</p><ul class=reviews>";
  for (int k = 0; k <= i % 3; ++k) {
    page += "<li class=review><b class=author>Ann " + std::to_string(10 * i + k) +
            "</b> <q class=words>Good " + std::to_string(10 * i + k) + "</q></li>";
  }
  return page + "</ul><footer>Imprint</footer>";
}

std::string story(int i) {
  return "<body class=story><nav><a href=/>Home</a></nav><article><h2>Story " +
         std::to_string(i * i) + "</h2><div class=text><p>Once " + std::to_string(i) +
         "</p></div></article><footer>Imprint</footer>";
}

class Extracting : public testing::Test {
 protected:
  Extracting() {
    std::string clusters = "page\ttemplate\n";
    for (int i = 1; i <= 12; ++i) {
      add("product", i, product(i), "1", clusters);
      if (i <= 6) add("story", i, story(i), "2", clusters);
    }
    add("single", 1, "<p>alone", "3", clusters);
    write_file(table_, clusters);
  }

  void add(const std::string& kind, int i, const std::string& html, const std::string& id,
           std::string& clusters) {
    const std::string name = kind + std::to_string(i) + ".html";
    write_file(dir_.path() / "site" / name, html);
    clusters += name + "\t" + id + "\n";
  }

  ExtractOptions options(unsigned threads = 1) const {
    return {.source = {.inputs = {site_}, .reading = {.threads = threads}}};
  }
  clustering::GroupedPages pages() const {
    return clustering::group_pages({.source = options().source, .clusters = table_});
  }

  // The JSON lines of a run.
  std::string records(const ExtractOptions& what) const {
    const clustering::GroupedPages found = pages();
    const skeleton::Schema schema = learn_schema(what, found);
    return written(what, found, own_schema(what, found, schema));
  }
  static std::string written(const ExtractOptions& what, const clustering::GroupedPages& found,
                             const MatchedSchema& matched) {
    std::string text;
    report::RecordWriter writer("out.jsonl", table::TableFormat::kJsonl, matched.schema,
                                [&](const std::string&) -> table::Sink {
                                  return [&](std::string_view bytes) { text += bytes; };
                                });
    extract_records(what, found, matched, [&](const Record& record) { writer.write(record); });
    writer.finish();
    return text;
  }

  test::TempDir dir_;
  std::string site_ = (dir_.path() / "site").string();
  std::string table_ = (dir_.path() / "clusters.tsv").string();
};

TEST_F(Extracting, RecordsOfEachTemplate) {
  const std::string text = records(options());
  EXPECT_NE(text.find("\"page\": \"product7.html\", \"template\": 1, "), std::string::npos) << text;
  EXPECT_NE(text.find("\"title\": \"Pan 7\""), std::string::npos);
  EXPECT_NE(text.find("\"price\": \"$27\""), std::string::npos);
  EXPECT_NE(text.find("[{\"author\": \"Ann 80\", \"words\": \"Good 80\"}, "
                      "{\"author\": \"Ann 81\", \"words\": \"Good 81\"}"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Story 36"), std::string::npos);
  EXPECT_EQ(text.find("Imprint"), std::string::npos);
  EXPECT_EQ(text.find("single1"), std::string::npos);
}

// The table gives two templates one name: both are wanted by it.
TEST_F(Extracting, ANameThatATableGivesTwiceMeansBothTemplates) {
  std::string named = "page\ttemplate\tname\n";
  for (int i = 1; i <= 6; ++i) {
    named += "product" + std::to_string(i) + ".html\t1\tshown\n";
    named += "story" + std::to_string(i) + ".html\t2\tshown\n";
  }
  write_file(table_, named);
  ExtractOptions what = options();
  what.templates = {"shown"};
  const std::string text = records(what);
  EXPECT_NE(text.find("Pan 5"), std::string::npos);
  EXPECT_NE(text.find("Story 36"), std::string::npos);
}

TEST_F(Extracting, ThreadsMakeNoDifference) { EXPECT_EQ(records(options(1)), records(options(4))); }

TEST_F(Extracting, TemplatesAndColumnsAreChosen) {
  ExtractOptions some = options();
  some.templates = {"1"};
  some.columns = {"price", "title"};
  const std::string text = records(some);
  EXPECT_EQ(text.find("story"), std::string::npos);
  EXPECT_EQ(text.find("author"), std::string::npos);
  EXPECT_NE(text.find("\"price\": \"$27\", \"title\": \"Pan 7\"}"), std::string::npos) << text;
  some.columns = {"prise"};
  try {
    records(some);
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'price'"), std::string::npos)
        << error.what();
  }
  some.templates = {"9"};
  EXPECT_THROW(records(some), OptionError);
}

TEST_F(Extracting, ASchemaGivesTheSameColumnsToOtherPages) {
  skeleton::Schema schema = learn_schema(options(), pages());
  ASSERT_EQ(schema.templates.size(), 2U);
  // A renamed column, and templates with other numbers.
  for (skeleton::Column& column : schema.templates[0].columns) {
    if (column.name == "price") column.name = "cost";
  }
  const skeleton::Schema saved = skeleton::from_json(skeleton::to_json(schema));
  write_file(table_, "page\ttemplate\nproduct1.html\t8\nproduct2.html\t8\nstory3.html\t9\n");
  const clustering::GroupedPages others = pages();
  const MatchedSchema matched = match_schema(options(), others, saved);
  const std::string text = written(options(), others, matched);
  EXPECT_NE(text.find("\"page\": \"product2.html\", \"template\": 1, "), std::string::npos) << text;
  EXPECT_NE(text.find("\"cost\": \"$22\""), std::string::npos);
  EXPECT_NE(text.find("Story 9"), std::string::npos);
}

TEST_F(Extracting, OtherFormatsHaveATableOfEachGroup) {
  const clustering::GroupedPages found = pages();
  const skeleton::Schema schema = learn_schema(options(), found);
  std::map<std::string, std::string> files;
  report::RecordWriter writer("out.csv", table::TableFormat::kCsv, schema,
                              [&](const std::string& path) -> table::Sink {
                                std::string& file = files[path];
                                return [&file](std::string_view bytes) { file += bytes; };
                              });
  extract_records(options(), found, own_schema(options(), found, schema),
                  [&](const Record& record) { writer.write(record); });
  writer.finish();
  ASSERT_EQ(files.size(), 3U);
  EXPECT_TRUE(files.contains("out.1.csv"));
  EXPECT_TRUE(files.contains("out.2.csv"));
  ASSERT_TRUE(files.contains("out.1.review.csv"));
  EXPECT_TRUE(files["out.1.review.csv"].starts_with("page,template,record,author,words\n"));
  EXPECT_NE(files["out.1.review.csv"].find("product8.html,1,2,Ann 81,Good 81\n"), std::string::npos)
      << files["out.1.review.csv"];
}

TEST_F(Extracting, NamesOfFiles) {
  skeleton::Schema schema;
  schema.templates.resize(2);
  schema.templates[0].id = "3";
  schema.templates[1].id = "../x";
  EXPECT_EQ(report::record_path("a.b/r.csv.gz", schema, 0, ""), "a.b/r.3.csv.gz");
  EXPECT_EQ(report::record_path("a.b/r", schema, 0, "g"), "a.b/r.3.g");
  EXPECT_EQ(report::record_path("{template}/r.csv", schema, 1, ""), "___x/r.csv");
  schema.templates.resize(1);
  EXPECT_EQ(report::record_path("r.csv", schema, 0, ""), "r.csv");
}

TEST_F(Extracting, CleanTextsLackWhatIsFixed) {
  const clustering::GroupedPages found = pages();
  const CleanModels learned = learn_clean_models(options().source, found, "");
  std::map<std::string, std::string> texts;
  std::vector<std::string> fixed;
  const CleanResult run = clean_pages({.source = options().source, .shows_fixed = true}, found,
                                      learned, [&](const CleanPage& page) {
                                        texts[std::string(page.page)] = page.text;
                                        if (!page.fixed.empty()) fixed.push_back(page.fixed);
                                      });
  EXPECT_EQ(run.pages, 19U);
  EXPECT_EQ(run.whole, 0U);
  // Reviews of readers (class `reviews`) are comments, and comments are not of the main text
  // (maintext/main_text.h), although they vary. Who wants them asks for them.
  EXPECT_EQ(texts["product3.html"], "Pan 3\n\n$23\n");
  CleanOptions with_comments{.source = options().source};
  with_comments.comments = CommentsRule::kKeep;
  clean_pages(with_comments, found, learned, [&](const CleanPage& page) {
    if (page.page != "product3.html") return;
    EXPECT_TRUE(page.text.starts_with("Pan 3\n\n$23\n")) << page.text;
    EXPECT_NE(page.text.find("Good 30"), std::string::npos) << page.text;
  });
  EXPECT_EQ(texts["single1.html"], "alone\n");
  ASSERT_EQ(fixed.size(), 2U);
  EXPECT_NE(fixed[0].find("Imprint"), std::string::npos);
}

// A page of no template has a text; a page that the table does not have is left out and counted.
TEST_F(Extracting, APageWithoutATemplateIsCleaned) {
  write_file(dir_.path() / "site" / "noise.html", "<nav><a href=/>Home</a></nav><p>noise");
  write_file(dir_.path() / "site" / "other.html", "<p>other");
  std::string clusters = "page\tcluster\n";
  for (int i = 1; i <= 12; ++i) clusters += "product" + std::to_string(i) + ".html\t1\n";
  write_file(table_, clusters + "noise.html\t0\n");
  const clustering::GroupedPages found = pages();
  const CleanModels learned = learn_clean_models(options().source, found, "");
  std::map<std::string, std::string> texts;
  const CleanResult run =
      clean_pages({.source = options().source, .shows_fixed = true}, found, learned,
                  [&](const CleanPage& page) {
                    texts[std::string(page.page)] = page.text;
                    EXPECT_EQ(page.group == clustering::kUngrouped, page.page == "noise.html");
                  });
  EXPECT_EQ(texts["noise.html"], "noise\n");
  EXPECT_EQ(texts.count("other.html"), 0U);
  EXPECT_EQ(run.pages, 13U);
  EXPECT_EQ(run.without_template, 1U);
  EXPECT_EQ(run.counts.used, 21U);
}

// So many paragraphs of 40 words.
std::string paragraphs(int count, const std::string& stem = "word") {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "<p>";
    for (int k = 0; k < 40; ++k) text += stem + std::to_string(100 * i + k) + " ";
    text += "</p>";
  }
  return text;
}

std::map<std::string, std::string> cleaned_texts(const input::Source& source,
                                                 const clustering::GroupedPages& found,
                                                 const std::string& index = "") {
  const CleanModels learned = learn_clean_models(source, found, index);
  std::map<std::string, std::string> texts;
  clean_pages({.source = source}, found, learned,
              [&](const CleanPage& cleaned) { texts[std::string(cleaned.page)] = cleaned.text; });
  return texts;
}

// What two copies of a page share is not a template.
TEST_F(Extracting, ACopyOfAPageKeepsItsText) {
  const std::string dir = (dir_.path() / "copies").string();
  const std::string page =
      "<title>Story</title><nav><a href=/>Home</a></nav><h1>Story</h1>" + paragraphs(3);
  write_file(dir + "/a.html", page);
  write_file(dir + "/a2.html", page);
  for (const bool has_third : {false, true}) {
    if (has_third) write_file(dir + "/b.html", "<title>B</title><nav><a href=/>Home</a></nav>b");
    const input::Source source{.inputs = {dir}, .reading = {.threads = 1}};
    const clustering::GroupedPages found =
        clustering::group_pages({.source = source, .method = "fingerprint"});
    std::map<std::string, std::string> texts = cleaned_texts(source, found);
    for (const char* name : {"a.html", "a2.html"}) {
      EXPECT_TRUE(texts[name].starts_with("Story\n\nword0 ")) << texts[name];
      EXPECT_NE(texts[name].find("word239"), std::string::npos);
    }
    if (has_third) {
      EXPECT_EQ(texts["b.html"], "b\n");
    }
  }
}

// A post is shown on the home page and in archives, and a template may have nothing but versions of
// one page. What they share is the text of the page.
TEST_F(Extracting, APageThatOthersShowKeepsItsText) {
  const std::string dir = (dir_.path() / "blog").string();
  const std::string menu = "<nav><a href=/>Home</a></nav>";
  const std::string footer = "<div>" + paragraphs(1, "legal") + "</div>";
  std::string list;
  std::string clusters = "page\ttemplate\n";
  const auto add = [&](const std::string& name, const std::string& html, int id) {
    write_file(dir + "/" + name, html);
    clusters += name + "\t" + std::to_string(id) + "\n";
  };
  for (const char* name : {"Ant", "Bee", "Cow", "Dog"}) {
    const std::string title = "<title>" + std::string(name) + " - Blog</title>";
    add(std::string(name) + ".html",
        title + menu + "<h1>" + name + "</h1>" + paragraphs(4, name) + footer, 1);
    list += "<h2><a href=/>" + std::string(name) + "</a></h2>" + paragraphs(4, name);
  }
  for (const char* name : {"home", "may", "all"}) {
    add(name + std::string(".html"),
        "<title>" + std::string(name) + "</title>" + menu + list + footer, 2);
  }
  for (int i = 1; i <= 3; ++i) {
    const std::string number = std::to_string(i);
    add("version" + number + ".html",
        "<title>Manual " + number + "</title>" + menu + "<h1>Manual</h1>" + paragraphs(4, "step") +
            paragraphs(1, "new" + number + "x") + footer,
        3);
  }
  write_file(table_, clusters);
  const input::Source source{.inputs = {dir}, .reading = {.threads = 1}};
  std::map<std::string, std::string> texts =
      cleaned_texts(source, clustering::group_pages({.source = source, .clusters = table_}));
  for (const char* name : {"Ant", "Dog"}) {
    const std::string& text = texts[name + std::string(".html")];
    EXPECT_TRUE(text.starts_with(name + std::string("\n\n") + name + "0 ")) << text;
    EXPECT_NE(text.find(name + std::string("339")), std::string::npos);
    EXPECT_EQ(text.find("legal0"), std::string::npos);
  }
  EXPECT_NE(texts["home.html"].find("Ant339"), std::string::npos);
  EXPECT_NE(texts["home.html"].find("Dog339"), std::string::npos);
  EXPECT_EQ(texts["home.html"].find("Home"), std::string::npos);
  for (const char* word : {"step0 ", "step339", "new2x39"}) {
    EXPECT_NE(texts["version2.html"].find(word), std::string::npos) << word;
  }
  EXPECT_EQ(texts["version2.html"].find("legal0"), std::string::npos);
}

// Copies count once for the models of an index, too.
TEST_F(Extracting, AnIndexDoesNotCountCopies) {
  const std::string dir = (dir_.path() / "copies").string();
  const std::string index = (dir_.path() / "copies.index").string();
  const auto page = [](const std::string& name) {
    return "<title>" + name + "</title><nav><a href=/>Home</a></nav><h1>" + name + "</h1>" +
           paragraphs(3, name);
  };
  write_file(dir + "/a.html", page("Ant"));
  write_file(dir + "/b.html", page("Bee"));
  write_file(dir + "/a2.html", page("Ant"));
  write_file(dir + "/a3.html", page("Ant"));
  const auto method = method::make("fingerprint");
  clustering::ClusterOptions cluster{.source = {.inputs = {dir}, .reading = {.threads = 1}},
                                     .method = "fingerprint",
                                     .index = index};
  cluster.before_index = [&](clustering::ClusterRun& run) {
    clustering::learn_index_models(cluster, run);
  };
  clustering::cluster_pages(cluster, *method);
  const method::IndexFile file(index, method::IndexFile::Access::kRead);
  ASSERT_EQ(file.models().size(), 1U);
  EXPECT_EQ(skeleton::from_bytes(file.models()[0].bytes).pages, 2U);
  std::map<std::string, std::string> texts = cleaned_texts(
      cluster.source, clustering::group_pages({.source = cluster.source, .model = index}), index);
  for (const char* name : {"a.html", "b.html", "a2.html"}) {
    EXPECT_NE(texts[name].find("239"), std::string::npos) << texts[name];
    EXPECT_EQ(texts[name].find("Home"), std::string::npos) << texts[name];
  }
}

// Only so many templates are learned; some pages of each of the others are shown all the same.
TEST_F(Extracting, PagesOfAllTemplatesAreShown) {
  constexpr int templates = 415;
  constexpr int pages_of_each = 4;
  const std::string dir = (dir_.path() / "many").string();
  std::string clusters = "page\ttemplate\n";
  std::string lines;
  for (int i = 0; i < templates; ++i) {
    for (int k = 0; k < pages_of_each; ++k) {
      const std::string name = std::to_string(i) + "/" + std::to_string(k);
      lines += R"({"url":")" + name + R"(","html":"<p>page"})" + "\n";
      clusters += name + "\t" + std::to_string(i + 1) + "\n";
    }
  }
  write_file(dir + "/pages.jsonl", lines);
  write_file(table_, clusters);
  const input::Source source{.inputs = {dir + "/pages.jsonl"}, .reading = {.threads = 1}};
  const clustering::GroupedPages found =
      clustering::group_pages({.source = source, .clusters = table_});
  ASSERT_EQ(found.all.size(), std::size_t{templates});
  for (const bool shows_all : {false, true}) {
    std::vector<std::size_t> shown(found.all.size());
    const std::vector<skeleton::TemplateModel> models =
        clustering::learn_models({.source = source,
                                  .admit =
                                      [&](std::string_view id, const skeleton::PageNodes&) {
                                        ++shown[found.groups[*found.ids.find(id)]];
                                        return true;
                                      },
                                  .shows_all = shows_all},
                                 found);
    EXPECT_EQ(models[408].pages, 4U);
    EXPECT_EQ(models[409].pages, 0U);
    EXPECT_EQ(shown[408], 4U);
    EXPECT_EQ(shown[409], shows_all ? clustering::kShownPages : 0U);
    EXPECT_EQ(shown[414], shows_all ? clustering::kShownPages : 0U);
  }
}

TEST_F(Extracting, AnIndexKeepsModels) {
  const std::string index = (dir_.path() / "site.index").string();
  const auto run_with = [&](const std::string& input, bool learns) {
    const auto method = method::make("fingerprint");
    clustering::ClusterOptions cluster{.source = {.inputs = {input}, .reading = {.threads = 1}},
                                       .method = "fingerprint",
                                       .index = index};
    if (learns) {
      cluster.before_index = [&](clustering::ClusterRun& run) {
        clustering::learn_index_models(cluster, run);
      };
    }
    clustering::cluster_pages(cluster, *method);
    const method::IndexFile file(index, method::IndexFile::Access::kRead);
    return file.models();
  };
  EXPECT_TRUE(run_with(site_, false).empty());
  const std::vector<method::IndexedModel> kept = run_with(site_, true);
  ASSERT_FALSE(kept.empty());
  for (const method::IndexedModel& one : kept)
    EXPECT_FALSE(skeleton::from_bytes(one.bytes).empty());
  // A run that learns nothing keeps them, and so does one with fewer pages.
  EXPECT_EQ(run_with(site_, false).size(), kept.size());
  write_file(dir_.path() / "more" / "product50.html", product(50));
  write_file(dir_.path() / "more" / "product51.html", product(51));
  const std::vector<method::IndexedModel> later = run_with((dir_.path() / "more").string(), true);
  ASSERT_GE(later.size(), kept.size());
  for (const method::IndexedModel& one : kept) {
    const auto found =
        std::ranges::find(later, one.template_id, &method::IndexedModel::template_id);
    ASSERT_NE(found, later.end());
    EXPECT_EQ(found->bytes, one.bytes);
  }
}

TEST_F(Extracting, BrokenColumnsAreFoundBesideAnEarlierRun) {
  const skeleton::Schema saved =
      skeleton::from_json(skeleton::to_json(learn_schema(options(), pages())));
  const auto run = [&] {
    const clustering::GroupedPages found = pages();
    const MatchedSchema matched = match_schema(options(), found, saved);
    return extract_records(options(), found, matched, [](const Record&) {});
  };
  const ExtractRun same = run();
  ASSERT_EQ(same.health.size(), 2U);
  EXPECT_EQ(same.broken(), 0U);

  // Prices become words in another element of the same pages.
  for (int i = 1; i <= 12; ++i) {
    std::string page = product(i);
    const std::size_t at = page.find("<p class=price>");
    page.replace(at, page.find("</p>", at) + 4 - at, "<b>ask for the price</b>");
    write_file(dir_.path() / "site" / ("product" + std::to_string(i) + ".html"), page);
  }
  const ExtractRun changed = run();
  EXPECT_EQ(changed.broken(), 1U);
  const auto& columns = saved.templates[0].columns;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    EXPECT_EQ(changed.health[0][c].state == skeleton::HealthState::kBroken,
              columns[c].name == "price")
        << columns[c].name;
  }

  // A redesign: no product has the template any more.
  for (int i = 1; i <= 12; ++i) {
    write_file(dir_.path() / "site" / ("product" + std::to_string(i) + ".html"),
               "<main id=new><h4>" + std::to_string(i) + "</h4><section>New here</section></main>");
  }
  const ExtractRun redesigned = run();
  EXPECT_EQ(redesigned.broken(), columns.size());
  EXPECT_EQ(redesigned.health[0][0].reason, "no page has the template any more");
}

// Two of twelve products are left, and they are as they were.
TEST_F(Extracting, ATemplateThatHasLostMostOfItsPagesIsBroken) {
  skeleton::Schema schema = learn_schema(options(), pages());
  keep_known_pages(options(), pages(), tables_of(schema, pages()), schema);
  const skeleton::Schema saved = skeleton::from_json(skeleton::to_json(schema));
  std::string clusters = "page\ttemplate\n";
  for (int i = 1; i <= 12; ++i) {
    if (i <= 2) {
      add("product", i, product(i), "1", clusters);
    } else {
      std::filesystem::remove(dir_.path() / "site" / ("product" + std::to_string(i) + ".html"));
    }
  }
  for (int i = 1; i <= 18; ++i) add("story", i, story(i), "2", clusters);
  write_file(table_, clusters);
  const clustering::GroupedPages found = pages();
  const MatchedSchema matched = match_schema(options(), found, saved);
  const ExtractRun run = extract_records(options(), found, matched, [](const Record&) {});
  ASSERT_EQ(run.health.size(), 2U);
  const std::size_t products = saved.templates[0].id == "1" ? 0 : 1;
  EXPECT_EQ(run.rows[products], 2U);
  EXPECT_EQ(run.broken(), saved.templates[products].columns.size());
  EXPECT_EQ(run.health[products][0].reason, "only 2 of 21 pages have the template, before 12");
}

// Pages that nobody has asked for are no successors.
TEST_F(Extracting, ATemplateIsNotGoneBecauseOthersAreNotWanted) {
  skeleton::Schema schema = learn_schema(options(), pages());
  keep_known_pages(options(), pages(), tables_of(schema, pages()), schema);
  const skeleton::Schema saved = skeleton::from_json(skeleton::to_json(schema));
  std::string clusters = "page\ttemplate\n";
  for (int i = 1; i <= 12; ++i) {
    std::filesystem::remove(dir_.path() / "site" / ("product" + std::to_string(i) + ".html"));
  }
  for (int i = 1; i <= 6; ++i) add("story", i, story(i), "2", clusters);
  write_file(table_, clusters);
  const clustering::GroupedPages found = pages();
  ExtractOptions products = options();
  products.templates = {"1"};
  const MatchedSchema matched = match_schema(products, found, saved);
  const ExtractRun run = extract_records(products, found, matched, [](const Record&) {});
  EXPECT_EQ(run.left_out_by[static_cast<std::size_t>(NoTable::kNotWanted)], 6U);
  EXPECT_EQ(run.broken(), 0U);
}

// A group of pages whose texts vary has little of what is fixed; an absolute limit loses it.
TEST_F(Extracting, ASchemaKeepsAllRowsOfItsOwnCrawl) {
  const clustering::GroupedPages found = pages();
  skeleton::Schema schema = learn_schema(options(), found);
  const std::vector<std::uint32_t> tables = tables_of(schema, found);
  keep_known_pages(options(), found, tables, schema);
  const MatchedSchema matched =
      match_schema(options(), found, skeleton::from_json(skeleton::to_json(schema)));
  EXPECT_EQ(matched.tables, tables);
}

TEST_F(Extracting, PagesWithoutRecordsAreCountedByReason) {
  const clustering::GroupedPages found = pages();
  skeleton::Schema schema = learn_schema(options(), found);
  keep_known_pages(options(), found, tables_of(schema, found), schema);
  schema.templates.resize(1);  // the stories are unknown now
  const auto left_out = [&](const ExtractOptions& what, const MatchedSchema& matched) {
    return extract_records(what, found, matched, [](const Record&) {}).left_out_by;
  };
  std::array<std::uint64_t, kNoTableReasons> expected{};
  const std::uint64_t stories = found.all[1].pages;
  ASSERT_GT(stories, 1U);
  expected[static_cast<std::size_t>(NoTable::kNotInSchema)] = stories;
  for (std::size_t group = 2; group < found.all.size(); ++group) {
    expected[static_cast<std::size_t>(NoTable::kNotInSchema)] += found.all[group].pages;
  }
  EXPECT_EQ(left_out(options(), match_schema(options(), found, schema)), expected);

  ExtractOptions some = options();
  some.templates = {found.all[0].id};
  expected = {};
  for (std::size_t group = 1; group < found.all.size(); ++group) {
    expected[static_cast<std::size_t>(NoTable::kNotWanted)] += found.all[group].pages;
  }
  EXPECT_EQ(left_out(some, own_schema(some, found, learn_schema(some, found))), expected);
}

TEST_F(Extracting, LargePagesAreLearnedFromAsFarAsTheyFitIntoMemory) {
  const clustering::GroupedPages found = pages();
  const auto learned_from = [&](std::size_t node_bytes, unsigned threads,
                                std::vector<bool>* is_left) {
    const std::vector<skeleton::TemplateModel> models = clustering::learn_models(
        {.source = options(threads).source, .records = true, .most_node_bytes = node_bytes}, found,
        nullptr, is_left);
    std::vector<std::uint32_t> counts;
    for (const skeleton::TemplateModel& model : models) counts.push_back(model.pages);
    return counts;
  };
  using Counts = std::vector<std::uint32_t>;
  std::vector<bool> is_left;
  EXPECT_EQ(learned_from(clustering::kMostNodeBytes, 1, &is_left), (Counts{12, 6, 0}));
  EXPECT_EQ(is_left, (std::vector<bool>{false, false, false}));

  const Counts some = learned_from(8'000, 1, &is_left);
  EXPECT_GE(some[0], 2U);
  EXPECT_LT(some[0], 12U);
  EXPECT_LE(some[1], some[0]) << "first one page of each, then a second, and so on";
  EXPECT_GE(some[1] + 1, some[0]);
  EXPECT_EQ(learned_from(8'000, 4, &is_left), some);

  EXPECT_EQ(learned_from(10, 1, &is_left), (Counts{0, 0, 0}));
  EXPECT_EQ(is_left, (std::vector<bool>{true, true, false})) << "a page alone has no model anyway";
  const MatchedSchema none = own_schema(options(), found, {}, is_left);
  EXPECT_EQ(none.reasons, (std::vector<NoTable>{NoTable::kNotLearned, NoTable::kNotLearned,
                                                NoTable::kTooFewPages}));
}

TEST_F(Extracting, RecordsOfLargePagesAreLearnedFromAsFarAsTheyFitIntoMemory) {
  const clustering::GroupedPages found = pages();
  const auto records = [&](std::size_t row_bytes) {
    return clustering::learn_models(
               {.source = options().source, .records = true, .most_row_bytes = row_bytes}, found)[0]
        .records.records.size();
  };
  EXPECT_GT(records(clustering::kMostRowBytes), 0U);
  EXPECT_EQ(records(10), 0U);
}

TEST_F(Extracting, BothATableAndAModelAreTooMuch) {
  EXPECT_THROW(
      clustering::group_pages({.source = options().source, .clusters = table_, .model = table_}),
      OptionError);
}

}  // namespace
}  // namespace pagekin::extraction
