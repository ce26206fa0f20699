// Counts the pages of each template in a crawl, and finds ways that lead only to templates with
// enough pages.
//
// A way is what is known of a page before it is fetched: the XPath of the link that leads to it,
// without positions, and the shape of its address. A way is exhausted when it has led to at least
// one page, and all these pages are of templates that have enough pages.
//
// Templates are distinguished by their fingerprints, as in the method `fingerprint`. Later pages
// may show that two templates are one, so a way can become exhausted through pages elsewhere.
//
// Cost: time O(1) a page; memory of the index (sketch/fingerprint_index.h), about 60 bytes a way
// and 4 a page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pagekin/sketch/fingerprint_index.h"

namespace pagekin::crawl {

// The most general shape of url/address_shapes.h: host, first directory, numbers, ending,
// parameters.
std::string address_shape(std::string_view url);

std::uint64_t way_key(std::string_view xpath, std::string_view url);

class TemplateBudget {
 public:
  // 0: no way is ever exhausted.
  explicit TemplateBudget(std::uint32_t pages_per_template);

  bool is_on() const { return enough_ > 0; }

  // Adds a page that was reached by this way and has this fingerprint.
  void add(std::uint64_t way, features::Fingerprint fingerprint);

  bool is_exhausted(std::uint64_t way);

 private:
  using Node = sketch::FingerprintIndex::Node;

  bool is_full(Node node) { return pages_[index_.cluster(node)] >= enough_; }

  std::uint32_t enough_;
  sketch::FingerprintIndex index_;
  std::vector<std::uint32_t> pages_;  // by node; counts for the first node of a cluster
  // By way: the templates it has led to. Full templates, which stay full, are removed from time
  // to time.
  std::unordered_map<std::uint64_t, std::vector<Node>> led_to_;
};

}  // namespace pagekin::crawl
