// Servers that do harm, by mistake or on purpose.
#include <string>

#include <gtest/gtest.h>

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

TEST(FetchFaults, EveryFaultHasItsOwnName) {
  std::vector<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(FetchFault::kAnswer); ++i) {
    names.push_back(name_of(static_cast<FetchFault>(i)));
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
  EXPECT_TRUE(may_pass(FetchFault::kConnection));
  EXPECT_FALSE(may_pass(FetchFault::kRefused));
  EXPECT_FALSE(may_pass(FetchFault::kNone));
}

TEST(FetchFaults, AnEndlessBodyIsCutAtTheLimit) {
  LoopbackServer server([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\nX: 1\r\n\r\n");
    while (c.send(std::string(10'000, 'x'))) {
    }
  });
  FetchOptions options = inside();
  options.limits.body_bytes = 123'456;
  const Fetched fetched = fetch(server.url(), options);
  EXPECT_EQ(fetched.fault, FetchFault::kNone);
  EXPECT_EQ(fetched.status, 200);
  EXPECT_EQ(fetched.header("x"), "1");
  EXPECT_EQ(fetched.body, std::string(123'456, 'x'));
  EXPECT_TRUE(fetched.too_long);
  EXPECT_FALSE(fetched.cut_short);
  EXPECT_EQ(fetched.detail, "the body is longer than 123456 bytes");
}

TEST(FetchFaults, ABodyAsLongAsTheLimitIsWhole) {
  LoopbackServer server(answer_and_close(http_answer(std::string(5000, 'x'))));
  FetchOptions options = inside();
  options.limits.body_bytes = 5000;
  const Fetched fetched = fetch(server.url(), options);
  EXPECT_EQ(fetched.body.size(), 5000u);
  EXPECT_FALSE(fetched.too_long);
  options.limits.body_bytes = 4999;
  EXPECT_TRUE(fetch(server.url(), options).too_long);
  options.limits.body_bytes = 0;  // no limit
  EXPECT_EQ(fetch(server.url(), options).body.size(), 5000u);
}

TEST(FetchFaults, AFloodOfHeadersIsCut) {
  LoopbackServer many([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\n");
    while (c.send("X-Header: " + std::string(500, 'x') + "\r\n")) {
    }
  });
  LoopbackServer one([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\nX-Header: ");
    while (c.send(std::string(500, 'x'))) {
    }
  });
  LoopbackServer interim([](Connection& c) {
    c.read_request();
    while (c.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")) {
    }
  });
  LoopbackServer trailers([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n");
    while (c.send("X-Trailer: " + std::string(500, 'x') + "\r\n")) {
    }
  });
  for (const std::size_t limit :
       {std::size_t{20'000}, std::size_t{256} * 1024, std::size_t{10'000'000}}) {
    FetchOptions options = inside();
    options.limits.header_bytes = limit;
    for (const LoopbackServer* server : {&many, &one, &interim}) {
      const Fetched fetched = fetch(server->url(), options);
      EXPECT_EQ(fetched.fault, FetchFault::kHeaders) << fetched.detail;
      EXPECT_EQ(fetched.status, 0);
      EXPECT_TRUE(fetched.headers.empty());
    }
    const Fetched behind = fetch(trailers.url(), options);
    EXPECT_EQ(behind.fault, FetchFault::kHeaders) << behind.detail;
    EXPECT_EQ(behind.body, "x");
  }
}

TEST(FetchFaults, ADripIsGivenUp) {
  LoopbackServer server([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n<p>");
    while (c.pause(30ms) && c.send("x")) {
    }
  });
  FetchOptions options = inside();
  options.limits.patience = 300ms;
  options.limits.least_rate = 1000;
  const Fetched slow = fetch(server.url(), options);
  EXPECT_EQ(slow.fault, FetchFault::kSlow);
  EXPECT_EQ(slow.status, 200);
  EXPECT_TRUE(slow.cut_short);
  EXPECT_TRUE(slow.body.starts_with("<p>"));

  options = inside();
  options.limits.total = 400ms;
  const Fetched late = fetch(server.url(), options);
  EXPECT_EQ(late.fault, FetchFault::kTime);
  EXPECT_EQ(late.status, 200);
  EXPECT_TRUE(late.cut_short);
}

TEST(FetchFaults, ADripOfHeadersIsGivenUp) {
  LoopbackServer server([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\n");
    while (c.pause(30ms) && c.send("X: y\r\n")) {
    }
  });
  FetchOptions options = inside();
  options.limits.patience = 300ms;
  options.limits.least_rate = 1000;
  const Fetched slow = fetch(server.url(), options);
  EXPECT_EQ(slow.fault, FetchFault::kSlow);
  EXPECT_EQ(slow.status, 0);
  EXPECT_NE(slow.detail.find("less than 1000 bytes a second for 0.3 s"), std::string::npos);
}

TEST(FetchFaults, SilenceIsGivenUp) {
  LoopbackServer server([](Connection& c) { c.pause(1h); });
  FetchOptions options = inside();
  options.limits.total = 300ms;
  const Fetched late = fetch(server.url(), options);
  EXPECT_EQ(late.fault, FetchFault::kTime);
  EXPECT_NE(late.detail.find("within 0.3 s"), std::string::npos) << late.detail;
  options = inside();
  options.limits.patience = 300ms;
  EXPECT_EQ(fetch(server.url(), options).fault, FetchFault::kSlow);
}

TEST(FetchFaults, NotSlowWhatComesInTime) {
  LoopbackServer server([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\nContent-Length: 30000\r\n\r\n");
    for (int i = 0; i < 30 && c.pause(20ms); ++i) c.send(std::string(1000, 'x'));
  });
  FetchOptions options = inside();
  options.limits.patience = 200ms;
  options.limits.least_rate = 100;
  EXPECT_EQ(fetch(server.url(), options).body.size(), 30'000u);
}

TEST(FetchFaults, LengthsThatLie) {
  LoopbackServer shorter(answer_and_close("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<p>rest"));
  const Fetched declared = fetch(shorter.url());
  EXPECT_EQ(declared.body, "<p>");
  EXPECT_EQ(declared.fault, FetchFault::kNone);
  EXPECT_FALSE(declared.cut_short);

  LoopbackServer longer(answer_and_close("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<p>rest"));
  const Fetched cut = fetch(longer.url());
  EXPECT_EQ(cut.body, "<p>rest");
  EXPECT_EQ(cut.fault, FetchFault::kNone);
  EXPECT_EQ(cut.status, 200);
  EXPECT_TRUE(cut.cut_short);
  EXPECT_NE(cut.detail.find("broke off after 7 bytes"), std::string::npos) << cut.detail;

  LoopbackServer huge(
      answer_and_close("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n<p>"));
  EXPECT_EQ(fetch(huge.url()).body, "<p>");

  LoopbackServer chunks(answer_and_close(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\nFFFFFFFFFFFFFFF\r\nhi"));
  const Fetched chunked = fetch(chunks.url());
  EXPECT_EQ(chunked.body, "<p>hi");
  EXPECT_TRUE(chunked.cut_short);

  LoopbackServer no_last(
      answer_and_close("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n"));
  EXPECT_EQ(fetch(no_last.url()).body, "<p>");
  EXPECT_TRUE(fetch(no_last.url()).cut_short);
}

TEST(FetchFaults, ResetBeforeTheAnswer) {
  LoopbackServer at_once([](Connection& c) { c.reset(); });
  LoopbackServer when_asked([](Connection& c) {
    c.read_request();
    c.reset();
  });
  LoopbackServer in_headers([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\nX: y");
    c.pause(100ms);
    c.reset();
  });
  LoopbackServer closes([](Connection& c) { c.read_request(); });
  for (const LoopbackServer* server : {&at_once, &when_asked, &in_headers, &closes}) {
    const Fetched fetched = fetch(server->url());
    EXPECT_EQ(fetched.fault, FetchFault::kConnection) << fetched.detail;
    EXPECT_EQ(fetched.status, 0);
    EXPECT_EQ(fetched.body, "");
  }
}

TEST(FetchFaults, ResetInTheBodyKeepsWhatCame) {
  LoopbackServer server([](Connection& c) {
    c.read_request();
    c.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<p>some");
    c.pause(200ms);
    c.reset();
  });
  const Fetched fetched = fetch(server.url());
  EXPECT_EQ(fetched.fault, FetchFault::kNone);
  EXPECT_EQ(fetched.status, 200);
  EXPECT_EQ(fetched.body, "<p>some");
  EXPECT_TRUE(fetched.cut_short);
}

TEST(FetchFaults, NobodyListens) {
  std::uint16_t port = 0;
  { port = LoopbackServer(answer_and_close("")).port(); }
  const Fetched fetched = fetch("http://127.0.0.1:" + std::to_string(port) + "/");
  EXPECT_EQ(fetched.fault, FetchFault::kConnection);
  EXPECT_NE(fetched.detail.find("does not take connections"), std::string::npos) << fetched.detail;
}

TEST(FetchFaults, WhatIsNotHttpIsNoAnswer) {
  for (const char* bytes : {"<html>HTTP/0.9</html>", "SSH-2.0-OpenSSH_9.2\r\n", "\r\n\r\n\r\n\r\n",
                            "HTTP/9.9 200 OK\r\n\r\n", "ICY 200 OK\r\n\r\n",
                            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx"}) {
    LoopbackServer server(answer_and_close(bytes));
    const Fetched fetched = fetch(server.url());
    EXPECT_EQ(fetched.fault, FetchFault::kAnswer) << bytes << fetched.detail;
    EXPECT_EQ(fetched.status, 0);
  }
}

TEST(FetchFaults, ANameThatDoesNotResolve) {
  const Fetched fetched = fetch("http://no-such-host.invalid/");
  EXPECT_EQ(fetched.fault, FetchFault::kName);
  EXPECT_EQ(fetched.detail, "the name of no-such-host.invalid:80 does not resolve");
}

}  // namespace
}  // namespace pagekin::crawl
