#include "pagekin/table/text_lines.h"

#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::table {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr std::size_t kFirstBytes = 16;

}  // namespace

TextLines::TextLines(std::unique_ptr<ByteSource> source, std::string name, std::size_t most)
    : source_(std::move(source)), name_(std::move(name)), most_(most) {
  input_.resize(kPiece);
  const std::size_t size = read_fully(*source_, 0, input_);
  input_.resize(size);
  read_ = size;
  const std::string_view first = std::string_view(input_).substr(0, kFirstBytes);
  if (const auto format = codec::format_by_magic(first)) stream_ = codec::make_stream(*format);
}

// The unread bytes of the file; reads more when there are none. Empty at the end.
std::string_view TextLines::more_input() {
  if (input_at_ == input_.size() && !source_ended_) {
    input_.resize(kPiece);
    const std::size_t size = source_->read_at(read_, input_);
    input_.resize(size);
    input_at_ = 0;
    read_ += size;
    source_ended_ = size == 0;
  }
  return std::string_view(input_).substr(input_at_);
}

// Gets the next piece of text; false at the end.
bool TextLines::fill() {
  text_at_ = 0;
  text_.clear();
  if (!stream_) {
    text_ = more_input();
    input_at_ = input_.size();
    return !text_.empty();
  }
  text_.resize(kPiece);
  for (;;) {
    const std::string_view input = more_input();
    if (input.empty() && !in_member_) return text_.clear(), false;
    const codec::Step step = stream_->step(input, text_, source_ended_);
    in_member_ = true;
    input_at_ += step.consumed;
    if (step.status == codec::Status::kTruncated || step.status == codec::Status::kDamaged) {
      throw InputError(
          printable(name_) + ": the compressed data " +
              (step.status == codec::Status::kTruncated ? "ends early; expected a complete file"
                                                        : "is damaged; expected gzip or zstd"),
          {}, name_);
    }
    if (step.status == codec::Status::kDone) {
      in_member_ = false;
      stream_->reset();
    }
    if (step.produced == 0) continue;
    text_.resize(step.produced);
    return true;
  }
}

// Gets the next piece behind the text that is there; false at the end.
bool TextLines::append() {
  std::string text = std::move(text_);
  const bool is_more = fill();
  text += text_;
  text_ = std::move(text);
  return is_more;
}

bool TextLines::begins_with(std::string_view bytes) {
  while (text_.size() < bytes.size() && append()) {
  }
  return text_.starts_with(bytes);
}

std::string TextLines::take_all(std::size_t most) {
  std::string all = std::move(text_);
  while (fill()) {
    if (all.size() + text_.size() > most) {
      throw InputError(printable(name_) + " has more than " + with_commas(most) +
                           " bytes; expected a smaller table",
                       {}, name_);
    }
    all += text_;
  }
  return all;
}

bool TextLines::next(std::string& line) {
  line.clear();
  for (bool has_bytes = false;;) {
    if (text_at_ == text_.size() && !fill()) {
      number_ += has_bytes ? 1 : 0;
      return has_bytes;
    }
    has_bytes = true;
    const std::size_t end = text_.find('\n', text_at_);
    const std::size_t size = (end == std::string::npos ? text_.size() : end) - text_at_;
    if (line.size() + size > most_) {
      throw InputError(printable(name_) + ", line " + std::to_string(number_ + 1) +
                           ": the line is longer than " + with_commas(most_) +
                           " bytes; expected a row of a table",
                       {}, name_);
    }
    line.append(text_, text_at_, size);
    text_at_ += size;
    if (end == std::string::npos) continue;
    ++text_at_;
    ++number_;
    return true;
  }
}

}  // namespace pagekin::table
