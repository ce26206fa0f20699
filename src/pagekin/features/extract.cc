// One scan of a page serves all needs of its tags and stops with the last of them. Then its
// tree is built, if needed.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/dom/build.h"
#include "pagekin/features/class_names.h"
#include "pagekin/features/clip.h"
#include "pagekin/features/document_paths.h"
#include "pagekin/features/features.h"
#include "pagekin/features/fold.h"
#include "pagekin/features/leaf_paths.h"
#include "pagekin/features/limit_marks.h"
#include "pagekin/features/lz_fingerprint.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/features/pq_grams.h"
#include "pagekin/features/shingles.h"
#include "pagekin/features/site_links.h"
#include "pagekin/features/tag_counts.h"
#include "pagekin/features/tag_hash.h"
#include "pagekin/features/url_shape.h"
#include "pagekin/html/decode.h"
#include "pagekin/html/encoding.h"
#include "pagekin/html/scanner.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::features {
namespace {

static_assert(html::kKnownTagEnd <= kOtherTag, "first tags keep a tag's number in one byte");

// Collects FirstTags.
class FirstTagList {
 public:
  void push(const html::Tag& tag) {
    if (tag.is_end || tag.id == last_) return;
    last_ = tag.id;
    tags_[size_++] = tag.id < html::kKnownTagEnd ? static_cast<std::uint8_t>(tag.id) : kOtherTag;
  }
  bool is_complete() const { return size_ == tags_.size(); }
  const FirstTags& tags() const { return tags_; }

 private:
  FirstTags tags_{};
  std::size_t size_ = 0;
  html::TagId last_ = html::kNoTag;
};

// Searches the head for the <meta> that names the encoding.
class MetaWatch {
 public:
  explicit MetaWatch(bool is_needed) : in_head_(is_needed) {}

  bool is_watching() const { return in_head_; }

  // Returns the encoding that `tag` of `bytes` names, if it is the decisive tag.
  std::optional<html::Encoding> encoding_of(const html::Tag& tag, std::string_view bytes) {
    if (!in_head_) return {};
    std::optional<html::Encoding> named;
    if (tag.id == html::kTagMeta && !tag.is_end) {
      named = html::charset_of_meta(bytes.substr(tag.begin, tag.end - tag.begin));
    }
    in_head_ = !named && !ends_head(tag);
    return named;
  }

 private:
  static bool ends_head(const html::Tag& tag) {
    using namespace html;
    if (tag.id == kTagHead) return tag.is_end;
    constexpr TagSet of_head{kTagHtml,     kTagTitle,    kTagBase,     kTagLink,
                             kTagMeta,     kTagStyle,    kTagScript,   kTagNoscript,
                             kTagNoframes, kTagTemplate, kTagBasefont, kTagBgsound};
    return !of_head.has(tag.id) && !tag.is_end;  // what the head cannot hold begins the body
  }

  bool in_head_;
};

// Scans the bytes into `features`. Returns the encoding that a <meta> of the head names.
// Stops there if the bytes must be decoded first.
std::optional<html::Encoding> scan(std::string_view bytes, const Needs& needs, bool watch_meta,
                                   Features& features) {
  LzFingerprint fingerprint(needs.fingerprint_length);
  FirstTagList first_tags;
  thread_local TagHash hash;
  thread_local std::vector<html::TagId> sequence;
  hash.clear();
  sequence.clear();
  MetaWatch meta(watch_meta);
  std::optional<html::Encoding> encoding;

  const bool wants_sequence = needs.tag_sequence || needs.tag_counts || needs.tag_shingle > 0;
  const bool wants_encoding = needs.any_from_tree();
  const auto wants_fingerprint = [&] { return !fingerprint.is_complete(); };
  const auto wants_first_tags = [&] { return needs.first_tags && !first_tags.is_complete(); };
  const auto wants_hash = [&] {
    return needs.tag_hash || (needs.head_hash && !hash.head_is_complete());
  };
  html::Scanner scanner(bytes);
  while (wants_sequence || wants_fingerprint() || wants_hash() || wants_first_tags() ||
         (wants_encoding && meta.is_watching())) {
    const html::Tag* const tag = scanner.next();
    if (tag == nullptr) {
      features.bytes_scanned = bytes.size();
      break;
    }
    features.bytes_scanned = tag->end;
    if (const std::optional<html::Encoding> named = meta.encoding_of(*tag, bytes)) {
      encoding = named;
      if (!html::scans_in_place(*named)) return encoding;
    }
    if (wants_sequence) sequence.push_back(tag->id);
    if (wants_first_tags()) first_tags.push(*tag);
    if (wants_hash()) hash.push(tag->id, tag->is_end);
    if (wants_fingerprint() && needs.fingerprint_tags.reads(tag->id)) fingerprint.push(tag->id);
  }
  features.fingerprint.assign(fingerprint.entries().begin(), fingerprint.entries().end());
  features.first_tags = first_tags.tags();
  if (needs.tag_hash) features.tag_hash = hash.whole();
  if (needs.head_hash) features.head_hash = hash.head();
  if (needs.tag_sequence) features.tag_sequence = sequence;
  if (needs.tag_counts) features.tag_counts = tag_counts(sequence);
  if (needs.tag_shingle > 0) {
    features.tag_shingles = shingles(std::span<const html::TagId>(sequence), needs.tag_shingle);
  }
  return encoding;
}

// Builds the tree of a page in UTF-8 and extracts the features that need it.
void read_tree(std::string_view text, std::string_view page_id, const Needs& needs,
               Features& features) {
  thread_local dom::Builder builder;
  const dom::Tree& tree = builder.build(text, {.attributes = needs.class_names || needs.marks ||
                                                             needs.site_links || needs.link_xpaths,
                                               .text = needs.document_paths || needs.marks,
                                               .blank_text = false});
  features.limits = tree.limits;
  features.bytes_scanned = text.size();

  if (needs.class_names) features.class_names = class_names(tree);
  if (needs.document_paths) features.document_paths = document_paths(tree);
  if (needs.marks) {
    features.marks = marks(tree);
    features.left_out.marks =
        static_cast<std::uint32_t>(limit_marks(features.marks, kMostMarksKept));
  }
  if (needs.site_links) {
    features.site_links = site_links(tree, page_id);
    features.left_out.links = features.site_links.size() >= kMaxSiteLinks;
  }
  if (needs.link_xpaths) features.link_xpaths = link_xpaths(tree, page_id);
  if (needs.pq_gram_p > 0) {
    features.pq_grams = pq_grams(tree, needs.pq_gram_p, needs.pq_gram_q);
  }
  if (needs.leaf_paths || needs.leaf_path_shingle > 0) {
    std::vector<std::uint64_t> paths = leaf_path_list(tree);
    if (needs.leaf_path_shingle > 0) {
      features.leaf_path_shingles =
          shingles(std::span<const std::uint64_t>(paths), needs.leaf_path_shingle);
    }
    make_set(paths);
    if (needs.leaf_paths) features.leaf_paths = std::move(paths);
  }
  if (needs.clipped_tree || needs.clipped_leaf_paths) {
    dom::TagTree clipped = clip(tree);
    if (needs.clipped_leaf_paths) features.clipped_leaf_paths = leaf_path_set(clipped);
    if (needs.clipped_tree) features.clipped_tree = std::move(clipped);
  }
  if (needs.folded_tree) features.folded_tree = fold(tree);
  if (needs.tree) features.tree = tree;
}

// Scans the page into `features`. Returns its text, as UTF-8 if a tree will be built from
// it. The text may be stored in `decoded`.
std::string_view scan_page(const Page& page, const Needs& needs, std::string& decoded,
                           Features& features) {
  html::EncodingChoice choice = html::choose_encoding(page.body, page.charset);
  std::string_view text = page.body;
  const auto decode = [&] {
    decoded = html::decode(page.body, choice.encoding);
    text = decoded;
  };

  if (html::scans_in_place(choice.encoding)) {
    choice.encoding = scan(text, needs, !choice.certain, features).value_or(choice.encoding);
  }
  if (!html::scans_in_place(choice.encoding)) {
    decode();
    scan(text, needs, false, features);
  }
  // Texts and class names must not depend on the encoding of the page.
  if (needs.any_from_tree() && decoded.empty() && !html::decodes_to_itself(text, choice.encoding)) {
    decode();
  }
  return text;
}

}  // namespace

Features extract(const Page& page, const Needs& needs) {
  Features features;
  std::string decoded;
  const std::string_view text = scan_page(page, needs, decoded, features);
  if (needs.any_from_tree()) read_tree(text, page.id, needs, features);
  if (needs.site_links) features.link_target = link_target(page.id);
  if (needs.link_xpaths) {
    features.address = address_of(page.id);
    features.page_id = page.id;
  }
  if (needs.url_shape) {
    features.url_marks = url_shape(page.id);
    features.left_out.url_marks =
        static_cast<std::uint32_t>(limit_marks(features.url_marks, kMostUrlMarksKept));
    features.site = site_of(page.id);
  }
  return features;
}

Features read_page_tree(const Page& page, const dom::BuildOptions& options, int fingerprint_length,
                        const std::function<void(const dom::Tree&)>& read) {
  Features features;
  std::string decoded;
  const std::string_view text =
      scan_page(page, {.fingerprint_length = fingerprint_length, .tree = true}, decoded, features);
  thread_local dom::Builder builder;
  const dom::Tree& tree = builder.build(text, options);
  features.limits = tree.limits;
  features.bytes_scanned = text.size();
  read(tree);
  return features;
}

void read_marked_tree(const Page& page, const std::function<void(const dom::Tree&)>& read) {
  read_page_tree(page, {.text = true, .blank_text = false}, 0, read);
}

}  // namespace pagekin::features
