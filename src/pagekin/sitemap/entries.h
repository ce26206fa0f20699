// Collects the addresses of a sitemap of any form.
#pragma once

#include <cstddef>
#include <string_view>

#include "pagekin/sitemap/sitemap.h"

namespace pagekin::sitemap {

constexpr std::size_t kMaxAddressBytes =
    8192;  // the protocol allows 2,048; longer addresses are left out

class Entries {
 public:
  Entries(Sitemap& sitemap, const Limits& limits) : sitemap_(&sitemap), limits_(&limits) {}

  // Adds the text if it is an address of a page, otherwise counts it as left out. Ignores white
  // space around it. Returns false if there is no room for more.
  bool add(std::string_view text, std::size_t line);

  // Adds a note about what was left out. Call once, at the end.
  void finish();

 private:
  Sitemap* sitemap_;
  const Limits* limits_;
  std::size_t left_out_ = 0;
  Note first_left_out_;
};

bool is_address(std::string_view text);

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

// Read the two forms of sitemaps. Both throw like read_sitemap(); `first_line` is the number of
// the first line of `text`.
void read_xml(std::string_view text, std::size_t first_line, bool is_cut, const Limits& limits,
              Sitemap& sitemap);
void read_lines(std::string_view text, bool is_cut, const Limits& limits, Sitemap& sitemap);

}  // namespace pagekin::sitemap
