// Addresses that the fetcher refuses. An "internal" server counts connections.
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "crawl/fetching.h"
#include "support/loopback_server.h"

namespace pagekin::crawl {
namespace {

using test::answer_and_close;
using test::fetch;
using test::http_answer;
using test::LoopbackServer;

// A test may not connect to a public address, so 127.0.0.2 stands for one.
Refusal second_is_public(std::span<const std::uint8_t> bytes) {
  const std::vector<std::uint8_t> address(bytes.begin(), bytes.end());
  return address == std::vector<std::uint8_t>{127, 0, 0, 2} ? Refusal::kNone : judge_address(bytes);
}

FetchOptions outside(std::vector<std::string> resolve = {}) {
  FetchOptions options;
  options.limits.total = test::kPatience;
  options.resolve = std::move(resolve);
  return options;
}

std::string named(std::string_view host, const LoopbackServer& server) {
  return "http://" + std::string(host) + ":" + std::to_string(server.port()) + "/";
}
std::string leads_to(std::string_view host, const LoopbackServer& server,
                     std::string_view addresses) {
  return std::string(host) + ":" + std::to_string(server.port()) + ":" + std::string(addresses);
}

TEST(FetchGuard, PrivateAddressesAreRefusedByDefault) {
  LoopbackServer internal(answer_and_close(http_answer("secret")));
  EXPECT_FALSE(FetchOptions().allow_private);
  const std::string port = std::to_string(internal.port());
  for (const std::string host : {"127.0.0.1", "127.1", "0x7f000001", "2130706433", "localhost",
                                 "a.localhost.", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"}) {
    const Fetched fetched = fetch("http://" + host + ":" + port + "/", outside());
    EXPECT_EQ(fetched.fault, FetchFault::kRefused) << host;
    EXPECT_EQ(fetched.status, 0);
  }
  EXPECT_EQ(internal.connections(), 0);
  FetchOptions allowed = outside();
  allowed.allow_private = true;
  EXPECT_EQ(fetch(internal.url(), allowed).body, "secret");
}

TEST(FetchGuard, ANameThatLeadsInsideIsRefusedBeforeConnecting) {
  LoopbackServer internal(answer_and_close(http_answer("secret")));
  for (const std::string address :
       {"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "[fe80::1]"}) {
    const Fetched fetched = fetch(named("public.example", internal),
                                  outside({leads_to("public.example", internal, address)}));
    EXPECT_EQ(fetched.fault, FetchFault::kRefused) << address << fetched.detail;
    EXPECT_EQ(fetched.detail.find("public.example leads to "), 0u) << fetched.detail;
  }
  EXPECT_EQ(internal.connections(), 0);
  const Fetched fetched = fetch(named("public.example", internal),
                                outside({leads_to("public.example", internal, "127.0.0.1")}));
  EXPECT_EQ(fetched.detail,
            "public.example leads to 127.0.0.1, which is not an address on the public Internet: "
            "loopback address; it needs option `allow_private`");
}

TEST(FetchGuard, OfMixedAddressesOnlyPublicOnesAreDialled) {
  LoopbackServer open(answer_and_close(http_answer("open")), "127.0.0.2");
  LoopbackServer internal(answer_and_close(http_answer("secret")), "127.0.0.1", open.port());
  for (const std::string addresses : {"127.0.0.1,127.0.0.2", "127.0.0.2,127.0.0.1",
                                      "[::1],127.0.0.1,10.0.0.1,127.0.0.2", "127.0.0.2,[::1]"}) {
    Fetcher fetcher(outside({leads_to("mixed.example", open, addresses)}), second_is_public);
    const Fetched fetched = fetch(fetcher, named("mixed.example", open));
    EXPECT_EQ(fetched.fault, FetchFault::kNone) << addresses << fetched.detail;
    EXPECT_EQ(fetched.body, "open");
    EXPECT_EQ(fetched.address, "127.0.0.2");
  }
  EXPECT_EQ(open.connections(), 4);
  EXPECT_EQ(internal.connections(), 0);
}

TEST(FetchGuard, APublicAddressThatFailsIsNotCalledRefused) {
  LoopbackServer internal(answer_and_close(http_answer("secret")));
  Fetcher fetcher(outside({leads_to("mixed.example", internal, "127.0.0.1,127.0.0.2")}),
                  second_is_public);
  EXPECT_EQ(fetch(fetcher, named("mixed.example", internal)).fault, FetchFault::kConnection);
  EXPECT_EQ(internal.connections(), 0);
}

// Each answer of the resolver is judged again: first a public address, then a private one.
TEST(FetchGuard, ANameThatChangesItsMindGetsNoFurther) {
  LoopbackServer open(answer_and_close(http_answer("open")), "127.0.0.2");
  LoopbackServer internal(answer_and_close(http_answer("secret")), "127.0.0.1", open.port());
  static int asked = 0;
  asked = 0;
  const AddressJudge count = [](std::span<const std::uint8_t> bytes) {
    ++asked;
    return second_is_public(bytes);
  };
  Fetcher first(outside({leads_to("rebound.example", open, "127.0.0.2")}), count);
  EXPECT_EQ(fetch(first, named("rebound.example", open)).body, "open");
  EXPECT_EQ(asked, 1) << "the address that was judged is the one that was dialled";
  Fetcher second(outside({leads_to("rebound.example", open, "127.0.0.1")}), count);
  EXPECT_EQ(fetch(second, named("rebound.example", open)).fault, FetchFault::kRefused);
  EXPECT_EQ(internal.connections(), 0);
}

TEST(FetchGuard, ARedirectInsideIsRefusedWhenItIsAskedFor) {
  LoopbackServer internal(answer_and_close(http_answer("secret")));
  LoopbackServer open(
      answer_and_close(http_answer("<meta http-equiv=refresh content='0;url=" + internal.url() +
                                       "'><base href='" + internal.url() + "'>",
                                   "Location: " + internal.url() + "\r\n", "302 Found")),
      "127.0.0.2");
  Fetcher fetcher(outside({leads_to("public.example", open, "127.0.0.2")}), second_is_public);
  const Fetched moved = fetch(fetcher, named("public.example", open));
  EXPECT_EQ(moved.status, 302);
  EXPECT_EQ(fetch(fetcher, moved.header("Location")).fault, FetchFault::kRefused);
  EXPECT_EQ(internal.connections(), 0);
}

TEST(FetchGuard, ProxiesOfTheEnvironmentAreNotUsed) {
  LoopbackServer proxy(answer_and_close(http_answer("proxy")));
  LoopbackServer server(answer_and_close(http_answer("direct")));
  const std::vector<const char*> names = {"http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY",
                                          "ALL_PROXY"};
  for (const char* name : names) setenv(name, proxy.url().c_str(), 1);
  EXPECT_EQ(fetch(server.url()).body, "direct");
  EXPECT_EQ(fetch(named("public.example", server),
                  outside({leads_to("public.example", server, "127.0.0.1")}))
                .fault,
            FetchFault::kRefused);
  EXPECT_EQ(fetch("http://no-such-host.invalid/", outside()).fault, FetchFault::kName);
  for (const char* name : names) unsetenv(name);
  EXPECT_EQ(proxy.connections(), 0);
}

TEST(FetchGuard, OtherSchemesAndPortsAreRefusedEvenInside) {
  for (const std::string url :
       {"file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/", "data:text/html,a",
        "javascript:alert(1)", "dict://127.0.0.1/", "http://127.0.0.1:22/",
        "http://127.0.0.1:6379/", "not a url", "", "http://", "//x", "http://a b/"}) {
    const Fetched fetched = fetch(url);
    EXPECT_EQ(fetched.fault, FetchFault::kRefused) << url;
    EXPECT_FALSE(may_pass(fetched.fault));
  }
  EXPECT_EQ(fetch("ftp://127.0.0.1/").detail, "only http and https are fetched, not ftp");
  EXPECT_EQ(fetch("http://h.example:22/").detail,
            "port 22 of h.example belongs to another service than HTTP");
}

TEST(FetchGuard, HostsThatOnlyUrlsKnowDoNoHarm) {
  for (const std::string url : {"http://a!$&'()*+,;=b.invalid/", "http://-.invalid/",
                                "http://a..b.invalid/", "http://_.invalid/", "http://.invalid/",
                                "http://xn--ls8h.invalid/", "http://1e400.invalid/"}) {
    const Fetched fetched = fetch(url, outside());
    EXPECT_TRUE(fetched.fault == FetchFault::kName || fetched.fault == FetchFault::kRefused)
        << url << fetched.detail;
  }
}

}  // namespace
}  // namespace pagekin::crawl
