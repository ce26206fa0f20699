// Limits: only what Office files, PDF, mail and images begin with is known. Mail has no signature;
// it is known by the names of its first header line.

#include "pagekin/input/document_type.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/text.h"

namespace pagekin::input {
namespace {

using namespace std::string_view_literals;

constexpr std::pair<std::string_view, std::string_view> kEndings[] = {
    {".pdf", "application/pdf"},
    {".ps", "application/postscript"},
    {".rtf", "application/rtf"},
    {".doc", "application/msword"},
    {".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
    {".xls", "application/vnd.ms-excel"},
    {".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
    {".ppt", "application/vnd.ms-powerpoint"},
    {".pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
    {".odt", "application/vnd.oasis.opendocument.text"},
    {".ods", "application/vnd.oasis.opendocument.spreadsheet"},
    {".odp", "application/vnd.oasis.opendocument.presentation"},
    {".epub", "application/epub+zip"},
    {".eml", "message/rfc822"},
    {".msg", "application/vnd.ms-outlook"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".gif", "image/gif"},
    {".tif", "image/tiff"},
    {".tiff", "image/tiff"},
    {".bmp", "image/bmp"},
    {".webp", "image/webp"},
    {".txt", "text/plain"},
    {".csv", "text/csv"},
    {".md", "text/markdown"},
};

constexpr std::pair<std::string_view, std::string_view> kSignatures[] = {
    {"%PDF-"sv, "application/pdf"},   {"%!PS"sv, "application/postscript"},
    {"{\\rtf"sv, "application/rtf"},  {"\x89PNG\r\n\x1a\n"sv, "image/png"},
    {"\xff\xd8\xff"sv, "image/jpeg"}, {"GIF87a"sv, "image/gif"},
    {"GIF89a"sv, "image/gif"},        {"II*\0"sv, "image/tiff"},
    {"MM\0*"sv, "image/tiff"},
};

constexpr std::string_view kMailHeaders[] = {"Return-Path:", "Received:",     "Delivered-To:",
                                             "Message-ID:",  "MIME-Version:", "X-Mozilla-Status:"};

constexpr std::string_view kZip = "PK\x03\x04"sv;
constexpr std::string_view kOle = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv;
constexpr std::size_t kSearched = 4096;  // of a ZIP archive, for the names of its first files

// A ZIP archive by the names and content of its first files.
std::string_view type_of_zip(std::string_view bytes, std::string_view name) {
  const std::string_view start = bytes.substr(0, kSearched);
  // OpenDocument and EPUB begin with a file "mimetype", which is not compressed.
  constexpr std::size_t name_at = 30;
  constexpr std::string_view first = "mimetype";
  if (start.size() > name_at && start.substr(name_at).starts_with(first)) {
    const std::string_view type = start.substr(name_at + first.size());
    for (const auto& [ending, media_type] : kEndings) {
      if (type.starts_with(media_type)) return media_type;
    }
  }
  constexpr std::pair<std::string_view, std::string_view> folders[] = {
      {"word/", ".docx"}, {"xl/", ".xlsx"}, {"ppt/", ".pptx"}};
  if (start.find("[Content_Types].xml") != std::string_view::npos) {
    for (const auto& [folder, ending] : folders) {
      if (start.find(folder) != std::string_view::npos) return document_type_of_name(ending);
    }
  }
  const std::string_view by_name = document_type_of_name(name);
  return by_name.starts_with("application/") ? by_name : std::string_view();
}

}  // namespace

std::string_view document_type_of_name(std::string_view name) {
  if (name.find("://") != std::string_view::npos) {
    name = name.substr(0, std::min(name.find_first_of("?#"), name.size()));
  }
  for (const auto& [ending, media_type] : kEndings) {
    if (ends_with_ignoring_case(name, ending)) return media_type;
  }
  return {};
}

std::string_view document_type_of_bytes(std::string_view bytes, std::string_view name) {
  for (const auto& [signature, media_type] : kSignatures) {
    if (bytes.starts_with(signature)) return media_type;
  }
  if (bytes.starts_with("RIFF") && bytes.size() > 12 && bytes.substr(8, 4) == "WEBP") {
    return "image/webp";
  }
  if (bytes.starts_with(kZip)) return type_of_zip(bytes, name);
  if (bytes.starts_with(kOle)) {
    const std::string_view by_name = document_type_of_name(name);
    return by_name.empty() ? "application/msword" : by_name;
  }
  for (const std::string_view header : kMailHeaders) {
    if (starts_with_ignoring_case(bytes, header)) return "message/rfc822";
  }
  return {};
}

const std::vector<std::string>& default_document_types() {
  static const std::vector<std::string> types = {"application/pdf",
                                                 "application/postscript",
                                                 "application/rtf",
                                                 "text/rtf",
                                                 "application/msword",
                                                 "application/vnd.ms-*",
                                                 "application/vnd.openxmlformats-*",
                                                 "application/vnd.oasis.opendocument.*",
                                                 "application/epub+zip",
                                                 "message/*",
                                                 "image/*"};
  return types;
}

bool is_one_of_types(std::string_view media_type, std::span<const std::string> types) {
  return std::ranges::any_of(types, [&](std::string_view type) {
    if (!type.ends_with('*')) return media_type == type;
    type.remove_suffix(1);
    return type == "*/" || media_type.starts_with(type);
  });
}

bool is_vague_type(std::string_view media_type) {
  return media_type == "application/octet-stream" || media_type == "binary/octet-stream" ||
         media_type == "application/x-download" || media_type == "application/force-download" ||
         media_type == "application/download" || media_type == "application/zip" ||
         media_type == "application/x-zip-compressed";
}

}  // namespace pagekin::input
