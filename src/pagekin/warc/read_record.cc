#include "pagekin/warc/read_record.h"

#include <algorithm>
#include <charconv>

#include "pagekin/core/header_lines.h"
#include "pagekin/core/text.h"
#include "pagekin/html/sniff.h"

namespace pagekin::warc {
namespace {

constexpr std::size_t kHeaderGuess = 2048;
constexpr std::size_t kBlankBytes = 4;  // at most, between two records
constexpr std::size_t kPassedAtOnce = std::size_t{1} << 16;

// Offset after the blank line that ends a header block, or npos.
std::size_t header_end(std::string_view bytes) {
  for (std::size_t at = bytes.find('\n'); at != std::string_view::npos;
       at = bytes.find('\n', at + 1)) {
    if (bytes.substr(at + 1).starts_with('\n')) return at + 2;
    if (bytes.substr(at + 1).starts_with("\r\n")) return at + 3;
  }
  return std::string_view::npos;
}

std::size_t line_ends(std::string_view bytes) {
  const std::size_t end = bytes.find_first_not_of("\r\n");
  return end == std::string_view::npos ? bytes.size() : end;
}

// Some versions of wget wrote <URI>. Spaces are escaped, because a space would end the URI in
// lists.
void set_uri(std::string& uri, std::string_view value) {
  if (value.size() >= 2 && value.front() == '<' && value.back() == '>') {
    value = value.substr(1, value.size() - 2);
  }
  uri.clear();
  for (const char c : value) {
    if (c == ' ') {
      uri += "%20";
    } else {
      uri += c;
    }
  }
}

std::optional<std::uint64_t> parse_length(std::string_view value) {
  std::uint64_t length = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), length);
  if (failure != std::errc{} || end != value.data() + value.size()) return std::nullopt;
  return length;
}

// Where the bytes end before the place that a length leads to, the length may be wrong, or the
// archive may be cut off inside of a page that holds an archive. The bytes do not show which.
std::string but_a_record_begins(std::uint64_t after, bool ends_early) {
  const std::string place = "a record begins after " + std::to_string(after) + " bytes";
  if (!ends_early) return ", but " + place;
  return ", which leads beyond the end, but " + place +
         "; if the archive is cut off here, that record is content of this one";
}

}  // namespace

std::string describe_bytes(std::string_view bytes) {
  if (bytes.empty()) return "nothing";
  if (bytes.starts_with("\x1f\x8b")) return "gzip data";
  if (bytes.starts_with("\x28\xb5\x2f\xfd")) return "zstd data";
  if (bytes.starts_with("\x04\x22\x4d\x18")) return "LZ4 data, which is not supported";
  if (bytes.starts_with("BZh")) return "bzip2 data, which is not supported";
  if (bytes.starts_with("\xfd"
                        "7zXZ"))
    return "xz data, which is not supported";
  if (bytes.starts_with("filedesc:")) return "an ARC file, which is not supported";
  if (bytes.starts_with("PK\x03\x04")) return "a zip file";
  if (bytes.starts_with("SQLite format 3")) return "an SQLite database";
  if (bytes.size() > 262 && bytes.substr(257, 5) == "ustar") return "a tar file";
  switch (html::sniff(bytes)) {
    case html::ContentKind::kHtml:
      return "HTML";
    case html::ContentKind::kXml:
      return "XML";
    case html::ContentKind::kBinary:
      return "binary data";
    case html::ContentKind::kText:
      break;
  }
  std::string shown = "'";
  for (const char c : bytes.substr(0, 16)) {
    shown += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? '.' : c;
  }
  return shown + "'";
}

bool RecordReader::at_record() {
  for (;;) {
    const std::string_view bytes = stream_.peek(kStartBytes);
    const std::size_t blank = line_ends(bytes);
    if (blank == 0) return !bytes.empty();
    stream_.skip(blank);
  }
}

void RecordReader::read() {
  ++begun_;
  if (read_header()) read_block();
}

// Leaves the stream at the block. False when there is no record to read.
bool RecordReader::read_header() {
  header_offset_ = stream_.offset();
  std::string_view bytes = stream_.peek(kHeaderGuess);
  if (!bytes.starts_with("WARC/")) {
    skip_damage("expected a WARC record, found " + describe_bytes(bytes));
    return false;
  }
  std::size_t end = header_end(bytes);
  for (std::size_t wanted = 2 * kHeaderGuess; end == std::string_view::npos; wanted *= 2) {
    const std::size_t before = bytes.size();
    bytes = stream_.peek(std::min(wanted, limits_.header_bytes), true);
    end = header_end(bytes);
    if (end != std::string_view::npos) break;
    if (bytes.size() >= limits_.header_bytes) {
      skip_damage("a record header longer than " + std::to_string(limits_.header_bytes) + " bytes");
      return false;
    }
    if (bytes.size() == before && bytes.size() < wanted) {
      end = bytes.size();  // the archive ends inside the header
      break;
    }
  }

  record_ = WarcRecord{.offset = header_offset_};
  const std::size_t first_line = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
  std::optional<std::string> bad_length = "missing";
  HeaderLines lines(bytes.substr(first_line, end - first_line));
  while (lines.next()) {
    const std::string_view name = lines.name();
    const std::string_view value = lines.value();
    if (equals_ignoring_case(name, "WARC-Type")) {
      record_.type = lower_case(value);
    } else if (equals_ignoring_case(name, "WARC-Target-URI")) {
      set_uri(record_.target_uri, value);
    } else if (equals_ignoring_case(name, "WARC-Date")) {
      record_.date = value;
    } else if (equals_ignoring_case(name, "Content-Type")) {
      record_.content_type = value;
    } else if (equals_ignoring_case(name, "WARC-Block-Digest")) {
      record_.block_digest = value;
    } else if (equals_ignoring_case(name, "WARC-Payload-Digest")) {
      record_.payload_digest = value;
    } else if (equals_ignoring_case(name, "WARC-Truncated")) {
      record_.truncated = value;
    } else if (equals_ignoring_case(name, "WARC-Segment-Number")) {
      const auto number = parse_length(value);
      record_.segment = number && *number < 1'000'000 ? static_cast<int>(*number) : 1'000'000;
    } else if (equals_ignoring_case(name, "Content-Length")) {
      const auto length = parse_length(value);
      if (record_.length && length != record_.length) {
        record_.fault = Fault::kBadHeader;
        record_.detail = "two different Content-Length fields";
      } else if (length) {
        record_.length = length;
        bad_length.reset();
      } else {
        bad_length = "'" + std::string(value.substr(0, 40)) + "'";
      }
    }
  }
  if (!lines.complete()) {
    record_.fault = Fault::kTruncated;
    record_.detail = "the archive ends inside a record header";
    record_.length = 0;
  } else if (!record_.length) {
    record_.fault = Fault::kBadHeader;
    record_.detail =
        "Content-Length is " + bad_length.value_or("missing") + "; read to the next record";
  }
  has_lf_lines_ = bytes.substr(0, end).ends_with("\n\n");
  stream_.skip(end);
  return true;
}

// Whether a record ends at a place where this is found.
bool RecordReader::leads(Lead lead) const {
  return lead == Lead::kRecord || lead == (has_lf_lines_ ? Lead::kBlankLf : Lead::kBlankCrlf);
}

// Whether this is the first record of a member that is cut off or damaged. As a rule it is the only
// one; so where its bytes end early, that is because of the cut, and a record inside of it is part
// of its content.
bool RecordReader::is_cut_first() const {
  return begun_ == 1 && (stream_.status() == codec::Status::kTruncated ||
                         stream_.status() == codec::Status::kDamaged);
}

void RecordReader::blame(Fault fault, std::string detail) {
  if (record_.fault && fault != Fault::kDamaged) return;
  record_.fault = fault;
  record_.detail = std::move(detail);
}

// A fault in a member spoils the record that holds it or ends right before it.
void RecordReader::blame_stream() {
  if (stream_.status() == codec::Status::kDamaged) {
    blame(Fault::kDamaged, "the compressed data is corrupt or its checksum does not match");
  } else if (stream_.status() == codec::Status::kTruncated) {
    blame(Fault::kCutShort, "its compressed member is cut off");
  }
}

// Hands the record over and leaves the stream after its block.
void RecordReader::read_block() {
  const bool wanted = handler_->wants(record_);
  const std::uint64_t declared = record_.length.value_or(UINT64_MAX);
  const auto keep =
      static_cast<std::size_t>(std::min<std::uint64_t>(declared, limits_.block_bytes));
  if (record_.length && declared > keep) {
    const Lead lead = *stream_.lead(declared);
    if (!leads(lead)) return read_lost_block(lead, wanted);
  }
  stream_.peek(keep, true);
  const std::string_view bytes = stream_.peek(keep + kLeadBytes);
  record_.block = bytes.substr(0, keep);
  std::uint64_t used = declared;  // how far the block reaches

  // Cuts the block where another record begins, or where the bytes end.
  const auto cut = [&](std::size_t at) {
    record_.block = record_.block.substr(0, at);
    record_.whole = false;
    used = record_.block.size();
  };
  const std::string claim = "Content-Length is " + std::to_string(declared);

  const std::string_view after = bytes.substr(std::min(bytes.size(), keep), kLeadBytes);
  if (!record_.length) {
    cut(find_record(bytes));
    while (record_.block.ends_with('\n') || record_.block.ends_with('\r')) {
      record_.block.remove_suffix(1);  // the blank lines before the next record
    }
  } else if (declared > keep) {
    record_.whole = false;  // longer than we keep
  } else if (bytes.size() < keep || !leads(lead_of(after))) {
    const bool ends_early = bytes.size() < keep;
    const std::size_t next =
        ends_early && is_cut_first() ? std::string_view::npos : find_record(record_.block);
    if (next != std::string_view::npos) {
      cut(next);
      blame(Fault::kWrongLength, claim + but_a_record_begins(next, ends_early));
    } else if (ends_early) {
      cut(next);
      blame(Fault::kCutShort, claim + ", but only " + std::to_string(used) + " bytes follow");
    }
  }
  // Where no record follows in its member, a fault of the member may be anywhere in this one.
  const bool is_last = line_ends(after) == after.size() || lead_of(after) != Lead::kRecord;
  if (is_last) blame_stream();

  if (wanted || record_.fault) handler_->record(record_);
  stream_.skip(used);
  if (is_last && record_.fault == Fault::kDamaged) pass_to_record();  // the rest of the damage
}

// Hands over a record that is longer than we keep by a length that does not lead to the next
// record, or is not known to, and leaves the stream at the next one, wherever that is.
void RecordReader::read_lost_block(Lead lead, bool wanted) {
  stream_.peek(limits_.block_bytes, true);
  const std::string_view bytes = stream_.peek(limits_.block_bytes + kLeadBytes);
  const bool is_cut = lead == Lead::kCut && begun_ == 1;
  const std::size_t next = is_cut ? std::string_view::npos : find_record(bytes);
  const std::string block(bytes.substr(0, std::min(next, limits_.block_bytes)));
  const std::uint64_t length = is_cut ? pass_to_end() : pass_to_record();
  const bool is_last = stream_.peek(1).empty();
  const std::uint64_t declared = *record_.length;
  const std::string claim = "Content-Length is " + std::to_string(declared);
  const bool is_too_far = lead == Lead::kTooFar;
  const bool ends_early = lead == Lead::kNowhere || lead == Lead::kCut;
  if (is_too_far && length >= declared && length - declared <= kBlankBytes) {
    if (is_last) blame_stream();  // the length is right after all
  } else if (!is_last) {
    blame(Fault::kWrongLength, claim + but_a_record_begins(length, ends_early));
  } else if (ends_early || (is_too_far && length < declared)) {
    blame(Fault::kCutShort, claim + ", but only " + std::to_string(length) + " bytes follow");
    blame_stream();
  } else {
    blame(Fault::kWrongLength, claim + ", but no record follows there");
  }
  record_.block = block;
  record_.whole = false;
  if (wanted || record_.fault) handler_->record(record_);
}

// Leaves the stream at the next recognisable record, or at the end of the member. Returns how many
// bytes were passed.
std::uint64_t RecordReader::pass_to_record() {
  std::uint64_t passed = 0;
  const auto pass = [&](std::size_t count) {
    stream_.skip(count);
    passed += count;
  };
  for (;;) {
    const std::string_view bytes = stream_.peek(kPassedAtOnce);
    const std::size_t next = find_record(bytes);
    if (next != std::string_view::npos) {
      pass(next);
      return passed;
    }
    if (bytes.size() < kPassedAtOnce) {
      pass(bytes.size());
      return passed;
    }
    pass(bytes.size() - kStartBytes);
  }
}

// Leaves the stream at the end of the member. Returns how many bytes were passed.
std::uint64_t RecordReader::pass_to_end() {
  std::uint64_t passed = 0;
  for (;;) {
    const std::size_t count = stream_.peek(kPassedAtOnce).size();
    if (count == 0) return passed;
    stream_.skip(count);
    passed += count;
  }
}

// Reports bytes that are not a record and goes on at the next recognisable one.
void RecordReader::skip_damage(std::string detail) {
  handler_->damage(header_offset_, std::move(detail));
  pass_to_record();
}

}  // namespace pagekin::warc
