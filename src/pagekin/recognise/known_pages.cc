#include "pagekin/recognise/known_pages.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"

namespace pagekin::recognise {
namespace {

template <class Mark>
void append_marks(const std::vector<Mark>& marks, std::string& bytes) {
  const auto size = static_cast<std::uint32_t>(marks.size());
  bytes += bytes_of(size);
  bytes.append(reinterpret_cast<const char*>(marks.data()), marks.size() * sizeof(Mark));
}

template <class Mark>
std::vector<Mark> take_marks(ByteReader& in) {
  const auto size = in.number<std::uint32_t>();
  const std::string_view bytes = in.bytes(std::size_t{size} * sizeof(Mark));
  std::vector<Mark> marks(size);
  if (size > 0) std::memcpy(marks.data(), bytes.data(), bytes.size());
  if (std::ranges::adjacent_find(marks, std::greater_equal<Mark>()) != marks.end()) {
    throw Error("the marks of a page are not in order");
  }
  return marks;
}

}  // namespace

std::string to_bytes(std::span<const MarkedPage> pages) {
  std::string bytes;
  for (const MarkedPage& page : pages) {
    append_marks(page.marks, bytes);
    append_marks(page.address, bytes);
  }
  return bytes;
}

std::vector<MarkedPage> pages_from_bytes(std::string_view bytes) {
  ByteReader in(bytes);
  std::vector<MarkedPage> pages;
  while (!in.at_end()) {
    MarkedPage page;
    page.marks = take_marks<std::uint32_t>(in);
    page.address = take_marks<std::uint64_t>(in);
    pages.push_back(std::move(page));
  }
  return pages;
}

}  // namespace pagekin::recognise
