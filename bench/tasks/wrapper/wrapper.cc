// How well and how fast fields are learned from labelled pages, for bench/extraction_report.py.
//
//   bench_wrapper quality PAGES CLUSTERS FIELDS [DRAWS] < settings
//   bench_wrapper speed PAGES [ROUNDS [LEAST_KB MOST_KB]]
//
// quality: PAGES is an input, CLUSTERS a table of `pagekin cluster -o`, FIELDS a table of true
// values (page, attribute, value; empty: absent). Each line of the settings has values of
// constants, as "labels=1 hit=8 veto=1"; an empty line is the defaults. For each setting, site and
// attribute it draws labelled pages DRAWS times, learns, applies the rules to all pages of
// the site and prints one line: setting, vertical, site, attribute, draw, pages with a
// value, answers, right answers, pages without a value, answers on these. Labelled pages do not
// count. The site is the folder of a page's address, the vertical the folder above. With SHOW=NAME
// in the environment, wrong answers on sites whose names begin so are lines that begin with '#'.
//
// speed: processor time on one thread, the median of ROUNDS, of building trees with texts of all
// pages, of applying rules to these trees, with and without finding the template by marks, and of
// learning from up to 300 pages. With LEAST_KB and MOST_KB only pages of these sizes count. Pages
// of one folder are one template; its rules have four fields, whose values are texts of its first
// page.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/dom/build.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/html/character_references.h"
#include "pagekin/input/read_pages.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/learn.h"
#include "pagekin/wrapper/share_fields.h"
#include "pagekin/wrapper/value_text.h"

#include "bodies.h"

namespace pagekin::bench {
namespace {

using wrapper::PageSlots;

constexpr dom::BuildOptions kBuild{.all_attributes = true, .text = true, .blank_text = false};

struct LoadedPage {
  std::string id;
  PageSlots slots;
};

// All pages of an input as slots.
std::vector<LoadedPage> load(const std::string& input) {
  struct Batch final : input::PageBatch {
    void add(const Page& page, const Incident*) override {
      LoadedPage& one = pages.emplace_back();
      one.id = page.id;
      features::read_page_tree(page, kBuild, 0, [&](const dom::Tree& tree) {
        wrapper::read_slots(tree, {}, one.slots);
      });
    }
    void skip(Incident) override {}
    std::vector<LoadedPage> pages;
  };
  struct Pages final : input::PageConsumer {
    std::unique_ptr<input::PageBatch> open_batch() override { return std::make_unique<Batch>(); }
    void commit(input::PageBatch& batch) override {
      for (LoadedPage& page : static_cast<Batch&>(batch).pages) pages.push_back(std::move(page));
    }
    std::vector<LoadedPage> pages;
  };
  Pages pages;
  input::read_pages(std::vector<std::string>{input}, {}, pages);
  return std::move(pages.pages);
}

std::vector<std::vector<std::string>> read_tsv(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw Error("cannot read " + path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string>& row = rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
  }
  return rows;
}

struct Settings {
  std::string text;
  std::size_t labels = 1;
  bool share = true;  // labels of other clusters of the site
  wrapper::LearnOptions learn;
  wrapper::ApplyOptions apply;
};

Settings parse_settings(const std::string& line) {
  Settings settings;
  settings.text = line;
  const std::map<std::string, double*> numbers = {
      {"hit", &settings.learn.hit},
      {"coverage", &settings.learn.coverage},
      {"fixed", &settings.learn.fixed},
      {"shape", &settings.learn.shape},
      {"unique", &settings.learn.unique},
      {"agreement", &settings.learn.agreement},
      {"previous", &settings.learn.previous},
      {"count", &settings.learn.count},
      {"distinct", &settings.learn.distinct},
      {"constant", &settings.learn.constant},
      {"silence", &settings.learn.silence},
      {"silence_other", &settings.learn.silence_other},
      {"min_share", &settings.apply.min_share},
      {"min_support", &settings.apply.min_support},
      {"veto", &settings.apply.veto},
      {"label", &settings.apply.label},
      {"rival", &settings.apply.rival},
  };
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const double value = equals == std::string::npos ? 1 : std::atof(word.c_str() + equals + 1);
    if (name == "labels") {
      settings.labels = static_cast<std::size_t>(value);
    } else if (name == "share") {
      settings.share = value != 0;
    } else if (name == "rounds") {
      settings.learn.rounds = static_cast<int>(value);
    } else if (name == "selectors") {
      settings.learn.max_selectors = static_cast<std::size_t>(value);
    } else if (name == "foreign") {
      settings.learn.foreign = value != 0;
    } else if (name == "only_path") {
      settings.learn.only_path = value != 0;
    } else if (name == "only_best") {
      settings.learn.only_best = value != 0;
    } else if (const auto found = numbers.find(name); found != numbers.end()) {
      *found->second = value;
    } else {
      throw Error("there is no constant '" + name + "'");
    }
  }
  return settings;
}

struct Site {
  std::string vertical;
  std::string name;
  std::vector<std::size_t> pages;  // in the loaded ones
  std::map<std::string, std::map<std::size_t, std::vector<std::string>>>
      truth;  // by attribute, page
};

class Quality {
 public:
  Quality(const std::string& input, const std::string& clusters, const std::string& fields)
      : pages_(load(input)) {
    std::map<std::string, std::size_t> numbers;
    for (std::size_t i = 0; i < pages_.size(); ++i) numbers[pages_[i].id] = i;
    cluster_of_.assign(pages_.size(), 0);
    for (const auto& row : read_tsv(clusters)) {
      if (row.size() < 2 || !numbers.contains(row[0])) continue;
      cluster_of_[numbers[row[0]]] = static_cast<std::size_t>(std::atoi(row[1].c_str()));
    }
    std::map<std::string, Site> sites;
    for (const auto& row : read_tsv(fields)) {
      if (row.size() < 2 || !numbers.contains(row[0])) continue;
      const std::size_t page = numbers[row[0]];
      const std::size_t last = row[0].rfind('/');
      const std::size_t middle = row[0].rfind('/', last - 1);
      const std::size_t first = row[0].rfind('/', middle - 1);
      Site& site = sites[row[0].substr(0, last)];
      site.vertical = row[0].substr(first + 1, middle - first - 1);
      site.name = row[0].substr(middle + 1, last - middle - 1);
      if (std::ranges::find(site.pages, page) == site.pages.end()) site.pages.push_back(page);
      std::vector<std::string>& values = site.truth[row[1]][page];
      std::string buffer;
      const std::string value =
          row.size() < 3 ? ""
                         : features::readable_text(html::decode_references(row[2], false, buffer));
      if (!value.empty()) values.push_back(value);
    }
    for (auto& [key, site] : sites) sites_.push_back(std::move(site));
    for (std::size_t i = 0; i < pages_.size(); ++i) by_cluster_[cluster_of_[i]].push_back(i);
  }

  void run(const Settings& settings, int draws) {
    for (const Site& site : sites_) {
      for (int draw = 0; draw < draws; ++draw) run_site(settings, site, draw);
    }
  }

 private:
  struct Case {
    std::string attribute;
    std::vector<std::size_t> labelled;
    std::map<std::size_t, std::string> answers;
  };

  std::vector<const PageSlots*> members_of(std::size_t cluster) {
    std::vector<const PageSlots*> members;
    for (const std::size_t page : by_cluster_[cluster]) members.push_back(&pages_[page].slots);
    return members;
  }

  void run_site(const Settings& settings, const Site& site, int draw) {
    std::vector<Case> cases;
    std::map<std::size_t, std::vector<std::size_t>> fields_of;  // cases by cluster
    for (const auto& [attribute, truth] : site.truth) {
      Case one{.attribute = attribute, .labelled = {}, .answers = {}};
      std::vector<std::pair<std::uint64_t, std::size_t>> order;
      for (const auto& [page, values] : truth) {
        if (values.empty()) continue;
        const std::string key =
            fmt::format("{}/{}/{}/{}", site.name, attribute, draw, pages_[page].id);
        order.emplace_back(hash_bytes(key), page);
      }
      std::ranges::sort(order);
      for (std::size_t i = 0; i < std::min(order.size(), settings.labels); ++i) {
        one.labelled.push_back(order[i].second);
      }
      if (order.empty()) continue;
      cases.push_back(std::move(one));
    }
    std::map<std::size_t, std::vector<wrapper::LabelledField>> labels;  // by cluster
    for (const Case& one : cases) {
      for (const std::size_t page : one.labelled) {
        std::vector<wrapper::LabelledField>& fields = labels[cluster_of_[page]];
        auto field = std::ranges::find(fields, one.attribute, &wrapper::LabelledField::name);
        if (field == fields.end()) {
          fields.push_back({one.attribute, {}});
          field = fields.end() - 1;
        }
        const auto& members = by_cluster_[cluster_of_[page]];
        const auto place = std::ranges::find(members, page) - members.begin();
        field->labels.push_back(
            {static_cast<std::uint32_t>(place), site.truth.at(one.attribute).at(page), {}});
      }
    }
    std::map<std::size_t, wrapper::TemplateRules> rules_of;
    const auto learn = [&](std::size_t cluster) {
      wrapper::TemplateRules rules;
      wrapper::learn_fields(members_of(cluster), {}, labels[cluster], settings.learn, rules);
      rules_of[cluster] = std::move(rules);
    };
    std::vector<std::size_t> donors;
    for (const auto& [cluster, fields] : labels) donors.push_back(cluster);
    for (const std::size_t cluster : donors) learn(cluster);
    if (settings.share) {
      // From the largest cluster with labels on.
      std::ranges::stable_sort(donors, std::greater<>(),
                               [&](std::size_t cluster) { return by_cluster_[cluster].size(); });
      std::set<std::size_t> clusters;
      for (const std::size_t page : site.pages) clusters.insert(cluster_of_[page]);
      for (const std::size_t cluster : clusters) {
        bool has_more = false;
        for (const std::size_t donor : donors) {
          if (donor == cluster) continue;
          for (wrapper::LabelledField& field :
               wrapper::borrow_labels(rules_of[donor], labels[cluster], members_of(cluster), {})) {
            labels[cluster].push_back(std::move(field));
            has_more = true;
          }
        }
        if (has_more) learn(cluster);
      }
    }
    for (const auto& [cluster, rules] : rules_of) {
      wrapper::Applier applier(rules, settings.apply);
      std::vector<wrapper::FoundField> found;
      for (const std::size_t page : site.pages) {
        if (cluster_of_[page] != cluster) continue;
        applier.apply(pages_[page].slots, {}, found);
        for (std::size_t i = 0; i < found.size(); ++i) {
          if (found[i].state != wrapper::FieldState::kFound) continue;
          Case& one = *std::ranges::find(cases, rules.fields[i].name, &Case::attribute);
          one.answers[page] = found[i].values.front();
        }
      }
    }
    for (const Case& one : cases) print(settings, site, draw, one);
  }

  void print(const Settings& settings, const Site& site, int draw, const Case& one) const {
    int present = 0;
    int answers = 0;
    int right = 0;
    int absent = 0;
    int absent_answers = 0;
    for (const auto& [page, values] : site.truth.at(one.attribute)) {
      if (std::ranges::find(one.labelled, page) != one.labelled.end()) continue;
      const auto answer = one.answers.find(page);
      const bool is_answered = answer != one.answers.end();
      answers += is_answered ? 1 : 0;
      ++(values.empty() ? absent : present);
      if (values.empty()) {
        absent_answers += is_answered ? 1 : 0;
      } else if (is_answered && std::ranges::find(values, answer->second) != values.end()) {
        ++right;
      }
      if (std::getenv("SHOW") != nullptr && site.name.find(std::getenv("SHOW")) == 0) {
        const bool ok = is_answered ? std::ranges::find(values, answer->second) != values.end()
                                    : values.empty();
        if (!ok) {
          fmt::print("#   {} {} draw {} cluster {}: got [{}] want [{}]\n", pages_[page].id,
                     one.attribute, draw, cluster_of_[page], is_answered ? answer->second : "-",
                     values.empty() ? "-" : values.front());
        }
      }
    }
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", settings.text, site.vertical, site.name,
               one.attribute, draw, present, answers, right, absent, absent_answers);
  }

  std::vector<LoadedPage> pages_;
  std::vector<std::size_t> cluster_of_;
  std::vector<Site> sites_;
  std::map<std::size_t, std::vector<std::size_t>> by_cluster_;
};

// A template for the measurement of speed.
struct TimedTemplate {
  std::vector<const std::string*> bodies;
  wrapper::TemplateRules rules;
};

class Speed {
 public:
  Speed(const std::string& input, int rounds, double least_kb, double most_kb)
      : bodies_(load_bodies(std::vector<std::string>{input})), rounds_(rounds) {
    std::erase_if(bodies_, [&](const std::string& body) {
      const double kb = static_cast<double>(body.size()) / 1e3;
      return kb < least_kb || kb > most_kb;
    });
    if (bodies_.empty()) throw Error("there are no pages of these sizes");
    // Without ids, pages are taken in blocks: a corpus lists the pages of a site together.
    constexpr std::size_t block = 25;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (i % block == 0) templates_.emplace_back();
      templates_.back().bodies.push_back(&bodies_[i]);
    }
  }

  void run() {
    for (TimedTemplate& one : templates_) learn(one.bodies, one.rules);
    std::vector<double> parsing;
    std::vector<double> applying;
    std::vector<double> placing;
    for (int round = 0; round < rounds_; ++round) {
      parsing.push_back(time([&] { each_page([](const dom::Tree&, const TimedTemplate&) {}); }));
      applying.push_back(time([&] { apply_all(false); }) - parsing.back());
      placing.push_back(time([&] { apply_all(true); }) - parsing.back());
    }
    std::vector<const std::string*> sample;
    for (std::size_t i = 0; i < std::min<std::size_t>(300, bodies_.size()); ++i)
      sample.push_back(&bodies_[i]);
    std::vector<double> parsing_sample;
    std::vector<double> learning;
    for (int round = 0; round < rounds_; ++round) {
      parsing_sample.push_back(time([&] {
        for (const std::string* body : sample) builder_.build(*body, kBuild);
      }));
      learning.push_back(time([&] {
        wrapper::TemplateRules rules;
        learn(sample, rules);
      }));
    }
    const double parse = median(parsing);
    const double apply = median(applying);
    const double place = median(placing);
    const double pages = static_cast<double>(bodies_.size());
    fmt::print("{} pages, {:.1f} MB, {:.0f} KB a page, one thread, median of {} rounds\n",
               bodies_.size(), static_cast<double>(total_size(bodies_)) / 1e6,
               static_cast<double>(total_size(bodies_)) / 1e3 / pages, rounds_);
    fmt::print("parsing, trees with texts       {:8.1f} us a page\n", 1e6 * parse / pages);
    fmt::print(
        "applying 4 fields               {:8.1f} us a page, {:.2f} times parsing; with parsing "
        "{:.2f} times, {:.0f} pages/s\n",
        1e6 * apply / pages, apply / parse, 1 + apply / parse, pages / (parse + apply));
    fmt::print(
        "applying, template by marks     {:8.1f} us a page, {:.2f} times parsing; with parsing "
        "{:.2f} times, {:.0f} pages/s\n",
        1e6 * place / pages, place / parse, 1 + place / parse, pages / (parse + place));
    fmt::print(
        "learning 4 fields, {} pages    {:8.1f} ms with parsing, {:.2f} times parsing these "
        "pages\n",
        sample.size(), 1e3 * median(learning), median(learning) / median(parsing_sample));
  }

 private:
  template <class Work>
  static double time(const Work& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }
  static double median(std::vector<double> seconds) {
    std::ranges::sort(seconds);
    return seconds[seconds.size() / 2];
  }

  template <class Visit>
  void each_page(const Visit& visit) {
    for (const TimedTemplate& one : templates_) {
      for (const std::string* body : one.bodies) visit(builder_.build(*body, kBuild), one);
    }
  }

  void apply_all(bool by_marks) {
    wrapper::PageSlots slots;
    std::vector<wrapper::FoundField> found;
    for (const TimedTemplate& one : templates_) {
      wrapper::Applier applier(one.rules);
      for (const std::string* body : one.bodies) {
        const dom::Tree& tree = builder_.build(*body, kBuild);
        if (by_marks) marks_ += features::marks(tree).size();
        wrapper::read_slots(tree, applier.slot_options(), slots);
        applier.apply(slots, {}, found);
      }
    }
  }

  void learn(const std::vector<const std::string*>& bodies, wrapper::TemplateRules& rules) {
    std::vector<PageSlots> pages(bodies.size());
    std::vector<const PageSlots*> views;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      wrapper::read_slots(builder_.build(*bodies[i], kBuild), {}, pages[i]);
      views.push_back(&pages[i]);
    }
    std::vector<wrapper::LabelledField> fields;
    for (std::uint32_t i = 1; i <= 4 && pages[0].text_count > 8; ++i) {
      const auto slot = static_cast<std::uint32_t>(pages[0].text_count * i / 5);
      fields.push_back(
          {"field " + std::to_string(i), {{0, {std::string(pages[0].value(slot))}, {}}}});
    }
    wrapper::learn_fields(views, {}, fields, {}, rules);
  }

  std::vector<std::string> bodies_;
  int rounds_;
  std::vector<TimedTemplate> templates_;
  dom::Builder builder_;
  std::size_t marks_ = 0;
};

}  // namespace
}  // namespace pagekin::bench

int main(int argc, char** argv) {
  using namespace pagekin::bench;
  try {
    const std::vector<std::string> args(argv + 1, argv + argc);
    if (args.size() >= 4 && args[0] == "quality") {
      Quality quality(args[1], args[2], args[3]);
      const int draws = args.size() > 4 ? std::atoi(args[4].c_str()) : 5;
      for (std::string line; std::getline(std::cin, line);) {
        quality.run(parse_settings(line), draws);
        std::fflush(stdout);
      }
      return 0;
    }
    if (args.size() >= 2 && args[0] == "speed") {
      const bool has_sizes = args.size() > 4;
      Speed(args[1], args.size() > 2 ? std::max(1, std::atoi(args[2].c_str())) : 5,
            has_sizes ? std::atof(args[3].c_str()) : 0,
            has_sizes ? std::atof(args[4].c_str()) : 1e9)
          .run();
      return 0;
    }
    fmt::print(stderr,
               "usage: bench_wrapper quality PAGES CLUSTERS FIELDS [DRAWS] < settings\n"
               "       bench_wrapper speed PAGES [ROUNDS [LEAST_KB MOST_KB]]\n");
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_wrapper: {}\n", error.what());
    return 1;
  }
}
