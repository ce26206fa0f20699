#include "pagekin/crawl/fetcher.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "crawl/fetching.h"
#include "support/loopback_server.h"

namespace pagekin::crawl {
namespace {

using namespace std::chrono_literals;
using test::answer_and_close;
using test::Connection;
using test::fetch;
using test::http_answer;
using test::inside;
using test::LoopbackServer;
using test::on_request;

TEST(Fetcher, BringsThePage) {
  LoopbackServer server(on_request([](Connection& c, const std::string& target) {
    c.send(http_answer("<p>" + target, "Content-Type:  Text/HTML \r\nX-A: 1\r\nx-a: 2\r\n"));
  }));
  const Fetched fetched = fetch(server.url("/a%20b?c=d&e#part"));
  EXPECT_EQ(fetched.fault, FetchFault::kNone);
  EXPECT_EQ(fetched.status, 200);
  EXPECT_EQ(fetched.protocol, "HTTP/1.1");
  EXPECT_EQ(fetched.body, "<p>/a%20b?c=d&e");
  EXPECT_EQ(fetched.address, "127.0.0.1");
  EXPECT_EQ(fetched.header("content-type"), "Text/HTML");
  EXPECT_EQ(fetched.header("x-A"), "1");
  EXPECT_EQ(fetched.header("none"), "");
  ASSERT_EQ(fetched.headers.size(), 4u);
  EXPECT_EQ(fetched.headers[3], (std::pair<std::string, std::string>("x-a", "2")));
}

TEST(Fetcher, SaysWhoItIsAndWhatItReads) {
  LoopbackServer server(answer_and_close(http_answer("")));
  FetchOptions options = inside();
  options.user_agent = "pagekin/1 (+mailto:a@b.example)";
  EXPECT_EQ(
      fetch("http://me:secret@127.0.0.1:" + std::to_string(server.port()) + "/", options).status,
      200);
  const std::string request = server.last_request();
  EXPECT_TRUE(request.starts_with("GET / HTTP/1.1\r\n")) << request;
  EXPECT_NE(request.find("\r\nUser-Agent: pagekin/1 (+mailto:a@b.example)\r\n"), request.npos);
  EXPECT_NE(request.find("\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"), request.npos);
  EXPECT_NE(request.find("\r\nAccept: text/html"), request.npos);
  for (const char* absent : {"Authorization", "Cookie", "Upgrade", "Referer", "secret"}) {
    EXPECT_EQ(request.find(absent), request.npos) << absent;
  }
}

TEST(Fetcher, FollowsNoRedirectAndKeepsNoCookie) {
  LoopbackServer inner(answer_and_close(http_answer("inner")));
  LoopbackServer server(on_request([&](Connection& c, const std::string&) {
    c.send(
        http_answer("moved", "Location: " + inner.url() + "\r\nSet-Cookie: a=b\r\n", "302 Found"));
  }));
  Fetcher fetcher(inside());
  const Fetched fetched = fetch(fetcher, server.url());
  EXPECT_EQ(fetched.status, 302);
  EXPECT_EQ(fetched.header("Location"), inner.url());
  EXPECT_EQ(fetched.body, "moved");
  EXPECT_EQ(fetch(fetcher, server.url()).status, 302);
  EXPECT_EQ(server.last_request().find("Cookie"), std::string::npos);
  EXPECT_EQ(inner.connections(), 0);
}

TEST(Fetcher, AsksAgainOnTheSameConnection) {
  LoopbackServer server(
      on_request([](Connection& c, const std::string&) { c.send(http_answer("x")); }));
  Fetcher fetcher(inside());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(fetch(fetcher, server.url()).body, "x");
  EXPECT_EQ(server.requests(), 10);
  EXPECT_EQ(server.connections(), 1);
}

TEST(Fetcher, AnswersThatAreErrorsAreAnswers) {
  for (const char* status : {"404 Not Found", "500 No", "204 Empty", "304 Same", "999 Denied"}) {
    LoopbackServer server(answer_and_close("HTTP/1.1 " + std::string(status) +
                                           "\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"));
    const Fetched fetched = fetch(server.url());
    EXPECT_EQ(fetched.fault, FetchFault::kNone) << status;
    EXPECT_EQ(fetched.status, std::stoi(status));
    EXPECT_EQ(fetched.header("Retry-After"), "5");
  }
}

TEST(Fetcher, PassesOverInterimAnswersAndTrailers) {
  LoopbackServer server(answer_and_close(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX: 1\r\n\r\n"
      "3\r\n<p>\r\n2;a=b\r\nhi\r\n0\r\nX-Trailer: 1\r\nHTTP/1.1 500 no: 1\r\n\r\n"));
  const Fetched fetched = fetch(server.url());
  EXPECT_EQ(fetched.fault, FetchFault::kNone) << fetched.detail;
  EXPECT_EQ(fetched.status, 200);
  EXPECT_EQ(fetched.body, "<p>hi");
  EXPECT_EQ(fetched.headers.size(), 2u);
  EXPECT_EQ(fetched.header("Link"), "");
  EXPECT_EQ(fetched.header("X"), "1");
}

TEST(Fetcher, ReadsTheBodyToTheEndOfTheConnectionWhereNoLengthIsGiven) {
  LoopbackServer server(answer_and_close("HTTP/1.0 200 OK\r\n\r\n<p>whole"));
  const Fetched fetched = fetch(server.url());
  EXPECT_EQ(fetched.body, "<p>whole");
  EXPECT_EQ(fetched.protocol, "HTTP/1.0");
  EXPECT_FALSE(fetched.cut_short);
}

TEST(Fetcher, ManyComeBackOnceEach) {
  LoopbackServer server(
      on_request([](Connection& c, const std::string& target) { c.send(http_answer(target)); }));
  Fetcher fetcher(inside());
  std::set<std::uint64_t> expected;
  for (std::uint64_t i = 0; i < 50; ++i) {
    fetcher.start(i, server.url("/" + std::to_string(i)));
    expected.insert(i);
  }
  fetcher.start(50, "ftp://refused.example/");
  expected.insert(50);
  EXPECT_EQ(fetcher.under_way(), 51u);
  std::set<std::uint64_t> seen;
  while (fetcher.under_way() > 0) {
    const auto before = fetcher.under_way();
    const auto done = fetcher.wait(test::kPatience);
    ASSERT_FALSE(done.empty());
    EXPECT_EQ(fetcher.under_way(), before - done.size());
    for (const Fetched& one : done) {
      EXPECT_TRUE(seen.insert(one.ticket).second) << one.ticket;
      EXPECT_EQ(one.body, one.ticket < 50 ? "/" + std::to_string(one.ticket) : "");
    }
  }
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(server.requests(), 50);
}

TEST(Fetcher, ASlowServerHoldsUpNoOther) {
  LoopbackServer slow([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\n\r\n");
    while (c.pause(20ms) && c.send("x")) {
    }
  });
  LoopbackServer quick(
      on_request([](Connection& c, const std::string&) { c.send(http_answer("x")); }));
  Fetcher fetcher(inside());
  for (std::uint64_t i = 0; i < 5; ++i) fetcher.start(1000 + i, slow.url());
  for (std::uint64_t i = 0; i < 100; ++i) {
    fetcher.start(i, quick.url());
    const auto done = fetcher.wait(test::kPatience);
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].ticket, i);
  }
  EXPECT_EQ(fetcher.under_way(), 5u);
}

TEST(Fetcher, WaitsNoLongerThanToldAndNotForNothing) {
  LoopbackServer silent([](Connection& c) { c.pause(1h); });
  Fetcher fetcher(inside());
  EXPECT_TRUE(fetcher.wait(1h).empty());
  fetcher.start(1, silent.url());
  EXPECT_TRUE(fetcher.wait(50ms).empty());
  EXPECT_TRUE(fetcher.wait(0ms).empty());
  EXPECT_EQ(fetcher.under_way(), 1u);
}

TEST(Fetcher, CanBeDestroyedWithRequestsUnderWay) {
  LoopbackServer silent([](Connection& c) {
    c.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + std::string(5000, 'x'));
    c.pause(1h);
  });
  for (const auto time : {0ms, 1ms, 100ms}) {
    Fetcher fetcher(inside());
    for (std::uint64_t i = 0; i < 20; ++i) fetcher.start(i, silent.url());
    fetcher.start(100, "http://a-name-that-is-looked-up.invalid/");
    fetcher.start(101, "file:///etc/passwd");
    fetcher.wait(time);
  }
  Fetcher never_used(inside());
}

TEST(Fetcher, RefusesOptionsItCannotRead) {
  for (const char* bad : {"", "a", "a:80", "a:80:", "a:b:127.0.0.1", ":80:127.0.0.1",
                          "a:99999:127.0.0.1", "a::127.0.0.1"}) {
    FetchOptions options;
    options.resolve = {bad};
    EXPECT_THROW(Fetcher{options}, Error) << bad;
  }
  FetchOptions two_lines;
  two_lines.user_agent = "a\r\nCookie: b";
  EXPECT_THROW(Fetcher{two_lines}, Error);
}

TEST(Fetcher, TakesLongAddressesButNotTheLongest) {
  LoopbackServer server(on_request([](Connection& c, const std::string& target) {
    c.send(http_answer(std::to_string(target.size())));
  }));
  EXPECT_EQ(fetch(server.url("/" + std::string(300'000, 'a'))).body, "300001");
  EXPECT_EQ(fetch(server.url("/" + std::string(9'000'000, 'a'))).fault, FetchFault::kRefused);
}

}  // namespace
}  // namespace pagekin::crawl
