#include "pagekin/input/http_response.h"

#include "pagekin/codec/codec.h"

namespace pagekin::input {
namespace {

DecodedBody decoded(const std::string& message, BodyBuffers& buffers, std::size_t cap = 1'000'000) {
  return decode_body(parse_http_response(message), cap, buffers);
}

TEST(HttpResponse, ReadsStatusTypeAndBody) {
  const std::string message =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>";
  const HttpResponse response = parse_http_response(message);
  EXPECT_TRUE(response.has_header);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "text/html");
  EXPECT_EQ(response.body, "<p>");
}

// Malformed responses of real archives, from jwarc's tests.
TEST(HttpResponse, ForgivesWhatRealServersSend) {
  for (const std::string message : {
           "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\nx",
           "HTTP/1.1    200 OK\r\nContent-Type: text/html\r\n\r\nx",
           "HTTP/1.1 200 OK\nContent-Type: text/html\n\nx",
           "HTTP/1.1 200 OK\r\nX: a\x01"
           "b\r\nContent-Type: text/html\r\n\r\nx",
           "HTTP/1.1 200 OK\r\nContent-Type  \t: text/html\r\n\r\nx",
           "HTTP/1.1 200 OK\r\n<span class=\"nonsense\">nonsense</span>: yes\r\nContent-Type: "
           "text/html\r\n\r\nx",
           "HTTP/1.1 200 OK\r\n: yes\r\nContent-Type: text/html\r\n\r\nx",
           "HTTP/2 200\r\nContent-Type: text/html\r\n\r\nx",
           "HTTP 200 Document follows\r\nContent-Type: text/html\r\n\r\nx",
           "HTTP/1.1 200 OK\r\nno colon here\r\nContent-Type: text/html\r\n\r\nx",
           "HTTP/1.1 200 a folded\r\n reason\r\nContent-Type: text/html\r\n\r\nx",
           "HTTP/1.1 200 OK\r\nContent-Type:\r\n text/html\r\n\r\nx",
       }) {
    SCOPED_TRACE(message);
    const HttpResponse response = parse_http_response(message);
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.content_type, "text/html");
    EXPECT_EQ(response.body, "x");
  }
  EXPECT_EQ(parse_http_response("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n").status, 200);
  EXPECT_EQ(parse_http_response("HTTP/1.1 what\r\n\r\n").status, 0);
  EXPECT_EQ(parse_http_response("HTTP/1.1 2000 OK\r\n\r\n").status, 0);
  EXPECT_FALSE(parse_http_response("<html>").has_header);
}

TEST(HttpBody, JoinsChunks) {
  BodyBuffers buffers;
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(decoded(head + "3\r\n<p>\r\n2;x=y\r\nhi\r\n0\r\n\r\n", buffers).bytes, "<p>hi");
  const DecodedBody cut = decoded(head + "3\r\n<p>\r\nFF\r\nhi", buffers);
  EXPECT_EQ(cut.bytes, "<p>hi");
  EXPECT_EQ(cut.fault, BodyFault::kCutShort);
  const DecodedBody huge = decoded(head + "FFFFFFFFFFFFFFFFFFFF\r\nabc", buffers);
  EXPECT_EQ(huge.bytes, "abc");
  EXPECT_EQ(huge.fault, BodyFault::kCutShort);
  EXPECT_EQ(decoded(head + "<html>not chunked", buffers).bytes, "<html>not chunked");
}

TEST(HttpBody, UndoesContentEncodingsAndForgivesLies) {
  BodyBuffers buffers;
  const std::string page = "<html>" + std::string(5000, 'x');
  const std::string zipped = codec::gzip_member(page);
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Encoding: ";
  EXPECT_EQ(decoded(head + "gzip\r\n\r\n" + zipped, buffers).bytes, page);
  EXPECT_EQ(decoded(head + "gzip, gzip\r\n\r\n" + codec::gzip_member(zipped), buffers).bytes, page);
  EXPECT_EQ(decoded(head + "gzip\r\n\r\n" + page, buffers).bytes, page);
  EXPECT_EQ(decoded(head + "br\r\n\r\n" + page, buffers).bytes, page);
  EXPECT_EQ(decoded(head + "sdch\r\n\r\n" + page, buffers).fault, BodyFault::kUnknownEncoding);
  EXPECT_EQ(decoded(head + "gzip,gzip,gzip,gzip\r\n\r\n" + page, buffers).fault,
            BodyFault::kTooManyEncodings);
  // A lie between two true codings: the third is not decoded into the buffer that it reads.
  EXPECT_EQ(decoded(head + "gzip, br, gzip\r\n\r\n" + codec::gzip_member(zipped), buffers).bytes,
            page);
  const DecodedBody cut =
      decoded(head + "gzip\r\n\r\n" + zipped.substr(0, zipped.size() - 9), buffers);
  EXPECT_EQ(cut.fault, BodyFault::kCutShort);
}

TEST(HttpBody, StopsAtTheCap) {
  BodyBuffers buffers;
  const std::string bomb = codec::gzip_member(std::string(50'000'000, '\0'));
  const DecodedBody body =
      decoded("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + bomb, buffers, 100'000);
  EXPECT_EQ(body.fault, BodyFault::kTooLong);
  EXPECT_EQ(body.bytes.size(), 100'000u);
  EXPECT_EQ(decoded("HTTP/1.1 200 OK\r\n\r\n" + std::string(500, 'x'), buffers, 100).bytes.size(),
            100u);
}

TEST(HttpBody, ABodyShorterThanItsLengthIsCutShort) {
  BodyBuffers buffers;
  EXPECT_EQ(decoded("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<p>", buffers).fault,
            BodyFault::kCutShort);
}

}  // namespace
}  // namespace pagekin::input
