// The records of Apache Nutch segments: what was fetched, and how fetching ended.
//
// Source: org.apache.nutch.protocol.Content and org.apache.nutch.crawl.CrawlDatum of Nutch 0.8 to
// 1.22.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pagekin::hadoop {

constexpr std::string_view kTextClass = "org.apache.hadoop.io.Text";
constexpr std::string_view kShortTextClass = "org.apache.hadoop.io.UTF8";
constexpr std::string_view kBytesClass = "org.apache.hadoop.io.BytesWritable";
constexpr std::string_view kContentClass = "org.apache.nutch.protocol.Content";
constexpr std::string_view kDatumClass = "org.apache.nutch.crawl.CrawlDatum";

// A fetched document. The views point into the record or into the buffer.
struct NutchContent {
  std::string_view url;
  std::string_view base;
  std::string_view body;
  std::string_view type;  // the media type that Nutch found
  // Headers of the answer and notes of Nutch; a name may occur several times.
  std::vector<std::pair<std::string_view, std::string_view>> metadata;

  // The first value of this name, in any case; empty if there is none.
  std::string_view value_of(std::string_view name) const;
};

// Takes a record apart. False if it is not a whole Content of a known version. `buffer` gets the
// bytes of old versions, which are compressed; at most `cap` bytes.
bool parse_content(std::string_view record, std::size_t cap, NutchContent& content,
                   std::string& buffer);

// How fetching ended.
enum class FetchStatus : std::uint8_t {
  kOther,  // not about fetching
  kSuccess,
  kRetry,
  kRedirected,
  kGone,
  kNotModified,
};
std::string_view to_text(FetchStatus status);

// The status of a CrawlDatum; nothing if the record is too short or of an unknown version.
std::optional<FetchStatus> parse_fetch_status(std::string_view record);

// The text in a key or value of this class; nothing if the class or its bytes are something else.
std::optional<std::string_view> parse_text(std::string_view class_name, std::string_view bytes);

}  // namespace pagekin::hadoop
