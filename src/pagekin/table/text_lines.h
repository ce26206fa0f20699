// The lines of a text file that may be compressed (gzip, zstd, several members).
//
// Cost: linear. Memory: the current line, at most `most` bytes, and buffers of 128 KB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/codec/codec.h"
#include "pagekin/core/byte_source.h"

namespace pagekin::table {

class TextLines {
 public:
  // `name` is for messages.
  TextLines(std::unique_ptr<ByteSource> source, std::string name, std::size_t most);

  // The first bytes of the file as it is, before decompression; at most 16.
  std::string_view first_bytes() const { return first_; }

  // Hands over the source, for readers of formats that are no text. Nothing else may be called
  // afterwards.
  std::unique_ptr<ByteSource> take_source() { return std::move(source_); }

  // Gets the next line without its LF, but with a CR before it; false at the end. Throws InputError
  // for a line that is too long and for compressed data that is damaged or ends early.
  bool next(std::string& line);

  std::size_t number() const { return number_; }  // of the last line, from 1

 private:
  bool fill();
  std::string_view more_input();

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::size_t most_;
  std::string first_;
  std::uint64_t read_ = 0;  // bytes of the source
  bool source_ended_ = false;
  std::string input_;  // compressed bytes, or those of the text
  std::size_t input_at_ = 0;
  std::unique_ptr<codec::Stream> stream_;  // null: not compressed
  bool in_member_ = false;
  std::string text_;
  std::size_t text_at_ = 0;
  std::size_t number_ = 0;
};

}  // namespace pagekin::table
