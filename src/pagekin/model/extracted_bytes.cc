#include "pagekin/model/extracted_bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"
#include "pagekin/model/feature_bytes.h"

namespace pagekin::model {
namespace {

using features::Features;

constexpr std::uint8_t kVersion = 1;

void put_set(std::string& out, const std::vector<std::uint64_t>& set) {
  append_varint(set.size(), out);
  out.append(reinterpret_cast<const char*>(set.data()), set.size() * sizeof(std::uint64_t));
}

std::vector<std::uint64_t> take_set(ByteReader& bytes) {
  const std::uint64_t size = take_varint(bytes);
  if (size > bytes.left() / sizeof(std::uint64_t)) throw Error("a list ends too early");
  std::vector<std::uint64_t> set(static_cast<std::size_t>(size));
  const std::string_view raw = bytes.bytes(set.size() * sizeof(std::uint64_t));
  if (!set.empty()) std::memcpy(set.data(), raw.data(), raw.size());
  if (std::ranges::adjacent_find(set, std::greater_equal<>()) != set.end()) {
    throw Error("a list is not in order");
  }
  return set;
}

}  // namespace

std::string extracted_bytes(const Features& page) {
  std::string out(bytes_of(kVersion));
  out += bytes_of(page.site);
  out += bytes_of(page.link_target);
  put_set(out, page.marks);
  put_set(out, page.url_marks);
  put_set(out, page.site_links);
  return out + to_bytes(page);
}

Features extracted_from(std::string_view bytes) {
  ByteReader rest(bytes);
  if (rest.number<std::uint8_t>() != kVersion) {
    throw Error("the features of a page were extracted by another version");
  }
  const auto site = rest.number<std::uint64_t>();
  const auto link_target = rest.number<std::uint64_t>();
  std::vector<std::uint64_t> marks = take_set(rest);
  std::vector<std::uint64_t> url_marks = take_set(rest);
  std::vector<std::uint64_t> site_links = take_set(rest);
  Features page = features_from(rest);
  if (!rest.at_end()) throw Error("something follows the features of a page");
  page.site = site;
  page.link_target = link_target;
  page.marks = std::move(marks);
  page.url_marks = std::move(url_marks);
  page.site_links = std::move(site_links);
  return page;
}

}  // namespace pagekin::model
