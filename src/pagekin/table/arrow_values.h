// The values of a column of an Arrow record batch, and where its buffers are.
//
// Source: Apache Arrow, "Columnar format", "Physical memory layout" and "Recordbatch message".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pagekin/table/cell.h"
#include "pagekin/table/flat_table.h"

namespace pagekin::table {

namespace arrow {
enum MessageField { kHeaderType = 1, kHeader, kBodyBytes };
enum HeaderType { kSchema = 1, kDictionaryBatch, kRecordBatch };
enum SchemaField { kEndianness = 0, kFields };
enum FooterField { kFooterBatches = 3 };
enum FieldField { kName = 0, kTypeType = 2, kType, kDictionary, kChildren };
enum BatchField { kRows = 0, kNodes, kBuffers, kCompression, kVariadic };
enum Type {
  kNull = 1,
  kInt = 2,
  kBinary = 4,
  kUtf8 = 5,
  kList = 12,
  kStruct = 13,
  kUnion = 14,
  kFixedSizeList = 16,
  kMap = 17,
  kLargeBinary = 19,
  kLargeUtf8 = 20,
  kLargeList = 21,
  kRunEnds = 22,
  kBinaryView = 23,
  kUtf8View = 24,
  kListView = 25,
  kLargeListView = 26,
};
}  // namespace arrow

// What a column takes of the lists of a record batch.
struct ArrowShape {
  std::size_t nodes = 0;
  std::size_t buffers = 0;
  std::size_t variadic = 0;  // columns whose further buffers are counted elsewhere
  bool has_dictionary = false;
};

// Adds what a field of the schema takes. Throws InputError for one that is nested too deeply.
void add_shape(const FlatTable& field, ArrowShape& shape, int depth = 0);

// A wanted column, and what the columns before it take.
struct ArrowColumn {
  int type = 0;
  int bits = 64;  // of whole numbers
  bool is_signed = true;
  ArrowShape before;
};

// The rows of a wanted column in the current batch.
class ArrowValues {
 public:
  ArrowColumn column;
  std::string validity;           // empty: all values are there
  std::string data;               // numbers, or the bytes of texts
  std::string offsets;            // or views
  std::vector<std::string> more;  // buffers of views

  // The value of a row. Throws InputError for damage.
  Cell at(std::size_t row) const;

 private:
  template <class Offset>
  Cell text(std::size_t row) const;
  Cell view(std::size_t row) const;
  Cell number(std::size_t row) const;
};

}  // namespace pagekin::table
