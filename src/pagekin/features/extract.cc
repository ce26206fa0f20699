// One scan of a page that serves all needs and stops with the last of them.
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/features/features.h"
#include "pagekin/features/lz_fingerprint.h"
#include "pagekin/features/tag_hash.h"
#include "pagekin/html/decode.h"
#include "pagekin/html/encoding.h"
#include "pagekin/html/scanner.h"

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

// Looks through the head for the <meta> that names the encoding.
class MetaWatch {
 public:
  explicit MetaWatch(bool is_needed) : in_head_(is_needed) {}

  // The encoding that `tag` of `bytes` names, if it is the one that decides.
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
    switch (tag.id) {
      case html::kTagHead:
        return tag.is_end;
      case html::kTagHtml:
      case html::kTagTitle:
      case html::kTagBase:
      case html::kTagLink:
      case html::kTagMeta:
      case html::kTagStyle:
      case html::kTagScript:
      case html::kTagNoscript:
      case html::kTagNoframes:
      case html::kTagTemplate:
      case html::kTagBasefont:
      case html::kTagBgsound:
        return false;
      default:
        return !tag.is_end;  // an element that the head cannot hold begins the body
    }
  }

  bool in_head_;
};

// Scans the bytes into `features`. Gives up, and returns the encoding, when a <meta>
// says that the bytes must be decoded first.
std::optional<html::Encoding> scan(std::string_view bytes, const Needs& needs, bool watch_meta,
                                   Features& features) {
  LzFingerprint fingerprint(needs.fingerprint_length);
  FirstTagList first_tags;
  thread_local TagHash hash;
  hash.clear();
  MetaWatch meta(watch_meta);

  const auto wants_fingerprint = [&] { return !fingerprint.is_complete(); };
  const auto wants_first_tags = [&] { return needs.first_tags && !first_tags.is_complete(); };
  const auto wants_hash = [&] {
    return needs.tag_hash || (needs.head_hash && !hash.head_is_complete());
  };
  html::Scanner scanner(bytes);
  while (wants_fingerprint() || wants_hash() || wants_first_tags()) {
    const html::Tag* const tag = scanner.next();
    if (tag == nullptr) {
      features.bytes_scanned = bytes.size();
      break;
    }
    features.bytes_scanned = tag->end;
    const std::optional<html::Encoding> named = meta.encoding_of(*tag, bytes);
    if (named && !html::scans_in_place(*named)) return named;

    if (wants_first_tags()) first_tags.push(*tag);
    if (wants_hash()) hash.push(tag->id, tag->is_end);
    if (wants_fingerprint() && needs.fingerprint_tags.reads(tag->id)) fingerprint.push(tag->id);
  }
  features.fingerprint.assign(fingerprint.entries().begin(), fingerprint.entries().end());
  features.first_tags = first_tags.tags();
  if (needs.tag_hash) features.tag_hash = hash.whole();
  if (needs.head_hash) features.head_hash = hash.head();
  return {};
}

}  // namespace

Features extract(const Page& page, const Needs& needs) {
  Features features;
  html::EncodingChoice choice = html::choose_encoding(page.body, page.charset);
  if (html::scans_in_place(choice.encoding)) {
    const std::optional<html::Encoding> other = scan(page.body, needs, !choice.certain, features);
    if (!other) return features;
    choice.encoding = *other;
  }
  scan(html::decode(page.body, choice.encoding), needs, false, features);
  return features;
}

}  // namespace pagekin::features
