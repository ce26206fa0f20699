#include "pagekin/report/cluster_summary.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/pipeline/representatives.h"
#include "pagekin/report/numbers.h"
#include "pagekin/url/page_shape.h"

namespace pagekin::report {
namespace {

using pipeline::ClusterRun;

constexpr std::size_t kShown = 10;
constexpr std::size_t kHostsShown = 10;

// Shortens a text in the middle, so that both ends of a long id stay visible.
std::string shorten(std::string_view text, std::size_t width) {
  std::string safe = printable(text);
  width = std::max<std::size_t>(width, 12);
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

// What became of the templates of earlier runs: a line of counts, then the changed templates.
std::string describe_changes(const ClusterRun& run) {
  struct Kind {
    TemplateFate fate;
    std::string_view count;  // as in "2 changed"
  };
  constexpr Kind kinds[] = {{TemplateFate::kNew, "new"},
                            {TemplateFate::kChanged, "changed"},
                            {TemplateFate::kUnseen, "without a page in this run"},
                            {TemplateFate::kSplit, "split off from others"},
                            {TemplateFate::kJoined, "joined to others"}};
  std::size_t grown = 0;
  for (const TemplateChange& change : run.changes) {
    grown += change.fate == TemplateFate::kSame && change.added > 0 ? 1 : 0;
  }
  std::string text = fmt::format("changes   {} as they were", with_commas(grown));
  std::string lines;
  for (const auto& [fate, name] : kinds) {
    std::size_t count = 0;
    for (const TemplateChange& change : run.changes) {
      if (change.fate != fate) continue;
      if (++count > kShown) continue;
      lines += fmt::format("  {:<8}  template {}: {} pages before, {} in this run",
                           name.substr(0, name.find(' ')), change.id, with_commas(change.earlier),
                           with_commas(change.added));
      if (fate == TemplateFate::kJoined && change.cluster != kLeftOut) {
        lines += fmt::format("; now part of {}",
                             run.template_ids[static_cast<std::size_t>(change.cluster)]);
      }
      if (fate == TemplateFate::kChanged) {
        lines += fmt::format("; {:.0f} % of what its pages have in common is the same",
                             100 * change.kept);
      }
      lines += '\n';
    }
    if (count > 0) text += fmt::format(", {} {}", with_commas(count), name);
  }
  return text + "\n" + lines;
}

constexpr std::size_t kNameWidth = 44;
constexpr std::size_t kNamesInLine = 3;

// "a, b, c": the first names of several lines of evidence, as many as fit.
std::string names_of(const std::vector<describe::Evidence>& lines, std::size_t width) {
  std::string text;
  std::size_t names = 0;
  for (const describe::Evidence& line : lines) {
    // One name of each line; more of the first line if there are few lines.
    const std::size_t most = lines.size() == 1 ? kNamesInLine : lines.size() == 2 ? 2 : 1;
    for (std::size_t i = 0; i < std::min(most, line.names.size()) && names < kNamesInLine; ++i) {
      const std::string name = shorten(line.names[i], std::min(kNameWidth, width));
      if (!text.empty() && text.size() + 2 + name.size() > width) return text;
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

class TemplateLines {
 public:
  TemplateLines(const ClusterRun& run, const SummaryOptions& options)
      : run_(run),
        options_(options),
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
        options_.all ? sizes_.size() : std::min<std::size_t>(kShown, sizes_.size());
    std::string text = fmt::format("templates {}", with_commas(sizes_.size()));
    if (singles != 0) text += fmt::format(", {} of one page", with_commas(singles));
    text += shown < sizes_.size() ? "; the ten largest (all with --all):\n" : ":\n";
    text += paint_.dim(fmt::format("  {:>4} {:>9} {:>7}  {}", "id", "pages", "share",
                                   "addresses, a typical page, marks that others lack")) +
            "\n";
    const std::vector<std::vector<PageId>> representatives = pipeline::choose_representatives(run_);
    for (std::size_t i = 0; i < shown; ++i) text += of_template(i, representatives);
    return text;
  }

 private:
  static constexpr std::size_t kIndent = 26;

  std::string of_template(std::size_t i,
                          const std::vector<std::vector<PageId>>& representatives) const {
    const std::size_t label = by_number_[i];
    const std::size_t room = options_.width > kIndent + 24 ? options_.width - kIndent : 24;
    const pipeline::TemplateName& name = run_.names[label];
    std::string shape = name.readable_shape.empty() ? name.shape : name.readable_shape;
    if (shape.empty()) shape = name.text;
    std::string text = fmt::format(
        "  {} {:>9} {:>5} %  {}\n", paint_.bold(fmt::format("{:>4}", run_.template_ids[label])),
        with_commas(sizes_[label]), percent(sizes_[label], run_.ids.size()),
        paint_.bold(shorten(shape, room)));
    const describe::ClusterDescription* const one =
        options_.description != nullptr && i < options_.description->clusters.size()
            ? &options_.description->clusters[i]
            : nullptr;
    const bool is_described = one != nullptr && one->sampled > 0;
    const PageId typical = is_described                     ? one->exemplar
                           : representatives[label].empty() ? PageId{0}
                                                            : representatives[label].front();
    text += fmt::format("{:{}}{}\n", "", kIndent, paint_.address(shorten(run_.ids[typical], room)));
    if (!is_described) return text;
    const std::string marks = names_of(one->held_together_by, room);
    if (!marks.empty()) text += fmt::format("{:{}}{}\n", "", kIndent, paint_.dim(marks));
    if (options_.explains) text += separation(*one, room);
    return text;
  }

  // What separates it from its nearest neighbour.
  std::string separation(const describe::ClusterDescription& one, std::size_t room) const {
    if (!one.nearest) return {};
    const auto& [number, similarity, has, lacks] = *one.nearest;
    const std::uint32_t other = run_.template_ids[by_number_[static_cast<std::size_t>(number - 1)]];
    std::string text;
    const auto line = [&](std::string_view word, const std::vector<describe::Evidence>& marks) {
      const std::string begin = fmt::format("{} {} ", word, other);
      text += fmt::format("{:{}}{}{}\n", "", kIndent, begin,
                          names_of(marks, room - std::min(room - 12, begin.size())));
    };
    if (!has.empty()) line("has, unlike", has);
    if (!lacks.empty()) line("lacks, unlike", lacks);
    return text;
  }

  const ClusterRun& run_;
  const SummaryOptions& options_;
  Painter paint_;
  std::vector<std::size_t> by_number_;
  std::vector<std::size_t> sizes_;  // by label
};

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
    host.labels.insert(run.clustering.labels[page]);
  }
  if (hosts.size() < 2) return {};
  std::vector<std::pair<std::string, Host>> largest(hosts.begin(), hosts.end());
  std::ranges::stable_sort(largest, std::greater<>(),
                           [](const auto& one) { return one.second.pages; });
  const std::size_t shown =
      options.all ? largest.size() : std::min<std::size_t>(kHostsShown, largest.size());
  std::string text = fmt::format("hosts     {}{}\n", with_commas(largest.size()),
                                 shown < largest.size() ? "; the ten largest:" : ":");
  text += fmt::format("  {:>4} {:>9} {:>9}  {}\n", "", "pages", "templates", "host");
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [name, host] = largest[i];
    text += fmt::format("  {:>4} {:>9} {:>9}  {}\n", "", with_commas(host.pages),
                        with_commas(host.labels.size()),
                        name.empty() ? "(files)" : shorten(name, options.width - 28));
  }
  return text;
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
  const std::string begin =
      fmt::format("in doubt  {} ({} %), e.g. ", plural(doubtful, "page", "pages"),
                  percent(doubtful, certainty.size()));
  const std::string end = fmt::format(", template {}\n", run.template_of(worst));
  const std::size_t used = begin.size() + end.size() - 1;
  return begin + shorten(run.ids[worst], width > used ? width - used : 0) + end;
}

}  // namespace

std::string summarise(const ClusterRun& run, const SummaryOptions& options) {
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
  text += TemplateLines(run, options).text();
  text += describe_hosts(run, options);
  const describe::Description* const description = options.description;
  const std::string doubts = describe_doubts(
      run, description != nullptr ? description->certainty : run.certainty, options.width);
  if (!doubts.empty()) text += Painter(options.has_colours).warn(doubts);

  const double describing = description != nullptr ? description->seconds : 0;
  const double total = run.read_seconds + run.cluster_seconds + describing + options.write_seconds;
  text += fmt::format(
      "time      {:.2f} s: reading {:.2f}, clustering {:.2f},{} writing {:.2f}; {} pages/s\n",
      total, run.read_seconds, run.cluster_seconds,
      description != nullptr ? fmt::format(" describing {:.2f},", describing) : "",
      options.write_seconds, per_second(run.counts.read(), total));
  return text;
}

}  // namespace pagekin::report
