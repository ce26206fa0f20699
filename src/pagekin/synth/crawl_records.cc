#include "pagekin/synth/crawl_records.h"

#include <fmt/format.h>

#include "pagekin/core/random.h"
#include "pagekin/core/time.h"
#include "pagekin/warc/write_record.h"

namespace pagekin::synth {
namespace {

// One page a second from the start of 2024 on; starts again before years would have five digits.
constexpr std::uint64_t kSecondsBeforeYear9000 = 220'000'000'000;

std::string date_of(std::uint64_t page) {
  constexpr std::int64_t start = 1'704'067'200;  // 2024-01-01
  return utc_time(start + static_cast<std::int64_t>(page % kSecondsBeforeYear9000));
}

// A function of seed and number.
std::string record_id(std::uint64_t seed, std::uint64_t number) {
  Random random = Random(seed).fork(300).fork(number);
  const std::uint64_t first = random.next();
  return warc::record_id(first, random.next());
}

}  // namespace

void append_warcinfo(const SynthOptions& options, std::string& out) {
  const auto [number, count] = options.part;
  std::string block = fmt::format(
      "software: pagekin\r\n"
      "format: WARC File Format 1.1\r\n"
      "description: synthetic crawl, templates={} pages={} sites={} seed={}",
      options.templates, options.pages, options.sites, options.seed);
  if (options.redesign > 0) block += fmt::format(" redesign={}", options.redesign);
  if (count > 1) block += fmt::format(" part={}/{}", number, count);
  block += "\r\n";
  // Pages have the ids 1 to `pages`, so this id is unique among all parts.
  const std::uint64_t id = number == 1 ? 0 : options.pages + number;
  warc::append_record({{"WARC-Type", "warcinfo"},
                       {"WARC-Date", date_of(range_of(options.part, options.pages).first)},
                       {"WARC-Record-ID", record_id(options.seed, id)},
                       {"Content-Type", warc::kWarcFields}},
                      {block}, out);
}

void append_response(const SynthOptions& options, std::uint64_t n, const SynthPage& page,
                     std::string& out) {
  const std::string http = fmt::format(
      "HTTP/1.1 200 OK\r\n"
      "Content-Type: text/html; charset=utf-8\r\n"
      "Content-Length: {}\r\n\r\n",
      page.html.size());
  warc::append_record({{"WARC-Type", "response"},
                       {"WARC-Target-URI", page.url},
                       {"WARC-Date", date_of(n)},
                       {"WARC-Record-ID", record_id(options.seed, n + 1)},
                       {"Content-Type", warc::kHttpResponse}},
                      {http, page.html}, out);
}

}  // namespace pagekin::synth
