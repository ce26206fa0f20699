#include "pagekin/input/sequence_page.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/input/document_page.h"
#include "pagekin/input/http_response.h"
#include "pagekin/input/page_rules.h"

namespace pagekin::input {
namespace {

// What Nutch calls the headers of the answer, and its note that it cut the body.
constexpr std::string_view kHeadersName = "_response.headers_";
constexpr std::string_view kCutName = "http.content.truncated";
constexpr std::string_view kCutReasonName = "http.content.truncated.reason";

constexpr std::size_t kLongestRecord = 0x7fffffff;  // lengths have 31 bits
constexpr std::size_t kUsualRecord = std::size_t{1} << 28;
constexpr std::size_t kKeyRoom = std::size_t{1} << 20;

bool is_text_class(std::string_view name) {
  return name == hadoop::kTextClass || name == hadoop::kShortTextClass;
}

Reason reason_of_sequence(hadoop::SequenceFault fault) {
  switch (fault) {
    case hadoop::SequenceFault::kTruncated:
      return Reason::kTruncated;
    case hadoop::SequenceFault::kTooLong:
      return Reason::kUnreadable;
    case hadoop::SequenceFault::kDamaged:
      break;
  }
  return Reason::kDamaged;
}

std::string quoted_class(std::string_view text) {
  return "'" + printable(text.substr(0, 80)) + "'";
}

}  // namespace

std::string why_no_page_file(const hadoop::SequenceHeader& header) {
  const std::string& value = header.value_class;
  if (is_text_class(header.key_class) &&
      (value == hadoop::kContentClass || value == hadoop::kBytesClass || is_text_class(value))) {
    return {};
  }
  return "a SequenceFile of " + quoted_class(header.key_class) + " and " + quoted_class(value) +
         "; expected addresses (Text) and pages: " + std::string(hadoop::kContentClass) +
         ", Text or BytesWritable";
}

hadoop::SequenceLimits sequence_limits(const ReadOptions& options) {
  const std::size_t wanted =
      options.max_page_bytes == 0 ? kLongestRecord : options.max_page_bytes + kKeyRoom;
  const std::size_t limit = std::min(std::max(wanted, kUsualRecord), kLongestRecord);
  return {.record_bytes = limit, .block_bytes = limit};
}

struct SequencePages::Entry {
  std::uint64_t offset = 0;
  std::string_view url;
  std::string_view body;
  std::optional<html::MediaType> media;  // as declared
  const hadoop::NutchContent* content = nullptr;
};

bool SequencePages::record(const hadoop::SequenceRecord& record) {
  const auto url = hadoop::parse_text(header_->key_class, record.key);
  if (!url) return false;
  Entry entry{.offset = record.offset, .url = *url, .body = {}, .media = {}};
  if (header_->value_class == hadoop::kContentClass) {
    const std::size_t cap = sequence_limits(*options_).record_bytes;
    if (!hadoop::parse_content(record.value, cap, content_, buffer_)) return false;
    entry.body = content_.body;
    entry.content = &content_;
    // The header counts first, as in an archive; what Nutch guessed serves where it lacks.
    const std::string_view declared = content_.value_of("Content-Type");
    entry.media = html::parse_media_type(declared);
    if (!entry.media) entry.media = html::parse_media_type(content_.type);
  } else {
    const auto body = hadoop::parse_text(header_->value_class, record.value);
    if (!body) return false;
    entry.body = *body;
    if (is_text_class(header_->value_class)) {  // text is UTF-8, whatever a <meta> in it says
      entry.media = html::MediaType{.essence = "text/html", .charset = "utf-8"};
    }
  }
  judge(entry);
  return true;
}

std::optional<std::string> SequencePages::bad_status(const Entry& entry) const {
  if (options_->all_status || entry.content == nullptr) return std::nullopt;
  const std::string_view headers = entry.content->value_of(kHeadersName);
  if (!headers.empty()) {
    const HttpResponse response = parse_http_response(headers);
    if (response.has_header && response.status != 200) {
      return response.status == 0 ? "status line " + quoted_class(response.status_line)
                                  : "status " + std::to_string(response.status);
    }
  }
  if (statuses_ != nullptr) {
    const hadoop::FetchStatus status = statuses_->of(entry.url);
    if (status != hadoop::FetchStatus::kSuccess) {
      return "fetch status " + quoted_class(hadoop::to_text(status)) + " in crawl_fetch";
    }
  }
  return std::nullopt;
}

void SequencePages::judge(const Entry& entry) {
  if (entry.url.empty()) return skip(entry, Reason::kDamaged, "a record without an address");
  if (auto why = bad_status(entry)) return skip(entry, Reason::kStatus, *std::move(why));
  const bool was_cut =
      entry.content != nullptr && equals_ignoring_case(entry.content->value_of(kCutName), "true");
  const std::string document = document_to_convert(*options_, entry.media, entry.body, entry.url);
  if (!document.empty()) return convert(entry, document, !was_cut);
  if (const auto why_not = why_not_page(entry.media, entry.body)) {
    const bool is_type = !may_be_page(entry.media);
    return skip(entry, why_not->reason, is_type ? quoted_class(why_not->detail) : why_not->detail);
  }
  std::string_view body = entry.body;
  std::optional<Incident> limited;
  const auto limit = [&](Reason reason, std::string detail) {
    if (limited) return;
    limited = {.input = std::string(input_),
               .page = std::string(entry.url),
               .offset = entry.offset,
               .reason = reason,
               .detail = std::move(detail)};
  };
  const std::size_t cap = options_->max_page_bytes;
  if (cap != 0 && body.size() > cap) {
    limit(Reason::kTooLong, "longer than " + std::to_string(cap) + " bytes");
    body = body.substr(0, cap);
  }
  if (was_cut) {
    limit(Reason::kCutShort,
          "cut by the crawler: " + quoted_class(entry.content->value_of(kCutReasonName)));
  }
  ++seen_;
  const Page page{.id = entry.url,
                  .body = body,
                  .charset = entry.media ? std::string_view(entry.media->charset) : "",
                  .input = input_,
                  .offset = entry.offset};
  batch_->add(page, limited ? &*limited : nullptr);
}

void SequencePages::convert(const Entry& entry, const std::string& media_type, bool whole) {
  const DocumentPage converted = convert_document(
      *options_, {.bytes = entry.body, .media_type = media_type, .name = entry.url}, whole);
  if (!converted.is_page()) {
    return skip(entry, converted.fault->first, converted.fault->second);
  }
  std::optional<Incident> limited;
  if (converted.fault) {
    limited = {.input = std::string(input_),
               .page = std::string(entry.url),
               .offset = entry.offset,
               .reason = converted.fault->first,
               .detail = converted.fault->second};
  }
  ++seen_;
  const Page page{.id = entry.url,
                  .body = converted.body,
                  .charset = converted.charset,
                  .input = input_,
                  .offset = entry.offset};
  batch_->add(page, limited ? &*limited : nullptr);
}

void SequencePages::skip(const Entry& entry, Reason reason, std::string detail) {
  ++seen_;
  batch_->skip({.input = std::string(input_),
                .page = std::string(entry.url),
                .offset = entry.offset,
                .reason = reason,
                .detail = std::move(detail)});
}

void SequencePages::fault(std::uint64_t offset, hadoop::SequenceFault fault, std::string detail) {
  skip_place(offset, reason_of_sequence(fault), std::move(detail));
}

void SequencePages::skip_place(std::uint64_t offset, Reason reason, std::string detail) {
  ++seen_;
  batch_->skip({.input = std::string(input_),
                .page = {},
                .offset = offset,
                .reason = reason,
                .detail = std::move(detail)});
}

}  // namespace pagekin::input
