#include "pagekin/warc/copy_record.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "support/make_warc.h"
#include "support/memory_source.h"

namespace pagekin::warc {
namespace {

constexpr std::size_t kMost = 1 << 20;

RecordCopier copier(std::string bytes, std::optional<codec::Format> format) {
  return RecordCopier(std::make_unique<test::MemorySource>(std::move(bytes)), format);
}

std::string uri(int number) { return "http://site.example/" + std::to_string(number); }

TEST(CopyRecord, CopiesByteByByte) {
  // The block of the second record ends in line ends, which belong to it.
  const std::string first = test::page_record(1, 3000);
  const std::string second = test::warc_record(uri(2), test::http_response("<p>2</p>\r\n\n"));
  const std::string plain = first + second;
  RecordCopier of_plain = copier(plain, std::nullopt);
  EXPECT_EQ(of_plain.copy(first.size(), uri(2), kMost), second);
  EXPECT_EQ(of_plain.copy(0, uri(1), kMost), first);

  const std::string member = codec::gzip_member(first);
  RecordCopier of_gzip = copier(member + codec::gzip_member(second), codec::Format::kGzip);
  EXPECT_EQ(of_gzip.copy(member.size(), uri(2), kMost), second);
  EXPECT_EQ(of_gzip.copy(0, uri(1), kMost), first);
  EXPECT_EQ(copier(codec::zstd_frame(first), codec::Format::kZstd).copy(0, uri(1), kMost), first);
}

TEST(CopyRecord, FindsTheRecordAmongTheFirstOfAMember) {
  const std::string request = test::warc_record(uri(1), "GET / HTTP/1.1\r\n\r\n", "request");
  const std::string page = test::page_record(1);
  RecordCopier two = copier(codec::gzip_member(request + page), codec::Format::kGzip);
  EXPECT_EQ(two.copy(0, uri(1), kMost), page);
  // A member of many records is not searched again for each page.
  std::string many;
  for (int i = 0; i < 20; ++i) many += test::page_record(i);
  RecordCopier whole = copier(codec::gzip_member(many), codec::Format::kGzip);
  EXPECT_EQ(whole.copy(0, uri(19), kMost), std::nullopt);
}

TEST(CopyRecord, GivesNothingWhereThereIsNoSuchRecord) {
  const std::string page = test::page_record(1);
  EXPECT_EQ(copier(page, std::nullopt).copy(0, uri(2), kMost), std::nullopt);
  EXPECT_EQ(copier(page, std::nullopt).copy(page.size() + 100, uri(1), kMost), std::nullopt);
  EXPECT_EQ(copier(page, std::nullopt).copy(3, uri(1), kMost), std::nullopt);
  EXPECT_EQ(copier(page, std::nullopt).copy(0, uri(1), 100), std::nullopt);
  EXPECT_EQ(copier(page.substr(0, page.size() - 20), std::nullopt).copy(0, uri(1), kMost),
            std::nullopt);
  std::string damaged = codec::gzip_member(test::page_record(1, 5000));
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
  EXPECT_EQ(copier(damaged, codec::Format::kGzip).copy(0, uri(1), kMost), std::nullopt);
}

}  // namespace
}  // namespace pagekin::warc
