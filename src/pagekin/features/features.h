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

// The first start tags of a page, without tags that repeat the one before: one byte a tag,
// its KnownTag number or kOtherTag, and 0 after the last one. They are shown to users as a
// summary of a cluster.
using FirstTags = std::array<std::uint8_t, 16>;
constexpr std::uint8_t kOtherTag = 255;

// How often a tag occurs in the tag sequence.
struct TagCount {
  html::TagId tag = html::kNoTag;
  std::uint32_t count = 0;
  friend bool operator==(const TagCount&, const TagCount&) = default;
};

// What to extract, with parameters. 0 or false: not needed.
struct Needs {
  // From the beginning of the tag sequence; reading stops early.
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
  std::optional<bool> prune_paths;  // whether a measure prunes them in fit()
  int document_shingle = 0;         // made by the measure, after pruning
  bool marks = false;
  bool site_links = false;
  bool link_xpaths = false;  // with the page's id and address
  // From the page's id.
  bool url_shape = false;

  // Whether any feature needs the tree. Otherwise pages are only scanned.
  bool any_from_tree() const;

  // Adds what `other` needs. Returns false, and changes nothing, if one extraction cannot
  // serve both, as with two lengths of shingles.
  bool merge(const Needs& other);
};

// Adds `needs` to the first group that can serve them, or to a new group, and returns its
// number. Each group is extracted once for all its members.
std::size_t join_group(const Needs& needs, std::vector<Needs>& groups);

// What was not kept of a page, because it has too much of it.
struct LeftOut {
  std::uint32_t marks = 0;      // see limit_marks.h
  std::uint32_t url_marks = 0;  // as above, of the address
  bool links = false;           // links beyond the limit of site_links.h were not read

  bool any() const { return marks > 0 || url_marks > 0 || links; }
};

// The features of a page. A field that is not needed keeps its initial value. Sets and bags
// are sorted; repeated values of a bag are adjacent. Strings, paths and grams are
// represented by 64-bit hashes, which are the same on every machine.
struct Features {
  std::vector<std::uint8_t> fingerprint;  // see lz_fingerprint.h
  Hash128 tag_hash;                       // see tag_hash.h
  Hash128 head_hash;
  FirstTags first_tags{};
  std::vector<html::TagId> tag_sequence;    // start and end tags
  std::vector<TagCount> tag_counts;         // of the sequence, by tag
  std::vector<std::uint64_t> tag_shingles;  // set, see shingles.h
  dom::TagTree tree;
  dom::TagTree clipped_tree;                      // see clip.h
  dom::TagTree folded_tree;                       // see fold.h
  std::vector<std::uint64_t> class_names;         // set, see class_names.h
  std::vector<std::uint64_t> leaf_paths;          // set, see leaf_paths.h
  std::vector<std::uint64_t> clipped_leaf_paths;  // set, of the clipped tree
  std::vector<std::uint64_t> leaf_path_shingles;  // set
  std::vector<std::uint64_t> pq_grams;            // bag, see pq_grams.h
  std::vector<std::uint64_t> document_paths;      // sequence, see document_paths.h
  std::vector<std::uint64_t> document_shingles;   // set
  std::vector<std::uint64_t> marks;               // set, see marks.h
  std::vector<std::uint64_t> url_marks;           // set, see url_shape.h
  std::uint64_t site = 0;                         // see url_shape.h
  std::vector<std::uint64_t> site_links;          // set, see site_links.h
  std::uint64_t link_target = 0;                  // the page as a target of links, see site_links.h
  std::vector<XpathLink> link_xpaths;             // sequence, see link_xpaths.h
  std::uint64_t address = 0;                      // see link_xpaths.h
  std::string page_id;                            // as given, not made unique
  dom::LimitsHit limits;                          // limits that cut the tree short
  LeftOut left_out;
  // Bytes of the page that were read, after decoding to UTF-8 if needed.
  std::size_t bytes_scanned = 0;
};

// Extracts what is needed. It reads the tags of the page once, as far as needed, and once
// more to build its tree if that is needed. Any bytes are a page. May be called from any
// thread; buffers are kept per thread.
//
// Bytes are decoded only if tags cannot be found in them directly. A <meta> in the head
// that names such an encoding counts if reading gets that far.
Features extract(const Page& page, const Needs& needs);

// Passes the tree from which extract() takes the marks of a page to `read`.
void read_marked_tree(const Page& page, const std::function<void(const dom::Tree&)>& read);

}  // namespace pagekin::features
