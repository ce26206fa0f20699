// Content codings; a fetched page equals the page read from an archive of it.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/input/http_response.h"

#include "codec/samples.h"
#include "crawl/fetching.h"
#include "support/loopback_server.h"
#include "support/shared.h"

namespace pagekin::crawl {
namespace {

using test::answer_and_close;
using test::fetch;
using test::http_answer;
using test::inside;
using test::LoopbackServer;

const std::string kPage = "<html><body>" + std::string(20'000, 'x') + "</body></html>";

std::string coded_answer(std::string_view coding, std::string_view body) {
  return http_answer(body, "Content-Encoding: " + std::string(coding) + "\r\n");
}

Fetched fetch_coded(std::string_view coding, std::string_view body,
                    FetchOptions options = inside()) {
  LoopbackServer server(answer_and_close(coded_answer(coding, body)));
  return fetch(server.url(), std::move(options));
}

TEST(FetchCoding, UndoesWhatItAskedFor) {
  const std::vector<std::pair<std::string, std::string>> coded = {
      {"gzip", test::deflated(kPage, 31)},
      {"x-gzip", test::deflated(kPage, 31)},
      {"deflate", test::deflated(kPage, 15)},
      {"deflate", test::deflated(kPage, -15)},
      {"br", test::brotli_stream(kPage)},
      {"zstd", test::zstd_frame(kPage)},
      {"GZIP", test::deflated(kPage, 31)},
      {"identity", kPage},
      {"gzip, br", test::brotli_stream(test::deflated(kPage, 31))},
  };
  for (const auto& [coding, body] : coded) {
    const Fetched fetched = fetch_coded(coding, body);
    EXPECT_EQ(fetched.fault, FetchFault::kNone) << coding << fetched.detail;
    EXPECT_FALSE(fetched.cut_short) << coding;
    EXPECT_TRUE(fetched.body == kPage) << coding;
  }
}

TEST(FetchCoding, APlainBodyUnderACodingIsThePage) {
  for (const char* coding : {"gzip", "deflate", "br", "zstd"}) {
    const Fetched fetched = fetch_coded(coding, kPage);
    EXPECT_TRUE(fetched.body == kPage) << coding;
    EXPECT_FALSE(fetched.cut_short) << coding;
  }
}

TEST(FetchCoding, ACodingThatEndsEarlyOrIsDamagedIsMarked) {
  Random random(5);
  const std::string page = "<html>" + test::random_text(random, 50'000);
  for (const auto& [coding, whole] :
       std::vector<std::pair<std::string, std::string>>{{"gzip", test::deflated(page, 31)},
                                                        {"br", test::brotli_stream(page)},
                                                        {"zstd", test::zstd_frame(page)}}) {
    const Fetched cut = fetch_coded(coding, std::string_view(whole).substr(0, whole.size() - 5));
    EXPECT_EQ(cut.fault, FetchFault::kNone);
    EXPECT_EQ(cut.status, 200);
    EXPECT_TRUE(cut.cut_short) << coding;
    EXPECT_NE(cut.detail.find("coding"), std::string::npos) << cut.detail;
    EXPECT_TRUE(page.starts_with(cut.body)) << coding;
  }
  std::string damaged = test::deflated(page, 31);
  damaged[damaged.size() - 6] ^= 1;  // its checksum
  EXPECT_TRUE(fetch_coded("gzip", damaged).body == page);
  EXPECT_TRUE(fetch_coded("gzip", damaged).cut_short);
}

TEST(FetchCoding, CodingsNobodyKnowsAreNoAnswer) {
  const Fetched fetched = fetch_coded("sdch", kPage);
  EXPECT_EQ(fetched.fault, FetchFault::kAnswer);
  EXPECT_EQ(fetched.status, 200);
  EXPECT_EQ(fetched.body, "");
  EXPECT_NE(fetched.detail.find("sdch"), std::string::npos);
  EXPECT_EQ(fetch_coded("gzip, gzip, gzip, gzip", kPage).fault, FetchFault::kAnswer);
  EXPECT_EQ(fetch_coded("sdch", "").fault, FetchFault::kNone);

  LoopbackServer moved(answer_and_close(http_answer(
      "moved", "Content-Encoding: utf-8\r\nLocation: /there\r\n", "301 Moved Permanently")));
  const Fetched redirect = fetch(moved.url());
  EXPECT_EQ(redirect.fault, FetchFault::kNone);
  EXPECT_EQ(redirect.header("Location"), "/there");
}

TEST(FetchCoding, BombsStopAtTheLimit) {
  const std::string zeroes(8'000'000, '\0');
  FetchOptions options = inside();
  options.limits.body_bytes = 100'000;
  for (const auto& [coding, bomb] :
       std::vector<std::pair<std::string, std::string>>{{"gzip", test::deflated(zeroes, 31)},
                                                        {"deflate", test::deflated(zeroes, 15)},
                                                        {"br", test::brotli_stream(zeroes)},
                                                        {"zstd", test::zstd_frame(zeroes)}}) {
    const Fetched fetched = fetch_coded(coding, bomb, options);
    EXPECT_TRUE(fetched.too_long) << coding;
    EXPECT_EQ(fetched.fault, FetchFault::kNone);
    EXPECT_EQ(fetched.body.size(), 100'000u);
    EXPECT_LE(fetched.body.capacity(), 110'000u) << coding;
    EXPECT_EQ(fetched.status, 200);
  }
}

TEST(FetchCoding, ACodedBodyBeyondTheLimitIsTooLongNotDamaged) {
  Random random(9);
  std::string noise(300'000, '\0');
  for (char& c : noise) c = static_cast<char>(random.below(256));
  FetchOptions options = inside();
  options.limits.body_bytes = 100'000;
  const Fetched fetched = fetch_coded("gzip", test::deflated(noise, 31), options);
  EXPECT_TRUE(fetched.too_long);
  EXPECT_FALSE(fetched.cut_short);
  EXPECT_LE(fetched.body.size(), 100'000u);
  EXPECT_GT(fetched.body.size(), 50'000u);
  EXPECT_TRUE(noise.starts_with(fetched.body));
}

// Expects the result of the archive reader for the same bytes.
void expect_as_archived(const std::string& message, const Fetched& fetched, std::size_t limit) {
  const input::HttpResponse response = input::parse_http_response(message);
  input::BodyBuffers buffers;
  const input::DecodedBody body = input::decode_body(response, limit, buffers);
  EXPECT_EQ(fetched.status, response.status);
  EXPECT_EQ(fetched.header("Content-Type"), response.content_type);
  EXPECT_TRUE(fetched.body == body.bytes);
  EXPECT_EQ(fetched.too_long, body.fault == input::BodyFault::kTooLong);
  EXPECT_EQ(fetched.cut_short, body.fault == input::BodyFault::kCutShort);
}

TEST(FetchCoding, PagesAreAsAnArchiveHoldsThem) {
  Random random(11);
  FetchOptions options = inside();
  options.limits.body_bytes = 30'000;
  Fetcher fetcher(options);
  for (int round = 0; round < 60; ++round) {
    std::string body = "<html>" + test::random_text(random, random.below(50'000));
    std::string headers = "Content-Type: text/html; charset=x" + std::to_string(round) + "\r\n";
    switch (random.below(5)) {
      case 0:
        break;
      case 1:
        body = test::deflated(body, 31);
        headers += "Content-Encoding: gzip\r\n";
        break;
      case 2:
        body = test::deflated(body, 15);
        headers += "Content-Encoding: deflate\r\n";
        break;
      case 3:
        body = test::brotli_stream(body);
        headers += "Content-Encoding: br\r\n";
        break;
      default:
        body = test::zstd_frame(body);
        headers += "Content-Encoding: zstd\r\n";
    }
    const auto size = static_cast<std::uint32_t>(body.size());
    if (random.below(3) == 0) body[random.below(size)] ^= 1;
    if (random.below(4) == 0) body.resize(random.below(size) + 1);
    std::string message;
    if (random.below(2) == 0) {
      message = http_answer(body, headers);
    } else {
      message = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + headers + "\r\n";
      for (std::size_t at = 0; at < body.size();) {
        const std::string chunk = body.substr(at, random.below(20'000) + 1);
        char length[20];
        std::snprintf(length, sizeof length, "%zx\r\n", chunk.size());
        message += length + chunk + "\r\n";
        at += chunk.size();
      }
      message += "0\r\n\r\n";
    }
    SCOPED_TRACE(round);
    LoopbackServer server(answer_and_close(message));
    const Fetched fetched = fetch(fetcher, server.url());
    EXPECT_EQ(fetched.fault, FetchFault::kNone) << fetched.detail;
    expect_as_archived(message, fetched, options.limits.body_bytes);
  }
}

TEST(FetchCoding, BombsAndCutBodiesOfTheSuite) {
  PAGEKIN_NEEDS_SHARED();
  const auto folder = test::shared_dir() / "suites/decompression/scrapy";
  const auto expected = nlohmann::json::parse(test::read_file(folder / "EXPECT.json"));
  FetchOptions options = inside();
  options.limits.body_bytes = 1'000'000;
  for (const auto& [coding, file] :
       std::vector<std::pair<std::string, std::string>>{{"gzip", "bomb-gzip.bin"},
                                                        {"deflate", "bomb-deflate.bin"},
                                                        {"br", "bomb-br.bin"},
                                                        {"zstd", "bomb-zstd.bin"}}) {
    const Fetched fetched = fetch_coded(coding, test::read_file(folder / file), options);
    EXPECT_TRUE(fetched.too_long) << file;
    EXPECT_EQ(fetched.body.size(), 1'000'000u) << file;
  }
  for (const auto& [file, facts] : expected["truncated"].items()) {
    const Fetched fetched = fetch_coded("gzip", test::read_file(folder / file));
    EXPECT_EQ(fetched.body.size(), facts["out_bytes"].get<std::size_t>()) << file;
    EXPECT_TRUE(fetched.cut_short) << file;
  }
  for (const auto& [coding, file] : std::vector<std::pair<std::string, std::string>>{
           {"gzip", "html-gzip.bin"},
           {"deflate", "html-rawdeflate.bin"},
           {"deflate", "html-zlibdeflate.bin"},
           {"br", "html-br.bin"},
           {"zstd", "html-zstd-static-content-size.bin"},
           {"zstd", "html-zstd-static-no-content-size.bin"},
           {"zstd", "html-zstd-streaming-no-content-size.bin"},
           {"gzip, deflate", "html-gzip-deflate.bin"},
           {"gzip, deflate, gzip", "html-gzip-deflate-gzip.bin"}}) {
    const Fetched fetched = fetch_coded(coding, test::read_file(folder / file));
    EXPECT_EQ(fetched.fault, FetchFault::kNone) << file;
    EXPECT_FALSE(fetched.cut_short) << file;
    EXPECT_TRUE(fetched.body.ends_with("</html>\n")) << file;
  }
}

}  // namespace
}  // namespace pagekin::crawl
