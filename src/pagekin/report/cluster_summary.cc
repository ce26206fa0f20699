#include "pagekin/report/cluster_summary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/core/wrap.h"
#include "pagekin/html/tag_id.h"
#include "pagekin/report/numbers.h"

namespace pagekin::report {
namespace {

using pipeline::ClusterRun;

constexpr std::size_t kShown = 10;
constexpr std::size_t kIdWidth = 60;
constexpr std::size_t kNarrowId = 20;
constexpr std::size_t kWideLine = 200;  // columns that a line with name, sample and tags needs

// "html head meta title ... body div": the tags of one page.
std::string tag_list(const features::FirstTags& tags) {
  std::string list;
  for (const std::uint8_t tag : tags) {
    if (tag == html::kNoTag) break;
    if (!list.empty()) list += ' ';
    list += tag == features::kOtherTag ? std::string_view("?") : html::tag_name(tag);
  }
  return list;
}

// The common start of the tags of two pages.
features::FirstTags common_start(const features::FirstTags& a, const features::FirstTags& b) {
  features::FirstTags common{};
  for (std::size_t i = 0; i < a.size() && a[i] == b[i]; ++i) common[i] = a[i];
  return common;
}

// Shortens a text in the middle, so that both ends of a long id stay visible.
std::string shorten(std::string_view text, std::size_t width) {
  std::string safe = printable(text);
  if (safe.size() <= width) return safe;
  std::size_t head = width / 2 - 2;
  std::size_t tail = safe.size() - (width - head - 3);
  const auto inside_character = [&](std::size_t at) {
    return (static_cast<unsigned char>(safe[at]) & 0xc0) == 0x80;
  };
  while (head > 0 && inside_character(head)) --head;
  while (tail < safe.size() && inside_character(tail)) ++tail;
  return safe.substr(0, head) + "..." + safe.substr(tail);
}

struct ClusterOverview {
  std::size_t pages = 0;
  PageId sample = 0;
  features::FirstTags tags{};
  bool has_tags = false;  // at least one page was read
};

// One line a template, or, where that is too wide, one for the name and one for the sample.
class TemplateLines {
 public:
  explicit TemplateLines(std::size_t width) : width_(width) {}

  std::string head() const {
    if (is_wide()) {
      return fmt::format("  {:>4} {:>9}  {:<{}}  {}\n", "id", "pages", "name", kIdWidth,
                         "sample, and the tags that its pages share");
    }
    return fmt::format("  {:>4} {:>9}  {}\n", "id", "pages", "name, and one of its pages");
  }

  std::string line(std::uint32_t id, std::string_view name, std::string_view sample,
                   const ClusterOverview& cluster) const {
    const std::string start = fmt::format("  {:>4} {:>9}  ", id, with_commas(cluster.pages));
    if (is_wide()) {
      return fmt::format("{}{:<{}}  {}  {}\n", start, shorten(name, kIdWidth), kIdWidth,
                         shorten(sample, kIdWidth), tag_list(cluster.tags));
    }
    const std::size_t room = width_ - std::min(width_ / 2, start.size());
    return fmt::format("{}{}\n{:{}}{}\n", start, shorten(name, room), "", start.size(),
                       shorten(sample, room));
  }

 private:
  bool is_wide() const { return width_ == 0 || width_ >= kWideLine; }

  std::size_t width_;
};

// The first kShown clusters, by number - 1.
std::vector<ClusterOverview> largest(const ClusterRun& run) {
  std::vector<ClusterOverview> shared(std::min<std::size_t>(kShown, run.numbers.size()));
  for (PageId page = 0; page < run.ids.size(); ++page) {
    const int number = run.number_of(page);
    if (number == 0 || static_cast<std::size_t>(number) > shared.size()) continue;
    ClusterOverview& cluster = shared[static_cast<std::size_t>(number) - 1];
    if (cluster.pages++ == 0) cluster.sample = page;
    const features::FirstTags& tags = run.first_tags[page];
    if (tags.front() == 0) continue;  // the page was not read
    cluster.tags = cluster.has_tags ? common_start(cluster.tags, tags) : tags;
    cluster.has_tags = true;
  }
  return shared;
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
      if (change.fate != fate) continue;
      if (++count > kShown) continue;
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
                             const describe::ClusterDescription& one, std::size_t width) {
  if (one.sampled == 0) return {};
  const std::string held = names_of(one.held_together_by);
  std::string text =
      fitted("have", one.held_together_by.empty() ? "nothing that others lack" : held, width);
  if (!one.nearest) return text;
  const auto& [number, similarity, has, lacks] = *one.nearest;
  std::string other =
      fmt::format("{}:", run.template_ids[by_number[static_cast<std::size_t>(number - 1)]]);
  if (!has.empty()) other += " have " + names_of(has);
  if (!lacks.empty()) other += (has.empty() ? " lack " : "; lack ") + names_of(lacks);
  if (has.empty() && lacks.empty()) other += " in nothing that is clear";
  return text + fitted("unlike", other, width);
}

// The columns that are left for an id; width 0: the terminal is not known.
std::size_t room_for(std::size_t width, std::size_t used) {
  return width == 0 ? kIdWidth : std::max(kNarrowId, width - std::min(width, used));
}

std::string describe_doubts(const ClusterRun& run, std::span<const templates::Certainty> certainty,
                            std::size_t width) {
  std::size_t doubtful = 0;
  PageId worst = 0;
  for (PageId page = 0; page < certainty.size(); ++page) {
    const float confidence = certainty[page].confidence;
    if (confidence < 0 || confidence >= templates::kDoubtful || run.number_of(page) == 0) continue;
    if (doubtful++ == 0 || confidence < certainty[worst].confidence) worst = page;
  }
  if (doubtful == 0) return {};
  const std::string count =
      fmt::format("in doubt  {} ({} %), e.g. ", plural(doubtful, "page", "pages"),
                  percent(doubtful, certainty.size()));
  const std::string end = fmt::format(", template {}\n", run.template_of(worst));
  return count + shorten(run.ids[worst], room_for(width, count.size() + end.size())) + end;
}

std::size_t count_variants(const ClusterRun& run) {
  std::vector<std::uint32_t> all = run.variants;
  std::ranges::sort(all);
  return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
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
  for (const method::Hinted::Question& question : run.questions) {
    text += fmt::format(
        "  {:>14}  {:>8}  {}\n", with_commas(static_cast<std::uint64_t>(std::ceil(question.doubt))),
        run.template_of(question.page), shorten(run.ids[question.page], room_for(width, 28)));
  }
  return text;
}

}  // namespace

std::string summarise(const ClusterRun& run, double write_seconds,
                      const describe::Description* description, std::size_t width) {
  std::string text = "pages     " + pipeline::describe_counts(run.counts) + "\n";
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
  if (!run.changes.empty()) text += describe_changes(run);

  std::size_t singles = 0;
  std::vector<std::size_t> sizes(run.numbers.size());
  for (const int label : run.clustering.labels) {
    if (label != kLeftOut) ++sizes[static_cast<std::size_t>(label)];
  }
  for (const std::size_t size : sizes) singles += size == 1 ? 1 : 0;
  text += fmt::format("templates {}", with_commas(run.numbers.size()));
  const std::size_t variants = count_variants(run);
  if (variants > run.numbers.size()) text += fmt::format(" in {} variants", with_commas(variants));
  if (singles != 0) text += fmt::format(", {} of one page", with_commas(singles));
  text += run.numbers.size() > kShown ? "; the ten largest:\n" : ":\n";
  const TemplateLines lines(width);
  text += lines.head();
  const std::vector<ClusterOverview> shown = largest(run);
  const std::vector<std::size_t> by_number = run.labels_by_number();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const std::size_t label = by_number[i];
    text += lines.line(run.template_ids[label], run.names[label].text, run.ids[shown[i].sample],
                       shown[i]);
    if (description != nullptr) {
      text += describe_cluster(run, by_number, description->clusters[i], width);
    }
  }
  text +=
      describe_doubts(run, description != nullptr ? description->certainty : run.certainty, width);
  text += describe_hints(run, width);

  const double describing = description != nullptr ? description->seconds : 0;
  const double total = run.read_seconds + run.cluster_seconds + describing + write_seconds;
  text += fmt::format(
      "time      {:.2f} s: reading {:.2f}, clustering {:.2f},{} writing {:.2f}; {} pages/s\n",
      total, run.read_seconds, run.cluster_seconds,
      description != nullptr ? fmt::format(" describing {:.2f},", describing) : "", write_seconds,
      per_second(run.counts.read(), total));
  return text;
}

}  // namespace pagekin::report
