#include "pagekin/table/file_format.h"

#include <gtest/gtest.h>

namespace pagekin::table {
namespace {

TEST(FileFormat, IsToldByTheEnding) {
  EXPECT_EQ(format_of_name("x/out.tsv"), FileFormat(TableFormat::kTsv));
  EXPECT_EQ(format_of_name("out.Csv"), FileFormat(TableFormat::kCsv));
  EXPECT_EQ(format_of_name("out.jsonl"), FileFormat(TableFormat::kJsonl));
  EXPECT_EQ(format_of_name("out.ndjson"), FileFormat(TableFormat::kJsonl));
  EXPECT_EQ(format_of_name("a.b.parquet"), FileFormat(TableFormat::kParquet));
  EXPECT_EQ(format_of_name("out.tsv.gz"), FileFormat(TableFormat::kTsv, Compression::kGzip));
  EXPECT_EQ(format_of_name("out.JSONL.ZST"), FileFormat(TableFormat::kJsonl, Compression::kZstd));
}

TEST(FileFormat, OtherNamesHaveNone) {
  for (const char* other : {"", "-", "tsv", "out", "out.txt", "out.gz", "out.tsv.bz2", "x.tsv/out",
                            "out.tsv.gz.gz", "out.json", "a.parquet/", "out.xlsx"}) {
    EXPECT_EQ(format_of_name(other), std::nullopt) << other;
  }
}

}  // namespace
}  // namespace pagekin::table
