// The lines of a text file that may be compressed (gzip, zstd, several members).
//
// Cost: linear. Memory: the current line, at most `most` bytes, and buffers of 128 KB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pagekin/codec/codec.h"
#include "pagekin/core/byte_source.h"

namespace pagekin::table {

class TextLines {
 public:
  // `name` is for messages.
  TextLines(std::unique_ptr<ByteSource> source, std::string name, std::size_t most);

  // Whether the file, without its compression, begins with these bytes. Before the first next().
  bool begins_with(std::string_view bytes);

  // The whole file without its compression, for readers of formats that are not text. In place of
  // next(). Throws InputError as next() does, and for more than `most` bytes.
  std::string take_all(std::size_t most);

  // Gets the next line without its LF, but with a CR before it; false at the end. Throws InputError
  // for a line that is too long and for compressed data that is damaged or ends early.
  bool next(std::string& line);

  std::size_t number() const { return number_; }  // of the last line, from 1

 private:
  bool fill();
  bool append();
  std::string_view more_input();

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::size_t most_;
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
