// TLS and HTTP/2, with a certificate that is made here and trusted by nobody.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "crawl/fetching.h"
#include "support/loopback_server.h"

namespace pagekin::crawl {
namespace {

using namespace std::chrono_literals;
using test::Connection;
using test::fetch;
using test::http_answer;
using test::inside;
using test::LoopbackServer;

struct Delete {
  void operator()(SSL_CTX* p) const { SSL_CTX_free(p); }
  void operator()(SSL* p) const { SSL_free(p); }
  void operator()(X509* p) const { X509_free(p); }
  void operator()(EVP_PKEY* p) const { EVP_PKEY_free(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Delete>;

// A self-signed certificate for "127.0.0.1", by its common name only.
Owned<SSL_CTX> make_context(bool http2) {
  const Owned<EVP_PKEY> key(EVP_EC_gen("P-256"));
  const Owned<X509> certificate(X509_new());
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* name = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("127.0.0.1"), -1, -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  X509_sign(certificate.get(), key.get(), EVP_sha256());

  Owned<SSL_CTX> context(SSL_CTX_new(TLS_server_method()));
  SSL_CTX_use_certificate(context.get(), certificate.get());
  SSL_CTX_use_PrivateKey(context.get(), key.get());
  if (http2) {
    SSL_CTX_set_alpn_select_cb(
        context.get(),
        [](SSL*, const unsigned char** out, unsigned char* out_size, const unsigned char* in,
           unsigned in_size, void*) {
          static const unsigned char wanted[] = {2, 'h', '2'};
          return SSL_select_next_proto(const_cast<unsigned char**>(out), out_size, wanted,
                                       sizeof wanted, in, in_size) == OPENSSL_NPN_NEGOTIATED
                     ? SSL_TLSEXT_ERR_OK
                     : SSL_TLSEXT_ERR_NOACK;
        },
        nullptr);
  }
  return context;
}

std::string read_some(SSL* tls) {
  char buffer[8192];
  const int count = SSL_read(tls, buffer, sizeof buffer);
  return count > 0 ? std::string(buffer, static_cast<std::size_t>(count)) : std::string();
}
void wait_for_end(SSL* tls) {
  while (!read_some(tls).empty()) {
  }
}
void write(SSL* tls, std::string_view bytes) {
  SSL_write(tls, bytes.data(), static_cast<int>(bytes.size()));
}

// A server that does the TLS handshake and then calls `talk`; if this returns true, the
// connection is closed properly. `talk` counts the requests.
class TlsServer {
 public:
  explicit TlsServer(std::function<bool(SSL*, Connection&)> talk, bool http2 = false)
      : context_(make_context(http2)), server_([this, talk = std::move(talk)](Connection& c) {
          const Owned<SSL> tls(SSL_new(context_.get()));
          SSL_set_fd(tls.get(), c.socket());
          if (SSL_accept(tls.get()) != 1) return;
          ++agreed;
          if (talk(tls.get(), c)) SSL_shutdown(tls.get());
        }) {}

  std::string url() const { return "https" + server_.url().substr(4); }
  const LoopbackServer& server() const { return server_; }

  std::atomic<int> agreed = 0;

 private:
  Owned<SSL_CTX> context_;
  LoopbackServer server_;
};

FetchOptions trusting() {
  FetchOptions options = inside();
  options.accept_bad_certificates = true;
  return options;
}

TEST(FetchTls, ACertificateThatNobodySignedIsNotTrusted) {
  TlsServer server([](SSL* tls, Connection&) {
    read_some(tls);
    write(tls, http_answer("secret"));
    return true;
  });
  const Fetched fetched = fetch(server.url());
  EXPECT_EQ(fetched.fault, FetchFault::kCertificate);
  EXPECT_NE(fetched.detail.find("self-signed"), std::string::npos) << fetched.detail;
  EXPECT_EQ(fetched.status, 0);
  EXPECT_EQ(fetched.body, "");

  const Fetched trusted = fetch(server.url(), trusting());
  EXPECT_EQ(trusted.fault, FetchFault::kNone) << trusted.detail;
  EXPECT_EQ(trusted.body, "secret");
  EXPECT_EQ(trusted.protocol, "HTTP/1.1");
}

TEST(FetchTls, PlainHttpWhereTlsIsExpected) {
  LoopbackServer talks_first([](Connection& c) {
    c.send(http_answer("plain"));
    c.pause(1s);
  });
  const Fetched fetched = fetch("https" + talks_first.url().substr(4), trusting());
  EXPECT_EQ(fetched.fault, FetchFault::kCertificate) << fetched.detail;
}

TEST(FetchTls, AConnectionLostWhileAgreeingIsNoQuestionOfTrust) {
  LoopbackServer resets([](Connection& c) {
    c.pause(100ms);
    c.reset();
  });
  const Fetched fetched = fetch("https" + resets.url().substr(4), trusting());
  EXPECT_EQ(fetched.fault, FetchFault::kConnection) << fetched.detail;
  LoopbackServer closes([](Connection& c) {
    char first[1];
    ::recv(c.socket(), first, sizeof first, 0);
  });
  EXPECT_EQ(fetch("https" + closes.url().substr(4), trusting()).fault, FetchFault::kConnection);
}

TEST(FetchTls, AgreementThatNeverEndsIsGivenUp) {
  LoopbackServer silent([](Connection& c) { c.pause(1h); });
  FetchOptions options = trusting();
  options.limits.connect = 300ms;
  const Fetched fetched = fetch("https" + silent.url().substr(4), options);
  EXPECT_EQ(fetched.fault, FetchFault::kTime);
  EXPECT_NE(fetched.detail.find("no connection"), std::string::npos) << fetched.detail;
}

TEST(FetchTls, AnEndWithoutGoodbyeIsMarked) {
  TlsServer server([](SSL* tls, Connection&) {
    read_some(tls);
    write(tls, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<p>some");
    return false;
  });
  const Fetched fetched = fetch(server.url(), trusting());
  EXPECT_EQ(fetched.body, "<p>some");
  EXPECT_EQ(fetched.status, 200);
  EXPECT_TRUE(fetched.cut_short);
}

// SIGPIPE would end the whole program.
TEST(FetchTls, ServersThatGoAwayEndNoProgram) {
  // A busy machine may take long between two steps, so each side waits for the other.
  std::atomic<int> received = 0;
  std::atomic<int> gone = 0;
  const auto wait_for = [](const std::atomic<int>& count, int wanted) {
    for (int i = 0; i < 3'000 && count < wanted; ++i) std::this_thread::sleep_for(10ms);
  };
  TlsServer server([&](SSL* tls, Connection& c) {
    const int before = received;
    read_some(tls);
    write(tls, http_answer("x"));
    wait_for(received, before + 1);
    c.reset();
    ++gone;
    return false;
  });
  Fetcher fetcher(trusting());
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(fetch(fetcher, server.url()).body, "x");
    ++received;
    wait_for(gone, i + 1);
    std::this_thread::sleep_for(20ms);  // the reset is on its way
  }
  EXPECT_EQ(server.agreed, 5);
}

std::string frame(int type, int flags, int stream, std::string_view payload) {
  std::string bytes;
  for (const int shift : {16, 8, 0}) bytes += static_cast<char>(payload.size() >> shift);
  bytes += static_cast<char>(type);
  bytes += static_cast<char>(flags);
  bytes += std::string(3, '\0');
  bytes += static_cast<char>(stream);
  return bytes.append(payload);
}

constexpr int kData = 0, kHeaders = 1, kReset = 3, kSettings = 4;
constexpr int kEndStream = 1, kAck = 1, kEndHeaders = 4;
const std::string kStatus200 = "\x88";
const std::string kTypeHtml = "\x0f\x10\x09text/html";

// The stream of the first request; 0 when there is none.
int read_http2_request(SSL* tls) {
  constexpr std::size_t kPreface = 24, kFrameHead = 9;
  std::string bytes;
  for (std::size_t at = kPreface;;) {
    while (bytes.size() < at + kFrameHead) {
      const std::string more = read_some(tls);
      if (more.empty()) return 0;
      bytes += more;
    }
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
    if (byte(3) == kHeaders) return byte(8);
    at += kFrameHead + (std::size_t{byte(0)} << 16 | std::size_t{byte(1)} << 8 | byte(2));
  }
}

TEST(FetchTls, Http2WhereTheServerSpeaksIt) {
  TlsServer server(
      [](SSL* tls, Connection&) {
        const int stream = read_http2_request(tls);
        write(tls, frame(kSettings, 0, 0, "") + frame(kSettings, kAck, 0, "") +
                       frame(kHeaders, kEndHeaders, stream,
                             "\x08\x03"
                             "103") +
                       frame(kHeaders, kEndHeaders, stream, kStatus200 + kTypeHtml) +
                       frame(kData, 0, stream, "<p>") + frame(kData, kEndStream, stream, "two"));
        wait_for_end(tls);
        return true;
      },
      true);
  const Fetched fetched = fetch(server.url(), trusting());
  EXPECT_EQ(fetched.fault, FetchFault::kNone) << fetched.detail;
  EXPECT_EQ(fetched.status, 200);
  EXPECT_EQ(fetched.protocol, "HTTP/2");
  EXPECT_EQ(fetched.body, "<p>two");
  EXPECT_EQ(fetched.header("Content-Type"), "text/html");
  EXPECT_EQ(fetched.headers.size(), 1u);
}

TEST(FetchTls, Http2StreamsThatAreReset) {
  TlsServer before(
      [](SSL* tls, Connection&) {
        const int stream = read_http2_request(tls);
        write(tls,
              frame(kSettings, 0, 0, "") + frame(kReset, 0, stream, std::string("\0\0\0\2", 4)));
        wait_for_end(tls);
        return true;
      },
      true);
  EXPECT_EQ(fetch(before.url(), trusting()).fault, FetchFault::kConnection);

  TlsServer inside_body(
      [](SSL* tls, Connection&) {
        const int stream = read_http2_request(tls);
        write(tls, frame(kSettings, 0, 0, "") + frame(kHeaders, kEndHeaders, stream, kStatus200) +
                       frame(kData, 0, stream, "<p>some"));
        write(tls, frame(kReset, 0, stream, std::string("\0\0\0\2", 4)));
        wait_for_end(tls);
        return true;
      },
      true);
  const Fetched cut = fetch(inside_body.url(), trusting());
  EXPECT_EQ(cut.fault, FetchFault::kNone) << cut.detail;
  EXPECT_EQ(cut.status, 200);
  EXPECT_EQ(cut.body, "<p>some");
  EXPECT_TRUE(cut.cut_short);

  TlsServer nonsense(
      [](SSL* tls, Connection&) {
        read_http2_request(tls);
        write(tls, frame(kSettings, 0, 0, "") + std::string(500, '\xee'));
        wait_for_end(tls);
        return true;
      },
      true);
  const Fetched not_http = fetch(nonsense.url(), trusting());
  EXPECT_NE(not_http.fault, FetchFault::kNone);
  EXPECT_EQ(not_http.status, 0);
}

}  // namespace
}  // namespace pagekin::crawl
