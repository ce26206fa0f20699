#include "pagekin/visual/report_file.h"

#include <algorithm>

#include "pagekin/codec/base64.h"
#include "pagekin/codec/codec.h"
#include "pagekin/core/text.h"
#include "pagekin/visual/assets.h"

namespace pagekin::visual {
namespace {

constexpr int kCompression = 9;

// From the hexadecimal text of a hash.
std::string hash_source(std::string_view hex) {
  std::string bytes;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(16 * digit(hex[i]) + digit(hex[i + 1]));
  }
  return "sha256-" + codec::encode_base64(bytes);
}

}  // namespace

std::string_view script_asset() { return {kScriptAsset, kScriptAssetSize}; }
std::string_view style_asset() { return {kStyleAsset, kStyleAssetSize}; }
std::string script_hash() { return hash_source(kScriptAssetHash); }
std::string style_hash() { return hash_source(kStyleAssetHash); }

std::string escape_html(std::string_view text) {
  const std::string valid = to_valid_utf8(text);
  std::string result;
  for (std::size_t begin = 0; begin <= valid.size();) {  // NUL is not allowed in HTML
    const std::size_t end = std::min(valid.find('\0', begin), valid.size());
    append_markup(std::string_view(valid).substr(begin, end - begin), result, "&<>\"'");
    if (end < valid.size()) result += "\xEF\xBF\xBD";
    begin = end + 1;
  }
  return result;
}

std::string_view icon_element() {
  return "<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "
         "viewBox='0 0 18 18'%3E%3Cpath fill='%23336699' d='M0 0h8v8H0zM10 10h8v8h-8z'/%3E%3Cpath "
         "fill='%2344aa99' d='M10 0h8v8h-8z'/%3E%3Cpath fill='%23bbaa33' "
         "d='M0 10h8v8H0z'/%3E%3C/svg%3E\">\n";
}

void write_report_file(const ReportTexts& texts, std::string_view title,
                       const std::function<void(std::string_view)>& write) {
  write("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  write("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '" +
        script_hash() + "'; style-src '" + style_hash() +
        "'; img-src data:; base-uri 'none'; form-action 'none'\">\n");
  write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  write("<meta name=\"color-scheme\" content=\"light dark\">\n");
  write("<meta name=\"referrer\" content=\"no-referrer\">\n");
  write(icon_element());
  write("<title>" + escape_html(title) + "</title>\n<style>");
  write(style_asset());
  write("</style>\n</head>\n<body>\n<div id=\"app\"></div>\n");
  write("<noscript><p>This report needs a browser that runs its embedded script.</p></noscript>\n");
  write("<script type=\"application/octet-stream\" id=\"data\">");
  write(codec::encode_base64(codec::gzip_member(texts.data, kCompression)));
  write("</script>\n<script type=\"application/octet-stream\" id=\"pages\">");
  write(codec::encode_base64(codec::gzip_member(texts.pages(), kCompression)));
  write("</script>\n<script>");
  write(script_asset());
  write("</script>\n</body>\n</html>\n");
}

}  // namespace pagekin::visual
