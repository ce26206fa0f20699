// Parses any bytes as an HTTP response: the body never exceeds its limit.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "pagekin/input/http_response.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pagekin::input;
  constexpr std::size_t kCap = 100'000;
  const HttpResponse response = parse_http_response({reinterpret_cast<const char*>(data), size});
  BodyBuffers buffers;
  const DecodedBody body = decode_body(response, kCap, buffers);
  const bool is_raw =
      body.fault == BodyFault::kUnknownEncoding || body.fault == BodyFault::kTooManyEncodings;
  if (body.bytes.size() > kCap && !is_raw) std::abort();
  return 0;
}
