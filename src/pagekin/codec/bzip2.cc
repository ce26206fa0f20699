// Decodes bzip2 streams from pieces.
//
// Cost: time linear in input and output; about 4 MB for a stream of the largest block size.
// Limits: a block of up to 900,000 bytes comes out only when all of it was read, so damage costs
// at least its block.

#include <algorithm>
#include <climits>
#include <new>

#include <bzlib.h>

#include "pagekin/codec/engines.h"

namespace pagekin::codec {
namespace {

class Bzip2Stream final : public Stream {
 public:
  Bzip2Stream() { begin(); }
  ~Bzip2Stream() override { BZ2_bzDecompressEnd(&state_); }
  Bzip2Stream(const Bzip2Stream&) = delete;
  Bzip2Stream& operator=(const Bzip2Stream&) = delete;

  Step step(std::string_view in, std::span<char> out, bool in_ends) override {
    Step step{.status = status_};
    if (status_ != Status::kMore) return step;
    const auto in_piece = static_cast<unsigned>(std::min<std::size_t>(in.size(), UINT_MAX));
    const auto out_piece = static_cast<unsigned>(std::min<std::size_t>(out.size(), UINT_MAX));
    state_.next_in = const_cast<char*>(in.data());  // the library does not write to it
    state_.avail_in = in_piece;
    state_.next_out = out.data();
    state_.avail_out = out_piece;
    const int result = BZ2_bzDecompress(&state_);
    step.consumed = in_piece - state_.avail_in;
    step.produced = out_piece - state_.avail_out;
    if (result == BZ_MEM_ERROR) throw std::bad_alloc();
    if (result == BZ_STREAM_END) {
      step.status = status_ = Status::kDone;
    } else if (result == BZ_OK) {
      step.status = unfinished(step, in, out, in_ends);
    } else {
      step.status = status_ = Status::kDamaged;
    }
    return step;
  }

  void reset() override {
    BZ2_bzDecompressEnd(&state_);
    begin();
  }

 private:
  void begin() {
    state_ = {};
    status_ = Status::kMore;
    if (BZ2_bzDecompressInit(&state_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }

  bz_stream state_{};
  Status status_ = Status::kMore;
};

}  // namespace

std::unique_ptr<Stream> make_bzip2_stream() { return std::make_unique<Bzip2Stream>(); }

}  // namespace pagekin::codec
