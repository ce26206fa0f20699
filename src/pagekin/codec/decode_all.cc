// Decodes a whole body at once, up to a limit.
//
// A gzip body is first decoded as one whole member into a buffer of the usual size of a page. All
// others, and those for which this fails, go through a stream into a buffer that doubles.
//
// Cost: time linear in input and output, at most twice the work of the stream; memory at most the
// limit, and the decoder, whatever the body declares.
// Limits: bytes after the last member are dropped, as in browsers.

#include <algorithm>

#include "pagekin/codec/engines.h"

namespace pagekin::codec {
namespace {

constexpr std::size_t kFirstRoom = 16'384;
constexpr std::size_t kUsualRatio = 8;  // HTML seldom deflates to less than an eighth

// Resizes to exactly this size; resize() alone could allocate twice as much.
void grow_to(std::string& out, std::size_t size) {
  if (size > out.capacity()) {
    std::string larger;
    larger.reserve(size);
    larger.append(out);
    out.swap(larger);
  }
  out.resize(size);
}

bool decode_one_gzip_member(std::string_view in, std::size_t cap, std::string& out) {
  thread_local const std::unique_ptr<MemberDecoder> decoder = make_gzip_member_decoder();
  grow_to(out, in.size() < cap / kUsualRatio ? in.size() * kUsualRatio : cap);
  const Step step = decoder->decode(in, out);
  if (step.status != Status::kDone || step.consumed != in.size()) return false;
  out.resize(step.produced);
  return true;
}

Status decode_members(Format format, Stream& stream, std::string_view in, std::size_t cap,
                      std::string& out) {
  std::size_t written = 0;
  grow_to(out, std::min(cap, kFirstRoom));
  for (;;) {
    Step step;
    if (written < out.size()) {
      step = stream.step(in, std::span(out).subspan(written), true);
      written += step.produced;
    } else if (out.size() < cap) {
      grow_to(out, out.size() < cap / 2 ? out.size() * 2 : cap);
      continue;
    } else {
      char beyond = 0;  // a body of exactly `cap` bytes is within the limit
      step = stream.step(in, {&beyond, 1}, true);
      if (step.produced > 0) return Status::kLimit;
    }
    in.remove_prefix(step.consumed);
    if (step.status == Status::kMore) continue;
    if (step.status == Status::kDone && may_begin_member(format, in)) {
      stream.reset();
      continue;
    }
    out.resize(written);
    return step.status;
  }
}

}  // namespace

Status decode_all(Format format, std::string_view in, std::size_t cap, std::string& out) {
  out.clear();
  if (in.empty()) return Status::kDone;
  if (format == Format::kGzip && decode_one_gzip_member(in, cap, out)) return Status::kDone;
  out.clear();
  const std::unique_ptr<Stream> stream =
      format == Format::kZstd ? make_zstd_stream({}, kBodyWindowLog) : make_stream(format);
  return decode_members(format, *stream, in, cap, out);
}

}  // namespace pagekin::codec
