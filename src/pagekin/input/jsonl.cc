// JSON lines: one object a page, {"url": ..., "html": ...}.
//
// A line feed cannot occur inside a JSON value, so a plain file is divided at any
// line and read in parallel. Pipes and compressed files are read in turn.

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "pagekin/core/error.h"
#include "pagekin/core/file_window.h"
#include "pagekin/core/stop.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/page_rules.h"
#include "pagekin/input/recognise.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kMaxLine = std::size_t{1} << 28;  // a line is held whole to be parsed
constexpr std::size_t kLookAhead = std::size_t{1} << 16;

// Turns lines into pages. One object per job.
class LineParser {
 public:
  LineParser(const std::string& input, const ReadContext& context, PageBatch& batch)
      : input_(&input), context_(&context), batch_(&batch) {}

  void line(std::string_view text, std::uint64_t offset) {
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
    if (text.empty()) return;
    ++context_->progress->items;
    simdjson::dom::element object;
    std::string_view url;
    std::string_view html;
    if (const auto error = parser_.parse(text.data(), text.size()).get(object)) {
      return skip(offset, {}, Reason::kDamaged,
                  std::string("not a JSON value: ") + simdjson::error_message(error));
    }
    if (object["url"].get_string().get(url) != simdjson::SUCCESS) {
      return skip(offset, {}, Reason::kDamaged, "expected an object with a string \"url\"");
    }
    if (object["html"].get_string().get(html) != simdjson::SUCCESS) {
      return skip(offset, url, Reason::kDamaged, "expected an object with a string \"html\"");
    }
    // JSON text is UTF-8, whatever a <meta> in the page says.
    constexpr std::string_view utf8 = "utf-8";
    if (const auto reason = not_a_page(html, utf8)) {
      return skip(offset, url, *reason,
                  *reason == Reason::kEmpty ? "\"html\" is empty" : "the content is binary");
    }
    const std::size_t cap = context_->options.max_page_bytes;
    const bool too_long = cap != 0 && html.size() > cap;
    const Page page{.id = url,
                    .body = too_long ? html.substr(0, cap) : html,
                    .charset = utf8,
                    .input = *input_,
                    .offset = offset};
    const Incident limited =
        incident(offset, url, Reason::kTooLong, "longer than " + std::to_string(cap) + " bytes");
    batch_->add(page, too_long ? &limited : nullptr);
  }

  void skip(std::uint64_t offset, std::string_view url, Reason reason, std::string detail) {
    batch_->skip(incident(offset, url, reason, std::move(detail)));
  }

 private:
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
};

// The line at `offset` without its line feed, and where the next one begins. A line
// longer than kMaxLine comes cut.
struct Line {
  std::string_view text;
  std::uint64_t next;
  bool too_long;
};
std::optional<Line> line_at(FileWindow& window, std::uint64_t offset) {
  std::string_view bytes = window.at(offset, kLookAhead);
  if (bytes.empty()) return std::nullopt;
  std::size_t newline = bytes.find('\n');
  while (newline == std::string_view::npos && !window.at_end() && bytes.size() < kMaxLine) {
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

void parse_line(LineParser& parser, const Line& line, std::uint64_t offset) {
  if (line.too_long) {
    parser.skip(offset, {}, Reason::kUnreadable,
                "a line longer than " + std::to_string(kMaxLine) + " bytes");
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
      if (from_ != 0) {  // a line that began before belongs to the range before
        const auto before = line_at(window, from_ - 1);
        at = before ? before->next : to_;
      }
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

class LinesSource final : public JobSource {
 public:
  LinesSource(const ReadContext& context, std::string path, std::unique_ptr<ByteSource> file)
      : context_(&context),
        path_(std::make_shared<const std::string>(std::move(path))),
        file_(std::move(file)) {}

  std::unique_ptr<Job> next() override {
    const std::uint64_t size = *file_->size();
    if (at_ >= size) return nullptr;
    const std::uint64_t from = at_;
    at_ = std::min(size, at_ + context_->options.range_bytes);
    return std::make_unique<LinesJob>(*context_, file_, path_, from, at_);
  }

 private:
  const ReadContext* context_;
  std::shared_ptr<const std::string> path_;
  std::shared_ptr<ByteSource> file_;
  std::uint64_t at_ = 0;
};

// Lines copied by the only thread that can read them.
class StoredLinesJob final : public BatchJob {
 public:
  StoredLinesJob(const ReadContext& context, std::string path,
                 std::vector<std::pair<std::uint64_t, std::string>> lines,
                 std::optional<std::pair<Reason, std::string>> fault)
      : BatchJob(context),
        path_(std::move(path)),
        lines_(std::move(lines)),
        fault_(std::move(fault)) {}

  void work() override {
    LineParser parser(path_, context(), batch());
    for (const auto& [offset, text] : lines_) parser.line(text, offset);
    if (fault_)
      parser.skip(lines_.empty() ? 0 : lines_.back().first, {}, fault_->first, fault_->second);
  }

 private:
  std::string path_;
  std::vector<std::pair<std::uint64_t, std::string>> lines_;
  std::optional<std::pair<Reason, std::string>> fault_;
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
    std::optional<std::pair<Reason, std::string>> fault;
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
          fault.emplace(Reason::kUnreadable,
                        "a line longer than " + std::to_string(kMaxLine) + " bytes");
        } else {
          lines.emplace_back(at_, line->text);
        }
        bytes += line->text.size() + 1;
        at_ = line->next;
      }
      if (ended_ && inflated_ && inflated_->status() == codec::Status::kDamaged) {
        fault.emplace(Reason::kDamaged, "the compressed data is corrupt");
      } else if (ended_ && inflated_ && inflated_->status() == codec::Status::kTruncated) {
        fault.emplace(Reason::kTruncated, "the compressed data ends early");
      }
    } catch (const Error& error) {
      ended_ = true;
      fault.emplace(Reason::kUnreadable, error.what());
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

}  // namespace

std::unique_ptr<JobSource> jsonl_source(const ReadContext& context, std::string path,
                                        std::unique_ptr<ByteSource> file) {
  char start[16];
  const auto format = compression_of({start, read_fully(*file, 0, start)}, path);
  if (format || !file->size()) {
    return std::make_unique<SequentialLinesSource>(context, std::move(path), std::move(file),
                                                   format);
  }
  return std::make_unique<LinesSource>(context, std::move(path), std::move(file));
}

}  // namespace pagekin::input
