#include "pagekin/table/parquet_chunk.h"

#include <algorithm>
#include <span>
#include <variant>

#include "pagekin/codec/codec.h"
#include "pagekin/codec/raw_block.h"
#include "pagekin/core/error.h"
#include "pagekin/table/hybrid_runs.h"
#include "pagekin/table/packed_deltas.h"
#include "pagekin/table/parquet_format.h"

namespace pagekin::table {
namespace {

constexpr std::int64_t kMostBytesOfPage = std::int64_t{1} << 30;
constexpr std::int64_t kMostValuesOfPage = std::int64_t{1} << 21;
constexpr std::size_t kMostTextsOfList = std::size_t{1} << 24;
constexpr std::size_t kFirstHeadBytes = std::size_t{1} << 12;
constexpr std::size_t kMostHeadBytes = std::size_t{16} << 20;  // statistics may hold whole values

enum MoreCodecs : std::int32_t { kSnappyCodec = 1, kBrotliCodec = 4, kLz4RawCodec = 7 };
enum MoreEncodings : std::int32_t { kDeltaNumbers = 5, kDeltaLengths = 6 };
// Fields of the head of a page of version 2.
constexpr int kHeadV2 = 8;
namespace page_v2 {
enum { kValues = 1, kEncoding = 4, kDefinitionBytes, kRepetitionBytes, kIsCompressed };
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

// Plain values, taken one after the other.
class PlainValues {
 public:
  PlainValues(std::string_view bytes, std::int64_t type) : reader_(bytes), type_(type) {}

  Cell next() {
    switch (type_) {
      case parquet::kBoolean: {
        if (bit_ == 0) bits_ = reader_.number<std::uint8_t>();
        const bool is_set = (bits_ >> bit_ & 1) != 0;
        bit_ = (bit_ + 1) % 8;
        return is_set;
      }
      case parquet::kInt32:
        return reader_.number<std::int32_t>();
      case parquet::kInt64:
        return reader_.number<std::int64_t>();
      case parquet::kFloat:
        return static_cast<double>(reader_.number<float>());
      case parquet::kDouble:
        return reader_.number<double>();
      default:
        return reader_.bytes(reader_.number<std::uint32_t>());
    }
  }

 private:
  ByteReader reader_;
  std::int64_t type_;
  unsigned bits_ = 0;
  unsigned bit_ = 0;
};

}  // namespace

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

std::optional<ColumnType> ParquetLeaf::column_type() const {
  switch (type) {
    case parquet::kBoolean:
      return ColumnType::kBoolean;
    case parquet::kInt32:
    case parquet::kInt64:
      return ColumnType::kInteger;
    case parquet::kFloat:
    case parquet::kDouble:
      return ColumnType::kNumber;
    case parquet::kByteArray:
      return is_list ? ColumnType::kTexts : ColumnType::kText;
    default:
      return std::nullopt;
  }
}

ParquetChunk::ParquetChunk(ByteSource& file, std::uint64_t file_bytes, const ThriftValue& metadata,
                           const ParquetLeaf& leaf)
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

Cell ParquetChunk::next() {
  while (pages_.size() > 1) pages_.pop_front();
  while (entry_ == definitions_.size()) read_page();
  if (leaf_.is_list) return next_list();
  return definitions_[entry_++] == leaf_.highest ? values_[value_++] : Cell();
}

Cell ParquetChunk::next_list() {
  const std::uint32_t first = definitions_[entry_];
  const std::uint32_t empty_list = leaf_.may_be_null ? 1 : 0;
  if (first <= empty_list) {
    ++entry_;
    return leaf_.may_be_null && first == 0 ? Cell() : Cell(std::span<const std::string_view>());
  }
  texts_.clear();
  do {
    const bool is_there = definitions_[entry_++] == leaf_.highest;
    texts_.push_back(is_there ? std::get<std::string_view>(values_[value_++].value())
                              : std::string_view());
    if (texts_.size() > kMostTextsOfList) throw InputError("a list of a column is too long");
    while (entry_ == definitions_.size() && at_ < end_) read_page();  // the list may go on there
  } while (entry_ < definitions_.size() && repetitions_[entry_] != 0);
  return Cell(texts_);
}

// Reads the head of a page, whose length is not known.
ThriftValue ParquetChunk::read_head(std::string& bytes) {
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

void ParquetChunk::read_page() {
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
    PlainValues values(dictionary_bytes_, leaf_.type);
    dictionary_.clear();
    for (std::int64_t i = 0; i < count; ++i) dictionary_.push_back(values.next());
  } else if (kind == kDataPage) {
    const ThriftValue* const inner = head.find(page::kDataHeader);
    if (inner == nullptr) throw InputError("a page has no head");
    pages_.push_back(
        unpacked(bytes_at(*file_, begin, static_cast<std::size_t>(packed)), codec_, size));
    read_data(*inner);
  } else if (kind == kDataPageV2) {
    const ThriftValue* const inner = head.find(kHeadV2);
    if (inner == nullptr) throw InputError("a page has no head");
    read_data_v2(*inner, bytes_at(*file_, begin, static_cast<std::size_t>(packed)), size);
  }
}

void ParquetChunk::read_data(const ThriftValue& head) {
  using namespace parquet;
  const auto count = static_cast<std::size_t>(
      number_in(head, data_page::kValues, kMostValuesOfPage, "number of values"));
  ByteReader rest(pages_.back());
  const auto levels = [&](int encoding_field) {
    if (head.number_or(encoding_field, -1) != kRle) {
      throw InputError("the levels of a column are not written as runs");
    }
    return rest.bytes(rest.number<std::uint32_t>());
  };
  const std::string_view repetitions =
      leaf_.is_list ? levels(data_page::kRepetitionEncoding) : std::string_view();
  const std::string_view definitions =
      leaf_.highest > 0 ? levels(data_page::kDefinitionEncoding) : std::string_view();
  read_levels(repetitions, definitions, count);
  read_values(rest, head.number_or(data_page::kEncoding, -1));
}

void ParquetChunk::read_levels(std::string_view repetitions, std::string_view definitions,
                               std::size_t count) {
  const auto read = [&](std::string_view runs, std::uint32_t largest) {
    if (largest == 0) return std::vector<std::uint32_t>(count, 0);
    std::vector<std::uint32_t> levels = read_hybrid_runs(runs, bits_for(largest), count);
    if (std::ranges::any_of(levels, [&](std::uint32_t level) { return level > largest; })) {
      throw InputError("a level of a column is too high");
    }
    return levels;
  };
  if (leaf_.is_list) repetitions_ = read(repetitions, 1);
  definitions_ = read(definitions, leaf_.highest);
}

void ParquetChunk::read_data_v2(const ThriftValue& head, const std::string& packed,
                                std::size_t size) {
  const auto count = static_cast<std::size_t>(
      number_in(head, page_v2::kValues, kMostValuesOfPage, "number of values"));
  const auto length = static_cast<std::int64_t>(std::min(packed.size(), size));
  const std::int64_t definition_bytes =
      number_in(head, page_v2::kDefinitionBytes, length, "length of levels");
  const std::int64_t repetition_bytes =
      number_in(head, page_v2::kRepetitionBytes, length - definition_bytes, "length of levels");
  const auto levels = static_cast<std::size_t>(definition_bytes + repetition_bytes);
  const std::string_view all = std::string_view(packed).substr(0, levels);
  const auto border = static_cast<std::size_t>(repetition_bytes);
  read_levels(all.substr(0, border), all.substr(border), count);
  const bool is_packed = head.number_or(page_v2::kIsCompressed, 1) != 0;
  pages_.push_back(unpacked(packed.substr(levels),
                            is_packed ? codec_ : std::int64_t{parquet::kUncompressed},
                            size - levels));
  ByteReader rest(pages_.back());
  read_values(rest, head.number_or(page_v2::kEncoding, -1));
}

void ParquetChunk::read_values(ByteReader& rest, std::int64_t encoding) {
  using namespace parquet;
  const auto count = static_cast<std::size_t>(std::ranges::count(definitions_, leaf_.highest));
  entry_ = 0;
  value_ = 0;
  values_.clear();
  if (encoding == kPlain) {
    PlainValues plain(rest.bytes(rest.left()), leaf_.type);
    for (std::size_t i = 0; i < count; ++i) values_.push_back(plain.next());
  } else if (encoding == kRleDictionary || encoding == kPlainDictionary) {
    if (count == 0) return;
    const auto bits = rest.number<std::uint8_t>();
    if (bits > 32) throw InputError("positions in a dictionary are too long");
    for (const std::uint32_t at : read_hybrid_runs(rest.bytes(rest.left()), bits, count)) {
      if (at >= dictionary_.size()) throw InputError("a value is not in the dictionary");
      values_.push_back(dictionary_[at]);
    }
  } else if (encoding == kDeltaLengths && leaf_.type == kByteArray) {
    const std::vector<std::int64_t> lengths = take_packed_deltas(rest, count);
    for (const std::int64_t length : lengths) {
      if (length < 0) throw InputError("a text has a negative length");
      values_.push_back(rest.bytes(static_cast<std::size_t>(length)));
    }
  } else if (encoding == kDeltaNumbers && (leaf_.type == kInt32 || leaf_.type == kInt64)) {
    for (const std::int64_t number : take_packed_deltas(rest, count)) values_.push_back(number);
  } else {
    throw InputError("a column has the encoding " + std::to_string(encoding) +
                     " of Parquet; expected plain values, a dictionary or differences");
  }
  if (values_.size() != count) throw InputError("a page has fewer values than it says");
}

}  // namespace pagekin::table
