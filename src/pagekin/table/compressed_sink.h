// Compresses what is written to a sink.
//
// A piece of about 1 MB is one gzip member or one zstd frame; the file is their sequence, which
// every reader of these formats takes for one text.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/table/file_format.h"
#include "pagekin/table/row_writer.h"

namespace pagekin::table {

class CompressedSink {
 public:
  CompressedSink(Compression compression, Sink sink);

  void write(std::string_view bytes);

  // Hands over what is left. Call it once. A file without bytes gets one empty member.
  void finish();

 private:
  void compress();

  Compression compression_;
  Sink sink_;
  std::string buffer_;
  bool is_empty_ = true;
};

}  // namespace pagekin::table
