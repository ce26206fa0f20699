#include "pagekin/codec/base64.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "support/base64.h"

namespace pagekin::codec {
namespace {

TEST(Base64, GivesBackWhatWasEncoded) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> byte(0, 255);
  for (std::size_t size = 0; size < 200; ++size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(byte(random));
    std::string text = test::base64(bytes);
    EXPECT_EQ(encode_base64(bytes), text);
    std::string out;
    EXPECT_TRUE(decode_base64(text, out));
    EXPECT_EQ(out, bytes);
    while (text.ends_with('=')) text.pop_back();
    EXPECT_TRUE(decode_base64(text, out)) << "padding may be absent";
    EXPECT_EQ(out, bytes);
  }
}

TEST(Base64, TakesBothAlphabetsAndWhiteSpace) {
  std::string out;
  EXPECT_TRUE(decode_base64("-_\r\n+/ \t", out));
  EXPECT_EQ(out, "\xfb\xff\xbf");
}

TEST(Base64, RefusesOtherText) {
  std::string out;
  for (const std::string text : {"A", "AAAAA", "AA=A", "A===", "AAA==", "AA<A", "AA\xc3\xa4"}) {
    EXPECT_FALSE(decode_base64(text, out)) << text;
  }
}

}  // namespace
}  // namespace pagekin::codec
