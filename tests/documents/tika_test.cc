// A Tika server that behaves, and many that do not.
#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/documents/converters.h"

#include "support/loopback_server.h"

namespace pagekin::documents {
namespace {

using input::ConvertedDocument;
using std::chrono::milliseconds;
using test::Connection;
using test::LoopbackServer;

constexpr const char* kHtml = "Content-Type: text/html;charset=UTF-8\r\n";

std::size_t length_of(const std::string& head) {
  const std::size_t at = head.find("Content-Length: ");
  return at == std::string::npos ? 0 : std::stoul(head.substr(at + 16));
}

// Reads whole requests and answers each of them.
LoopbackServer::Script on_document(
    std::function<void(Connection&, const std::string& head, const std::string& body)> answer) {
  return [answer = std::move(answer)](Connection& connection) {
    while (const auto head = connection.read_request()) {
      const std::string body = connection.read_bytes(length_of(*head));
      answer(connection, *head, body);
      if (connection.was_reset()) return;
    }
  };
}

ConvertedDocument convert(const std::string& url, std::string_view bytes = "%PDF-1.4",
                          std::string_view name = "http://a/b.pdf",
                          milliseconds timeout = milliseconds(20'000), std::size_t cap = 0) {
  const auto tika = make_tika(url, {.timeout = timeout});
  return tika->convert({.bytes = bytes, .media_type = "application/pdf", .name = name}, cap);
}

TEST(Tika, SendsTheDocumentAndTakesTheBody) {
  std::string document;
  for (int i = 0; i < 300'000; ++i) document += static_cast<char>(i * 31);
  std::string arrived;
  LoopbackServer server(
      on_document([&](Connection& c, const std::string&, const std::string& body) {
        arrived = body;
        c.send(
            test::http_answer("<html><head><title>t</title><meta name=\"a\" content=\"</head>\"/>"
                              "</head><body><p>text</p></body></html>",
                              kHtml));
      }));
  const ConvertedDocument got = convert(server.url(), document, "http://a/some file.pdf?x=1");
  EXPECT_EQ(got.fault, "");
  EXPECT_EQ(got.html, "<html><body><p>text</p></body></html>");
  EXPECT_EQ(got.charset, "UTF-8");
  EXPECT_TRUE(arrived == document);
  const std::string head = server.last_request();
  EXPECT_TRUE(head.starts_with("PUT /tika HTTP/1.1\r\n")) << head;
  EXPECT_NE(head.find("\r\nAccept: text/html\r\n"), std::string::npos);
  EXPECT_NE(head.find("\r\nContent-Type: application/pdf\r\n"), std::string::npos);
  EXPECT_NE(head.find("filename=\"some_file.pdf\"\r\n"), std::string::npos);
  EXPECT_EQ(head.find("Expect:"), std::string::npos);
}

TEST(Tika, NamesCannotAddHeaders) {
  LoopbackServer server(on_document([](Connection& c, const std::string&, const std::string&) {
    c.send(test::http_answer("<p>x", kHtml));
  }));
  convert(server.url("/own/path"), "x", "a\r\nEvil: yes\r\n\r\n\"; filename=\"b.pdf");
  const std::string head = server.last_request();
  EXPECT_TRUE(head.starts_with("PUT /own/path ")) << head;
  EXPECT_EQ(head.find("\r\nEvil"), std::string::npos);
  const auto tika = make_tika(server.url(), {});
  tika->convert({.bytes = "x", .media_type = "text/x\r\nEvil: yes", .name = {}}, 0);
  EXPECT_EQ(server.last_request().find("\r\nEvil"), std::string::npos);
}

TEST(Tika, ManyDocumentsShareAConnection) {
  LoopbackServer server(on_document([](Connection& c, const std::string&, const std::string&) {
    c.send(test::http_answer("<p>x", kHtml));
  }));
  const auto tika = make_tika(server.url(), {});
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(tika->convert({.bytes = "x", .media_type = "image/png", .name = "x"}, 0).html,
              "<p>x");
  }
  EXPECT_EQ(server.requests(), 20);
  EXPECT_EQ(server.connections(), 1);
}

TEST(Tika, NoMoreRequestsAtATimeThanAllowed) {
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  LoopbackServer server(on_document([&](Connection& c, const std::string&, const std::string&) {
    const int now = ++running;
    int seen = most;
    while (now > seen && !most.compare_exchange_weak(seen, now)) {
    }
    c.pause(milliseconds(30));
    --running;
    c.send(test::http_answer("<p>x", kHtml));
  }));
  const auto tika = make_tika(server.url(), {.parallel = 2});
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const auto got = tika->convert({.bytes = "x", .media_type = "image/png", .name = "x"}, 0);
      good += got.fault.empty() ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 8);
  EXPECT_EQ(most, 2);
}

TEST(Tika, StatusesAreNamed) {
  for (const char* const status : {"422 Unprocessable Entity", "204 No Content", "302 Found",
                                   "500 Server Error", "415 Unsupported", "404 Not Found"}) {
    LoopbackServer server(on_document([&](Connection& c, const std::string&, const std::string&) {
      c.send(std::string("HTTP/1.1 ") + status + "\r\nContent-Length: 0\r\nLocation: /x\r\n\r\n");
    }));
    const ConvertedDocument got = convert(server.url());
    EXPECT_NE(got.fault.find("status " + std::string(status).substr(0, 3)), std::string::npos)
        << got.fault;
    EXPECT_NE(got.fault.find(server.url("/tika")), std::string::npos) << got.fault;
    EXPECT_EQ(server.requests(), 1) << status;
    EXPECT_EQ(got.may_change, status[0] == '5') << status;
  }
}

TEST(Tika, AServerThatIsBackIsAskedAgain) {
  std::atomic<int> asked = 0;
  LoopbackServer server(on_document([&](Connection& c, const std::string&, const std::string&) {
    const int number = ++asked;
    if (number == 1) return c.reset();
    if (number == 2) {
      c.send(test::http_answer("", "", "503 Service Unavailable"));
      return;
    }
    c.send(test::http_answer("<p>x", kHtml));
  }));
  const ConvertedDocument got = convert(server.url());
  EXPECT_EQ(got.fault, "");
  EXPECT_EQ(got.html, "<p>x");
  EXPECT_EQ(asked, 3);
}

TEST(Tika, AServerThatIsDownIsNotAskedForEver) {
  LoopbackServer server(
      on_document([](Connection& c, const std::string&, const std::string&) { c.reset(); }));
  const auto tika = make_tika(server.url(), {});
  const auto convert_one = [&] {
    return tika->convert({.bytes = "x", .media_type = "image/png", .name = "x"}, 0);
  };
  for (int i = 0; i < 3; ++i) {
    const ConvertedDocument got = convert_one();
    EXPECT_NE(got.fault, "");
    EXPECT_TRUE(got.may_change);
  }
  const int asked = server.requests();
  EXPECT_GE(asked, 9);  // three attempts for each
  for (int i = 0; i < 5; ++i) {
    EXPECT_NE(convert_one().fault.find("not asked again"), std::string::npos);
  }
  EXPECT_EQ(server.requests(), asked);
}

TEST(Tika, NobodyListens) {
  std::string url;
  {
    LoopbackServer server(test::answer_and_close(""));
    url = server.url();
  }
  const ConvertedDocument got = convert(url);
  EXPECT_NE(got.fault.find("connect"), std::string::npos) << got.fault;
  EXPECT_TRUE(got.may_change);
}

TEST(Tika, SlowAndSilentServersCostTheirTimeOnly) {
  const LoopbackServer::Script scripts[] = {
      // reads the document, never answers
      on_document([](Connection& c, const std::string&, const std::string&) {
        c.pause(milliseconds(60'000));
      }),
      // never reads
      [](Connection& c) { c.pause(milliseconds(60'000)); },
      // answers a byte now and then
      on_document([](Connection& c, const std::string&, const std::string&) {
        c.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n<p>");
        while (c.pause(milliseconds(20)) && c.send("x")) {
        }
      })};
  const std::string large(20'000'000, 'x');  // does not fit into the buffers of the system
  for (const LoopbackServer::Script& script : scripts) {
    LoopbackServer server(script);
    const ConvertedDocument got = convert(server.url(), large, "x", milliseconds(300));
    EXPECT_NE(got.fault.find("no whole answer within 300 ms"), std::string::npos) << got.fault;
    EXPECT_TRUE(got.may_change);
    EXPECT_EQ(got.html, "");
  }
}

TEST(Tika, RubbishIsAFault) {
  const std::string answers[] = {
      "not even HTTP\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<p>cut off",
      test::http_answer("{}", "Content-Type: application/json\r\n"),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nrubbish",
      "",
  };
  for (const std::string& answer : answers) {
    LoopbackServer server(test::answer_and_close(answer));
    const ConvertedDocument got = convert(server.url());
    EXPECT_NE(got.fault, "") << answer;
    EXPECT_TRUE(got.may_change) << answer;
  }
}

TEST(Tika, EndlessAnswersAreCut) {
  LoopbackServer server(on_document([](Connection& c, const std::string&, const std::string&) {
    c.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><head><title>x</title></head>");
    while (c.send(std::string(10'000, 'x') + "<p>")) {
    }
  }));
  const ConvertedDocument got = convert(server.url(), "x", "x", milliseconds(20'000), 50'000);
  EXPECT_EQ(got.fault, "");
  EXPECT_TRUE(got.cut);
  EXPECT_EQ(got.html.size(), 50'000u);
  EXPECT_TRUE(got.html.starts_with("<html>xxx"));
}

TEST(Tika, ARunThatIsStoppedDoesNotWait) {
  LoopbackServer server([](Connection& c) { c.pause(milliseconds(60'000)); });
  std::stop_source stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(milliseconds(100));
    stop.request_stop();
  });
  const StopScope scope(stop.get_token());
  EXPECT_THROW(convert(server.url()), Cancelled);
  stopper.join();
}

TEST(Tika, AddressesThatAreNoneAreRefused) {
  for (const char* const url : {"", "localhost", "ftp://a/", "http://", "/tika", "http://a b/"}) {
    EXPECT_THROW(make_tika(url, {}), OptionError) << url;
  }
  EXPECT_THROW(make_tika("http://a/", {.types = {"pdf"}}), OptionError);
  EXPECT_THROW(make_tika("http://a/", {.types = {"*/pdf"}}), OptionError);
  // A password is not shown.
  const ConvertedDocument got = convert("http://me:secret@127.0.0.1:1/");
  EXPECT_NE(got.fault, "");
  EXPECT_EQ(got.fault.find("secret"), std::string::npos) << got.fault;
}

TEST(Tika, TakesTheTypesItIsToldTo) {
  const auto usual = make_tika("http://localhost:9998", {});
  for (const char* const type : {"application/pdf", "image/png", "message/rfc822",
                                 "application/vnd.oasis.opendocument.text", "application/msword"}) {
    EXPECT_TRUE(usual->takes(type)) << type;
  }
  for (const char* const type : {"text/css", "application/javascript", "text/plain", "video/mp4"}) {
    EXPECT_FALSE(usual->takes(type)) << type;
  }
  const auto some = make_tika("http://localhost:9998", {.types = {"Image/*", "text/plain"}});
  EXPECT_TRUE(some->takes("image/png"));
  EXPECT_TRUE(some->takes("text/plain"));
  EXPECT_FALSE(some->takes("application/pdf"));
  EXPECT_TRUE(make_tika("http://localhost:9998", {.types = {"*/*"}})->takes("video/mp4"));
}

TEST(WithoutHead, RemovesTheHeadAndNothingElse) {
  EXPECT_EQ(without_head("<html><head><title>a</title></head><body>b"), "<html><body>b");
  EXPECT_EQ(without_head("<html><head><meta a=b><body>b"), "<html><body>b");
  EXPECT_EQ(without_head("<html><head/><body>b"), "<html><body>b");
  EXPECT_EQ(without_head("<html><body>b<header>c</header>"), "<html><body>b<header>c</header>");
  EXPECT_EQ(without_head("<body><head>x</head>"), "<body><head>x</head>");
  EXPECT_EQ(without_head("<head><title></head></title><p>"), "<head><title></head></title><p>");
  EXPECT_EQ(without_head(""), "");
}

}  // namespace
}  // namespace pagekin::documents
