// JSON lines: one object a page, {"url": ..., "html": ...}. Options name other fields.
//
// A line feed cannot occur inside a JSON value, so a plain file is divided at any
// line and read in parallel. Pipes and compressed files are read in turn.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "pagekin/core/error.h"
#include "pagekin/core/file_window.h"
#include "pagekin/core/stop.h"
#include "pagekin/input/document_page.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/json_body.h"
#include "pagekin/input/mend_json.h"
#include "pagekin/input/page_rules.h"
#include "pagekin/input/recognise.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kMaxJsonLine = std::size_t{1} << 28;  // a line is held whole to be parsed
constexpr std::size_t kLookAhead = std::size_t{1} << 16;

// Finds the value at a place like "response.body" or "pages.0.html". A field whose own name has
// dots is found, too.
simdjson::simdjson_result<simdjson::dom::element> value_at(simdjson::dom::element from,
                                                           std::string_view place) {
  const auto whole = from[place];
  if (whole.error() == simdjson::SUCCESS) return whole;
  for (;;) {
    const std::size_t dot = place.find('.');
    const std::string_view step = place.substr(0, dot);
    simdjson::dom::array items;
    std::size_t number = 0;
    const auto parsed = std::from_chars(step.data(), step.data() + step.size(), number);
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == step.data() + step.size();
    const auto next =
        is_number && from.get(items) == simdjson::SUCCESS ? items.at(number) : from[step];
    if (next.error() != simdjson::SUCCESS || dot == std::string_view::npos) return next;
    from = next.value_unsafe();
    place.remove_prefix(dot + 1);
  }
}

// "url, body, status": the first fields of an object, for messages.
std::string fields_of(simdjson::dom::element value) {
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return "no fields, because it is not an object";
  constexpr std::size_t most = 8;
  std::size_t count = 0;
  std::string list;
  for (const auto& field : object) {
    if (count++ == most) return list + ", ...";
    list += (list.empty() ? "" : ", ") + std::string(field.key.substr(0, 40));
  }
  return list.empty() ? "no fields" : "the fields " + list;
}

// Turns lines into pages. One object per job.
class LineParser {
 public:
  LineParser(const std::string& input, const ReadContext& context, PageBatch& batch)
      : input_(&input), context_(&context), batch_(&batch) {}

  void line(std::string_view text, std::uint64_t offset) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (offset == 0 && text.starts_with(byte_order_mark)) {
      text.remove_prefix(byte_order_mark.size());
    }
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
    if (text.empty()) return;
    ++context_->progress->items;
    simdjson::dom::element object;
    const auto error = parser_.parse(text.data(), text.size()).get(object);
    is_mended_ = false;
    if (error) {
      mend_json_text(text, mended_);
      is_mended_ = parser_.parse(mended_.data(), mended_.size()).get(object) == simdjson::SUCCESS &&
                   object.is_object();
    }
    if (error && !is_mended_) {
      return skip(offset, {}, Reason::kDamaged,
                  std::string("not a JSON value: ") + simdjson::error_message(error));
    }
    const ReadOptions& options = context_->options;
    const std::optional<std::string> url = url_of(object);
    if (!url) {
      return skip(offset, {}, Reason::kDamaged,
                  no_text_at(object, options.url_field, "url_field", "the address"));
    }
    std::string_view html;
    if (value_at(object, options.html_field).get_string().get(html) != simdjson::SUCCESS) {
      return skip(offset, *url, Reason::kDamaged,
                  no_text_at(object, options.html_field, "html_field", "the page"));
    }
    const std::size_t cap = options.max_page_bytes == 0 ? SIZE_MAX / 4 : options.max_page_bytes;
    JsonBody body = decode_json_body(html, options.html_encoding, bytes_to_read(options), buffer_);
    if (body.fault && fate_of(body.fault->first) == Fate::kSkipped) {
      return skip(offset, *url, body.fault->first, body.fault->second);
    }
    // JSON text is UTF-8, whatever a <meta> in the page says.
    const std::string_view charset = body.is_text ? "utf-8" : "";
    if (options.converter && not_a_page(body.bytes, charset)) {
      const std::string document = document_to_convert(options, std::nullopt, body.bytes, *url);
      if (!document.empty()) return convert(offset, *url, body, document);
    }
    if (body.bytes.size() > cap) {
      body.bytes = body.bytes.substr(0, cap);
      body.fault.emplace(Reason::kTooLong, "longer than " + std::to_string(cap) + " bytes");
    }
    if (const auto reason = not_a_page(body.bytes, charset)) {
      return skip(offset, *url, *reason,
                  *reason == Reason::kEmpty ? '"' + options.html_field + "\" is empty"
                                            : "the content is binary");
    }
    const Page page{
        .id = *url, .body = body.bytes, .charset = charset, .input = *input_, .offset = offset};
    if (is_mended_ && !body.fault) {
      body.fault.emplace(Reason::kMended,
                         "some characters, escapes or numbers of the line were not JSON");
    }
    if (!body.fault) return batch_->add(page, nullptr);
    const Incident limited = incident(offset, *url, body.fault->first, body.fault->second);
    batch_->add(page, &limited);
  }

  void convert(std::uint64_t offset, std::string_view url, const JsonBody& body,
               const std::string& media_type) {
    const DocumentPage converted =
        convert_document(context_->options,
                         {.bytes = body.bytes, .media_type = media_type, .name = url}, !body.fault);
    if (!converted.is_page()) {
      return skip(offset, url, converted.fault->first, converted.fault->second);
    }
    const Page page{.id = url,
                    .body = converted.body,
                    .charset = converted.charset,
                    .input = *input_,
                    .offset = offset};
    if (!converted.fault) return batch_->add(page, nullptr);
    const Incident limited = incident(offset, url, converted.fault->first, converted.fault->second);
    batch_->add(page, &limited);
  }

  void skip(std::uint64_t offset, std::string_view url, Reason reason, std::string detail) {
    batch_->skip(incident(offset, url, reason, std::move(detail)));
  }

 private:
  // A string, or a whole number as text.
  std::optional<std::string> url_of(simdjson::dom::element object) const {
    const auto value = value_at(object, context_->options.url_field);
    std::string_view text;
    if (value.get_string().get(text) == simdjson::SUCCESS) return std::string(text);
    std::int64_t number = 0;
    if (value.get_int64().get(number) == simdjson::SUCCESS) return std::to_string(number);
    return std::nullopt;
  }

  static std::string type_of(simdjson::dom::element value) {
    switch (value.type()) {
      case simdjson::dom::element_type::NULL_VALUE:
        return "null";
      case simdjson::dom::element_type::BOOL:
        return "true or false";
      case simdjson::dom::element_type::ARRAY:
        return "a list";
      case simdjson::dom::element_type::OBJECT:
        return "an object";
      default:
        return "a number";
    }
  }

  static std::string no_text_at(simdjson::dom::element object, const std::string& place,
                                const char* option, const char* what) {
    simdjson::dom::element value;
    const bool is_there = value_at(object, place).get(value) == simdjson::SUCCESS;
    return "expected text at \"" + place + "\", found " +
           (is_there ? type_of(value) : fields_of(object)) + "; " + option_named(option) +
           " says where " + what + " is";
  }

  Incident incident(std::uint64_t offset, std::string_view url, Reason reason,
                    std::string detail) const {
    return {.input = *input_,
            .page = std::string(url),
            .offset = offset,
            .reason = reason,
            .detail = std::move(detail)};
  }

  const std::string* input_;
  const ReadContext* context_;
  PageBatch* batch_;
  simdjson::dom::parser parser_;
  bool is_mended_ = false;  // whether the line was changed before it could be parsed
  std::string mended_;
  std::string buffer_;  // of a page that had to be decoded
};

// The line at `offset` without its line feed, and where the next one begins. A line
// longer than kMaxJsonLine comes cut.
struct Line {
  std::string_view text;
  std::uint64_t next;
  bool too_long;
};
std::optional<Line> line_at(FileWindow& window, std::uint64_t offset) {
  std::string_view bytes = window.at(offset, kLookAhead);
  if (bytes.empty()) return std::nullopt;
  std::size_t newline = bytes.find('\n');
  while (newline == std::string_view::npos && !window.at_end() && bytes.size() < kMaxJsonLine) {
    const std::size_t searched = bytes.size();
    bytes = window.at(offset, 2 * searched);
    newline = bytes.find('\n', searched);
  }
  if (newline != std::string_view::npos)
    return Line{bytes.substr(0, newline), offset + newline + 1, false};
  if (window.at_end()) return Line{bytes, offset + bytes.size(), false};
  // Too long: find its end without keeping it.
  std::uint64_t at = offset + bytes.size();
  for (;;) {
    bytes = window.at(at, kLookAhead);
    newline = bytes.find('\n');
    if (newline != std::string_view::npos) return Line{{}, at + newline + 1, true};
    if (window.at_end()) return Line{{}, at + bytes.size(), true};
    at += bytes.size();
  }
}

// Where the first line begins that begins in [from, to); at least `to` if none does. The line that
// the range begins in is not searched for its end beyond the range, because it may be very long.
std::uint64_t first_line_in(FileWindow& window, std::uint64_t from, std::uint64_t to) {
  if (from == 0) return 0;
  for (std::uint64_t at = from - 1; at < to;) {
    const std::string_view bytes = window.at(at, kLookAhead);
    if (bytes.empty()) break;
    const std::size_t newline = bytes.find('\n');
    if (newline != std::string_view::npos) return at + newline + 1;
    at += bytes.size();
  }
  return to;
}

void parse_line(LineParser& parser, const Line& line, std::uint64_t offset) {
  if (line.too_long) {
    parser.skip(offset, {}, Reason::kUnreadable,
                "a line longer than " + std::to_string(kMaxJsonLine) + " bytes");
  } else {
    parser.line(line.text, offset);
  }
}

class LinesJob final : public BatchJob {
 public:
  LinesJob(const ReadContext& context, std::shared_ptr<ByteSource> file,
           std::shared_ptr<const std::string> path, std::uint64_t from, std::uint64_t to)
      : BatchJob(context), file_(std::move(file)), path_(std::move(path)), from_(from), to_(to) {}

  void work() override {
    LineParser parser(*path_, context(), batch());
    std::uint64_t at = from_;
    try {
      FileWindow window(*file_);
      at = first_line_in(window, from_, to_);  // the line before belongs to the range before
      while (at < to_) {
        check_stop();
        const auto line = line_at(window, at);
        if (!line) break;
        parse_line(parser, *line, at);
        at = line->next;
      }
    } catch (const Error& error) {
      parser.skip(at, {}, Reason::kUnreadable, error.what());
    }
    context().progress->done += to_ - from_;
  }

 private:
  std::shared_ptr<ByteSource> file_;
  std::shared_ptr<const std::string> path_;
  std::uint64_t from_, to_;
};

class LinesSource final : public PartSource {
 public:
  LinesSource(const ReadContext& context, std::string path, std::unique_ptr<ByteSource> file,
              const Part& part)
      : context_(&context),
        path_(std::make_shared<const std::string>(std::move(path))),
        file_(std::move(file)),
        at_(part.begin),
        end_(std::min(*file_->size(), part.end)) {}

  std::unique_ptr<Job> next() override {
    if (at_ >= end_) return nullptr;
    const std::uint64_t from = at_;
    const std::uint64_t bytes = context_->options.range_bytes;
    at_ = end_ - at_ <= bytes ? end_ : at_ + bytes;
    return std::make_unique<LinesJob>(*context_, file_, path_, from, at_);
  }

  // Lines are found for certain, so every part joins the one before it.
  PartEnds ends() const override { return {.first = {}, .next = end_, .is_open = true}; }

 private:
  const ReadContext* context_;
  std::shared_ptr<const std::string> path_;
  std::shared_ptr<ByteSource> file_;
  std::uint64_t at_, end_;
};

// What ended the reading of lines, or cost one of them.
struct LinesFault {
  std::uint64_t offset = 0;
  Reason reason = Reason::kUnreadable;
  std::string detail;
};

// Lines copied by the only thread that can read them.
class StoredLinesJob final : public BatchJob {
 public:
  StoredLinesJob(const ReadContext& context, std::string path,
                 std::vector<std::pair<std::uint64_t, std::string>> lines,
                 std::optional<LinesFault> fault)
      : BatchJob(context),
        path_(std::move(path)),
        lines_(std::move(lines)),
        fault_(std::move(fault)) {}

  void work() override {
    LineParser parser(path_, context(), batch());
    for (const auto& [offset, text] : lines_) parser.line(text, offset);
    if (fault_) parser.skip(fault_->offset, {}, fault_->reason, fault_->detail);
  }

 private:
  std::string path_;
  std::vector<std::pair<std::uint64_t, std::string>> lines_;
  std::optional<LinesFault> fault_;
};

class SequentialLinesSource final : public JobSource {
 public:
  SequentialLinesSource(const ReadContext& context, std::string path,
                        std::unique_ptr<ByteSource> file, std::optional<codec::Format> format)
      : context_(&context), path_(std::move(path)), file_(std::move(file)) {
    if (format) inflated_ = std::make_unique<InflatedSource>(*file_, *format);
    window_.emplace(inflated_ ? static_cast<ByteSource&>(*inflated_) : *file_);
  }

  std::unique_ptr<Job> next() override {
    if (ended_) return nullptr;
    std::vector<std::pair<std::uint64_t, std::string>> lines;
    std::optional<LinesFault> fault;
    const auto fail = [&](Reason reason, std::string detail) {
      fault = {.offset = at_, .reason = reason, .detail = std::move(detail)};
    };
    std::size_t bytes = 0;
    try {
      while (bytes < context_->options.range_bytes && !fault) {
        check_stop();
        const auto line = line_at(*window_, at_);
        if (!line) {
          ended_ = true;
          break;
        }
        if (line->too_long) {
          fail(Reason::kUnreadable,
               "a line longer than " + std::to_string(kMaxJsonLine) + " bytes");
        } else {
          lines.emplace_back(at_, line->text);
        }
        bytes += line->text.size() + 1;
        at_ = line->next;
      }
      if (ended_ && inflated_ && inflated_->status() == codec::Status::kDamaged) {
        fail(Reason::kDamaged, "the compressed data is corrupt");
      } else if (ended_ && inflated_ && inflated_->status() == codec::Status::kTruncated) {
        fail(Reason::kTruncated, "the compressed data ends early");
      } else if (ended_ && inflated_ && inflated_->has_rest()) {
        fail(Reason::kDamaged, "the compressed data is followed by other bytes");
      }
    } catch (const Error& error) {
      ended_ = true;
      fail(Reason::kUnreadable, error.what());
    }
    if (lines.empty() && !fault) return nullptr;
    return std::make_unique<StoredLinesJob>(*context_, path_, std::move(lines), std::move(fault));
  }

 private:
  const ReadContext* context_;
  std::string path_;
  std::unique_ptr<ByteSource> file_;
  std::unique_ptr<InflatedSource> inflated_;
  std::optional<FileWindow> window_;
  std::uint64_t at_ = 0;
  bool ended_ = false;
};

std::optional<codec::Format> compression_at_start(ByteSource& file, const std::string& path) {
  char start[16];
  return compression_of({start, read_fully(file, 0, start)}, path);
}

}  // namespace

std::unique_ptr<PartSource> jsonl_part(const ReadContext& context, std::string path,
                                       std::unique_ptr<ByteSource> file, const Part& part) {
  if (compression_at_start(*file, path) || !file->size()) return nullptr;
  return std::make_unique<LinesSource>(context, std::move(path), std::move(file), part);
}

std::unique_ptr<JobSource> jsonl_source(const ReadContext& context, std::string path,
                                        std::unique_ptr<ByteSource> file) {
  const auto format = compression_at_start(*file, path);
  if (format || !file->size()) {
    return std::make_unique<SequentialLinesSource>(context, std::move(path), std::move(file),
                                                   format);
  }
  return std::make_unique<LinesSource>(context, std::move(path), std::move(file), Part{});
}

}  // namespace pagekin::input
