// Chosen columns of a Parquet file; see column_cells.h and parquet_chunk.h.
//
// Source: Apache Parquet, file format.
// Cost: linear in the wanted columns. Nothing in the file is trusted.
// Limits: 64 MB of metadata; a million rows, or eight for each byte of the file.

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <utility>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/table/column_cells.h"
#include "pagekin/table/parquet_chunk.h"
#include "pagekin/table/parquet_format.h"

namespace pagekin::table {
namespace {

constexpr std::uint64_t kMostFooterBytes = std::uint64_t{64} << 20;
constexpr std::size_t kFooterTail = 8;

bool says_text(const ThriftValue& element) {
  const ThriftValue* const logical = element.find(parquet::schema::kLogicalType);
  return element.number_or(parquet::schema::kConvertedType, -1) == parquet::kUtf8 ||
         (logical != nullptr && logical->find(parquet::logical_type::kString) != nullptr);
}

// A column that is one element, or a list of texts: a group of a repeated group of texts. Of any
// other column it gives one without a type.
ParquetLeaf leaf_of(std::span<const ThriftValue> elements) {
  using namespace parquet;
  const ThriftValue& top = elements.front();
  const auto repetition = [](const ThriftValue& element) {
    return element.number_or(schema::kRepetition, kRequired);
  };
  const auto children = [](const ThriftValue& element) {
    return element.number_or(schema::kChildren, 0);
  };
  ParquetLeaf leaf{.may_be_null = repetition(top) == kOptional, .is_text = says_text(top)};
  leaf.highest = leaf.may_be_null ? 1 : 0;
  if (repetition(top) == kRepeated) return leaf;
  if (children(top) == 0) {
    leaf.type = top.number_or(schema::kType, -1);
  } else if (elements.size() > 2 && children(top) == 1 && children(elements[1]) == 1 &&
             repetition(elements[1]) == kRepeated && children(elements[2]) == 0 &&
             repetition(elements[2]) != kRepeated &&
             elements[2].number_or(schema::kType, -1) == kByteArray) {
    leaf.type = kByteArray;
    leaf.is_list = true;
    leaf.highest += repetition(elements[2]) == kOptional ? 2 : 1;
  }
  return leaf;
}

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
  std::optional<ColumnType> type(std::size_t wanted) const override {
    return has(wanted) ? leaves_[wanted]->column_type() : std::nullopt;
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
      const auto wanted = std::ranges::find(wanted_, names_.back());
      if (wanted != wanted_.end()) {
        ParquetLeaf& leaf = leaves_[static_cast<std::size_t>(wanted - wanted_.begin())].emplace();
        leaf = leaf_of(std::span(schema->items).subspan(at));
        leaf.chunk = chunk;
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
    for (const std::optional<ParquetLeaf>& leaf : leaves_) {
      std::optional<ParquetChunk>& cursor = cursors_.emplace_back();
      if (!leaf || !leaf->column_type()) continue;
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
  std::vector<std::optional<ParquetLeaf>> leaves_;  // by wanted column
  std::string footer_;
  ThriftValue metadata_;
  std::vector<std::string> names_;
  std::size_t group_count_ = 0;
  std::size_t group_ = 0;
  bool has_columns_ = false;  // of the wanted ones
  std::uint64_t rows_left_ = 0;
  std::uint64_t rows_of_groups_ = 0;
  std::deque<std::optional<ParquetChunk>> cursors_;  // by wanted column, of the current row group
};

}  // namespace

bool is_parquet(std::string_view start) { return start.starts_with(parquet::kMagic); }

std::unique_ptr<ColumnCells> open_parquet_columns(ByteSource& file,
                                                  std::vector<std::string> wanted) {
  return std::make_unique<ParquetColumns>(file, std::move(wanted));
}

}  // namespace pagekin::table
