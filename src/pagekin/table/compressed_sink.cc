#include "pagekin/table/compressed_sink.h"

#include <utility>

#include "pagekin/codec/codec.h"

namespace pagekin::table {
namespace {

constexpr std::size_t kMemberBytes = std::size_t{1} << 20;

}  // namespace

CompressedSink::CompressedSink(Compression compression, Sink sink)
    : compression_(compression), sink_(std::move(sink)) {}

void CompressedSink::write(std::string_view bytes) {
  if (compression_ == Compression::kNone) {
    sink_(bytes);
    return;
  }
  buffer_ += bytes;
  if (buffer_.size() >= kMemberBytes) compress();
}

void CompressedSink::finish() {
  if (compression_ != Compression::kNone && (is_empty_ || !buffer_.empty())) compress();
}

void CompressedSink::compress() {
  sink_(compression_ == Compression::kGzip ? codec::gzip_member(buffer_)
                                           : codec::zstd_frame(buffer_));
  buffer_.clear();
  is_empty_ = false;
}

}  // namespace pagekin::table
