#include "pagekin/report/crawl_summary.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/report/numbers.h"
#include "pagekin/report/text_table.h"

namespace pagekin::report {
namespace {

using store::State;

// By state, after a number.
constexpr std::array<std::string_view, store::kStateCount> kWords = {
    "waiting", "pages",  "redirects", "of another type", "with an error status",
    "failed",  "refused"};

std::uint64_t pages_in_state(const crawl::CrawlReport& report, State state) {
  return report.by_state[static_cast<std::size_t>(state)];
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

}  // namespace

std::string summarise(const crawl::CrawlReport& report) {
  std::string text = fmt::format("fetched      {} pages, {}; {} requests\n",
                                 with_commas(pages_in_state(report, State::kPage)),
                                 megabytes(report.bytes), with_commas(report.requests));
  std::string others;
  for (std::size_t i = 0; i < store::kStateCount; ++i) {
    const auto state = static_cast<State>(i);
    if (state == State::kPage || report.by_state[i] == 0) continue;
    others += fmt::format("{}{} {}", others.empty() ? "" : ", ", with_commas(report.by_state[i]),
                          kWords[i]);
  }
  if (!others.empty()) text += "others       " + others + "\n";
  for (const auto& [why, links] : report.not_followed) {
    text += fmt::format("not followed {} links ({}), as {}\n", with_commas(links.count), why,
                        printable(links.example));
  }
  for (const auto& [host, why] : report.hosts_left) {
    text += fmt::format("left         {}: {}\n", printable(host), printable(why));
  }
  if (report.tried_again > 0) {
    text += fmt::format("tried again  {} that had failed before\n",
                        plural(report.tried_again, "page", "pages"));
  }
  if (report.may_be_tried_again > 0) {
    text += fmt::format("failed       {} that the same command tries again later\n",
                        plural(report.may_be_tried_again, "page", "pages"));
  }
  if (report.waiting > 0) {
    const std::string& by = report.stopped_by;
    // The same command would stop at once where the store is full; time begins anew.
    const bool must_raise = by == "max_pages" || by == "max_bytes";
    text += fmt::format("waiting      {}; ", plural(report.waiting, "address", "addresses"));
    text += by.empty() ? "the same command goes on\n"
            : must_raise
                ? fmt::format("raise {} to continue\n", option_named(by))
                : fmt::format("stopped by {}; the same command goes on\n", option_named(by));
  }
  return text;
}

std::string summarise(const crawl::ImportReport& report) {
  std::string text =
      fmt::format("imported     {} pages, {} links; {} pages that no link leads to\n",
                  with_commas(report.pages), with_commas(report.links), with_commas(report.seeds));
  if (report.known > 0) {
    text += fmt::format("known        {} pages, left as they were\n", with_commas(report.known));
  }
  if (report.skipped > 0) text += fmt::format("skipped      {}\n", with_commas(report.skipped));
  for (std::size_t i = 0; i < kPassedOverCount; ++i) {
    if (report.passed_over[i] == 0) continue;
    text += fmt::format("passed over  {} {}\n", with_commas(report.passed_over[i]),
                        to_text(static_cast<PassedOver>(i)));
  }
  return text;
}

std::string table_of_hosts(std::span<const store::HostSummary> hosts, std::size_t cut_off,
                           std::size_t most, std::size_t width) {
  std::vector<const store::HostSummary*> order;
  order.reserve(hosts.size());
  for (const store::HostSummary& host : hosts) order.push_back(&host);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->pages > b->pages; });
  using enum TextTable::Align;
  TextTable table;
  table.add("host", kLeft);
  table.add("pages", kRight);
  table.add("GB", kRight, 2);
  table.add("mean KB", kRight, 2);
  table.add("link XPaths", kRight);
  table.add(fmt::format("above {}", with_commas(cut_off)), kRight);
  table.add("redirects", kRight, 1);
  table.add("errors", kRight);
  table.add("waiting", kRight);
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
    const store::HostSummary& host = *order[i];
    const auto of = [&](State state) { return host.by_state[static_cast<std::size_t>(state)]; };
    const double mean =
        host.pages == 0 ? 0 : static_cast<double>(host.bytes) / static_cast<double>(host.pages);
    table.row({host.host.empty() ? "(none)" : printable(host.host), with_commas(host.pages),
               fmt::format("{:.3f}", static_cast<double>(host.bytes) / 1e9),
               fmt::format("{:.1f}", mean / 1e3), with_commas(host.xpaths),
               with_commas(host.xpaths_above), with_commas(of(State::kRedirect)),
               with_commas(of(State::kStatus) + of(State::kFailed)),
               with_commas(of(State::kWaiting))});
  }
  std::string text = table.text(width);
  if (order.size() > most) {
    text += fmt::format("and {} more hosts\n", with_commas(order.size() - most));
  }
  return text;
}

}  // namespace pagekin::report
