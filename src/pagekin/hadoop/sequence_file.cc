// Cost: one pass; a record or block is held in memory, compressed and decompressed.

#include "pagekin/hadoop/sequence_file.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/hadoop/writables.h"

namespace pagekin::hadoop {
namespace {

constexpr std::string_view kMagic = "SEQ";
constexpr std::size_t kMarkerBytes = 20;
constexpr std::size_t kHeaderLimit = std::size_t{1} << 20;
constexpr std::size_t kLookAhead = std::size_t{1} << 16;
constexpr std::string_view kEscape("\xff\xff\xff\xff", 4);

constexpr int kOldest = 2;
constexpr int kNewest = 6;
constexpr int kWithCompression = 3;  // versions from which on the header says more
constexpr int kWithBlocks = 4;
constexpr int kWithCodec = 5;
constexpr int kWithMetadata = 6;

std::string shown(std::string_view text) { return "'" + printable(text.substr(0, 100)) + "'"; }

std::string bytes_text(std::uint64_t count) { return with_commas(count) + " bytes"; }

}  // namespace

bool is_sequence_file(std::string_view first_bytes) {
  if (first_bytes.size() < 4 || !first_bytes.starts_with(kMagic)) return false;
  return static_cast<unsigned char>(first_bytes[3]) <= kNewest;
}

SequenceHeader read_header(ByteSource& file) {
  std::string bytes(kLookAhead, '\0');
  bytes.resize(read_fully(file, 0, bytes));
  if (bytes.size() == kLookAhead && file.size()) {  // metadata may be long
    bytes.resize(kHeaderLimit);
    bytes.resize(read_fully(file, 0, bytes));
  }
  if (!is_sequence_file(bytes)) throw InputError("expected a SequenceFile of Hadoop");
  SequenceHeader header;
  header.version = static_cast<unsigned char>(bytes[3]);
  if (header.version < kOldest) {
    throw InputError("a SequenceFile of version " + std::to_string(header.version) +
                     "; versions 2 to 6 can be read");
  }
  Writables in(std::string_view(bytes).substr(4));
  const auto name = [&] { return header.version < kWithBlocks ? in.short_text() : in.text(); };
  header.key_class = name();
  header.value_class = name();
  const bool compressed = header.version >= kWithCompression && in.byte() != 0;
  const bool in_blocks = header.version >= kWithBlocks && in.byte() != 0;
  if (compressed) {
    header.compression = in_blocks ? Compression::kBlock : Compression::kRecord;
    if (header.version >= kWithCodec) {
      const std::string_view class_name = in.text();
      const std::optional<Codec> codec = codec_of_class(class_name);
      if (in.ok() && !codec) {
        throw InputError("a SequenceFile compressed by " + shown(class_name) + "; known are " +
                         std::string(known_codecs()));
      }
      header.codec = codec.value_or(Codec::kDeflate);
    }
  }
  if (header.version >= kWithMetadata) {
    const std::uint64_t count = in.count32();
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
      in.text();
      in.text();
    }
  }
  header.marker = std::string(kEscape) + std::string(in.bytes(kMarkerBytes - kEscape.size()));
  if (!in.ok()) throw InputError("the header of the SequenceFile is damaged or cut off");
  header.size = bytes.size() - in.rest().size();
  return header;
}

std::uint64_t SequenceReader::find_marker(std::uint64_t from, std::uint64_t to) {
  while (from < to) {
    const std::string_view bytes = window_.at(from, kLookAhead);
    const std::uint64_t searched = std::min<std::uint64_t>(bytes.size(), to - from + kMarkerBytes);
    const std::size_t found =
        bytes.substr(0, static_cast<std::size_t>(searched)).find(header_->marker);
    if (found != std::string_view::npos) return std::min(from + found, to);
    if (window_.at_end() || bytes.size() < kMarkerBytes) return to;
    from += bytes.size() - (kMarkerBytes - 1);
  }
  return to;
}

bool SequenceReader::at_marker(std::uint64_t at) {
  return window_.at(at, kMarkerBytes).starts_with(header_->marker);
}

SequenceReader::Step SequenceReader::read(std::uint64_t at, SequenceHandler& handler) {
  if (window_.at(at, 1).empty()) return {.state = State::kEnd, .next = at};
  return header_->compression == Compression::kBlock ? read_block(at, handler)
                                                     : read_record(at, handler);
}

SequenceReader::Step SequenceReader::read_record(std::uint64_t at, SequenceHandler& handler) {
  const auto lost = [&](SequenceFault fault, std::string detail) {
    handler.fault(at, fault, std::move(detail));
    return Step{.state = State::kLost, .next = at + 1};
  };
  constexpr std::size_t lengths = 8;
  Writables in(window_.at(at, lengths).substr(0, lengths));
  const std::int32_t length = in.int32();
  if (!in.ok()) return lost(SequenceFault::kTruncated, "the file ends inside a record");
  if (length == -1) {
    if (at_marker(at)) return {.state = State::kNext, .next = at + kMarkerBytes};
    const bool ends = window_.at(at, kMarkerBytes).size() < kMarkerBytes;
    return lost(
        ends ? SequenceFault::kTruncated : SequenceFault::kDamaged,
        ends ? "the file ends inside a sync marker" : "expected a sync marker, found other bytes");
  }
  const std::int32_t key_length = in.int32();
  if (!in.ok()) return lost(SequenceFault::kTruncated, "the file ends inside a record");
  if (length < 0 || key_length < 0 || key_length > length) {
    return lost(SequenceFault::kDamaged, "expected a record, found impossible lengths");
  }
  const auto body = static_cast<std::size_t>(length);
  if (body > limits_.record_bytes) {
    return lost(SequenceFault::kDamaged, "a record that claims " + bytes_text(body) + "; at most " +
                                             bytes_text(limits_.record_bytes) + " are read");
  }
  const std::size_t size = lengths + body;
  const std::string_view bytes = window_.at(at, size).substr(0, size);
  if (bytes.size() < size) {
    return lost(SequenceFault::kTruncated,
                "the file ends inside a record that claims " + bytes_text(body));
  }
  SequenceRecord record{.offset = at,
                        .key = bytes.substr(lengths, static_cast<std::size_t>(key_length)),
                        .value = bytes.substr(lengths + static_cast<std::size_t>(key_length))};
  codec::Status status = codec::Status::kDone;
  if (header_->compression == Compression::kRecord) {
    status = decode(header_->codec, record.value, limits_.record_bytes, buffers_[3]);
    record.value = buffers_[3];
  }
  const bool is_read = status == codec::Status::kDone && handler.record(record);
  if (is_read) return {.state = State::kNext, .next = at + size};
  if (status == codec::Status::kLimit) {
    handler.fault(at, SequenceFault::kTooLong,
                  "a record of more than " + bytes_text(limits_.record_bytes));
  } else {
    handler.fault(at, SequenceFault::kDamaged,
                  status == codec::Status::kDone ? "the content of a record is damaged"
                                                 : "the compressed data of a record is damaged");
  }
  // If a marker begins inside the record, its length is false; otherwise only its content is
  // damaged or too long.
  return {.state = State::kNext, .next = find_marker(at + 1, at + size)};
}

std::optional<std::int64_t> SequenceReader::vint_behind(std::uint64_t at, std::size_t& size) {
  std::string_view bytes = window_.at(at, size + 1);
  if (bytes.size() <= size) return std::nullopt;
  const std::size_t more = Writables::vint_size(bytes[size]);
  bytes = window_.at(at, size + more);
  if (bytes.size() < size + more) return std::nullopt;
  Writables in(bytes.substr(size, more));
  size += more;
  return in.vint();
}

SequenceReader::Step SequenceReader::read_block(std::uint64_t at, SequenceHandler& handler) {
  const auto lost = [&](SequenceFault fault, std::string detail) {
    handler.fault(at, fault, std::move(detail));
    return Step{.state = State::kLost, .next = at + 1};
  };
  const auto cut_off = [&] {
    return lost(SequenceFault::kTruncated, "the file ends inside a block");
  };
  if (!at_marker(at)) {
    if (window_.at(at, kMarkerBytes).size() < kMarkerBytes) return cut_off();
    return lost(SequenceFault::kDamaged, "expected a block, found other bytes");
  }
  std::size_t size = kMarkerBytes;
  const std::optional<std::int64_t> count = vint_behind(at, size);
  if (!count) return cut_off();
  std::size_t begins[4];
  std::size_t sizes[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const std::optional<std::int64_t> length = vint_behind(at, size);
    if (!length) return cut_off();
    if (*count < 0 || *length < 0 || static_cast<std::uint64_t>(*length) > limits_.block_bytes) {
      return lost(SequenceFault::kDamaged, "a block with an impossible length");
    }
    begins[i] = size;
    sizes[i] = static_cast<std::size_t>(*length);
    size += sizes[i];
    // A vint of the next part follows, so the bytes of this part are needed anyway.
    if (window_.at(at, size).size() < size) return cut_off();
  }
  const std::string_view bytes = window_.at(at, size);
  bool cut = false;
  for (std::size_t i = 0; i < 4; ++i) {
    const codec::Status status =
        decode(header_->codec, bytes.substr(begins[i], sizes[i]), limits_.block_bytes, buffers_[i]);
    cut = i == 3 && status == codec::Status::kLimit;
    if (status != codec::Status::kDone && !cut) {
      return lost(SequenceFault::kDamaged, "the compressed data of a block of " +
                                               with_commas(static_cast<std::uint64_t>(*count)) +
                                               " records is damaged");
    }
  }
  deliver_block(at, static_cast<std::uint64_t>(*count), cut, handler);
  return {.state = State::kNext, .next = at + size};
}

void SequenceReader::deliver_block(std::uint64_t at, std::uint64_t count, bool cut,
                                   SequenceHandler& handler) {
  Writables key_lengths(buffers_[0]);
  Writables keys(buffers_[1]);
  Writables value_lengths(buffers_[2]);
  Writables values(buffers_[3]);
  for (std::uint64_t i = 0; i < count; ++i) {
    const SequenceRecord record{.offset = at,
                                .key = keys.bytes(key_lengths.count()),
                                .value = values.bytes(value_lengths.count())};
    if (!key_lengths.ok() || !keys.ok() || !value_lengths.ok() || !values.ok()) {
      const std::string rest = with_commas(count - i) + " of " + with_commas(count) + " records";
      return handler.fault(at, cut ? SequenceFault::kTooLong : SequenceFault::kDamaged,
                           cut ? "a block of more than " + bytes_text(limits_.block_bytes) + ": " +
                                     rest + " were not read"
                               : "the lengths in a block are wrong: " + rest + " were not read");
    }
    if (!handler.record(record)) {
      handler.fault(at, SequenceFault::kDamaged, "the content of a record is damaged");
    }
  }
  if (!key_lengths.is_done() || !keys.is_done() || !value_lengths.is_done() ||
      (!cut && !values.is_done())) {
    handler.fault(at, SequenceFault::kDamaged,
                  "a block has more than the " + with_commas(count) + " records that it claims");
  }
}

}  // namespace pagekin::hadoop
