// What is kept of a page: Needs say what to extract, Features hold it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/page.h"
#include "pagekin/dom/tree.h"
#include "pagekin/features/fingerprint.h"
#include "pagekin/features/link_xpaths.h"
#include "pagekin/features/tag_filter.h"

namespace pagekin::features {

// The first start tags of a page, tags that follow their like left out: one byte
// a tag, its KnownTag number or kOtherTag, 0 when there are no more. Enough to show
// a person what a cluster looks like.
using FirstTags = std::array<std::uint8_t, 16>;
constexpr std::uint8_t kOtherTag = 255;

// How often a tag occurs in the tag sequence.
struct TagCount {
  html::TagId tag = html::kNoTag;
  std::uint32_t count = 0;
  friend bool operator==(const TagCount&, const TagCount&) = default;
};

// What to extract, with its parameters. Numbers: 0 is not needed.
struct Needs {
  // From the tag sequence; these stop reading early.
  int fingerprint_length = 0;
  TagFilter fingerprint_tags;
  bool head_hash = false;
  bool first_tags = false;
  // From the whole tag sequence.
  bool tag_hash = false;
  bool tag_sequence = false;
  bool tag_counts = false;
  int tag_shingle = 0;
  // From the tree.
  bool tree = false;
  bool clipped_tree = false;
  bool folded_tree = false;
  bool class_names = false;
  bool leaf_paths = false;
  bool clipped_leaf_paths = false;
  int leaf_path_shingle = 0;
  int pq_gram_p = 0;
  int pq_gram_q = 0;
  bool document_paths = false;
  std::optional<bool> prune_paths;  // what a fitted measure does to them
  int document_shingle = 0;         // made by the measure, after pruning
  bool marks = false;
  bool site_links = false;
  bool link_xpaths = false;  // and which page this is
  // From the page's id.
  bool url_shape = false;

  // Whether any part needs the tree; without one pages are only scanned.
  bool any_from_tree() const;

  // Adds what `other` needs. Returns false, and changes nothing, where one page's
  // features cannot serve both: two lengths of shingles, say.
  bool merge(const Needs& other);
};

// The number of the first group that can serve `needs` too, which are added to it; a new
// group where none can. What one group names is extracted once for all.
std::size_t join_group(const Needs& needs, std::vector<Needs>& groups);

// A part that nobody needs keeps its initial value. Sets and bags are sorted; bags
// hold repeated values side by side. Strings, paths and grams are known by their
// 64-bit hash, equal on every machine.
struct Features {
  std::vector<std::uint8_t> fingerprint;  // see lz_fingerprint.h
  Hash128 tag_hash;                       // see tag_hash.h
  Hash128 head_hash;
  FirstTags first_tags{};
  std::vector<html::TagId> tag_sequence;    // start and end tags alike
  std::vector<TagCount> tag_counts;         // of the sequence, by tag
  std::vector<std::uint64_t> tag_shingles;  // set, see shingles.h
  dom::TagTree tree;
  dom::TagTree clipped_tree;                      // see clip.h
  dom::TagTree folded_tree;                       // see fold.h
  std::vector<std::uint64_t> class_names;         // set, see class_names.h
  std::vector<std::uint64_t> leaf_paths;          // set, see leaf_paths.h
  std::vector<std::uint64_t> clipped_leaf_paths;  // the same of the clipped tree
  std::vector<std::uint64_t> leaf_path_shingles;  // set
  std::vector<std::uint64_t> pq_grams;            // bag, see pq_grams.h
  std::vector<std::uint64_t> document_paths;      // sequence, see document_paths.h
  std::vector<std::uint64_t> document_shingles;   // set
  std::vector<std::uint64_t> marks;               // set, see marks.h
  std::vector<std::uint64_t> url_marks;           // set, see url_shape.h
  std::uint64_t site = 0;                         // see url_shape.h
  std::vector<std::uint64_t> site_links;          // set, see site_links.h
  std::uint64_t link_target = 0;                  // of links to the page
  std::vector<XpathLink> link_xpaths;             // sequence, see link_xpaths.h
  std::uint64_t address = 0;                      // see link_xpaths.h
  std::string page_id;                            // not made unique
  dom::LimitsHit limits;                          // what the tree lacks
  std::size_t bytes_scanned = 0;  // of the page, as UTF-8 where it had to be decoded
};

// Reads the page once for its tags, no further than the needs ask for, and once more
// where they ask for its tree. Any bytes are a page. May be called from any thread;
// buffers are kept per thread.
//
// Bytes are decoded only where tags cannot be found in them as they are. A <meta>
// in the head that names such an encoding counts if reading gets that far.
Features extract(const Page& page, const Needs& needs);

// Hands over the tree from which extract() takes the marks of a page.
void read_marked_tree(const Page& page, const std::function<void(const dom::Tree&)>& read);

}  // namespace pagekin::features
