#include "pagekin/input/record_page.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pagekin/core/header_lines.h"
#include "pagekin/core/time.h"
#include "pagekin/html/sniff.h"
#include "pagekin/input/document_page.h"
#include "pagekin/input/page_rules.h"
#include "pagekin/warc/digest.h"

namespace pagekin::input {
namespace {

// Room for HTTP headers beside the body.
constexpr std::size_t kHttpRoom = std::size_t{1} << 16;

std::string quoted_header(std::string_view text) {
  std::string out = "'";
  for (const char c : text.substr(0, 80)) out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
  return out + "'";
}

bool digests_hold(const warc::WarcRecord& record, const HttpResponse& response,
                  const DecodedBody& body) {
  if (!record.whole) return true;  // the digest of a part is unknown
  if (!record.block_digest.empty() &&
      warc::check_digest(record.block_digest, record.block) == warc::DigestCheck::kDiffers) {
    return false;
  }
  // Writers disagree on whether a chunked payload is hashed with its chunks.
  return record.payload_digest.empty() ||
         warc::check_digest(record.payload_digest, response.body) != warc::DigestCheck::kDiffers ||
         warc::check_digest(record.payload_digest, body.bytes) != warc::DigestCheck::kDiffers;
}

Reason reason_of_fault(warc::Fault fault) {
  switch (fault) {
    case warc::Fault::kTruncated:
      return Reason::kTruncated;
    case warc::Fault::kCutShort:
    case warc::Fault::kWrongLength:
      return Reason::kCutShort;
    case warc::Fault::kBadHeader:
      return Reason::kBadHeader;
    case warc::Fault::kDamaged:
      break;
  }
  return Reason::kDamaged;
}

// Records that are about pages and hold none. Another type may be a word that was damaged.
bool is_about_pages(std::string_view type) {
  return type == "warcinfo" || type == "request" || type == "metadata" || type == "conversion";
}

}  // namespace

warc::RecordLimits record_limits(const ReadOptions& options) {
  warc::RecordLimits limits;
  limits.block_bytes = std::min(bytes_to_read(options), SIZE_MAX / 4 - kHttpRoom) + kHttpRoom;
  return limits;
}

bool is_wanted_record(const warc::WarcRecord& header, const ReadOptions& options) {
  return !is_about_pages(header.type) ||
         (options.verify_digests &&
          !(header.block_digest.empty() && header.payload_digest.empty()));
}

bool RecordPages::wants(const warc::WarcRecord& header) {
  return is_wanted_record(header, *options_);
}

struct RecordPages::Verdict {
  std::string_view body;
  std::string charset;
  std::optional<Reason> reason;  // none: a whole page
  std::string detail;
};

void RecordPages::record(const warc::WarcRecord& record) {
  if (record.type.empty()) return skip(record, Reason::kDamaged, "a record without WARC-Type");
  const bool is_page_type = record.type == "response" || record.type == "resource";
  if (!is_page_type) {
    if (record.type == "revisit") {
      skip(record, Reason::kNoBody, "a revisit record: the page was not stored again");
    } else if (record.type == "continuation") {
      skip(record, Reason::kNoBody, "a continuation segment of another record");
    } else if (!is_about_pages(record.type) && !record.fault) {
      skip(record, Reason::kNoBody,
           "a record of the type " + quoted_header(record.type) + ", which is not known");
    } else if (record.fault) {
      const Reason reason = reason_of_fault(*record.fault);
      skip(record, is_unreadable(reason) ? reason : Reason::kDamaged,
           "in a " + record.type + " record: " + record.detail);
    } else if (options_->verify_digests) {
      // The payload of an HTTP request is what follows its header.
      HttpResponse message{.body = record.block};
      if (record.content_type.starts_with("application/http")) {
        HeaderLines lines(record.block);
        while (lines.next()) {
        }
        message.body = lines.rest();
      }
      if (!digests_hold(record, message, {.bytes = message.body})) {
        skip(record, Reason::kDamaged, "the digest of a " + record.type + " record does not match");
      }
    }
    return;
  }

  const Verdict verdict = judge(record);
  if (verdict.reason && fate_of(*verdict.reason) == Fate::kSkipped) {
    return skip(record, *verdict.reason, verdict.detail);
  }
  ++seen_;
  const Page page{.id = record.target_uri,
                  .body = verdict.body,
                  .charset = verdict.charset,
                  .input = input_,
                  .offset = record.offset,
                  .time = parse_utc_time(record.date).value_or(0)};
  if (!verdict.reason) {
    batch_->add(page, nullptr);
  } else {
    const Incident limited{.input = input_,
                           .page = record.target_uri,
                           .offset = record.offset,
                           .reason = *verdict.reason,
                           .detail = verdict.detail,
                           .is_damage = record.fault == warc::Fault::kWrongLength};
    ++incidents_;
    batch_->add(page, &limited);
  }
}

RecordPages::Verdict RecordPages::judge(const warc::WarcRecord& record) {
  const auto no = [](Reason reason, std::string detail) {
    return Verdict{.reason = reason, .detail = std::move(detail)};
  };
  if (record.fault && is_unreadable(reason_of_fault(*record.fault))) {
    return no(reason_of_fault(*record.fault), record.detail);
  }
  if (record.target_uri.empty()) return no(Reason::kDamaged, "a record without WARC-Target-URI");
  if (record.segment > 1) return no(Reason::kNoBody, "a continuation segment of another record");

  HttpResponse response;
  if (record.type == "response" && !record.target_uri.starts_with("dns:")) {
    response = parse_http_response(record.block);
  } else {
    response.content_type = record.content_type;
    response.body = record.block;
  }
  if (response.has_header) {
    if (!response.header_complete && response.body.empty()) {
      if (!record.whole) return no(Reason::kTruncated, "the record ends before the page's body");
      if (record.fault) return no(Reason::kTruncated, record.detail);
    }
    if (response.status != 200 && !options_->all_status) {
      return no(Reason::kStatus, response.status == 0
                                     ? "status line " + quoted_header(response.status_line)
                                     : "status " + std::to_string(response.status));
    }
  }
  const auto media = html::parse_media_type(response.content_type);
  if (!may_be_page(media) && !may_be_document(*options_, media->essence)) {
    return no(Reason::kMediaType, quoted_header(media->essence));
  }

  DecodedBody body = decode_body(
      response, options_->converter ? bytes_to_read(*options_) : options_->max_page_bytes,
      buffers_);
  const std::string document = document_to_convert(*options_, media, body.bytes, record.target_uri);
  if (!document.empty()) {
    const bool whole = record.whole && !record.fault && body.fault == BodyFault::kNone &&
                       record.truncated.empty() && record.segment == 0;
    return convert(record, body.bytes, document, whole);
  }
  if (!may_be_page(media)) return no(Reason::kMediaType, quoted_header(media->essence));
  if (options_->max_page_bytes != 0 && body.bytes.size() > options_->max_page_bytes) {
    body = {.bytes = body.bytes.substr(0, options_->max_page_bytes), .fault = BodyFault::kTooLong};
  }
  if (body.bytes.empty() && (!record.whole || body.fault == BodyFault::kCutShort)) {
    return no(Reason::kTruncated, "the record ends before the page's body");
  }
  const std::optional<NotAPage> why_not = why_not_page(media, body.bytes);
  const bool is_encoded =
      body.fault == BodyFault::kUnknownEncoding || body.fault == BodyFault::kTooManyEncodings;
  // Bytes that are still encoded are judged only if nothing else says what they are.
  const bool is_judged = !is_encoded || (!media && !body.bytes.empty());
  if (why_not && is_judged) return no(why_not->reason, why_not->detail);
  if (is_encoded) {
    std::string list;
    for (const std::string& name : response.encodings) list += (list.empty() ? "" : ", ") + name;
    return no(Reason::kUnreadable, "content encoding " + quoted_header(list) + " is not supported");
  }

  Verdict verdict{.body = body.bytes, .charset = media ? media->charset : ""};
  const auto limited = [&](Reason reason, std::string detail) {
    if (verdict.reason) return;
    verdict.reason = reason;
    verdict.detail = std::move(detail);
  };
  if (record.fault) limited(reason_of_fault(*record.fault), record.detail);
  if (body.fault == BodyFault::kTooLong || (!record.whole && !record.fault)) {
    limited(Reason::kTooLong, "longer than " + std::to_string(options_->max_page_bytes) + " bytes");
  }
  if (body.fault == BodyFault::kCutShort) limited(Reason::kCutShort, "the body ends early");
  if (!record.truncated.empty()) {
    limited(Reason::kCutShort, "cut by the crawler: " + quoted_header(record.truncated));
  }
  if (record.segment == 1) limited(Reason::kCutShort, "the first of several segments");
  if (options_->verify_digests && !digests_hold(record, response, body)) {
    limited(Reason::kBadDigest, "the content does not match its digest");
  }
  return verdict;
}

RecordPages::Verdict RecordPages::convert(const warc::WarcRecord& record, std::string_view bytes,
                                          const std::string& media_type, bool whole) {
  document_ = convert_document(
      *options_, {.bytes = bytes, .media_type = media_type, .name = record.target_uri}, whole);
  Verdict verdict{.body = document_.body, .charset = document_.charset, .reason = {}, .detail = {}};
  if (document_.fault) {
    verdict.reason = document_.fault->first;
    verdict.detail = document_.fault->second;
  }
  return verdict;
}

void RecordPages::skip(const warc::WarcRecord& record, Reason reason, std::string detail) {
  ++seen_;
  ++incidents_;
  // A record that is skipped for another reason is damage, too, if its length is wrong.
  const bool is_damage = record.fault == warc::Fault::kWrongLength;
  if (is_damage && !is_unreadable(reason)) detail += "; " + record.detail;
  batch_->skip({.input = input_,
                .page = record.target_uri,
                .offset = record.offset,
                .reason = reason,
                .detail = std::move(detail),
                .is_damage = is_damage});
}

void RecordPages::damage(std::uint64_t offset, std::string detail) {
  skip_place(offset, Reason::kDamaged, std::move(detail));
}

void RecordPages::skip_place(std::uint64_t offset, Reason reason, std::string detail) {
  ++seen_;
  ++incidents_;
  batch_->skip({.input = input_,
                .page = {},
                .offset = offset,
                .reason = reason,
                .detail = std::move(detail)});
}

}  // namespace pagekin::input
