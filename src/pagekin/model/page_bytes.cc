#include "pagekin/model/page_bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"
#include "pagekin/features/feature_list.h"
#include "pagekin/model/feature_bytes.h"

namespace pagekin::model {
namespace {

using features::Features;
using features::XpathLink;

static_assert(std::tuple_size_v<decltype(features::kOtherFields)> == 11,
              "a field that is new must be written and read here");
static_assert(sizeof(XpathLink) == 2 * sizeof(std::uint64_t));

template <class Entry>
void put_list(const std::vector<Entry>& list, std::string& out) {
  append_varint(list.size(), out);
  out.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(Entry));
}

// The length is compared with the remaining bytes before any memory is allocated.
std::size_t take_length(ByteReader& bytes, std::size_t entry_size) {
  const std::uint64_t length = take_varint(bytes);
  if (length > bytes.left() / entry_size) throw Error("a list ends too early");
  return static_cast<std::size_t>(length);
}

template <class Entry>
std::vector<Entry> take_list(ByteReader& bytes) {
  std::vector<Entry> list(take_length(bytes, sizeof(Entry)));
  const std::string_view raw = bytes.bytes(list.size() * sizeof(Entry));
  if (!list.empty()) std::memcpy(list.data(), raw.data(), raw.size());
  return list;
}

std::vector<std::uint64_t> take_set(ByteReader& bytes) {
  auto list = take_list<std::uint64_t>(bytes);
  if (std::ranges::adjacent_find(list, std::greater_equal<>()) != list.end()) {
    throw Error("a list is not in order");
  }
  return list;
}

}  // namespace

std::string page_to_bytes(const Features& page) {
  std::string out = to_bytes(page);
  out += static_cast<char>((page.limits.depth ? 1 : 0) | (page.limits.elements ? 2 : 0) |
                           (page.limits.attributes ? 4 : 0));
  put_list(page.marks, out);
  put_list(page.url_marks, out);
  out += bytes_of(page.site);
  put_list(page.site_links, out);
  out += bytes_of(page.link_target);
  put_list(page.link_xpaths, out);
  out += bytes_of(page.address);
  append_varint(page.page_id.size(), out);
  out += page.page_id;
  append_varint(page.left_out.marks, out);
  append_varint(page.left_out.url_marks, out);
  out += static_cast<char>(page.left_out.links ? 1 : 0);
  append_varint(page.bytes_scanned, out);
  return out;
}

Features page_from(ByteReader& bytes) {
  Features page = features_from(bytes);
  const auto limits = bytes.number<std::uint8_t>();
  if (limits > 7) throw Error("limits that this version does not know");
  page.limits = {
      .depth = (limits & 1) != 0, .elements = (limits & 2) != 0, .attributes = (limits & 4) != 0};
  page.marks = take_set(bytes);
  page.url_marks = take_set(bytes);
  page.site = bytes.number<std::uint64_t>();
  page.site_links = take_set(bytes);
  page.link_target = bytes.number<std::uint64_t>();
  page.link_xpaths = take_list<XpathLink>(bytes);
  page.address = bytes.number<std::uint64_t>();
  page.page_id = bytes.bytes(take_length(bytes, 1));
  page.left_out.marks = static_cast<std::uint32_t>(take_varint(bytes));
  page.left_out.url_marks = static_cast<std::uint32_t>(take_varint(bytes));
  page.left_out.links = bytes.number<std::uint8_t>() != 0;
  page.bytes_scanned = take_varint(bytes);
  return page;
}

}  // namespace pagekin::model
