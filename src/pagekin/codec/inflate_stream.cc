// gzip members, zlib streams and raw deflate data from pieces, decoded with zlib.
//
// HTTP calls the zlib format "deflate", and some servers send deflate data without the zlib
// header and checksum under that name. The first two bytes distinguish them: raw data that looks
// like a zlib header would have to begin with a stored block whose padding bits are not zero,
// which no encoder writes.
//
// Source: RFC 1950 (zlib), RFC 1951 (deflate), RFC 1952 (gzip).
// Cost: time linear in input and output; about 40 KB per stream.
// Limits: zlib streams with a preset dictionary are kDamaged. Raw data has no
// checksum, so damage to it may go unseen.

#include <algorithm>
#include <array>
#include <new>

#define ZLIB_CONST  // input is const
#include <zlib.h>

#include "pagekin/codec/engines.h"

namespace pagekin::codec {
namespace {

// zlib's codes for the format around the deflate data, all with the largest window.
constexpr int kGzipWrapper = 16 + MAX_WBITS;
constexpr int kZlibWrapper = MAX_WBITS;
constexpr int kNoWrapper = -MAX_WBITS;

// zlib counts in 32 bits.
constexpr std::size_t kLongestPiece = std::size_t{1} << 30;

class Inflater {
 public:
  explicit Inflater(int wrapper) {
    if (inflateInit2(&zlib_, wrapper) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&zlib_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  void restart(int wrapper) { inflateReset2(&zlib_, wrapper); }

  // Decodes until the member ends, `in` is used up or `out` is full.
  Step run(std::string_view in, std::span<char> out) {
    Step step;
    for (;;) {
      const int code = run_piece(in, out, step);
      if (code == Z_MEM_ERROR) throw std::bad_alloc();
      if (code == Z_STREAM_END) {
        step.status = Status::kDone;
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        step.status = Status::kDamaged;
      }
      const bool starved = step.consumed == in.size() && zlib_.avail_out > 0;
      const bool stuck = code == Z_BUF_ERROR;
      if (step.status != Status::kMore || starved || stuck || step.produced == out.size()) {
        return step;
      }
    }
  }

 private:
  int run_piece(std::string_view in, std::span<char> out, Step& step) {
    const std::string_view piece = in.substr(step.consumed, kLongestPiece);
    const std::size_t room = std::min(out.size() - step.produced, kLongestPiece);
    char nowhere = 0;  // zlib refuses a null pointer even for an empty buffer
    zlib_.next_in = reinterpret_cast<const Bytef*>(piece.data());
    zlib_.avail_in = static_cast<uInt>(piece.size());
    zlib_.next_out = reinterpret_cast<Bytef*>(room > 0 ? out.data() + step.produced : &nowhere);
    zlib_.avail_out = static_cast<uInt>(room);
    const int code = inflate(&zlib_, Z_NO_FLUSH);
    step.consumed += piece.size() - zlib_.avail_in;
    step.produced += room - zlib_.avail_out;
    return code;
  }

  z_stream zlib_{};
};

class GzipStream final : public Stream {
 public:
  Step step(std::string_view in, std::span<char> out, bool in_ends) override {
    Step step = inflater_.run(in, out);
    if (step.status == Status::kMore) step.status = unfinished(step, in, out, in_ends);
    return step;
  }

  void reset() override { inflater_.restart(kGzipWrapper); }

 private:
  Inflater inflater_{kGzipWrapper};
};

class DeflateStream final : public Stream {
 public:
  Step step(std::string_view in, std::span<char> out, bool in_ends) override {
    // The first two bytes are held back until both have arrived.
    std::size_t taken = 0;
    while (head_size_ < head_.size() && taken < in.size()) head_[head_size_++] = in[taken++];
    if (!wrapper_known_) {
      if (head_size_ < head_.size() && !in_ends) return {Status::kMore, taken, 0};
      inflater_.restart(has_zlib_header() ? kZlibWrapper : kNoWrapper);
      wrapper_known_ = true;
    }
    Step step{.consumed = taken};
    if (head_used_ < head_size_) {
      const Step head = inflater_.run({head_.data() + head_used_, head_size_ - head_used_}, out);
      head_used_ += head.consumed;
      step.produced = head.produced;
      step.status = head.status;
    }
    if (step.status == Status::kMore && head_used_ == head_size_) {
      const Step rest = inflater_.run(in.substr(taken), out.subspan(step.produced));
      step.consumed += rest.consumed;
      step.produced += rest.produced;
      step.status = rest.status;
    }
    if (step.status == Status::kMore) step.status = unfinished(step, in, out, in_ends);
    return step;
  }

  void reset() override {
    head_size_ = 0;
    head_used_ = 0;
    wrapper_known_ = false;
  }

 private:
  // RFC 1950 section 2.2: method 8, a window of at most 32 KB, and a check sum. A single byte
  // counts as a header if it could begin one.
  bool has_zlib_header() const {
    const auto method = static_cast<unsigned char>(head_[0]);
    const auto flags = static_cast<unsigned char>(head_[1]);
    const bool plausible = (method & 0x0f) == 8 && (method >> 4) <= 7;
    return head_size_ == 0 || (plausible && (head_size_ == 1 || (method * 256 + flags) % 31 == 0));
  }

  Inflater inflater_{kZlibWrapper};
  std::array<char, 2> head_{};
  std::size_t head_size_ = 0;
  std::size_t head_used_ = 0;
  bool wrapper_known_ = false;
};

}  // namespace

std::unique_ptr<Stream> make_gzip_stream() { return std::make_unique<GzipStream>(); }
std::unique_ptr<Stream> make_deflate_stream() { return std::make_unique<DeflateStream>(); }

}  // namespace pagekin::codec
