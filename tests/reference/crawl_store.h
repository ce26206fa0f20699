// A crawl store in plain containers: the slow, obvious twin of store/crawl_writer.cc and
// store/crawl_reader.cc. A transaction is a copy of everything that is put back if it fails.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/store/crawl_store.h"

#include "reference/utf8_decoder.h"

namespace pagekin::reference {

// Rows of tables, each cell as text, in the order of the schema.
using TableDump = std::map<std::string, std::vector<std::vector<std::string>>>;

inline std::string repaired(std::string_view text) {
  std::string out;
  for (const char c : decode_utf8(text)) {
    if (c == '\0') {
      out += "\xEF\xBF\xBD";
    } else {
      out += c;
    }
  }
  return out;
}

class CrawlStore {
 public:
  using Reached = store::CrawlWriter::Reached;
  using Assignment = store::CrawlWriter::Assignment;

  void transact(const std::function<void()>& work) {
    const Tables before = tables_;
    try {
      work();
    } catch (...) {
      tables_ = before;
      throw;
    }
    ++tables_.transactions;
  }

  std::int64_t url_id(std::string_view url) { return number_of(tables_.urls, url); }
  std::int64_t xpath_id(std::string_view xpath) { return number_of(tables_.xpaths, xpath); }

  std::optional<std::int64_t> add_page(const store::Discovery& found) {
    for (const Page& page : tables_.pages) {
      if (page.url == found.url) return std::nullopt;
    }
    Page page;
    page.url = found.url;
    page.host = number_of(tables_.hosts, found.host);
    page.parent = found.parent;
    page.xpath = found.xpath;
    page.depth = found.depth;
    page.run = found.run;
    page.by_redirect = found.by_redirect;
    for (const Page& other : tables_.pages) page.reached = std::max(page.reached, other.reached);
    ++page.reached;
    tables_.pages.push_back(page);
    return static_cast<std::int64_t>(tables_.pages.size());
  }

  void set_outcome(const store::Outcome& outcome) {
    Page& page = tables_.pages.at(static_cast<std::size_t>(outcome.page - 1));
    page.state = outcome.state;
    page.status = outcome.status;
    page.redirect = outcome.redirect;
    page.media_type = repaired(outcome.media_type);
    page.charset = repaired(outcome.charset);
    page.reason = repaired(outcome.reason);
    page.bytes = static_cast<std::int64_t>(outcome.body.size());
    page.time = outcome.time;
    page.fingerprint = outcome.fingerprint;
    page.limited = outcome.limited;
    page.body.reset();
    if (outcome.state == store::State::kPage) page.body = std::string(outcome.body);
  }

  void add_links(std::int64_t page, std::span<const store::StoredLink> links) {
    tables_.links[page].assign(links.begin(), links.end());
  }
  void set_meta(std::string_view name, std::string_view value) {
    tables_.meta[repaired(name)] = repaired(value);
  }

  void set_reached(std::span<const Reached> pages) {
    const auto count = static_cast<std::int64_t>(pages.size());
    for (std::size_t i = 0; i < tables_.pages.size(); ++i) {
      tables_.pages[i].reached = count + static_cast<std::int64_t>(i) + 1;
    }
    std::int64_t place = 0;
    for (const Reached& reached : pages) {
      Page& page = tables_.pages.at(static_cast<std::size_t>(reached.page - 1));
      page.reached = ++place;
      page.parent = reached.parent;
      page.xpath = reached.xpath;
      page.depth = reached.depth;
    }
  }

  std::int64_t save_clustering(std::string_view method, std::int64_t time,
                               std::span<const Assignment> assignments) {
    Clustering clustering{repaired(method), time, {}};
    for (const Assignment& assignment : assignments) {
      const auto page = page_of(assignment.url);
      if (page) clustering.clusters.emplace(*page, assignment.cluster);
    }
    tables_.clusterings.push_back(clustering);
    return static_cast<std::int64_t>(tables_.clusterings.size());
  }

  std::optional<std::int64_t> page_of(std::string_view url) const {
    const std::string text = repaired(url);
    for (std::size_t i = 0; i < tables_.pages.size(); ++i) {
      if (tables_.urls[static_cast<std::size_t>(tables_.pages[i].url - 1)] == text) {
        return static_cast<std::int64_t>(i + 1);
      }
    }
    return std::nullopt;
  }
  std::size_t page_count() const { return tables_.pages.size(); }
  std::size_t url_count() const { return tables_.urls.size(); }

  // The number of texts, and the sum of the hashes of each with its number.
  static std::string sum_of(const std::vector<std::string>& texts) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) sum += mix(hash_bytes(texts[i]) + i + 1);
    return std::to_string(texts.size()) + " " + std::to_string(sum);
  }

  TableDump dump() const {
    const auto text = [](std::int64_t number) { return std::to_string(number); };
    TableDump out{
        {"meta", {{"store.transactions", text(tables_.transactions)}, {"store.version", "1"}}},
        {"hosts", {}},
        {"urls", {}},
        {"xpaths", {}},
        {"pages", {}},
        {"bodies", {}},
        {"links", {}},
        {"clusterings", {}},
        {"assignments", {}}};
    for (const auto& [name, value] : tables_.meta) out["meta"].push_back({name, value});
    if (!tables_.urls.empty() || !tables_.xpaths.empty() || !tables_.hosts.empty()) {
      out["meta"].push_back({"store.texts", sum_of(tables_.urls) + " " + sum_of(tables_.xpaths) +
                                                " " + sum_of(tables_.hosts)});
    }
    for (const auto& [table, texts] :
         {std::pair{"hosts", &tables_.hosts}, std::pair{"urls", &tables_.urls},
          std::pair{"xpaths", &tables_.xpaths}}) {
      for (const std::string& it : *texts) {
        out[table].push_back({std::to_string(out[table].size() + 1), it});
      }
    }
    std::int64_t id = 0;
    for (const Page& page : tables_.pages) {
      out["pages"].push_back(
          {text(++id), text(page.url), text(page.host), text(page.parent), text(page.xpath),
           text(page.depth), text(page.run), text(page.by_redirect), text(page.reached),
           text(static_cast<int>(page.state)), text(page.status), text(page.redirect),
           page.media_type, page.charset, page.reason, text(page.bytes), text(page.time),
           page.fingerprint, text(page.limited)});
      if (page.body) out["bodies"].push_back({text(id), *page.body});
    }
    for (const auto& [page, links] : tables_.links) {
      std::int64_t ordinal = 0;
      for (const store::StoredLink& link : links) {
        out["links"].push_back({text(page), text(++ordinal), text(link.target), text(link.xpath),
                                text(link.nofollow)});
      }
    }
    std::int64_t number = 0;
    for (const Clustering& clustering : tables_.clusterings) {
      out["clusterings"].push_back({text(++number), clustering.method, text(clustering.time)});
      for (const auto& [page, cluster] : clustering.clusters) {
        out["assignments"].push_back({text(number), text(page), text(cluster)});
      }
    }
    for (auto& [table, rows] : out) std::sort(rows.begin(), rows.end());
    return out;
  }

  // (page, first-seen XPath, body) as they were reached.
  std::vector<std::tuple<std::int64_t, std::int64_t, std::string>> bodies() const {
    std::map<std::int64_t, std::tuple<std::int64_t, std::int64_t, std::string>> by_place;
    std::int64_t id = 0;
    for (const Page& page : tables_.pages) {
      ++id;
      if (page.body) by_place[page.reached] = {id, page.xpath, *page.body};
    }
    std::vector<std::tuple<std::int64_t, std::int64_t, std::string>> found;
    for (const auto& [place, body] : by_place) found.push_back(body);
    return found;
  }

  std::vector<store::HostSummary> summarise(std::size_t cut_off) const {
    std::map<std::string, store::HostSummary> by_host;
    std::map<std::string, std::map<std::int64_t, std::size_t>> xpaths;
    for (const Page& page : tables_.pages) {
      const std::string& host = tables_.hosts[static_cast<std::size_t>(page.host - 1)];
      store::HostSummary& summary = by_host[host];
      summary.host = host;
      ++summary.by_state[static_cast<std::size_t>(page.state)];
      if (page.state != store::State::kPage) continue;
      ++summary.pages;
      summary.bytes += static_cast<std::uint64_t>(page.bytes);
      if (page.xpath != 0) ++xpaths[host][page.xpath];
    }
    std::vector<store::HostSummary> summaries;
    for (auto& [host, summary] : by_host) {
      summary.xpaths = xpaths[host].size();
      for (const auto& [xpath, pages] : xpaths[host]) summary.xpaths_above += pages >= cut_off;
      summaries.push_back(summary);
    }
    return summaries;
  }

 private:
  struct Page {
    std::int64_t url = 0, host = 0, parent = 0, xpath = 0, depth = 0, run = 0, reached = 0;
    bool by_redirect = false;
    store::State state = store::State::kWaiting;
    std::int64_t status = 0, redirect = 0, bytes = 0, time = 0;
    std::string media_type, charset, reason, fingerprint;
    bool limited = false;
    std::optional<std::string> body;
  };
  struct Clustering {
    std::string method;
    std::int64_t time = 0;
    std::map<std::int64_t, std::int64_t> clusters;  // by page
  };
  struct Tables {
    std::vector<std::string> hosts, urls, xpaths;
    std::vector<Page> pages;
    std::map<std::int64_t, std::vector<store::StoredLink>> links;
    std::map<std::string, std::string> meta;
    std::vector<Clustering> clusterings;
    std::int64_t transactions = 0;
  };

  static std::int64_t number_of(std::vector<std::string>& texts, std::string_view text) {
    const std::string stored = repaired(text);
    const auto at = std::find(texts.begin(), texts.end(), stored);
    if (at != texts.end()) return at - texts.begin() + 1;
    texts.push_back(stored);
    return static_cast<std::int64_t>(texts.size());
  }

  Tables tables_;
};

}  // namespace pagekin::reference
