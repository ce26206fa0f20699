// zstd frames, whole in memory or from pieces, with a dictionary if there is one.
//
// Skippable frames are members without output. Frames of versions before 0.8 are refused, because
// their decoders are no longer maintained.
//
// Source: RFC 8878.
// Cost: time linear in input and output; about 160 KB per decoder, and for a stream
// the window its frame asks for, up to the largest allowed; beyond that it is kDamaged.
// Limits: a stream gives whole blocks (up to 128 KB) before a fault, not single bytes.

#include <new>

#include <zstd.h>
#include <zstd_errors.h>

#include "pagekin/codec/engines.h"
#include "pagekin/core/error.h"

namespace pagekin::codec {
namespace {

constexpr std::size_t kFirstBytes = 5;  // magic number and frame header descriptor

struct FreeDecoder {
  void operator()(ZSTD_DCtx* it) const { ZSTD_freeDCtx(it); }
};
using Context = std::unique_ptr<ZSTD_DCtx, FreeDecoder>;

Context make_context(std::string_view dictionary) {
  Context context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  if (ZSTD_isError(ZSTD_DCtx_loadDictionary(context.get(), dictionary.data(), dictionary.size()))) {
    throw Error("the zstd dictionary is damaged");
  }
  return context;
}

class ZstdMemberDecoder final : public MemberDecoder {
 public:
  explicit ZstdMemberDecoder(std::string_view dictionary) : context_(make_context(dictionary)) {}

  Step decode(std::string_view in, std::span<char> out) override {
    if (!may_begin_member(Format::kZstd, in)) return {Status::kDamaged};
    const std::size_t size = ZSTD_findFrameCompressedSize(in.data(), in.size());
    if (ZSTD_isError(size)) return {Status::kDamaged};
    const std::size_t produced =
        ZSTD_decompressDCtx(context_.get(), out.data(), out.size(), in.data(), size);
    if (ZSTD_getErrorCode(produced) == ZSTD_error_dstSize_tooSmall) return {Status::kLimit};
    if (ZSTD_isError(produced)) return {Status::kDamaged};
    return {Status::kDone, size, produced};
  }

 private:
  Context context_;
};

class ZstdStream final : public Stream {
 public:
  ZstdStream(std::string_view dictionary, int window_log_max) : context_(make_context(dictionary)) {
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window_log_max);
  }

  Step step(std::string_view in, std::span<char> out, bool in_ends) override {
    Step step{.status = status_};
    if (at_start_ && !in.empty()) {
      at_start_ = false;
      // The first byte already distinguishes them from frames of old versions.
      if (!may_begin_member(Format::kZstd, in.substr(0, 1))) step.status = Status::kDamaged;
    }
    while (step.status == Status::kMore) {
      decode_block(in, out, step);
      if (step.consumed == in.size() || step.produced == out.size()) break;
    }
    if (step.status == Status::kMore) step.status = unfinished(step, in, out, in_ends);
    status_ = step.status;
    return step;
  }

  void reset() override {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    status_ = Status::kMore;
    wanted_ = kFirstBytes;
    at_start_ = true;
  }

 private:
  // If the library gets exactly what it asks for, it decodes one block a call. If it got more, it
  // could run into a damaged block without reporting what it had written before.
  void decode_block(std::string_view in, std::span<char> out, Step& step) {
    const std::string_view piece = in.substr(step.consumed, wanted_);
    ZSTD_inBuffer source{piece.data(), piece.size(), 0};
    ZSTD_outBuffer sink{out.data(), out.size(), step.produced};
    wanted_ = ZSTD_decompressStream(context_.get(), &sink, &source);
    step.consumed += source.pos;
    step.produced = sink.pos;
    if (wanted_ == 0) step.status = Status::kDone;
    if (ZSTD_isError(wanted_)) step.status = Status::kDamaged;
  }

  Context context_;
  Status status_ = Status::kMore;
  std::size_t wanted_ = kFirstBytes;  // bytes the library asks for next
  bool at_start_ = true;
};

}  // namespace

std::unique_ptr<MemberDecoder> make_zstd_member_decoder(std::string_view dictionary) {
  return std::make_unique<ZstdMemberDecoder>(dictionary);
}

std::unique_ptr<Stream> make_zstd_stream(std::string_view dictionary, int window_log_max) {
  return std::make_unique<ZstdStream>(dictionary, window_log_max);
}

}  // namespace pagekin::codec
