// Chosen columns of a Parquet file, page by page; see column_cells.h.
//
// Source: Apache Parquet, file format, "Encodings".
// Cost: linear in the wanted columns. Nothing in the file is trusted.
// Limits: 1 GB and 2^21 values in a page, 64 MB of metadata; a million rows, or eight for each byte
// of the file.

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "pagekin/codec/codec.h"
#include "pagekin/codec/raw_block.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/table/column_cells.h"
#include "pagekin/table/hybrid_runs.h"
#include "pagekin/table/parquet_format.h"
#include "pagekin/table/thrift_compact.h"

namespace pagekin::table {
namespace {

constexpr std::int64_t kMostBytesOfPage = std::int64_t{1} << 30;
constexpr std::int64_t kMostValuesOfPage = std::int64_t{1} << 21;
constexpr std::uint64_t kMostFooterBytes = std::uint64_t{64} << 20;
constexpr std::size_t kFirstHeadBytes = std::size_t{1} << 12;
constexpr std::size_t kMostHeadBytes = std::size_t{16} << 20;  // statistics may hold whole values
constexpr std::size_t kFooterTail = 8;

enum MoreCodecs : std::int32_t { kSnappyCodec = 1, kBrotliCodec = 4, kLz4RawCodec = 7 };
enum MoreEncodings : std::int32_t { kDeltaNumbers = 5, kDeltaLengths = 6 };
// Fields of the head of a page of version 2.
constexpr int kHeadV2 = 8;
namespace page_v2 {
enum { kValues = 1, kEncoding = 4, kDefinitionBytes, kRepetitionBytes, kIsCompressed };
}

std::int64_t number_in(const ThriftValue& from, int field, std::int64_t largest, const char* what) {
  const ThriftValue* const found = from.find(field);
  if (found == nullptr || found->number < 0 || found->number > largest) {
    throw InputError(std::string("the Parquet metadata lacks the ") + what + " or has a wrong one");
  }
  return found->number;
}

std::string bytes_at(ByteSource& file, std::uint64_t at, std::size_t count) {
  std::string bytes(count, '\0');
  if (read_fully(file, at, bytes) != count) throw InputError("the file ends too early");
  return bytes;
}

std::string unpacked(std::string bytes, std::int64_t codec, std::size_t size) {
  std::string out;
  bool is_good = false;
  switch (codec) {
    case parquet::kUncompressed:
      if (bytes.size() == size) return bytes;
      break;
    case kSnappyCodec:
      is_good = codec::decode_raw_block(codec::BlockFormat::kSnappy, bytes, size, out);
      break;
    case kLz4RawCodec:
      is_good = codec::decode_raw_block(codec::BlockFormat::kLz4, bytes, size, out);
      break;
    case parquet::kGzip:
      is_good = codec::decode_all(codec::Format::kGzip, bytes, size, out) == codec::Status::kDone;
      break;
    case kBrotliCodec:
      is_good = codec::decode_all(codec::Format::kBrotli, bytes, size, out) == codec::Status::kDone;
      break;
    case parquet::kZstd:
      is_good = codec::decode_all(codec::Format::kZstd, bytes, size, out) == codec::Status::kDone;
      break;
    default:
      throw InputError("a column is compressed by method " + std::to_string(codec) +
                       " of Parquet; expected snappy, gzip, zstd, brotli, LZ4 (raw) or none");
  }
  if (!is_good || out.size() != size) throw InputError("a page of a column cannot be decompressed");
  return out;
}

std::uint64_t next_varint(ByteReader& reader) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = reader.number<std::uint8_t>();
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return number;
  }
  throw InputError("a number of a column is too long");
}

std::int64_t next_zigzag(ByteReader& reader) {
  const std::uint64_t number = next_varint(reader);
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

// DELTA_BINARY_PACKED: blocks of miniblocks of differences, each in as few bits as it needs.
std::vector<std::int64_t> take_deltas(ByteReader& reader, std::size_t most) {
  const std::uint64_t block = next_varint(reader);
  const std::uint64_t parts = next_varint(reader);
  const std::uint64_t count = next_varint(reader);
  auto value = static_cast<std::uint64_t>(next_zigzag(reader));
  const std::uint64_t part = parts == 0 ? 0 : block / parts;
  if (count > most || part == 0 || part % 32 != 0 || part > 65536 || parts > 1024) {
    throw InputError("the differences of a column are damaged");
  }
  std::vector<std::int64_t> numbers;
  if (count > 0) numbers.push_back(static_cast<std::int64_t>(value));
  while (numbers.size() < count) {
    const auto smallest = static_cast<std::uint64_t>(next_zigzag(reader));
    const std::string_view widths = reader.bytes(static_cast<std::size_t>(parts));
    for (const char width : widths) {
      if (numbers.size() >= count) break;
      const auto bits = static_cast<unsigned char>(width);
      if (bits > 64) throw InputError("the differences of a column are damaged");
      const std::string_view packed = reader.bytes(static_cast<std::size_t>(part) * bits / 8);
      for (std::uint64_t i = 0; i < part && numbers.size() < count; ++i) {
        std::uint64_t delta = 0;
        for (unsigned b = 0; b < bits; ++b) {
          const std::uint64_t at = i * bits + b;
          const auto byte = static_cast<unsigned char>(packed[static_cast<std::size_t>(at / 8)]);
          delta |= static_cast<std::uint64_t>(byte >> (at % 8) & 1) << b;
        }
        value += smallest + delta;
        numbers.push_back(static_cast<std::int64_t>(value));
      }
    }
  }
  return numbers;
}

// A wanted column of the file.
struct WantedLeaf {
  std::size_t chunk = 0;  // its number among the chunks of a row group
  std::int64_t type = -1;
  std::uint32_t highest = 0;  // definition level of a value that is there
  bool is_text = false;
};

bool says_text(const ThriftValue& element) {
  const ThriftValue* const logical = element.find(parquet::schema::kLogicalType);
  return element.number_or(parquet::schema::kConvertedType, -1) == parquet::kUtf8 ||
         (logical != nullptr && logical->find(parquet::logical_type::kString) != nullptr);
}

// The values of a column chunk, one after the other.
class ChunkCursor {
 public:
  ChunkCursor(ByteSource& file, std::uint64_t file_bytes, const ThriftValue& metadata,
              const WantedLeaf& leaf)
      : file_(&file), leaf_(leaf) {
    using namespace parquet;
    const auto size = static_cast<std::int64_t>(file_bytes);
    codec_ = number_in(metadata, column_metadata::kCodec, INT32_MAX, "compression of a column");
    std::int64_t begin = number_in(metadata, column_metadata::kDataPage, size, "place of a column");
    const std::int64_t dictionary = metadata.number_or(column_metadata::kDictionaryPage, 0);
    if (dictionary > 0 && dictionary < begin) begin = dictionary;
    at_ = static_cast<std::uint64_t>(begin);
    end_ = at_ + static_cast<std::uint64_t>(number_in(metadata, column_metadata::kCompressedBytes,
                                                      size - begin, "size of a column"));
    if (metadata.number_or(column_metadata::kType, -1) != leaf.type) {
      throw InputError("a column changes its type");
    }
  }

  Cell next() {
    while (entry_ == definitions_.size()) read_page();
    return definitions_[entry_++] == leaf_.highest ? values_.at(value_++) : Cell();
  }

 private:
  // Reads the head of a page, whose length is not known.
  ThriftValue read_head(std::string& bytes) {
    for (std::size_t wanted = kFirstHeadBytes;; wanted *= 8) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, end_ - at_));
      bytes = bytes_at(*file_, at_, count);
      try {
        ByteReader reader(bytes);
        ThriftValue head = read_thrift_struct(reader);
        at_ += count - reader.left();
        return head;
      } catch (const Error&) {
        if (count == end_ - at_ || wanted > kMostHeadBytes) {
          throw InputError("the head of a page is damaged");
        }
      }
    }
  }

  void read_page() {
    using namespace parquet;
    if (at_ >= end_) throw InputError("a column has fewer values than rows");
    std::string head_bytes;
    const ThriftValue head = read_head(head_bytes);
    const std::int64_t kind = number_in(head, page::kType, INT32_MAX, "kind of a page");
    const auto size =
        static_cast<std::size_t>(number_in(head, page::kBytes, kMostBytesOfPage, "size of a page"));
    const auto packed = static_cast<std::uint64_t>(
        number_in(head, page::kCompressedBytes, kMostBytesOfPage, "size of a page"));
    if (packed > end_ - at_) throw InputError("a page is longer than its column");
    const std::uint64_t begin = at_;
    at_ += packed;
    if (kind == kDictionaryPage) {
      dictionary_bytes_ =
          unpacked(bytes_at(*file_, begin, static_cast<std::size_t>(packed)), codec_, size);
      const ThriftValue* const inner = head.find(page::kDictionaryHeader);
      if (inner == nullptr) throw InputError("a dictionary has no head");
      const std::int64_t count = number_in(*inner, dictionary_page::kValues, kMostValuesOfPage,
                                           "number of values of a dictionary");
      ByteReader reader(dictionary_bytes_);
      dictionary_.clear();
      for (std::int64_t i = 0; i < count; ++i) dictionary_.push_back(plain(reader));
    } else if (kind == kDataPage) {
      const ThriftValue* const inner = head.find(page::kDataHeader);
      if (inner == nullptr) throw InputError("a page has no head");
      bytes_ = unpacked(bytes_at(*file_, begin, static_cast<std::size_t>(packed)), codec_, size);
      read_data(*inner);
    } else if (kind == kDataPageV2) {
      const ThriftValue* const inner = head.find(kHeadV2);
      if (inner == nullptr) throw InputError("a page has no head");
      read_data_v2(*inner, bytes_at(*file_, begin, static_cast<std::size_t>(packed)), size);
    }
  }

  void read_data(const ThriftValue& head) {
    using namespace parquet;
    const auto count = static_cast<std::size_t>(
        number_in(head, data_page::kValues, kMostValuesOfPage, "number of values"));
    ByteReader rest(bytes_);
    if (leaf_.highest > 0) {
      if (head.number_or(data_page::kDefinitionEncoding, -1) != kRle) {
        throw InputError("the levels of a column are not written as runs");
      }
      definitions_ = read_hybrid_runs(rest.bytes(rest.number<std::uint32_t>()),
                                      bits_for(leaf_.highest), count);
    } else {
      definitions_.assign(count, 0);
    }
    read_values(rest, head.number_or(data_page::kEncoding, -1));
  }

  void read_data_v2(const ThriftValue& head, std::string packed, std::size_t size) {
    const auto count = static_cast<std::size_t>(
        number_in(head, page_v2::kValues, kMostValuesOfPage, "number of values"));
    const auto length = static_cast<std::int64_t>(std::min(packed.size(), size));
    const std::int64_t definition_bytes =
        number_in(head, page_v2::kDefinitionBytes, length, "length of levels");
    const std::int64_t repetition_bytes =
        number_in(head, page_v2::kRepetitionBytes, length - definition_bytes, "length of levels");
    const auto levels = static_cast<std::size_t>(definition_bytes + repetition_bytes);
    const std::string_view definitions = std::string_view(packed).substr(
        static_cast<std::size_t>(repetition_bytes), static_cast<std::size_t>(definition_bytes));
    if (leaf_.highest > 0) {
      definitions_ = read_hybrid_runs(definitions, bits_for(leaf_.highest), count);
    } else {
      definitions_.assign(count, 0);
    }
    const bool is_packed = head.number_or(page_v2::kIsCompressed, 1) != 0;
    bytes_ = unpacked(packed.substr(levels),
                      is_packed ? codec_ : std::int64_t{parquet::kUncompressed}, size - levels);
    ByteReader rest(bytes_);
    read_values(rest, head.number_or(page_v2::kEncoding, -1));
  }

  void read_values(ByteReader& rest, std::int64_t encoding) {
    using namespace parquet;
    if (std::ranges::any_of(definitions_,
                            [&](std::uint32_t level) { return level > leaf_.highest; })) {
      throw InputError("a level of a column is too high");
    }
    const auto count = static_cast<std::size_t>(std::ranges::count(definitions_, leaf_.highest));
    entry_ = 0;
    value_ = 0;
    values_.clear();
    if (encoding == kPlain) {
      for (std::size_t i = 0; i < count; ++i) values_.push_back(plain(rest));
    } else if (encoding == kRleDictionary || encoding == kPlainDictionary) {
      if (count == 0) return;
      const auto bits = rest.number<std::uint8_t>();
      if (bits > 32) throw InputError("positions in a dictionary are too long");
      for (const std::uint32_t at : read_hybrid_runs(rest.bytes(rest.left()), bits, count)) {
        if (at >= dictionary_.size()) throw InputError("a value is not in the dictionary");
        values_.push_back(dictionary_[at]);
      }
    } else if (encoding == kDeltaLengths && leaf_.type == kByteArray) {
      const std::vector<std::int64_t> lengths = take_deltas(rest, count);
      for (const std::int64_t length : lengths) {
        if (length < 0) throw InputError("a text has a negative length");
        values_.push_back(rest.bytes(static_cast<std::size_t>(length)));
      }
    } else if (encoding == kDeltaNumbers && leaf_.type != kByteArray) {
      for (const std::int64_t number : take_deltas(rest, count)) values_.push_back(number);
    } else {
      throw InputError("a column has the encoding " + std::to_string(encoding) +
                       " of Parquet; expected plain values, a dictionary or differences");
    }
    if (values_.size() != count) throw InputError("a page has fewer values than it says");
  }

  Cell plain(ByteReader& reader) const {
    if (leaf_.type == parquet::kInt32) return reader.number<std::int32_t>();
    if (leaf_.type == parquet::kInt64) return reader.number<std::int64_t>();
    return reader.bytes(reader.number<std::uint32_t>());
  }

  ByteSource* file_;
  WantedLeaf leaf_;
  std::int64_t codec_ = 0;
  std::uint64_t at_ = 0;
  std::uint64_t end_ = 0;
  std::string dictionary_bytes_;
  std::vector<Cell> dictionary_;
  std::string bytes_;  // of the current page
  std::vector<std::uint32_t> definitions_;
  std::vector<Cell> values_;
  std::size_t entry_ = 0;
  std::size_t value_ = 0;
};

class ParquetColumns final : public ColumnCells {
 public:
  ParquetColumns(ByteSource& file, std::vector<std::string> wanted)
      : file_(&file), wanted_(std::move(wanted)), leaves_(wanted_.size()) {
    file_bytes_ = file.size().value_or(0);
    if (file_bytes_ < parquet::kMagic.size() + kFooterTail)
      throw InputError("the file is too short");
    const std::string tail = bytes_at(file, file_bytes_ - kFooterTail, kFooterTail);
    if (!tail.ends_with(parquet::kMagic)) {
      throw InputError("the Parquet file does not end with PAR1; it may be cut off");
    }
    ByteReader reader(tail);
    const auto size = reader.number<std::uint32_t>();
    if (size > kMostFooterBytes || size > file_bytes_ - kFooterTail) {
      throw InputError("the Parquet metadata is too long");
    }
    footer_ = bytes_at(file, file_bytes_ - kFooterTail - size, size);
    try {
      ByteReader footer(footer_);
      metadata_ = read_thrift_struct(footer);
    } catch (const Error& error) {
      throw InputError(std::string("the Parquet metadata is damaged: ") + error.what());
    }
    read_schema();
    number_in(metadata_, parquet::file::kRows, static_cast<std::int64_t>(most_rows(file_bytes_)),
              "number of rows");
    const ThriftValue* const groups = metadata_.find(parquet::file::kRowGroups);
    group_count_ = groups == nullptr ? 0 : groups->items.size();
    check_is_one_file(file_bytes_ - kFooterTail - size);
  }

  const std::vector<std::string>& columns() const override { return names_; }
  bool has(std::size_t wanted) const override { return leaves_.at(wanted).has_value(); }
  bool is_text(std::size_t wanted) const override {
    return has(wanted) && leaves_[wanted]->is_text;
  }

  bool next(std::vector<Cell>& cells) override {
    try {
      while (rows_left_ == 0) {
        if (group_ == group_count_) {
          if (has_columns_ && rows_of_groups_ < all_rows()) {
            throw InputError("the Parquet file has fewer rows than it says");
          }
          return false;
        }
        open_group(metadata_.find(parquet::file::kRowGroups)->items[group_++]);
      }
      cells.resize(wanted_.size());
      for (std::size_t i = 0; i < wanted_.size(); ++i) {
        cells[i] = cursors_[i] ? cursors_[i]->next() : Cell();
      }
      --rows_left_;
      return true;
    } catch (const InputError&) {
      throw;
    } catch (const Error& error) {
      throw InputError(std::string("the Parquet file is damaged: ") + error.what());
    }
  }

  // A row group lies where the metadata says, whatever the one before it holds.
  Passed pass_damage() override {
    Passed passed{.rows = rows_left_, .can_continue = group_ < group_count_};
    rows_left_ = 0;
    if (!passed.can_continue && has_columns_) {
      passed.rows += all_rows() - std::min(all_rows(), rows_of_groups_);
      rows_of_groups_ = all_rows();
    }
    return passed;
  }

 private:
  std::uint64_t all_rows() const {
    return static_cast<std::uint64_t>(metadata_.number_or(parquet::file::kRows, 0));
  }

  // Of several files one after the other, only the metadata of the last one is found. Where one
  // ends and another begins lies between the columns and that metadata then, or else in a column,
  // which cannot be decoded.
  void check_is_one_file(std::uint64_t footer_at) const {
    using namespace parquet;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < group_count_; ++i) {
      const ThriftValue* const chunks =
          metadata_.find(file::kRowGroups)->items[i].find(row_group::kColumns);
      if (chunks == nullptr) continue;
      for (const ThriftValue& chunk : chunks->items) {
        const ThriftValue* const place = chunk.find(column_chunk::kMetadata);
        if (place == nullptr) continue;
        const auto size = static_cast<std::int64_t>(file_bytes_);
        const std::int64_t begin = place->number_or(column_metadata::kDataPage, 0);
        const std::int64_t dictionary = place->number_or(column_metadata::kDictionaryPage, 0);
        const std::int64_t first =
            std::clamp(dictionary > 0 ? std::min(begin, dictionary) : begin, std::int64_t{0}, size);
        const std::int64_t bytes = std::clamp(
            place->number_or(column_metadata::kCompressedBytes, 0), std::int64_t{0}, size - first);
        at = std::max(at, static_cast<std::uint64_t>(first + bytes));
      }
    }
    constexpr std::size_t piece_bytes = std::size_t{1} << 16;
    const std::string border = std::string(kMagic) + std::string(kMagic);
    std::string piece(piece_bytes, '\0');
    while (at < footer_at) {
      const std::size_t got = read_fully(*file_, at, piece);
      const std::size_t found = std::string_view(piece).substr(0, got).find(border);
      if (found != std::string::npos && at + found < footer_at) {
        throw InputError("the file is several Parquet files one after the other");
      }
      if (got < piece_bytes) return;
      at += piece_bytes - border.size();
    }
  }

  // The elements of the schema in preorder: an element with children is a group.
  void read_schema() {
    using namespace parquet;
    const ThriftValue* const schema = metadata_.find(file::kSchema);
    if (schema == nullptr || schema->items.empty())
      throw InputError("the Parquet file has no schema");
    std::size_t chunk = 0;
    std::size_t at = 1;
    while (at < schema->items.size()) {
      const ThriftValue& top = schema->items[at];
      const ThriftValue* const name = top.find(schema::kName);
      names_.emplace_back(name == nullptr ? std::string_view() : name->text);
      const bool is_flat = top.number_or(schema::kChildren, 0) == 0 &&
                           top.number_or(schema::kRepetition, kRequired) != kRepeated;
      const auto wanted = std::ranges::find(wanted_, names_.back());
      if (wanted != wanted_.end()) {
        const std::int64_t type = top.number_or(schema::kType, -1);
        if (!is_flat || (type != kByteArray && type != kInt32 && type != kInt64)) {
          throw InputError("column '" + printable(names_.back()) +
                           "' holds neither texts, bytes nor whole numbers");
        }
        leaves_[static_cast<std::size_t>(wanted - wanted_.begin())] = WantedLeaf{
            .chunk = chunk,
            .type = type,
            .highest = top.number_or(schema::kRepetition, kRequired) == kOptional ? 1U : 0U,
            .is_text = says_text(top)};
      }
      // Passes over the element and all that it has.
      for (std::int64_t left = 1; left > 0; --left) {
        if (at >= schema->items.size()) throw InputError("the Parquet schema ends too early");
        const std::int64_t children = schema->items[at++].number_or(schema::kChildren, 0);
        if (children < 0 || children > static_cast<std::int64_t>(schema->items.size())) {
          throw InputError("the Parquet schema is damaged");
        }
        if (children == 0) ++chunk;
        left += children;
      }
    }
  }

  void open_group(const ThriftValue& group) {
    using namespace parquet;
    rows_left_ = static_cast<std::uint64_t>(
        number_in(group, row_group::kRows, static_cast<std::int64_t>(all_rows() - rows_of_groups_),
                  "number of rows"));
    rows_of_groups_ += rows_left_;
    const ThriftValue* const chunks = group.find(row_group::kColumns);
    cursors_.clear();
    for (const std::optional<WantedLeaf>& leaf : leaves_) {
      std::optional<ChunkCursor>& cursor = cursors_.emplace_back();
      if (!leaf) continue;
      if (chunks == nullptr || leaf->chunk >= chunks->items.size()) {
        throw InputError("a row group lacks columns");
      }
      const ThriftValue* const place = chunks->items[leaf->chunk].find(column_chunk::kMetadata);
      if (place == nullptr) throw InputError("a column has no place");
      cursor.emplace(*file_, file_bytes_, *place, *leaf);
      has_columns_ = true;
    }
    // Without a column nothing bounds the number of rows.
    if (!has_columns_) rows_left_ = 0;
  }

  ByteSource* file_;
  std::uint64_t file_bytes_ = 0;
  std::vector<std::string> wanted_;
  std::vector<std::optional<WantedLeaf>> leaves_;  // by wanted column
  std::string footer_;
  ThriftValue metadata_;
  std::vector<std::string> names_;
  std::size_t group_count_ = 0;
  std::size_t group_ = 0;
  bool has_columns_ = false;  // of the wanted ones
  std::uint64_t rows_left_ = 0;
  std::uint64_t rows_of_groups_ = 0;
  std::deque<std::optional<ChunkCursor>> cursors_;  // by wanted column, of the current row group
};

}  // namespace

bool is_parquet(std::string_view start) { return start.starts_with(parquet::kMagic); }

std::unique_ptr<ColumnCells> open_parquet_columns(ByteSource& file,
                                                  std::vector<std::string> wanted) {
  return std::make_unique<ParquetColumns>(file, std::move(wanted));
}

}  // namespace pagekin::table
