#include "pagekin/report/cluster_summary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/clustering/representatives.h"
#include "pagekin/core/text.h"
#include "pagekin/core/wrap.h"
#include "pagekin/report/numbers.h"
#include "pagekin/url/page_shape.h"

namespace pagekin::report {
namespace {

using clustering::ClusterRun;

constexpr std::size_t kClustersShown = 10;
constexpr std::size_t kHostsShown = 10;
constexpr std::size_t kIdWidth = 60;
constexpr std::size_t kNarrowId = 20;
constexpr std::size_t kWideLine = 200;  // columns that a line with name, page and marks needs

// Shortens a text in the middle, so that both ends of a long id stay visible.
std::string shorten(std::string_view text, std::size_t width) {
  std::string safe = printable(text);
  if (safe.size() <= width) return safe;
  std::size_t head = width / 2 - 2;
  std::size_t tail = safe.size() - (width - head - 3);
  while (head > 0 && is_inside_character(safe[head])) --head;
  while (tail < safe.size() && is_inside_character(safe[tail])) ++tail;
  return safe.substr(0, head) + "..." + safe.substr(tail);
}

// What became of the templates of earlier runs: a line of counts, then the changed templates.
std::string describe_changes(const ClusterRun& run) {
  struct Kind {
    TemplateFate fate;
    std::string_view word;   // at the start of a line
    std::string_view count;  // as in "2 changed"
  };
  constexpr Kind kinds[] = {{TemplateFate::kNew, "new", "new"},
                            {TemplateFate::kChanged, "changed", "changed"},
                            {TemplateFate::kUnseen, "unseen", "without a page in this run"},
                            {TemplateFate::kSplit, "split", "split off from others"},
                            {TemplateFate::kJoined, "joined", "joined to others"}};
  std::size_t grown = 0;
  for (const TemplateChange& change : run.changes) {
    grown += change.fate == TemplateFate::kSame && change.added > 0 ? 1 : 0;
  }
  std::string text = fmt::format("changes   {} as they were", with_commas(grown));
  std::string lines;
  for (const auto& [fate, word, name] : kinds) {
    std::size_t count = 0;
    for (const TemplateChange& change : run.changes) {
      if (change.fate != fate || change.was_unseen) continue;
      if (++count > kClustersShown) continue;
      lines += fmt::format("  {:<8}  template {}: {} pages before, {} in this run", word, change.id,
                           with_commas(change.earlier), with_commas(change.added));
      if (fate == TemplateFate::kJoined && change.cluster != kLeftOut) {
        lines += fmt::format("; now part of {}",
                             run.template_ids[static_cast<std::size_t>(change.cluster)]);
      }
      if (fate == TemplateFate::kChanged) {
        lines += fmt::format("\n{:12}{:.0f} % of what its pages have in common is the same", "",
                             100 * change.kept);
      }
      lines += '\n';
    }
    if (count > 0) text += fmt::format(", {} {}", with_commas(count), name);
  }
  const auto still_unseen =
      static_cast<std::size_t>(std::ranges::count(run.changes, true, &TemplateChange::was_unseen));
  if (still_unseen > 0) text += fmt::format(", {} still without one", with_commas(still_unseen));
  return text + "\n" + lines;
}

constexpr std::size_t kNameWidth = 50;
constexpr std::size_t kNamesInLine = 3;

// "a, b, c (40 marks)": the first names of several lines, as many as fit into one.
std::string names_of(const std::vector<describe::Evidence>& lines) {
  std::string text;
  std::size_t marks = 0;
  std::size_t names = 0;
  for (const describe::Evidence& line : lines) {
    marks += line.marks;
    // One name of each line; more of the first line if there are few lines.
    const std::size_t most = lines.size() == 1                     ? kNamesInLine
                             : line.names.size() > 1 && names == 0 ? 2
                                                                   : 1;
    for (std::size_t i = 0; i < std::min(most, line.names.size()) && names < kNamesInLine; ++i) {
      text += (names++ > 0 ? ", " : "") + shorten(line.names[i], kNameWidth);
    }
  }
  if (marks > names) text += fmt::format(" ({} marks)", with_commas(marks));
  return text;
}

constexpr std::size_t kMarksAt = 25;  // the column in which names of marks begin

// A line, or lines of this width; 0: any.
std::string fitted(std::string_view start, std::string_view names, std::size_t width) {
  const std::string line = fmt::format("{:18}{:<7}", "", start);
  return line + (width == 0 ? std::string(names) : wrap(names, width, kMarksAt, line.size())) +
         "\n";
}

// Two lines or more: what holds the cluster together, and what separates it from its nearest
// neighbour.
std::string describe_cluster(const ClusterRun& run, std::span<const std::size_t> by_number,
                             const describe::ClusterDescription& described, std::size_t width) {
  if (described.sampled == 0) return {};
  const std::string held = names_of(described.held_together_by);
  std::string text =
      fitted("have", described.held_together_by.empty() ? "nothing that others lack" : held, width);
  if (!described.nearest) return text;
  const auto& [number, similarity, has, lacks] = *described.nearest;
  std::string other =
      fmt::format("{}:", run.template_ids[by_number[static_cast<std::size_t>(number - 1)]]);
  if (!has.empty()) other += " have " + names_of(has);
  if (!lacks.empty()) other += (has.empty() ? " lack " : "; lack ") + names_of(lacks);
  if (has.empty() && lacks.empty()) other += " in nothing that is clear";
  return text + fitted("unlike", other, width);
}

std::size_t count_variants(const ClusterRun& run) {
  std::vector<std::uint32_t> all = run.variants;
  std::ranges::sort(all);
  return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

// The same within one line of `room` columns, without the number of marks.
std::string names_within(const std::vector<describe::Evidence>& lines, std::size_t room) {
  std::string text;
  std::size_t names = 0;
  for (const describe::Evidence& line : lines) {
    const std::size_t most = lines.size() == 1 ? kNamesInLine : 1;
    for (std::size_t i = 0; i < std::min(most, line.names.size()) && names < kNamesInLine; ++i) {
      const std::string name = shorten(line.names[i], std::min(kNameWidth, room));
      if (!text.empty() && text.size() + 2 + name.size() > room) continue;
      text += (text.empty() ? "" : ", ") + name;
      ++names;
    }
  }
  return text;
}

// Writes with colours, or without.
class Painter {
 public:
  explicit Painter(bool has_colours) : has_colours_(has_colours) {}
  std::string bold(const std::string& text) const { return paint("1", text); }
  std::string dim(const std::string& text) const { return paint("2", text); }
  std::string warn(const std::string& text) const { return paint("33", text); }
  std::string address(const std::string& text) const { return paint("36", text); }

 private:
  std::string paint(std::string_view code, const std::string& text) const {
    return has_colours_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }
  bool has_colours_;
};

// The largest templates: number, pages, share, name, a typical page, and marks that others lack.
// One line a template, or, where that is too wide, one for each of the last three.
class TemplateLines {
 public:
  TemplateLines(const ClusterRun& run, const SummaryOptions& options,
                const describe::Description* description)
      : run_(run),
        options_(options),
        description_(description),
        paint_(options.has_colours),
        by_number_(run.labels_by_number()),
        sizes_(run.numbers.size()) {
    for (const int label : run.clustering.labels) {
      if (label != kLeftOut) ++sizes_[static_cast<std::size_t>(label)];
    }
  }

  std::string text() const {
    const auto singles = static_cast<std::size_t>(std::ranges::count(sizes_, 1U));
    const std::size_t shown =
        options_.all ? sizes_.size() : std::min<std::size_t>(kClustersShown, sizes_.size());
    std::string text = fmt::format("templates {}", with_commas(sizes_.size()));
    const std::size_t variants = count_variants(run_);
    if (variants > sizes_.size()) text += fmt::format(" in {} variants", with_commas(variants));
    if (singles != 0) text += fmt::format(", {} of one page", with_commas(singles));
    text += shown < sizes_.size() ? "; the ten largest (all with --all):\n" : ":\n";
    text += paint_.dim(head()) + "\n";
    const std::vector<std::vector<PageId>> representatives =
        clustering::choose_representatives(run_);
    for (std::size_t i = 0; i < shown; ++i) text += of_template(i, representatives);
    return text;
  }

 private:
  bool is_wide() const { return options_.width == 0 || options_.width >= kWideLine; }
  bool has_marks() const { return description_ != nullptr && !options_.explains; }

  std::string head() const {
    const std::string start = fmt::format("  {:>4} {:>9} {:>7}  ", "id", "pages", "share");
    if (!is_wide()) {
      return start + (has_marks() ? "name, a typical page, marks that others lack"
                                  : "name, and a typical page");
    }
    const std::string names = fmt::format("{}{:<{}}  ", start, "name", kIdWidth);
    return has_marks() ? fmt::format("{}{:<{}}  {}", names, "typical page", kIdWidth,
                                     "marks that others lack")
                       : names + "typical page";
  }

  // A name that a hint gave says nothing about addresses.
  static std::string title(const clustering::TemplateName& name) {
    const std::string& shape = name.readable_shape;
    return shape.empty() || name.text.find(shape) != std::string::npos ? name.text
                                                                       : name.text + "  " + shape;
  }

  std::string of_template(std::size_t i,
                          const std::vector<std::vector<PageId>>& representatives) const {
    const std::size_t label = by_number_[i];
    const describe::ClusterDescription* const described =
        description_ != nullptr && i < description_->clusters.size() &&
                description_->clusters[i].sampled > 0
            ? &description_->clusters[i]
            : nullptr;
    const PageId typical = described != nullptr             ? described->exemplar
                           : representatives[label].empty() ? PageId{0}
                                                            : representatives[label].front();
    const bool shows_marks = described != nullptr && has_marks();
    const std::string name = title(run_.names[label]);
    const std::string numbers = fmt::format(" {:>9} {:>5} %  ", with_commas(sizes_[label]),
                                            percent(sizes_[label], run_.ids.size()));
    std::string text = "  " + paint_.bold(fmt::format("{:>4}", run_.template_ids[label])) + numbers;
    if (is_wide()) {
      const std::string page = shorten(run_.ids[typical], kIdWidth);
      const std::string marks = shows_marks ? names_of(described->held_together_by) : std::string();
      const std::string padding(marks.empty() ? 0 : kIdWidth - std::min(kIdWidth, page.size()),
                                ' ');
      text += paint_.bold(fmt::format("{:<{}}", shorten(name, kIdWidth), kIdWidth)) + "  " +
              paint_.address(page) + padding;
      if (!marks.empty()) text += "  " + paint_.dim(marks);
      text += "\n";
    } else {
      const std::size_t start = 6 + numbers.size();
      const std::size_t room = options_.width - std::min(options_.width / 2, start);
      const auto line = [&](const std::string& content) {
        text += fmt::format("{:{}}{}\n", "", start, content);
      };
      text += paint_.bold(shorten(name, room)) + "\n";
      line(paint_.address(shorten(run_.ids[typical], room)));
      if (shows_marks && !described->held_together_by.empty()) {
        line(paint_.dim(names_within(described->held_together_by, room)));
      }
    }
    if (described != nullptr && options_.explains) {
      text += describe_cluster(run_, by_number_, *described, options_.width);
    }
    return text;
  }

  const ClusterRun& run_;
  const SummaryOptions& options_;
  const describe::Description* description_;
  Painter paint_;
  std::vector<std::size_t> by_number_;
  std::vector<std::size_t> sizes_;  // by label
};

// The columns that are left for an id; width 0: the terminal is not known.
std::size_t room_for(std::size_t width, std::size_t used) {
  return width == 0 ? kIdWidth : std::max(kNarrowId, width - std::min(width, used));
}

// Pages and templates by host, where there are several.
std::string describe_hosts(const ClusterRun& run, const SummaryOptions& options) {
  struct Host {
    std::size_t pages = 0;
    std::set<int> labels;
  };
  std::map<std::string, Host> hosts;
  for (PageId page = 0; page < run.ids.size(); ++page) {
    Host& host = hosts[url::page_host(run.ids[page])];
    ++host.pages;
    if (run.clustering.labels[page] != kLeftOut) host.labels.insert(run.clustering.labels[page]);
  }
  if (hosts.size() < 2) return {};
  std::vector<std::pair<std::string, Host>> largest(hosts.begin(), hosts.end());
  std::ranges::stable_sort(largest, std::greater<>(),
                           [](const auto& host) { return host.second.pages; });
  const std::size_t shown =
      options.all ? largest.size() : std::min<std::size_t>(kHostsShown, largest.size());
  std::string text = fmt::format("hosts     {}{}\n", with_commas(largest.size()),
                                 shown < largest.size() ? "; the ten largest:" : ":");
  text += fmt::format("  {:>4} {:>9} {:>9}  {}\n", "", "pages", "templates", "host");
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [name, host] = largest[i];
    text += fmt::format("  {:>4} {:>9} {:>9}  {}\n", "", with_commas(host.pages),
                        with_commas(host.labels.size()),
                        name.empty() ? "(files)" : shorten(name, room_for(options.width, 28)));
  }
  return text;
}

bool is_doubtful(const ClusterRun& run, std::span<const Certainty> certainty, PageId page) {
  const float confidence = certainty[page].confidence;
  return confidence >= 0 && confidence < kDoubtful && run.number_of(page) != 0;
}

std::string describe_doubts(const ClusterRun& run, std::span<const Certainty> certainty,
                            std::size_t width) {
  std::size_t doubtful = 0;
  PageId worst = 0;
  for (PageId page = 0; page < certainty.size(); ++page) {
    if (!is_doubtful(run, certainty, page)) continue;
    if (doubtful++ == 0 || certainty[page].confidence < certainty[worst].confidence) worst = page;
  }
  if (doubtful == 0) return {};
  const std::string count =
      fmt::format("in doubt  {} ({} %), e.g. ", plural(doubtful, "page", "pages"),
                  percent(doubtful, certainty.size()));
  const std::string end = fmt::format(", template {}", run.template_of(worst));
  return count + shorten(run.ids[worst], room_for(width, count.size() + end.size())) + end;
}

// The hints that were followed, and the pages of which others would help most.
std::string describe_hints(const ClusterRun& run, std::size_t width) {
  std::string text;
  if (run.hinted > 0 || !run.unknown_hinted.empty()) {
    text = fmt::format("hints     about {}", plural(run.hinted, "page", "pages"));
    if (!run.unknown_hinted.empty()) {
      text += fmt::format("; {} not in this run, e.g. {}",
                          plural(run.unknown_hinted.size(), "page is", "pages are"),
                          shorten(run.unknown_hinted.front(), room_for(width, 50)));
    }
    text += '\n';
  }
  if (run.questions.empty()) return text;
  text += "ask       the templates of these pages would help most: PAGE<TAB>NAME in --hints\n";
  text += "  pages in doubt  template  page\n";
  for (const method::Question& question : run.questions) {
    text += fmt::format(
        "  {:>14}  {:>8}  {}\n", with_commas(static_cast<std::uint64_t>(std::ceil(question.doubt))),
        run.template_of(question.page), shorten(run.ids[question.page], room_for(width, 28)));
  }
  return text;
}

}  // namespace

std::size_t count_doubtful(const ClusterRun& run, std::span<const Certainty> certainty) {
  std::size_t count = 0;
  for (PageId page = 0; page < certainty.size(); ++page) {
    count += is_doubtful(run, certainty, page) ? 1 : 0;
  }
  return count;
}

std::string summarise(const ClusterRun& run, const SummaryOptions& options,
                      const describe::Description* description) {
  std::string text = "pages     " + pagekin::describe_counts(run.counts) + "\n";
  if (run.has_dropped_checkpoint) {
    text += "index     a checkpoint of a run with other inputs or options was dropped\n";
  }
  if (run.resumed != 0) {
    text += fmt::format("index     {} were read before the run was interrupted\n",
                        plural(run.resumed, "page", "pages"));
  }
  if (run.earlier != 0) {
    text += fmt::format("index     {} of earlier runs", plural(run.earlier, "page", "pages"));
    if (run.seen_before != 0) {
      text += fmt::format(", {} of them read again", with_commas(run.seen_before));
    }
    text += '\n';
  }
  if (run.left != 0) {
    text += fmt::format("index     {} too old and left it\n",
                        plural(run.left, "page was", "pages were"));
  }
  if (!run.changes.empty()) text += describe_changes(run);

  text += TemplateLines(run, options, description).text();
  text += describe_hosts(run, options);
  const std::string doubts = describe_doubts(
      run, options.explains && description != nullptr ? description->certainty : run.certainty,
      options.width);
  if (!doubts.empty()) text += Painter(options.has_colours).warn(doubts) + "\n";
  if (!run.caution.empty()) {
    const std::string lines = wrap(run.caution, options.width == 0 ? 100 : options.width, 10, 10);
    text += Painter(options.has_colours).warn("caution   " + lines) + "\n";
  }
  text += describe_hints(run, options.width);

  const double describing = description != nullptr ? description->seconds : 0;
  const double total = run.read_seconds + run.cluster_seconds + describing + options.write_seconds;
  std::string time = fmt::format(
      "time      {:.2f} s: reading {:.2f}, clustering {:.2f},{} writing {:.2f}; {} pages/s\n",
      total, run.read_seconds, run.cluster_seconds,
      description != nullptr ? fmt::format(" describing {:.2f},", describing) : "",
      options.write_seconds, per_second(run.counts.read(), total));
  // A narrow terminal gets the last part in a second line.
  if (const std::size_t last = time.rfind(" writing");
      options.width != 0 && time.size() > options.width + 1 && last != time.npos) {
    time.replace(last, 1, "\n          ");
  }
  return text + time;
}

}  // namespace pagekin::report
