#include "pagekin/visual/report_file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/codec/base64.h"
#include "pagekin/codec/codec.h"

namespace pagekin::visual {
namespace {

std::string file_of(const ReportTexts& texts, std::string_view title) {
  std::string file;
  write_report_file(texts, title, [&](std::string_view bytes) { file += bytes; });
  return file;
}

std::string element(const std::string& file, const std::string& id) {
  const std::string begin = "id=\"" + id + "\">";
  const std::size_t at = file.find(begin) + begin.size();
  std::string packed;
  EXPECT_TRUE(codec::decode_base64(file.substr(at, file.find('<', at) - at), packed));
  std::string text;
  EXPECT_EQ(codec::decode_all(codec::Format::kGzip, packed, 1 << 20, text), codec::Status::kDone);
  return text;
}

TEST(ReportFile, HoldsDataPagesScriptAndStyle) {
  const ReportTexts texts{.data = "{\"a\": 1}", .lists = {"{\"ids\": [\"x\"]}", "{}"}};
  const std::string file = file_of(texts, "title");
  EXPECT_EQ(element(file, "data"), texts.data);
  const nlohmann::json pages = nlohmann::json::parse(element(file, "pages"));
  EXPECT_EQ(pages["templates"].size(), 2U);
  EXPECT_NE(file.find(script_asset()), std::string::npos);
  EXPECT_NE(file.find(style_asset()), std::string::npos);
  EXPECT_NE(file.find("script-src '" + script_hash() + "'"), std::string::npos);
  EXPECT_NE(file.find("default-src 'none'"), std::string::npos);
}

TEST(ReportFile, TitleStaysText) {
  const std::string file = file_of({}, "</title><script>alert(1)</script>");
  EXPECT_NE(file.find("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>"),
            std::string::npos);
  EXPECT_EQ(escape_html(std::string("a\0\"'&\xff", 6)),
            "a\xEF\xBF\xBD&quot;&#39;&amp;\xEF\xBF\xBD");
}

// Nothing in the embedded files may end the element that it is in.
TEST(ReportFile, AssetsHaveNoEndTags) {
  EXPECT_GT(script_asset().size(), 10'000U);
  EXPECT_EQ(script_asset().find("</script"), std::string::npos);
  EXPECT_EQ(style_asset().find("</style"), std::string::npos);
  EXPECT_EQ(script_hash().size(), std::string("sha256-").size() + 44);
}

}  // namespace
}  // namespace pagekin::visual
