// Tables as Parquet files.
//
// Every column may lack values. Texts are UTF-8; a list of texts has the three levels that the
// format asks for (NAME, list, element). A row group has up to 100,000 rows, a data page up to
// 20,000. Texts that recur are kept once for each row group, in a dictionary. Pages are
// compressed by zstd. The same rows give the same bytes with the same version of libzstd.
//
// Source: Apache Parquet, file format, version 1 data pages.
// Cost: linear; memory of one row group, at most about 100,000 rows or 32 MB of texts.
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "pagekin/codec/codec.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/table/hybrid_runs.h"
#include "pagekin/table/parquet_format.h"
#include "pagekin/table/row_writer.h"
#include "pagekin/table/thrift_compact.h"
#include "pagekin/version.h"

namespace pagekin::table {
namespace {

constexpr std::size_t kRowsPerGroup = 100'000;
constexpr std::size_t kTextBytesPerGroup = std::size_t{32} << 20;
constexpr std::size_t kRowsPerPage = 20'000;

void append_text(std::string_view text, std::string& out) {
  const auto size = static_cast<std::uint32_t>(text.size());
  out += bytes_of(size);
  out += text;
}

parquet::Type type_in_file(ColumnType type) {
  switch (type) {
    case ColumnType::kInteger:
      return parquet::kInt64;
    case ColumnType::kNumber:
      return parquet::kDouble;
    case ColumnType::kBoolean:
      return parquet::kBoolean;
    case ColumnType::kDate:
      return parquet::kInt32;
    case ColumnType::kText:
    case ColumnType::kTexts:
      break;
  }
  return parquet::kByteArray;
}

// Where a column of a row group is in the file.
struct Chunk {
  std::int64_t dictionary_page = 0;  // offset; 0: there is none
  std::int64_t data_page = 0;        // of the first one
  std::int64_t bytes = 0;            // with the heads of the pages
  std::int64_t compressed_bytes = 0;
  std::int64_t values = 0;  // with those that are missing
};

struct Group {
  std::int64_t rows = 0;
  std::vector<Chunk> chunks;  // by column
};

// The values of one column in the current row group.
//
// An entry is a value, or one that is missing. Its definition level says how much of it there is:
// 0 nothing, then for a list 1 an empty list, and the highest level a value. Its repetition level
// is 1 for the second and later texts of a list.
class ColumnValues {
 public:
  explicit ColumnValues(ColumnType type) : type_(type) {}
  ColumnValues(ColumnValues&&) = default;
  ColumnValues(const ColumnValues&) = delete;  // it has views of its own texts

  void add(const Cell::Value& value) {
    entry_of_row_.push_back(definitions_.size());
    if (std::holds_alternative<std::monostate>(value)) return add_entry(0);
    switch (type_) {
      case ColumnType::kText:
        add_entry(1);
        add_text(std::get<std::string_view>(value));
        return;
      case ColumnType::kInteger:
      case ColumnType::kDate:
        add_entry(1);
        numbers_.push_back(static_cast<std::uint64_t>(std::get<std::int64_t>(value)));
        return;
      case ColumnType::kNumber:
        add_entry(1);
        numbers_.push_back(std::bit_cast<std::uint64_t>(std::get<double>(value)));
        return;
      case ColumnType::kBoolean:
        add_entry(1);
        numbers_.push_back(std::get<bool>(value) ? 1 : 0);
        return;
      case ColumnType::kTexts: {
        const auto& texts = std::get<Cell::Texts>(value).all;
        if (texts.empty()) return add_entry(1);
        for (std::size_t i = 0; i < texts.size(); ++i) {
          add_entry(2, i == 0 ? 0 : 1);
          add_text(texts[i]);
        }
        return;
      }
    }
  }

  std::size_t rows() const { return entry_of_row_.size(); }
  std::size_t text_bytes() const { return text_bytes_; }
  std::size_t entries() const { return definitions_.size(); }

  bool is_text() const { return type_ == ColumnType::kText || type_ == ColumnType::kTexts; }

  // Whether texts recur so often that a dictionary pays.
  bool has_dictionary() const {
    return !dictionary_.empty() && 2 * dictionary_.size() <= positions_.size();
  }
  std::size_t dictionary_size() const { return dictionary_.size(); }
  std::string dictionary_page() const {
    std::string page;
    for (const std::string& text : dictionary_) append_text(text, page);
    return page;
  }

  struct DataPage {
    std::string bytes;
    std::size_t entries = 0;
  };
  DataPage data_page(std::size_t first_row, std::size_t last_row) const {
    const std::size_t begin = entry_of_row_[first_row];
    const std::size_t end = last_row < rows() ? entry_of_row_[last_row] : entries();
    DataPage page{.bytes = {}, .entries = end - begin};
    if (type_ == ColumnType::kTexts) append_levels(repetitions_, begin, end, 1, page.bytes);
    append_levels(definitions_, begin, end, highest(), page.bytes);
    const std::span values_before = std::span(definitions_).first(begin);
    const std::span values_here = std::span(definitions_).subspan(begin, end - begin);
    const auto first = static_cast<std::size_t>(std::ranges::count(values_before, highest()));
    append_values(first, static_cast<std::size_t>(std::ranges::count(values_here, highest())),
                  page.bytes);
    return page;
  }

 private:
  std::uint32_t highest() const { return type_ == ColumnType::kTexts ? 2 : 1; }

  void add_entry(std::uint32_t definition, std::uint32_t repetition = 0) {
    definitions_.push_back(definition);
    if (type_ == ColumnType::kTexts) repetitions_.push_back(repetition);
  }

  void add_text(std::string_view text) {
    const auto known = position_of_.find(text);
    if (known != position_of_.end()) {
      positions_.push_back(known->second);
      return;
    }
    std::string valid = to_valid_utf8(text);
    // Ill-formed texts may become equal to others; they only take room twice then.
    const auto position = static_cast<std::uint32_t>(dictionary_.size());
    text_bytes_ += valid.size();
    dictionary_.push_back(std::move(valid));
    if (dictionary_.back() == text) position_of_.emplace(dictionary_.back(), position);
    positions_.push_back(position);
  }

  static void append_levels(const std::vector<std::uint32_t>& levels, std::size_t begin,
                            std::size_t end, std::uint32_t largest, std::string& out) {
    std::string runs;
    append_hybrid_runs(std::span(levels).subspan(begin, end - begin), bits_for(largest), runs);
    append_text(runs, out);  // levels have their length in front, as texts do
  }

  void append_values(std::size_t first, std::size_t count, std::string& out) const {
    if (has_dictionary()) {
      const int bits = bits_for(static_cast<std::uint32_t>(dictionary_.size() - 1));
      out += static_cast<char>(bits);
      append_hybrid_runs(std::span(positions_).subspan(first, count), bits, out);
    } else if (is_text()) {
      for (std::size_t i = first; i < first + count; ++i)
        append_text(dictionary_[positions_[i]], out);
    } else if (type_ == ColumnType::kBoolean) {
      for (std::size_t i = 0; i < count; ++i) {
        if (i % 8 == 0) out += '\0';
        out.back() =
            static_cast<char>(out.back() | static_cast<char>(numbers_[first + i] << i % 8));
      }
    } else if (type_ == ColumnType::kDate) {
      for (std::size_t i = first; i < first + count; ++i) {
        const auto days = static_cast<std::uint32_t>(numbers_[i]);
        out += bytes_of(days);
      }
    } else {
      for (std::size_t i = first; i < first + count; ++i) out += bytes_of(numbers_[i]);
    }
  }

  ColumnType type_;
  std::vector<std::size_t> entry_of_row_;  // the first one
  std::vector<std::uint32_t> definitions_;
  std::vector<std::uint32_t> repetitions_;  // of lists
  std::vector<std::uint64_t> numbers_;      // the bits of values that are not texts
  std::vector<std::uint32_t> positions_;    // of values that are texts, in the dictionary
  std::deque<std::string> dictionary_;      // its texts do not move
  std::unordered_map<std::string_view, std::uint32_t, KeyedHash> position_of_;
  std::size_t text_bytes_ = 0;
};

class ParquetRows final : public RowWriter {
 public:
  ParquetRows(std::span<const Column> columns, Sink sink)
      : columns_(columns.begin(), columns.end()), sink_(std::move(sink)) {
    write(parquet::kMagic);
    clear();
  }

  void row(std::span<const Cell> cells) override {
    assert(cells.size() == columns_.size());
    std::size_t text_bytes = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      values_[i].add(cells[i].value());
      text_bytes += values_[i].text_bytes();
    }
    ++rows_;
    if (rows_ == kRowsPerGroup || text_bytes >= kTextBytesPerGroup) end_group();
  }

  void finish() override {
    if (rows_ > 0) end_group();
    std::string footer;
    write_metadata(footer);
    write(footer);
    const auto size = static_cast<std::uint32_t>(footer.size());
    write(bytes_of(size));
    write(parquet::kMagic);
  }

 private:
  void write(std::string_view bytes) {
    sink_(bytes);
    offset_ += static_cast<std::int64_t>(bytes.size());
  }

  void clear() {
    rows_ = 0;
    values_.clear();
    for (const Column& column : columns_) values_.emplace_back(column.type);
  }

  void end_group() {
    Group& group = groups_.emplace_back();
    group.rows = static_cast<std::int64_t>(rows_);
    for (const ColumnValues& column : values_) group.chunks.push_back(write_chunk(column));
    clear();
  }

  Chunk write_chunk(const ColumnValues& column) {
    Chunk chunk{.values = static_cast<std::int64_t>(column.entries())};
    if (column.has_dictionary()) {
      chunk.dictionary_page = offset_;
      write_page({parquet::kDictionaryPage, parquet::kPlain, column.dictionary_size()},
                 column.dictionary_page(), chunk);
    }
    chunk.data_page = offset_;
    for (std::size_t row = 0; row < rows_; row += kRowsPerPage) {
      const ColumnValues::DataPage page =
          column.data_page(row, std::min(row + kRowsPerPage, rows_));
      write_page(
          {parquet::kDataPage, column.has_dictionary() ? parquet::kRleDictionary : parquet::kPlain,
           page.entries},
          page.bytes, chunk);
    }
    return chunk;
  }

  struct PageKind {
    parquet::PageType type{};
    parquet::Encoding encoding{};
    std::size_t values = 0;
  };
  void write_page(const PageKind& kind, const std::string& bytes, Chunk& chunk) {
    const std::string compressed = codec::zstd_frame(bytes);
    std::string text;
    ThriftWriter head(text);
    head.i32(parquet::page::kType, kind.type);
    head.i32(parquet::page::kBytes, static_cast<std::int32_t>(bytes.size()));
    head.i32(parquet::page::kCompressedBytes, static_cast<std::int32_t>(compressed.size()));
    const auto values = static_cast<std::int32_t>(kind.values);
    if (kind.type == parquet::kDictionaryPage) {
      head.begin_struct(parquet::page::kDictionaryHeader);
      head.i32(parquet::dictionary_page::kValues, values);
      head.i32(parquet::dictionary_page::kEncoding, kind.encoding);
    } else {
      head.begin_struct(parquet::page::kDataHeader);
      head.i32(parquet::data_page::kValues, values);
      head.i32(parquet::data_page::kEncoding, kind.encoding);
      head.i32(parquet::data_page::kDefinitionEncoding, parquet::kRle);
      head.i32(parquet::data_page::kRepetitionEncoding, parquet::kRle);
    }
    head.end_struct();
    head.finish();
    write(text);
    write(compressed);
    chunk.bytes += static_cast<std::int64_t>(text.size() + bytes.size());
    chunk.compressed_bytes += static_cast<std::int64_t>(text.size() + compressed.size());
  }

  // ---- The footer.

  void write_metadata(std::string& out) const {
    ThriftWriter file(out);
    std::int64_t rows = 0;
    for (const Group& group : groups_) rows += group.rows;
    file.i32(parquet::file::kVersion, 1);
    write_schema(file);
    file.i64(parquet::file::kRows, rows);
    file.list(parquet::file::kRowGroups, ThriftType::kStruct, groups_.size());
    for (std::size_t i = 0; i < groups_.size(); ++i) write_group(file, groups_[i], i);
    file.text(parquet::file::kCreatedBy, std::string("pagekin version ") + kVersion);
    file.list(parquet::file::kColumnOrders, ThriftType::kStruct, columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      file.begin_element();
      file.begin_struct(parquet::column_order::kTypeOrder);
      file.end_struct();
      file.end_struct();
    }
    file.finish();
  }

  // The elements of the tree in preorder; each says how many children it has.
  void write_schema(ThriftWriter& file) const {
    std::size_t elements = 1;
    for (const Column& column : columns_) elements += column.type == ColumnType::kTexts ? 3 : 1;
    file.list(parquet::file::kSchema, ThriftType::kStruct, elements);
    file.begin_element();
    file.text(parquet::schema::kName, "schema");
    file.i32(parquet::schema::kChildren, static_cast<std::int32_t>(columns_.size()));
    file.end_struct();
    for (const Column& column : columns_) {
      if (column.type != ColumnType::kTexts) {
        write_leaf(file, column.name, column.type, parquet::kOptional);
        continue;
      }
      file.begin_element();
      file.i32(parquet::schema::kRepetition, parquet::kOptional);
      file.text(parquet::schema::kName, column.name);
      file.i32(parquet::schema::kChildren, 1);
      file.i32(parquet::schema::kConvertedType, parquet::kConvertedList);
      write_logical_type(file, parquet::logical_type::kList);
      file.end_struct();
      file.begin_element();
      file.i32(parquet::schema::kRepetition, parquet::kRepeated);
      file.text(parquet::schema::kName, "list");
      file.i32(parquet::schema::kChildren, 1);
      file.end_struct();
      write_leaf(file, "element", ColumnType::kText, parquet::kRequired);
    }
  }

  static void write_leaf(ThriftWriter& file, std::string_view name, ColumnType type,
                         parquet::Repetition repetition) {
    file.begin_element();
    file.i32(parquet::schema::kType, type_in_file(type));
    file.i32(parquet::schema::kRepetition, repetition);
    file.text(parquet::schema::kName, name);
    if (type == ColumnType::kText) {
      file.i32(parquet::schema::kConvertedType, parquet::kUtf8);
      write_logical_type(file, parquet::logical_type::kString);
    } else if (type == ColumnType::kDate) {
      file.i32(parquet::schema::kConvertedType, parquet::kConvertedDate);
      write_logical_type(file, parquet::logical_type::kDate);
    }
    file.end_struct();
  }

  static void write_logical_type(ThriftWriter& file, int type) {
    file.begin_struct(parquet::schema::kLogicalType);
    file.begin_struct(type);
    file.end_struct();
    file.end_struct();
  }

  void write_group(ThriftWriter& file, const Group& group, std::size_t number) const {
    std::int64_t bytes = 0;
    std::int64_t compressed_bytes = 0;
    for (const Chunk& chunk : group.chunks) {
      bytes += chunk.bytes;
      compressed_bytes += chunk.compressed_bytes;
    }
    file.begin_element();
    file.list(parquet::row_group::kColumns, ThriftType::kStruct, columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      write_column(file, columns_[i], group.chunks[i]);
    }
    file.i64(parquet::row_group::kTotalBytes, bytes);
    file.i64(parquet::row_group::kRows, group.rows);
    if (!group.chunks.empty()) {
      file.i64(parquet::row_group::kFileOffset, first_page(group.chunks.front()));
    }
    file.i64(parquet::row_group::kCompressedBytes, compressed_bytes);
    if (number <= INT16_MAX) {
      file.i16(parquet::row_group::kOrdinal, static_cast<std::int16_t>(number));
    }
    file.end_struct();
  }

  static std::int64_t first_page(const Chunk& chunk) {
    return chunk.dictionary_page != 0 ? chunk.dictionary_page : chunk.data_page;
  }

  static void write_column(ThriftWriter& file, const Column& column, const Chunk& chunk) {
    file.begin_element();
    file.i64(parquet::column_chunk::kFileOffset, first_page(chunk));
    file.begin_struct(parquet::column_chunk::kMetadata);
    file.i32(parquet::column_metadata::kType, type_in_file(column.type));
    const bool has_dictionary = chunk.dictionary_page != 0;
    file.list(parquet::column_metadata::kEncodings, ThriftType::kI32, has_dictionary ? 3 : 2);
    file.i32_element(parquet::kPlain);
    file.i32_element(parquet::kRle);
    if (has_dictionary) file.i32_element(parquet::kRleDictionary);
    const bool is_list = column.type == ColumnType::kTexts;
    file.list(parquet::column_metadata::kPath, ThriftType::kBinary, is_list ? 3 : 1);
    file.text_element(column.name);
    if (is_list) {
      file.text_element("list");
      file.text_element("element");
    }
    file.i32(parquet::column_metadata::kCodec, parquet::kZstd);
    file.i64(parquet::column_metadata::kValues, chunk.values);
    file.i64(parquet::column_metadata::kBytes, chunk.bytes);
    file.i64(parquet::column_metadata::kCompressedBytes, chunk.compressed_bytes);
    file.i64(parquet::column_metadata::kDataPage, chunk.data_page);
    if (has_dictionary) {
      file.i64(parquet::column_metadata::kDictionaryPage, chunk.dictionary_page);
    }
    file.end_struct();
    file.end_struct();
  }

  std::vector<Column> columns_;
  Sink sink_;
  std::int64_t offset_ = 0;
  std::size_t rows_ = 0;  // of the current row group
  std::vector<ColumnValues> values_;
  std::vector<Group> groups_;
};

}  // namespace

std::unique_ptr<RowWriter> make_parquet_rows(std::span<const Column> columns, Sink sink) {
  return std::make_unique<ParquetRows>(columns, std::move(sink));
}

}  // namespace pagekin::table
