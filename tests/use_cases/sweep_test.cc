// Sweeps: the planned settings, and that each setting gets the scores of a run of its own.
#include "pagekin/laboratory/sweep.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/error.h"
#include "pagekin/eval/contingency.h"
#include "pagekin/eval/score.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/method.h"
#include "pagekin/report/sweep.h"
#include "pagekin/synth/synth.h"

#include "support/temp_dir.h"

namespace pagekin::laboratory {
namespace {

using Words = std::vector<std::string>;

std::vector<Varied> varied(const Words& texts) {
  std::vector<Varied> all;
  for (const std::string& text : texts) all.push_back(parse_varied(text));
  return all;
}

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string plan_error(const Words& methods, const Words& measures, const Words& texts) {
  return error_of([&] { plan_sweep(methods, measures, varied(texts)); });
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

struct SweptCrawl {
  explicit SweptCrawl(std::size_t pages) {
    path = (dir.path() / "crawl.warc.gz").string();
    synth::write_crawl({.templates = 6, .pages = pages, .sites = 2, .seed = 9, .threads = 2}, path);
    labels = eval::read_labels((dir.path() / "crawl.labels.tsv").string());
  }
  Sweep run(const Words& methods, const Words& measures, const Words& texts, unsigned threads = 2,
            bool time = false) const {
    return run_sweep({.source = {.inputs = {path}, .reading = {.threads = threads}}, .time = time},
                     plan_sweep(methods, measures, varied(texts)), *labels);
  }
  test::TempDir dir;
  std::string path;
  std::unique_ptr<eval::Labels> labels;
};

// The scores of a run with this setting alone.
void expect_as_alone(const SweptCrawl& crawl, const SweepSetting& setting, const SweepRow& row) {
  SCOPED_TRACE(setting.method_spec + " " + setting.measure_spec);
  const auto method = method::make(setting.method_spec, setting.measure_spec);
  const clustering::ClusterRun run = clustering::cluster_pages(
      {.source = {.inputs = {crawl.path}, .reading = {.threads = 1}}, .method = setting.method},
      *method);
  std::vector<int> templates;
  for (PageId page = 0; page < run.ids.size(); ++page) {
    templates.push_back(crawl.labels->template_of(run.ids[page]));
  }
  const eval::Contingency table = eval::tabulate(templates, run.clustering.labels);
  ASSERT_TRUE(row.is_done) << row.error;
  EXPECT_EQ(row.clusters, table.cluster_count());
  for (std::size_t i = 0; i < row.scores.size(); ++i) {
    EXPECT_EQ(row.scores[i], eval::scores()[i].value(table)) << eval::scores()[i].name;
  }
  const auto matches = eval::match_templates(table, *crawl.labels);
  ASSERT_EQ(row.per_template.size(), matches.size());
  for (std::size_t i = 0; i < matches.size(); ++i) {
    EXPECT_EQ(row.per_template[i].name, matches[i].name);
    EXPECT_EQ(row.per_template[i].precision, matches[i].precision);
    EXPECT_EQ(row.per_template[i].recall, matches[i].recall);
  }
}

TEST(Varied, StepsDoNotDrift) {
  EXPECT_EQ(parse_varied("threshold=0.1:0.9:0.1").values,
            (Words{"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"}));
  EXPECT_EQ(parse_varied("x=0:1:0.25").values, (Words{"0", "0.25", "0.5", "0.75", "1"}));
  EXPECT_EQ(parse_varied("x=0.95:1.10:0.05").values, (Words{"0.95", "1", "1.05", "1.1"}));
  EXPECT_EQ(parse_varied("x=5:30:10").values, (Words{"5", "15", "25"}));
  EXPECT_EQ(parse_varied("x=2:0:-1").values, (Words{"2", "1", "0"}));
  EXPECT_EQ(parse_varied("x=-0.1:0.1:0.1").values, (Words{"-0.1", "0", "0.1"}));
  EXPECT_EQ(parse_varied("x=3:3:1").values, (Words{"3"}));
  EXPECT_EQ(parse_varied("x=0:1:0.001").values.size(), 1001U);
}

TEST(Varied, ListsHoldWordsOrNumbers) {
  const Varied words = parse_varied("linkage=single,complete");
  EXPECT_EQ(words.name, "linkage");
  EXPECT_EQ(words.values, (Words{"single", "complete"}));
  EXPECT_FALSE(words.is_numeric);
  EXPECT_TRUE(parse_varied("length=10,25,40").is_numeric);
  EXPECT_TRUE(parse_varied("x=0.1:0.9:0.1").is_numeric);
}

TEST(Varied, SaysWhatItExpects) {
  for (const std::string text :
       {"", "x", "x=", "=1,2", "x=1:2", "x=1:2:3:4", "x=a:b:c", "x=1:2:0", "x=1:2:-1", "x=2:1:1",
        "x=0:1:1e-3", "x=0:1:0.0000001", "x=0:99999999999999999:1", "x=--1:1:1", "x=1,1", "x=.:1:1",
        "x=0:100000000000000:0.0001"}) {
    EXPECT_TRUE(error_of([&] { parse_varied(text); }).starts_with("option `vary`")) << text;
  }
}

TEST(SweepPlan, TakesEveryCombinationTheFirstChangingLast) {
  const SweepPlan plan =
      plan_sweep({"snn"}, {"style"}, varied({"similar=0.5,0.9", "overlap=0:1:0.5"}));
  ASSERT_EQ(plan.settings.size(), 6U);
  EXPECT_EQ(plan.settings[1].values, (Words{"0.5", "0.5"}));
  EXPECT_EQ(plan.settings[3].values, (Words{"0.9", "0"}));
  EXPECT_EQ(plan.settings[3].method_spec, "snn:overlap=0,similar=0.9");
  EXPECT_EQ(plan.settings[3].measure_spec, "style");
  EXPECT_EQ(plan.describe(plan.settings[3]), "similar=0.9, overlap=0");
  EXPECT_EQ(plan.describe(plan.settings[3], 0), "overlap=0");
}

TEST(SweepPlan, VariesAnOptionWhereThereIsOne) {
  const SweepPlan plan =
      plan_sweep({"snn:overlap=0.5", "fingerprint", "md5"}, {"tag_shingles", "style"},
                 varied({"similar=0.5,0.9", "shingle=2,4", "length=25,40"}));
  // snn: 2 with style, 4 with tag_shingles; fingerprint 2; md5 1.
  ASSERT_EQ(plan.settings.size(), 9U);
  EXPECT_EQ(plan.settings[0].measure_spec, "tag_shingles:shingle=2");
  EXPECT_EQ(plan.settings[0].method, "snn:overlap=0.5");
  EXPECT_EQ(plan.settings[4].values, (Words{"0.5", "", ""}));
  EXPECT_EQ(plan.settings[6].method_spec, "fingerprint:length=25");
  EXPECT_EQ(plan.settings[6].measure_spec, "");
  EXPECT_EQ(plan.settings[8].method_spec, "md5");
  EXPECT_EQ(plan.describe(plan.settings[6]), "fingerprint, length=25");
}

TEST(SweepPlan, KnowsMethodsByTheirOptionsAndTheirMeasures) {
  const SweepPlan plan = plan_sweep({}, {}, varied({"max_edits=0,1"}));
  ASSERT_EQ(plan.settings.size(), 2U);
  EXPECT_EQ(plan.settings[0].method_spec, "fingerprint:max_edits=0");
  const SweepPlan own = plan_sweep({"snn"}, {}, varied({"kappa=0.1,0.9"}));
  EXPECT_EQ(own.settings[1].measure_spec, "structure_style:kappa=0.9");
  EXPECT_EQ(plan_sweep({"snn"}, {"pq_gram"}, varied({"measure.p=1,2"})).settings[1].measure_spec,
            "pq_gram:p=2");
}

TEST(SweepPlan, ComparesMethodsWithoutVarying) {
  const SweepPlan plan = plan_sweep({}, {}, {});
  std::set<std::string> methods;
  for (const SweepSetting& setting : plan.settings) {
    EXPECT_TRUE(methods.insert(setting.method).second) << setting.method;
    EXPECT_TRUE(setting.values.empty());
  }
  for (const method::MethodInfo& info : method::methods()) {
    EXPECT_EQ(methods.contains(std::string(info.name)), info.required.empty()) << info.name;
  }
}

TEST(SweepPlan, AllStandsForEveryMethodOrMeasure) {
  EXPECT_EQ(plan_sweep({"snn"}, {"all"}, {}).settings.size(), measure::measures().size());
  EXPECT_EQ(plan_sweep({"snn"}, {"style", "all", "style"}, {}).settings.size(),
            measure::measures().size());
  EXPECT_EQ(plan_sweep({"all"}, {}, {}).settings.size(), plan_sweep({}, {}, {}).settings.size());
  EXPECT_EQ(plan_sweep({"all", "snn"}, {}, {}).settings.size(),
            plan_sweep({}, {}, {}).settings.size());
  // A method whose required option is varied takes part.
  const SweepPlan plan = plan_sweep({"all"}, {}, varied({"method.clusters=2,3"}));
  const auto medoids = std::ranges::count(plan.settings, "k_medoids", &SweepSetting::method);
  EXPECT_EQ(medoids, 2);
}

TEST(SweepPlan, SuggestsTheOptionThatWasMeant) {
  EXPECT_TRUE(contains(plan_error({"snn"}, {}, {"similiar=0.5"}), "did you mean 'similar'?"));
}

TEST(SweepPlan, SaysWhatIsWrong) {
  const std::string unknown = plan_error({"snn", "md5"}, {"style"}, {"telepathy=1,2"});
  EXPECT_TRUE(contains(unknown, "similar, overlap")) << unknown;
  EXPECT_TRUE(contains(unknown, "md5 (none)")) << unknown;
  EXPECT_TRUE(contains(unknown, "measure style")) << unknown;
  EXPECT_TRUE(contains(plan_error({"snn"}, {}, {"similar=0.5:1.5:0.5"}), "from 0.01 to 1"));
  EXPECT_TRUE(contains(plan_error({"fingerprint"}, {}, {"length=0.5,1"}), "length"));
  EXPECT_TRUE(contains(plan_error({"snn"}, {"pq_gram"}, {"p=0,1"}), "'p'"));
  EXPECT_TRUE(contains(plan_error({"magic"}, {}, {"x=1,2"}), "unknown method"));
  EXPECT_TRUE(contains(plan_error({"snn"}, {"magic"}, {"similar=0.5"}), "unknown measure"));
  EXPECT_TRUE(contains(plan_error({"md5"}, {"style"}, {"x=1"}), "compares no pages"));
  EXPECT_TRUE(contains(plan_error({"snn:similar=0.9"}, {}, {"similar=0.5"}), "is varied"));
  EXPECT_TRUE(contains(plan_error({"snn"}, {}, {"similar=0.5", "similar=0.6"}), "given twice"));
  EXPECT_TRUE(contains(plan_error({}, {"pq_gram"}, {"p=1,2"}), "option `method`"));
  EXPECT_TRUE(contains(plan_error({"fingerprint"}, {"style"}, {"length=20"}), "no measure"));
  EXPECT_TRUE(
      contains(plan_error({"snn"}, {}, {"similar=0.01:1:0.001", "overlap=0:1:0.01"}), "10,000"));
}

TEST(SweepPlan, AnOptionIsVariedOnceAndARequiredOneAtLeast) {
  EXPECT_EQ(plan_error({"ahc"}, {}, {"threshold=0.1,0.2", "method.threshold=0.5,0.9"}),
            "'threshold' is varied twice");
  EXPECT_EQ(plan_error({"k_medoids"}, {}, {"seed=1:3:1"}),
            "method 'k_medoids' needs the option 'clusters', as in k_medoids:clusters=8");
  EXPECT_EQ(plan_error({"k_medoids"}, {}, {"clusters=2,3"}), "no error");
  EXPECT_EQ(plan_error({"k_medoids:clusters=3"}, {}, {"seed=1:3:1"}), "no error");
}

TEST(Sweep, NumbersAreWrittenAsJsonHasThem) {
  const SweptCrawl crawl(20);
  const std::string json = report::to_json(crawl.run({"ahc"}, {"style"}, {"threshold=.5,00.75"}));
  EXPECT_TRUE(contains(json, "\"threshold\": 0.5}")) << json;
  EXPECT_TRUE(contains(json, "\"threshold\": 0.75}")) << json;
}

TEST(Sweep, AnOptionIsNotTakenForWhatCameOfIt) {
  const SweptCrawl crawl(20);
  const Sweep sweep = crawl.run({"ahc"}, {"style"}, {"clusters=2,3"});
  EXPECT_TRUE(
      report::to_csv(sweep).starts_with("method,measure,method.clusters,clusters,precision,"));
}

TEST(Sweep, ASettingThatCtrlCPreventedSaysSo) {
  const SweptCrawl crawl(20);
  Sweep sweep = crawl.run({"ahc"}, {"style"}, {"threshold=0.5,0.7"});
  sweep.rows[1] = {};
  EXPECT_TRUE(report::to_csv(sweep).ends_with(",interrupted\n"));
  EXPECT_TRUE(contains(report::to_json(sweep), "\"error\": \"interrupted\""));
}

TEST(Sweep, ScoresWhatEachSettingScoresAlone) {
  const SweptCrawl crawl(60);
  const Sweep sweep = crawl.run({"snn", "fingerprint", "md5"}, {"tag_shingles", "path_cosine"},
                                {"similar=0.3,0.7,0.9", "shingle=1,3", "length=10,25"});
  ASSERT_EQ(sweep.rows.size(), 6U + 6U + 2U + 1U);
  EXPECT_EQ(sweep.measured, 4U);
  EXPECT_EQ(sweep.pages, 60U);
  EXPECT_EQ(sweep.templates, 6U);
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    expect_as_alone(crawl, sweep.plan.settings[i], sweep.rows[i]);
  }
}

TEST(Sweep, VariesAllThatClustersByLinksDependOn) {
  const SweptCrawl crawl(80);
  for (const auto& [method, text] :
       {std::pair("uxclust:cut_off=2", "similar=0.5,0.9"),
        std::pair("uxclust:cut_off=2,similar=0.9", "occurrence=0,0.6"),
        std::pair("uxclust:cut_off=2,similar=0.9", "samples=1,3"),
        std::pair("uxclust", "cut_off=1,2,100"),
        std::pair("uxclust:cut_off=2,samples=1,similar=0.95", "seed=1:3:1"),
        std::pair("uxclust:cut_off=2", "drop_small=false,true")}) {
    const Sweep sweep = crawl.run({method}, {}, {text, "verify=off,all"});
    std::set<std::vector<double>> different;
    for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
      expect_as_alone(crawl, sweep.plan.settings[i], sweep.rows[i]);
      if (sweep.plan.settings[i].values[1] == "off") different.insert(sweep.rows[i].scores);
    }
    EXPECT_GT(different.size(), 1U) << text;
  }
}

TEST(Sweep, TellsWhatBecameOfEachTemplate) {
  test::TempDir dir;
  dir.write("site/a.html", "<p>one</p>");
  dir.write("site/b.html", "<p>two</p>");
  dir.write("site/c.html", "<p>three</p>");
  dir.write("site/d.html", "<div>four</div>");
  const auto labels =
      eval::read_labels(dir.write("labels.tsv", "a.html\tx\nb.html\tx\nc.html\ty\nd.html\tx\n"));
  const Sweep sweep =
      run_sweep({.source = {.inputs = {(dir.path() / "site").string()}}},
                plan_sweep({"md5", "fingerprint"}, {}, varied({"length=9"})), *labels);
  ASSERT_EQ(sweep.rows[0].per_template.size(), 2U);
  EXPECT_TRUE(contains(report::to_json(sweep),
                       "\"per_template\": [\n"
                       "       {\"template\": \"x\", \"pages\": 3, \"cluster\": 1, "
                       "\"precision\": 0.666667, \"recall\": 0.666667},\n"
                       "       {\"template\": \"y\", \"pages\": 1, \"cluster\": 1, "
                       "\"precision\": 0.333333, \"recall\": 1.000000}]}"))
      << report::to_json(sweep);
}

TEST(Sweep, LeavesASearchThatMayMissPairsToItself) {
  const SweptCrawl crawl(60);
  const Sweep sweep =
      crawl.run({"snn"}, {"tag_shingles"}, {"similar=0.3:0.7:0.2", "search=exact,lsh"});
  EXPECT_EQ(sweep.measured, 1U);
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    expect_as_alone(crawl, sweep.plan.settings[i], sweep.rows[i]);
  }
}

TEST(Sweep, ScoresTheSameForAnyNumberOfThreadsAndInWholeRuns) {
  const SweptCrawl crawl(40);
  const auto csv = [&](unsigned threads, bool time) {
    Sweep sweep = crawl.run({"snn", "mdh5"}, {"tag_shingles", "style"},
                            {"similar=0.4:0.9:0.1", "neighbours=0,5"}, threads, time);
    if (time) {
      for (const SweepRow& row : sweep.rows) {
        EXPECT_GT(row.seconds, 0);
        EXPECT_GT(row.processor_seconds, 0);
        EXPECT_LE(row.cluster_seconds, row.seconds);
      }
      sweep.is_timed = false;
    }
    return report::to_csv(sweep);
  };
  const std::string one = csv(1, false);
  EXPECT_EQ(one, csv(3, false));
  EXPECT_EQ(one, csv(2, true));
}

TEST(Sweep, CountsPagesWithoutALabelAndLabelsWithoutAPage) {
  test::TempDir dir;
  dir.write("site/a.html", "<html><body><p>one</p></body></html>");
  dir.write("site/b.html", "<html><body><p>two</p></body></html>");
  dir.write("site/c.html", "<html><body><div>three</div></body></html>");
  const auto labels =
      eval::read_labels(dir.write("labels.tsv", "a.html\tx\nc.html\ty\ngone.html\tx\n"));
  const SweepOptions options{.source = {.inputs = {(dir.path() / "site").string()}}};
  const Sweep sweep =
      run_sweep(options, plan_sweep({"md5", "fingerprint"}, {}, varied({"length=5,9"})), *labels);
  EXPECT_EQ(sweep.counts.clustered, 3U);
  EXPECT_EQ(sweep.pages, 2U);
  EXPECT_EQ(sweep.unlabelled, 1U);
  EXPECT_EQ(sweep.missing, 1U);
  EXPECT_EQ(sweep.rows[0].clusters, 2U);
  const auto none = eval::read_labels(dir.write("none.tsv", "gone.html\tx\n"));
  EXPECT_TRUE(contains(
      error_of([&] { run_sweep(options, plan_sweep({}, {}, varied({"length=5"})), *none); }),
      "no page has a label"));
}

TEST(Sweep, OptionsThatDoNotGoTogetherFailInTheirRowsOnly) {
  test::TempDir dir;
  for (const char* const name : {"site/a.html", "site/b.html"}) dir.write(name, "<p>one</p>");
  const auto labels = eval::read_labels(dir.write("labels.tsv", "a.html\tx\nb.html\tx\n"));
  const Sweep sweep =
      run_sweep({.source = {.inputs = {(dir.path() / "site").string()}}},
                plan_sweep({"snn"}, {"ted"}, varied({"insert=1,2", "delete=1,2"})), *labels);
  EXPECT_TRUE(sweep.rows[0].is_done);
  EXPECT_FALSE(sweep.rows[1].error.empty());
  EXPECT_FALSE(sweep.rows[2].error.empty());
  EXPECT_TRUE(sweep.rows[3].is_done);
}

TEST(Sweep, AMeasureThatFailsForTwoMethodsFailsInBothRows) {
  test::TempDir dir;
  for (const char* const name : {"site/a.html", "site/b.html"}) dir.write(name, "<p>one</p>");
  const auto labels = eval::read_labels(dir.write("labels.tsv", "a.html\tx\nb.html\tx\n"));
  const Sweep sweep = run_sweep(
      {.source = {.inputs = {(dir.path() / "site").string()}}},
      plan_sweep({"snn", "ahc:threshold=0.5"}, {"ted"}, varied({"measure.insert=2,1"})), *labels);
  ASSERT_EQ(sweep.rows.size(), 4U);
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const bool is_symmetric = !contains(sweep.plan.settings[i].measure_spec, "insert=2");
    EXPECT_EQ(sweep.rows[i].is_done, is_symmetric) << sweep.rows[i].error;
  }
}

TEST(Sweep, ASettingThatFailsIsARowOfItsOwn) {
  const SweptCrawl crawl(12);
  SweepPlan plan = plan_sweep({"snn"}, {"style"}, varied({"similar=0.5,0.7,0.9"}));
  plan.settings[1].method_spec = "snn:similar=7";
  const Sweep sweep = run_sweep({.source = {.inputs = {crawl.path}, .reading = {.threads = 2}}},
                                std::move(plan), *crawl.labels);
  EXPECT_TRUE(sweep.rows[0].is_done);
  EXPECT_FALSE(sweep.rows[1].is_done);
  EXPECT_TRUE(contains(sweep.rows[1].error, "from 0.01 to 1"));
  EXPECT_TRUE(sweep.rows[2].is_done);
  EXPECT_TRUE(contains(report::to_table(sweep, report::table_scores(), report::plot_scores()),
                       "failed: option 'similar'"));
  EXPECT_TRUE(contains(report::to_csv(sweep), "snn,style,0.7,,,"));
  EXPECT_TRUE(contains(report::to_json(sweep), "\"error\": "));
  const report::LinePlot plot = report::to_plot(sweep, report::plot_scores());
  ASSERT_EQ(plot.panels[0].series[0].points.size(), 3U);
  EXPECT_TRUE(std::isnan(plot.panels[0].series[0].points[1].y));
}

TEST(SweepPlot, DrawsOverTheFirstNumberAndKeepsOthersApart) {
  const SweptCrawl crawl(12);
  const Sweep sweep = crawl.run({"fingerprint", "md5"}, {}, {"tags=all,block", "length=30:10:-10"});
  const report::LinePlot plot = report::to_plot(sweep, report::plot_scores());
  EXPECT_EQ(plot.x_label, "length");
  EXPECT_TRUE(plot.categories.empty());
  ASSERT_EQ(plot.panels.size(), 3U);
  const auto& series = plot.panels[0].series;
  ASSERT_EQ(series.size(), 3U);
  EXPECT_EQ(series[0].name, "fingerprint, tags=all");
  EXPECT_EQ(series[2].name, "md5");  // lacks the option: constant
  ASSERT_EQ(series[2].points.size(), 3U);
  EXPECT_EQ(series[2].points[0].y, series[2].points[2].y);
  EXPECT_EQ(series[0].points[0].x, 10);
  EXPECT_EQ(series[0].points[2].x, 30);
  const report::LinePlot words =
      report::to_plot(crawl.run({"fingerprint"}, {}, {"tags=all,block"}), report::plot_scores());
  EXPECT_EQ(words.categories, (Words{"all", "block"}));
  EXPECT_EQ(words.panels[0].series[0].points[1].x, 1);
}

}  // namespace
}  // namespace pagekin::laboratory
