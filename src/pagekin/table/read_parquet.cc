#include "pagekin/table/read_parquet.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "pagekin/codec/codec.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/table/hybrid_runs.h"
#include "pagekin/table/parquet_format.h"

namespace pagekin::table {
namespace {

// Of all columns of a row group. A few bytes may stand for any number of equal values.
constexpr std::int64_t kMostEntries = std::int64_t{1} << 24;
constexpr std::int64_t kMostPageBytes = std::int64_t{1} << 30;
constexpr std::size_t kTailBytes = 8;  // the size of the footer, and the magic bytes

// The number of a field that must be there and be from 0 to `largest`.
std::int64_t bounded(const ThriftValue& from, int field, std::int64_t largest,
                     std::string_view what) {
  const ThriftValue* const found = from.find(field);
  if (found == nullptr) throw Error("its metadata lacks the " + std::string(what));
  if (found->number < 0 || found->number > largest) {
    throw Error("its metadata has an impossible " + std::string(what) + ", " +
                std::to_string(found->number));
  }
  return found->number;
}

const ThriftValue& part(const ThriftValue& from, int field, std::string_view what) {
  const ThriftValue* const found = from.find(field);
  if (found == nullptr) throw Error("its metadata lacks the " + std::string(what));
  return *found;
}

std::string name_of_codec(std::int64_t codec) {
  constexpr std::array<std::string_view, 8> names = {"nothing", "snappy", "gzip", "LZO",
                                                     "brotli",  "LZ4",    "zstd", "LZ4 (raw)"};
  return codec >= 0 && codec < std::ssize(names)
             ? std::string(names[static_cast<std::size_t>(codec)])
             : "an unknown method, " + std::to_string(codec);
}

std::string decompressed(std::string_view bytes, std::int64_t codec, std::size_t size) {
  if (codec == parquet::kUncompressed) {
    if (bytes.size() != size) throw Error("a page is not as long as its head says");
    return std::string(bytes);
  }
  if (codec != parquet::kZstd && codec != parquet::kGzip) {
    throw Error("its pages are compressed by " + name_of_codec(codec) +
                "; expected zstd, gzip or none: write it again with one of these");
  }
  std::string out;
  const codec::Status status = codec::decode_all(
      codec == parquet::kZstd ? codec::Format::kZstd : codec::Format::kGzip, bytes, size, out);
  if (status != codec::Status::kDone || out.size() != size) {
    throw Error("a page cannot be decompressed");
  }
  return out;
}

// One column of one row group.
struct ChunkValues {
  std::vector<std::uint32_t> definitions;  // by entry
  std::vector<std::uint32_t> repetitions;  // by entry, of lists
  std::vector<Cell> values;                // of entries that have one
  std::deque<std::string> pages;           // what the cells have views of
};

// Plain values, taken one after the other.
class PlainValues {
 public:
  PlainValues(std::string_view bytes, std::int32_t type) : reader_(bytes), type_(type) {}

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
  std::int32_t type_;
  unsigned bits_ = 0;
  unsigned bit_ = 0;
};

class ChunkReader {
 public:
  ChunkReader(std::string_view file, const ThriftValue& metadata, std::int32_t type,
              std::uint32_t highest, bool is_list)
      : type_(type), highest_(highest), is_list_(is_list) {
    using namespace parquet;
    codec_ = bounded(metadata, column_metadata::kCodec, INT32_MAX, "compression");
    entries_ = bounded(metadata, column_metadata::kValues, INT32_MAX, "number of values");
    if (metadata.number_or(column_metadata::kType, -1) != type) {
      throw Error("a column changes its type");
    }
    const auto size = static_cast<std::int64_t>(file.size());
    std::int64_t begin = bounded(metadata, column_metadata::kDataPage, size, "place of a page");
    const std::int64_t dictionary = metadata.number_or(column_metadata::kDictionaryPage, 0);
    if (dictionary > 0 && dictionary < begin) begin = dictionary;
    const std::int64_t bytes =
        bounded(metadata, column_metadata::kCompressedBytes, size - begin, "size of a column");
    bytes_ = file.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(bytes));
  }

  std::int64_t entries() const { return entries_; }

  ChunkValues read() {
    ByteReader reader(bytes_);
    while (static_cast<std::int64_t>(found_.definitions.size()) < entries_) read_page(reader);
    return std::move(found_);
  }

 private:
  void read_page(ByteReader& reader) {
    using namespace parquet;
    const ThriftValue head = read_thrift_struct(reader);
    const std::int64_t type = bounded(head, page::kType, INT32_MAX, "kind of a page");
    const auto size =
        static_cast<std::size_t>(bounded(head, page::kBytes, kMostPageBytes, "size of a page"));
    const std::string_view bytes = reader.bytes(static_cast<std::size_t>(
        bounded(head, page::kCompressedBytes, kMostPageBytes, "size of a page")));
    if (type == kDataPageV2) {
      throw Error("its data pages are of version 2; expected version 1: write it again with that");
    }
    if (type != kDataPage && type != kDictionaryPage) return;  // an index page
    const std::string& page = found_.pages.emplace_back(decompressed(bytes, codec_, size));
    if (type == kDictionaryPage) {
      read_dictionary(part(head, page::kDictionaryHeader, "head of a dictionary"), page);
    } else {
      read_values(part(head, page::kDataHeader, "head of a page"), page);
    }
  }

  void read_dictionary(const ThriftValue& head, std::string_view page) {
    const std::int64_t count =
        bounded(head, parquet::dictionary_page::kValues, kMostEntries, "number of values");
    PlainValues values(page, type_);
    dictionary_.clear();
    for (std::int64_t i = 0; i < count; ++i) dictionary_.push_back(values.next());
  }

  // Takes the levels from the front of a page.
  std::vector<std::uint32_t> levels(ByteReader& page, std::uint32_t largest, std::size_t count,
                                    std::int64_t encoding) {
    if (encoding != parquet::kRle) throw Error("levels are not written as runs");
    std::vector<std::uint32_t> found =
        read_hybrid_runs(page.bytes(page.number<std::uint32_t>()), bits_for(largest), count);
    if (std::ranges::any_of(found, [&](std::uint32_t level) { return level > largest; })) {
      throw Error("a level is too high");
    }
    return found;
  }

  void read_values(const ThriftValue& head, std::string_view page) {
    using namespace parquet;
    const auto count = static_cast<std::size_t>(
        bounded(head, data_page::kValues, kMostEntries, "number of values"));
    if (count == 0) throw Error("a page has no values");
    if (static_cast<std::int64_t>(count + found_.definitions.size()) > entries_) {
      throw Error("a column has more values than it says");
    }
    ByteReader rest(page);
    std::vector<std::uint32_t> repetitions;
    if (is_list_) {
      repetitions = levels(rest, 1, count, head.number_or(data_page::kRepetitionEncoding, -1));
    }
    std::vector<std::uint32_t> definitions(count, highest_);
    if (highest_ > 0) {
      definitions =
          levels(rest, highest_, count, head.number_or(data_page::kDefinitionEncoding, -1));
    }
    const auto values = static_cast<std::size_t>(std::ranges::count(definitions, highest_));
    const std::int64_t encoding = head.number_or(data_page::kEncoding, -1);
    const std::string_view bytes = rest.bytes(rest.left());
    if (encoding == kPlain) {
      PlainValues plain(bytes, type_);
      for (std::size_t i = 0; i < values; ++i) found_.values.push_back(plain.next());
    } else if (encoding == kRleDictionary || encoding == kPlainDictionary) {
      read_positions(bytes, values);
    } else {
      throw Error("its values have the encoding " + std::to_string(encoding) +
                  "; expected plain values or a dictionary");
    }
    found_.definitions.insert(found_.definitions.end(), definitions.begin(), definitions.end());
    found_.repetitions.insert(found_.repetitions.end(), repetitions.begin(), repetitions.end());
  }

  void read_positions(std::string_view bytes, std::size_t values) {
    if (values == 0) return;
    if (bytes.empty()) throw Error("a page ends too early");
    for (const std::uint32_t position :
         read_hybrid_runs(bytes.substr(1), static_cast<unsigned char>(bytes[0]), values)) {
      if (position >= dictionary_.size()) throw Error("a value is not in the dictionary");
      found_.values.push_back(dictionary_[position]);
    }
  }

  std::int32_t type_;
  std::uint32_t highest_;
  bool is_list_;
  std::int64_t codec_ = 0;
  std::int64_t entries_ = 0;
  std::string_view bytes_;
  std::vector<Cell> dictionary_;
  ChunkValues found_;
};

// Hands out the values of a column row by row.
class RowsOfChunk {
 public:
  RowsOfChunk(ChunkValues&& chunk, std::uint32_t highest, bool is_list, bool may_be_null)
      : chunk_(std::move(chunk)), highest_(highest), is_list_(is_list), may_be_null_(may_be_null) {}

  bool at_end() const { return entry_ == chunk_.definitions.size(); }

  Cell next() {
    if (at_end()) throw Error("a column has fewer rows than the others");
    if (!is_list_) {
      return chunk_.definitions[entry_++] == highest_ ? chunk_.values[value_++] : Cell();
    }
    const std::uint32_t first = chunk_.definitions[entry_];
    const std::uint32_t empty_list = may_be_null_ ? 1 : 0;
    if (first <= empty_list) {
      ++entry_;
      return may_be_null_ && first == 0 ? Cell() : Cell(std::span<const std::string_view>());
    }
    texts_.clear();
    do {
      const bool is_there = chunk_.definitions[entry_++] == highest_;
      texts_.push_back(is_there ? std::get<std::string_view>(chunk_.values[value_++].value())
                                : std::string_view());
    } while (!at_end() && chunk_.repetitions[entry_] != 0);
    return Cell(texts_);
  }

 private:
  ChunkValues chunk_;
  std::uint32_t highest_;
  bool is_list_;
  bool may_be_null_;
  std::size_t entry_ = 0;
  std::size_t value_ = 0;
  std::vector<std::string_view> texts_;  // of the current row
};

// The elements of the schema in preorder.
class Schema {
 public:
  explicit Schema(const std::vector<ThriftValue>& elements) : elements_(&elements) {}

  const ThriftValue& next() {
    if (at_ == elements_->size()) throw Error("its schema ends too early");
    return (*elements_)[at_++];
  }
  bool at_end() const { return at_ == elements_->size(); }

 private:
  const std::vector<ThriftValue>* elements_;
  std::size_t at_ = 0;
};

ColumnType column_type(std::int64_t type, const std::string& name) {
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
      return ColumnType::kText;
    default:
      throw Error("column '" + printable(name) + "' has a type that is not supported");
  }
}

}  // namespace

ParquetReader::ParquetReader(std::string_view file, std::string name)
    : file_(file), name_(std::move(name)) {
  try {
    if (!file.starts_with(parquet::kMagic) || file.size() < parquet::kMagic.size() + kTailBytes ||
        !file.ends_with(parquet::kMagic)) {
      throw Error("it does not begin and end with PAR1");
    }
    ByteReader tail(file.substr(file.size() - kTailBytes));
    const auto size = tail.number<std::uint32_t>();
    const std::size_t end = file.size() - kTailBytes;
    if (size > end - parquet::kMagic.size()) throw Error("its metadata is longer than the file");
    ByteReader footer(file.substr(end - size, size));
    metadata_ = read_thrift_struct(footer);
    row_count_ = static_cast<std::uint64_t>(
        bounded(metadata_, parquet::file::kRows, INT64_MAX, "number of rows"));
    read_schema(metadata_);
  } catch (const Error& error) {
    throw InputError(printable(name_) + " cannot be read as a Parquet file: " + error.what(), {},
                     name_);
  }
}

void ParquetReader::read_schema(const ThriftValue& file) {
  using namespace parquet;
  Schema elements(part(file, file::kSchema, "schema").items);
  const std::int64_t count =
      bounded(elements.next(), schema::kChildren, INT32_MAX, "number of columns");
  for (std::int64_t i = 0; i < count; ++i) {
    const ThriftValue& top = elements.next();
    const std::string name(part(top, schema::kName, "name of a column").text);
    Leaf leaf;
    leaf.may_be_null = top.number_or(schema::kRepetition, kRequired) == kOptional;
    leaf.highest = leaf.may_be_null ? 1 : 0;
    const ThriftValue* last = &top;
    if (top.number_or(schema::kChildren, 0) > 0) {
      const ThriftValue& repeated = elements.next();
      last = &elements.next();
      const bool is_list = top.number_or(schema::kChildren, 0) == 1 &&
                           repeated.number_or(schema::kRepetition, -1) == kRepeated &&
                           repeated.number_or(schema::kChildren, 0) == 1 &&
                           last->number_or(schema::kChildren, 0) == 0 &&
                           last->number_or(schema::kType, -1) == kByteArray;
      if (!is_list) {
        throw Error("column '" + printable(name) + "' is nested, but no list of texts");
      }
      leaf.is_list = true;
      leaf.highest += last->number_or(schema::kRepetition, kRequired) == kOptional ? 2 : 1;
    } else if (top.number_or(schema::kRepetition, kRequired) == kRepeated) {
      throw Error("column '" + printable(name) + "' is repeated, but no list of texts");
    }
    leaf.type = static_cast<std::int32_t>(last->number_or(schema::kType, -1));
    const ColumnType type = column_type(leaf.type, name);
    columns_.emplace_back(name, leaf.is_list ? ColumnType::kTexts : type);
    leaves_.push_back(leaf);
  }
  if (!elements.at_end()) throw Error("its schema has more elements than columns");
}

void ParquetReader::read(const std::function<void(std::span<const Cell>)>& use) const {
  for (std::size_t i = 0; i < group_count(); ++i) read_group(i, use);
}

std::size_t ParquetReader::group_count() const {
  const ThriftValue* const groups = metadata_.find(parquet::file::kRowGroups);
  return groups == nullptr ? 0 : groups->items.size();
}

void ParquetReader::read_group(std::size_t number,
                               const std::function<void(std::span<const Cell>)>& use) const {
  read_group(metadata_.find(parquet::file::kRowGroups)->items.at(number), use);
}

void ParquetReader::read_group(const ThriftValue& group,
                               const std::function<void(std::span<const Cell>)>& use) const {
  using namespace parquet;
  std::vector<RowsOfChunk> chunks;
  std::int64_t rows = 0;
  const auto fail = [&](const Error& error) {
    throw InputError(printable(name_) + " cannot be read as a Parquet file: " + error.what(), {},
                     name_);
  };
  try {
    rows =
        bounded(group, row_group::kRows, static_cast<std::int64_t>(row_count_), "number of rows");
    const std::vector<ThriftValue>& columns = part(group, row_group::kColumns, "columns").items;
    if (columns.size() != columns_.size()) throw Error("a row group lacks columns");
    chunks.reserve(columns.size());
    std::int64_t entries = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Leaf& leaf = leaves_[i];
      ChunkReader reader(file_, part(columns[i], column_chunk::kMetadata, "place of a column"),
                         leaf.type, leaf.highest, leaf.is_list);
      entries += reader.entries();
      if (entries > kMostEntries) {
        throw Error("a row group has more than " + with_commas(kMostEntries) +
                    " values; write it again with smaller row groups");
      }
      chunks.emplace_back(reader.read(), leaf.highest, leaf.is_list, leaf.may_be_null);
    }
  } catch (const Error& error) {
    fail(error);
  }
  if (chunks.empty()) return;
  std::vector<Cell> cells(chunks.size());
  for (std::int64_t row = 0; row < rows; ++row) {
    try {
      for (std::size_t i = 0; i < chunks.size(); ++i) cells[i] = chunks[i].next();
    } catch (const Error& error) {
      fail(error);
    }
    use(cells);
  }
}

}  // namespace pagekin::table
