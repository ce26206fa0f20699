// Public files that broke other decoders: scrapy's bombs and cut files, the
// compressed bodies of the web platform tests, and the corpora of Go's fuzzers with
// what zlib makes of them.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <openssl/sha.h>

#include "codec/samples.h"
#include "support/shared.h"

namespace pagekin::codec {
namespace {

std::filesystem::path suite() { return test::shared_dir() / "suites" / "decompression"; }
nlohmann::json expectations(const char* name) {
  return nlohmann::json::parse(test::read_file(suite() / name / "EXPECT.json"));
}

std::string sha256(std::string_view bytes) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
  std::string hex;
  for (const unsigned char byte : digest) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

Status status_class(const std::string& oracle) {
  if (oracle == "ok") return Status::kDone;
  return oracle == "truncated" ? Status::kTruncated : Status::kDamaged;
}

// Unlike decode_all, the reference takes everything after a member for another member.
test::Decoded all_members(std::string_view in) {
  test::Decoded all{.status = Status::kDone};
  const auto stream = make_stream(Format::kGzip);
  while (all.status == Status::kDone && all.consumed < in.size()) {
    const auto one = test::decode_in_pieces(*stream, in.substr(all.consumed), in.size(), 4'096);
    all.status = one.status;
    all.consumed += one.consumed;
    all.bytes += one.bytes;
    stream->reset();
  }
  return all;
}

void expect_same(const nlohmann::json& file, Status status, const std::string& bytes) {
  const std::string oracle = file.at("status");
  EXPECT_EQ(status, status_class(oracle)) << file;
  if (status_class(oracle) == Status::kDone) {
    EXPECT_EQ(bytes.size(), file.at("out_bytes")) << file;
    EXPECT_EQ(sha256(bytes), file.at("out_sha256")) << file;
  }
}

TEST(GoFuzz, GzipFilesDecodeAsZlibHasIt) {
  PAGEKIN_NEEDS_SHARED();
  const nlohmann::json expected = expectations("go-fuzz-gzip");
  for (const auto& file : expected.at("files")) {
    const std::string in = test::read_file(suite() / "go-fuzz-gzip" / std::string(file.at("file")));
    const auto got = all_members(in);
    expect_same(file, got.status, got.bytes);
    // decode_all differs only if the bytes after a good member do not look like a member.
    std::string out;
    const Status status = decode_all(Format::kGzip, in, 1'000'000, out);
    EXPECT_EQ(out, got.bytes);
    if (file.at("members") == 0) {
      EXPECT_EQ(status, got.status) << file;
    }
  }
}

TEST(GoFuzz, ZlibFilesDecodeAsZlibHasIt) {
  PAGEKIN_NEEDS_SHARED();
  int compared = 0;
  const nlohmann::json expected = expectations("go-fuzz-zlib");
  for (const auto& file : expected.at("files")) {
    const std::string in = test::read_file(suite() / "go-fuzz-zlib" / std::string(file.at("file")));
    std::string out;
    const Status status = decode_all(Format::kDeflate, in, 1'000'000, out);
    // Without a zlib header the decoder tries raw data; the reference does not.
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(in[i]); };
    if (in.size() >= 2 && (byte(0) * 256 + byte(1)) % 31 != 0) continue;
    expect_same(file, status, out);
    ++compared;
  }
  EXPECT_GE(compared, 300);
}

TEST(GoFuzz, FlateFilesDecodeAsZlibHasIt) {
  PAGEKIN_NEEDS_SHARED();
  const nlohmann::json expected = expectations("go-fuzz-flate");
  for (const auto& file : expected.at("files")) {
    std::string out;
    const Status status = decode_all(
        Format::kDeflate, test::read_file(suite() / "go-fuzz-flate" / std::string(file.at("file"))),
        1'000'000, out);
    expect_same(file, status, out);
  }
}

TEST(Scrapy, BombsStopAtTheCap) {
  PAGEKIN_NEEDS_SHARED();
  const std::pair<const char*, Format> bombs[] = {{"bomb-gzip.bin", Format::kGzip},
                                                  {"bomb-deflate.bin", Format::kDeflate},
                                                  {"bomb-br.bin", Format::kBrotli},
                                                  {"bomb-zstd.bin", Format::kZstd}};
  for (const auto& [name, format] : bombs) {
    const std::string bomb = test::read_file(suite() / "scrapy" / name);
    std::string out;
    EXPECT_EQ(decode_all(format, bomb, 1'000'000, out), Status::kLimit) << name;
    EXPECT_EQ(out.size(), 1'000'000U) << name;
    EXPECT_LE(out.capacity(), 1'100'000U) << name;
    EXPECT_EQ(decode_all(format, bomb, 20'000'000, out), Status::kDone) << name;
    EXPECT_EQ(out.size(), 11'511'612U) << name;
  }
}

TEST(Scrapy, CutFilesGiveAllBytesBeforeTheCut) {
  PAGEKIN_NEEDS_SHARED();
  const nlohmann::json all = expectations("scrapy");
  for (const auto& [name, expected] : all.at("truncated").items()) {
    std::string out;
    const std::string body = test::read_file(suite() / "scrapy" / name);
    EXPECT_EQ(decode_all(Format::kGzip, body, 1'000'000, out), Status::kTruncated) << name;
    EXPECT_EQ(out.size(), expected.at("out_bytes")) << name;
    if (expected.contains("ends_with")) {
      EXPECT_TRUE(out.ends_with(std::string(expected.at("ends_with")))) << name;
    }
  }
}

TEST(Scrapy, OnePageInEveryEncodingIsOnePage) {
  PAGEKIN_NEEDS_SHARED();
  const nlohmann::json expected = expectations("scrapy");
  const std::pair<const char*, Format> bodies[] = {
      {"html-gzip.bin", Format::kGzip},
      {"html-rawdeflate.bin", Format::kDeflate},
      {"html-zlibdeflate.bin", Format::kDeflate},
      {"html-zstd-static-content-size.bin", Format::kZstd},
      {"html-zstd-static-no-content-size.bin", Format::kZstd},
      {"html-zstd-streaming-no-content-size.bin", Format::kZstd}};
  for (const auto& [name, format] : bodies) {
    std::string out;
    EXPECT_EQ(decode_all(format, test::read_file(suite() / "scrapy" / name), 1'000'000, out),
              Status::kDone);
    // The pages differ only in the encoding that they name.
    const std::string_view deflate = "content encoding `deflate'";
    const std::size_t at = out.find(deflate);
    if (at != std::string::npos) out.replace(at, deflate.size(), "content encoding `gzip'");
    EXPECT_EQ(sha256(out), expected.at("body_sha256")) << name;
  }
  std::string out;
  const std::string brotli = test::read_file(suite() / "scrapy" / "html-br.bin");
  EXPECT_EQ(decode_all(Format::kBrotli, brotli, 1'000'000, out), Status::kDone);
}

TEST(Scrapy, StackedEncodingsComeApartFromTheLastToTheFirst) {
  PAGEKIN_NEEDS_SHARED();
  const auto unstack = [](const char* name, std::initializer_list<Format> formats) {
    std::string body = test::read_file(suite() / "scrapy" / name);
    for (const Format format : formats) {
      std::string out;
      EXPECT_EQ(decode_all(format, body, 1'000'000, out), Status::kDone) << name;
      body = out;
    }
    return body;
  };
  const std::string twice = unstack("html-gzip-deflate.bin", {Format::kDeflate, Format::kGzip});
  const std::string thrice =
      unstack("html-gzip-deflate-gzip.bin", {Format::kGzip, Format::kDeflate, Format::kGzip});
  EXPECT_FALSE(twice.empty());
  EXPECT_EQ(twice, thrice);
}

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (; count > 0; --count) all += text;
  return all;
}

TEST(WebPlatformTests, BodiesDecodeAsInBrowsers) {
  PAGEKIN_NEEDS_SHARED();
  struct Encoding {
    std::string folder, extension;
    Format format;
  };
  for (const Encoding& encoding :
       {Encoding{"gzip", ".gz", Format::kGzip}, Encoding{"br", ".br", Format::kBrotli},
        Encoding{"zstd", ".zst", Format::kZstd}}) {
    const auto folder = suite() / "wpt-content-encoding" / encoding.folder / "resources";
    const auto decode = [&](const std::string& name) {
      std::string out;
      const std::string body = test::read_file(folder / (name + encoding.extension));
      EXPECT_EQ(decode_all(encoding.format, body, 100'000'000, out), Status::kDone) << name;
      return out;
    };
    EXPECT_EQ(decode("hello.html"), "Hello world") << folder;
    EXPECT_EQ(decode("foo.text"), repeated("foo", 3'500)) << folder;
    EXPECT_EQ(decode("foo.octetstream"), repeated("foo", 3'500)) << folder;
    const std::string alphabet = "abcdefghijklmnopqrstuvwxyz\n";
    EXPECT_TRUE(decode("big.text") == repeated(alphabet, 1'000'000)) << folder;
  }
}

TEST(WebPlatformTests, TooLargeAWindowIsRefusedAsInBrowsers) {
  PAGEKIN_NEEDS_SHARED();
  std::string out;
  const std::string body =
      test::read_file(suite() / "wpt-content-encoding/zstd/resources/big.window.zst");
  EXPECT_EQ(decode_all(Format::kZstd, body, 100'000'000, out), Status::kDamaged);
}

}  // namespace
}  // namespace pagekin::codec
