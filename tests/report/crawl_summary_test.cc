#include "pagekin/report/crawl_summary.h"

#include <gtest/gtest.h>

namespace pagekin::report {
namespace {

TEST(CrawlSummary, TellsWhatCameAndWhatDidNot) {
  crawl::CrawlReport report;
  report.requests = 1234;
  report.bytes = 2'500'000;
  report.by_state = {0, 1000, 3, 5, 7, 1, 2};
  report.not_followed["trap: too many path segments"] = {.count = 9, .example = "http://h/\x1b[2J"};
  report.hosts_left["http://slow.example"] = "asks to wait 900 s (status 503)";
  report.tried_again = 4;
  report.may_be_tried_again = 1;
  report.waiting = 40;
  report.stopped_by = "max_pages";
  EXPECT_EQ(
      summarise(report),
      "fetched      1,000 pages, 2.5 MB; 1,234 requests\n"
      "others       3 redirects, 5 of another type, 7 with an error status, 1 failed, 2 refused\n"
      "not followed 9 links (trap: too many path segments), as http://h/\\x1b[2J\n"
      "left         http://slow.example: asks to wait 900 s (status 503)\n"
      "tried again  4 pages that had failed before\n"
      "failed       1 page that the same command tries again later\n"
      "waiting      40 addresses; raise option `max_pages` to continue\n");
}

TEST(CrawlSummary, SaysWhatToDoNext) {
  crawl::CrawlReport report;
  report.waiting = 1;
  const auto last_line = [&](const char* stopped_by) {
    report.stopped_by = stopped_by;
    const std::string text = summarise(report);
    return text.substr(text.find("waiting"));
  };
  EXPECT_EQ(last_line(""), "waiting      1 address; the same command goes on\n");
  EXPECT_EQ(last_line("max_bytes"),
            "waiting      1 address; raise option `max_bytes` to continue\n");
  EXPECT_EQ(last_line("max_time"),
            "waiting      1 address; stopped by option `max_time`; the same command goes on\n");
}

TEST(CrawlSummary, HasTheLargestHostsFirst) {
  std::vector<store::HostSummary> hosts(3);
  hosts[0] = {.host = "small.example", .pages = 1, .bytes = 1000, .xpaths = 1};
  hosts[1] = {.host = "large.example", .pages = 200, .bytes = 4'000'000, .xpaths = 7};
  hosts[1].xpaths_above = 2;
  hosts[2] = {.host = "other.example"};
  const std::string table = table_of_hosts(hosts, 100, 2);
  EXPECT_LT(table.find("large.example"), table.find("small.example"));
  EXPECT_EQ(table.find("other.example"), std::string::npos);
  EXPECT_NE(table.find("above 100"), std::string::npos);
  EXPECT_NE(table.find("and 1 more hosts"), std::string::npos);
}

}  // namespace
}  // namespace pagekin::report
