// The addresses of a sitemap as they are found, whatever its form.
#pragma once

#include <cstddef>
#include <string_view>

#include "pagekin/sitemap/sitemap.h"

namespace pagekin::sitemap {

constexpr std::size_t kMaxAddressBytes = 8192;  // the protocol has 2,048; longer ones are left out

class Entries {
 public:
  Entries(Sitemap& sitemap, const Limits& limits) : sitemap_(&sitemap), limits_(&limits) {}

  // Adds an address if it is one, and counts it as left out otherwise. White space around it
  // does not matter. False: there is no room for more.
  bool add(std::string_view text, std::size_t line);

  // Notes what was left out. Call once, at the end.
  void finish();

 private:
  Sitemap* sitemap_;
  const Limits* limits_;
  std::size_t left_out_ = 0;
  Note first_left_out_;
};

bool is_address(std::string_view text);

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

// The two forms there are. Both throw as read_sitemap() does; `first_line` is the number of
// the first line of `text`.
void read_xml(std::string_view text, std::size_t first_line, bool is_cut, const Limits& limits,
              Sitemap& sitemap);
void read_lines(std::string_view text, bool is_cut, const Limits& limits, Sitemap& sitemap);

}  // namespace pagekin::sitemap
