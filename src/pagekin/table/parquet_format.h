// The numbers that the Parquet format gives to its types, encodings and fields, as far as we use
// them.
//
// Source: Apache Parquet, parquet.thrift of the format, version 2.
#pragma once

#include <cstdint>
#include <string_view>

namespace pagekin::table::parquet {

constexpr std::string_view kMagic = "PAR1";  // the first and the last bytes of a file

enum Type : std::int32_t {
  kBoolean = 0,
  kInt32 = 1,
  kInt64 = 2,
  kFloat = 4,
  kDouble = 5,
  kByteArray = 6,
};
enum Repetition : std::int32_t { kRequired = 0, kOptional = 1, kRepeated = 2 };
enum ConvertedType : std::int32_t { kUtf8 = 0, kConvertedList = 3, kConvertedDate = 6 };
enum Encoding : std::int32_t {
  kPlain = 0,
  kPlainDictionary = 2,  // what older files call kRleDictionary
  kRle = 3,
  kRleDictionary = 8,
};
enum Codec : std::int32_t { kUncompressed = 0, kGzip = 2, kZstd = 6 };
enum PageType : std::int32_t { kDataPage = 0, kDictionaryPage = 2, kDataPageV2 = 3 };

// Fields of the structs of the metadata.
namespace file {
enum { kVersion = 1, kSchema, kRows, kRowGroups, kCreatedBy = 6, kColumnOrders };
}
namespace schema {
enum {
  kType = 1,
  kRepetition = 3,
  kName,
  kChildren,
  kConvertedType,
  kLogicalType = 10,
};
}
namespace logical_type {  // a union
enum { kString = 1, kList = 3, kDate = 6 };
}
namespace column_order {  // a union
enum { kTypeOrder = 1 };
}
namespace row_group {
enum { kColumns = 1, kTotalBytes, kRows, kFileOffset = 5, kCompressedBytes, kOrdinal };
}
namespace column_chunk {
enum { kFilePath = 1, kFileOffset, kMetadata };
}
namespace column_metadata {
enum {
  kType = 1,
  kEncodings,
  kPath,
  kCodec,
  kValues,
  kBytes,
  kCompressedBytes,
  kDataPage = 9,
  kDictionaryPage = 11,
};
}
namespace page {
enum { kType = 1, kBytes, kCompressedBytes, kDataHeader = 5, kDictionaryHeader = 7 };
}
namespace data_page {
enum { kValues = 1, kEncoding, kDefinitionEncoding, kRepetitionEncoding };
}
namespace dictionary_page {
enum { kValues = 1, kEncoding };
}

}  // namespace pagekin::table::parquet
