// Decodes brotli streams from pieces.
//
// Source: RFC 7932. The large windows of later versions are not allowed in HTTP and stay off.
// Cost: time linear in input and output; memory up to 16 MB, the largest window, and the tables
// of one meta-block.
// Limits: brotli has neither signature nor checksum, so damage may go unseen.

#include <new>

#include <brotli/decode.h>

#include "pagekin/codec/engines.h"

namespace pagekin::codec {
namespace {

struct FreeState {
  void operator()(BrotliDecoderState* it) const { BrotliDecoderDestroyInstance(it); }
};

class BrotliStream final : public Stream {
 public:
  BrotliStream() { reset(); }

  Step step(std::string_view in, std::span<char> out, bool in_ends) override {
    std::size_t in_left = in.size();
    std::size_t out_left = out.size();
    const auto* next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    auto* next_out = reinterpret_cast<std::uint8_t*>(out.data());
    const BrotliDecoderResult result = BrotliDecoderDecompressStream(
        state_.get(), &in_left, &next_in, &out_left, &next_out, nullptr);
    Step step{.consumed = in.size() - in_left, .produced = out.size() - out_left};
    switch (result) {
      case BROTLI_DECODER_RESULT_SUCCESS:
        step.status = Status::kDone;
        break;
      case BROTLI_DECODER_RESULT_ERROR:
        step.status = Status::kDamaged;
        break;
      case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
        step.status = unfinished(step, in, out, in_ends);
        break;
    }
    return step;
  }

  void reset() override {
    state_.reset(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr));
    if (!state_) throw std::bad_alloc();
  }

 private:
  std::unique_ptr<BrotliDecoderState, FreeState> state_;
};

}  // namespace

std::unique_ptr<Stream> make_brotli_stream() { return std::make_unique<BrotliStream>(); }

}  // namespace pagekin::codec
