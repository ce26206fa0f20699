#include "pagekin/skeleton/page_nodes.h"

#include <algorithm>
#include <array>

#include "pagekin/content/json_ld.h"
#include "pagekin/content/page_reader.h"
#include "pagekin/content/words.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/element_name.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::skeleton {
namespace {

constexpr std::size_t kMaxJsonBytes = std::size_t{1} << 20;  // of one page

constexpr html::TagSet kHiddenTags{html::kTagScript,   html::kTagStyle,   html::kTagTemplate,
                                   html::kTagNoframes, html::kTagNoembed, html::kTagIframe};

// Of the attributes that are data on some elements.
dom::AttributeName name_of(Source source) {
  switch (source) {
    case Source::kHref:
      return dom::AttributeName::kHref;
    case Source::kAlt:
      return dom::AttributeName::kAlt;
    case Source::kDatetime:
      return dom::AttributeName::kDatetime;
    default:
      return dom::AttributeName::kSrc;
  }
}

class NodeReader {
 public:
  NodeReader(const dom::Tree& tree, const ReadLimits& limits, PageNodes& into)
      : tree_(tree), limits_(limits), page_(into), reader_(tree) {}

  void run() {
    page_.nodes.clear();
    page_.names.clear();
    page_.texts.clear();
    page_.attributes.clear();
    page_.lines.clear();
    has_space_ = false;
    blanks_.clear();
    page_.name_bytes.clear();
    page_.text_bytes.clear();
    count_ = std::min<std::size_t>(tree_.size(), limits_.max_elements);
    page_.nodes.resize(count_);
    children_.assign(count_, 0);
    for (std::uint32_t i = 0; i < count_; ++i) {
      Node& node = page_.nodes[i];
      node.tag = tree_.tags[i];
      node.parent = tree_.parents[i];
      node.child = i == 0 ? 0 : children_[node.parent]++;
      if (html::tag_name(node.tag).empty()) {
        add_name(Name::Kind::kTag, dom::element_name(tree_, i, buffer_));
      }
      read_attributes(i);
      node.names_end = static_cast<std::uint32_t>(page_.names.size());
    }
    read_texts();
  }

 private:
  void read_attributes(std::uint32_t element) {
    const std::span<const dom::Attribute> all = tree_.attributes_of(element);
    if (all.empty()) return;
    const dom::Attribute* known[names_number] = {};
    for (const dom::Attribute& attribute : all) {
      known[static_cast<std::size_t>(attribute.known)] = &attribute;
    }
    const auto at = [&](dom::AttributeName name) { return known[static_cast<std::size_t>(name)]; };
    if (const dom::Attribute* const names = at(dom::AttributeName::kClass)) {
      content::for_each_word(reader_.decoded(*names),
                             [&](std::string_view name) { add_name(Name::Kind::kClass, name); });
    }
    if (const dom::Attribute* const id = at(dom::AttributeName::kId)) {
      add_name(Name::Kind::kId, reader_.decoded(*id));
    }
    const dom::Attribute* const prop = at(dom::AttributeName::kItemprop);
    if (prop != nullptr) add_name(Name::Kind::kItemprop, reader_.decoded(*prop));
    const dom::Attribute* const content = at(dom::AttributeName::kContent);
    const html::TagId tag = tree_.tags[element];
    for (const Source source : content::usual_attributes(tag)) {
      const dom::Attribute* attribute = at(name_of(source));
      // A picture that is loaded late has its address in data-src.
      const bool is_late = source == Source::kSrc && tag == html::kTagImg;
      if (is_late && at(dom::AttributeName::kDataSrc) != nullptr) {
        attribute = at(dom::AttributeName::kDataSrc);
      }
      add_value(element, source, attribute);
    }
    if (tag == html::kTagMeta) {
      const dom::Attribute* name = at(dom::AttributeName::kProperty);
      if (name == nullptr) name = at(dom::AttributeName::kName);
      if (name != nullptr && content != nullptr) add_meta(element, *name, *content);
    }
    if (prop != nullptr && content != nullptr) add_value(element, Source::kContent, content);
  }

  void add_name(Name::Kind kind, std::string_view text) {
    if (kind != Name::Kind::kClass) text = trim(text, " \t\r\n\f");
    if (text.empty() || text.size() > max_name) return;
    page_.names.push_back(
        {.hash = hash_bytes(text, static_cast<std::uint64_t>(kind) + 1),
         .kind = kind,
         .begin = static_cast<std::uint32_t>(page_.name_bytes.size()),
         .size = static_cast<std::uint32_t>(limits_.keep_names ? text.size() : 0)});
    if (limits_.keep_names) page_.name_bytes += text;
  }

  // Takes what stands from `begin` on in text_bytes.
  void finish(Value& value, std::size_t begin) {
    const std::string_view whole = std::string_view(page_.text_bytes).substr(begin);
    value.hash = hash_bytes(whole);
    value.begin = static_cast<std::uint32_t>(begin);
    value.size = static_cast<std::uint32_t>(clipped(whole, limits_.max_text_bytes).size());
    page_.text_bytes.resize(begin + value.size);
  }

  bool take_value(std::uint32_t element, Source source, std::string_view text) {
    if (page_.attributes.size() >= limits_.max_texts) return false;
    const std::size_t begin = page_.text_bytes.size();
    bool is_space = false;
    features::append_readable(text, begin, is_space, page_.text_bytes);
    if (page_.text_bytes.size() == begin) return false;
    Value value{.element = element, .source = source};
    finish(value, begin);
    page_.attributes.push_back(value);
    return true;
  }

  bool is_wanted(Source source) const {
    return (limits_.sources >> static_cast<unsigned>(source) & 1U) != 0;
  }

  void add_value(std::uint32_t element, Source source, const dom::Attribute* attribute) {
    if (attribute != nullptr && is_wanted(source))
      take_value(element, source, reader_.decoded(*attribute));
  }

  void set_name(Value& value, std::string_view name) {
    value.key = hash_bytes(name, static_cast<std::uint64_t>(value.source) + 1);
    value.name_begin = static_cast<std::uint32_t>(page_.name_bytes.size());
    value.name_size = static_cast<std::uint32_t>(name.size());
    page_.name_bytes += name;
  }

  void add_meta(std::uint32_t element, const dom::Attribute& name, const dom::Attribute& content) {
    if (!is_wanted(Source::kMeta)) return;
    if (!take_value(element, Source::kMeta, reader_.decoded(content))) return;
    const std::string_view text = reader_.decoded(name);
    set_name(page_.attributes.back(), lower_case(text.substr(0, max_name)));
  }

  void read_texts() {
    page_.texts.reserve(tree_.texts.size());
    std::size_t json_bytes = 0;
    for (const dom::TextLeaf& leaf : tree_.texts) {
      if (leaf.parent >= count_) continue;
      const html::TagId tag = tree_.tags[leaf.parent];
      const std::string json =
          is_wanted(Source::kJsonLd) ? content::json_ld_of(tree_, leaf) : std::string();
      if (!json.empty()) {
        json_bytes += json.size();
        if (json_bytes > kMaxJsonBytes) continue;
        content::read_json_ld(json, [&](std::string_view path, std::string_view text) {
          if (take_value(leaf.parent, Source::kJsonLd, text)) {
            set_name(page_.attributes.back(), path.substr(0, max_name));
          }
        });
        continue;
      }
      if (kHiddenTags.has(tag)) continue;
      if (page_.texts.size() >= limits_.max_texts) return;
      read_text(leaf);
    }
  }

  void read_text(const dom::TextLeaf& leaf) {
    const std::size_t begin = page_.text_bytes.size();
    const content::PageReader::Seen seen = reader_.append(leaf, page_.text_bytes);
    const bool has_lines = limits_.keep_lines && is_inside_pre(leaf.parent);
    if (has_lines) append_lines(leaf, blanks_);
    if (seen.is_blank) {
      has_space_ = true;
      if (!has_lines) blanks_.clear();
      return;
    }
    Value value{.element = leaf.parent, .source = Source::kText};
    value.space_before = has_space_ || seen.space_before;
    has_space_ = seen.space_after;
    if (has_lines) {
      page_.lines.emplace_back(static_cast<std::uint32_t>(page_.texts.size()), std::move(blanks_));
    }
    blanks_.clear();
    // The element that follows the text is a child of its parent, or comes after all of these.
    value.order = leaf.before < count_ && tree_.parents[leaf.before] == leaf.parent
                      ? page_.nodes[leaf.before].child
                      : children_[leaf.parent];
    finish(value, begin);
    page_.texts.push_back(value);
  }

  bool is_inside_pre(std::uint32_t element) const {
    for (int level = 0; level < pre_levels; ++level) {
      if (tree_.tags[element] == html::kTagPre) return true;
      element = tree_.parents[element];
    }
    return false;
  }

  void append_lines(const dom::TextLeaf& leaf, std::string& lines) {
    for (std::uint32_t i = 0; i < leaf.span_count; ++i) {
      lines += reader_.decoded(leaf, tree_.text_spans[leaf.first_span + i]);
    }
  }

  static constexpr std::size_t names_number =
      static_cast<std::size_t>(dom::AttributeName::kDataSrc) + 1;
  static constexpr std::size_t max_name = 200;  // bytes
  static constexpr int pre_levels = 8;          // above a text in which a pre is looked for

  const dom::Tree& tree_;
  const ReadLimits& limits_;
  PageNodes& page_;
  content::PageReader reader_;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> children_;  // by element, so far
  std::string buffer_;
  std::string blanks_;      // inside pre, since the last text
  bool has_space_ = false;  // between the last text and the next
};

}  // namespace

const std::string* PageNodes::lines_of(std::uint32_t text) const {
  const auto at =
      std::ranges::lower_bound(lines, text, {}, [](const auto& one) { return one.first; });
  return at != lines.end() && at->first == text ? &at->second : nullptr;
}

std::size_t memory_of(const PageNodes& page) {
  std::size_t lines = page.lines.capacity() * sizeof(page.lines[0]);
  for (const auto& [text, line] : page.lines) lines += line.capacity();
  return sizeof page + page.nodes.capacity() * sizeof(Node) + page.names.capacity() * sizeof(Name) +
         (page.texts.capacity() + page.attributes.capacity()) * sizeof(Value) + lines +
         page.name_bytes.capacity() + page.text_bytes.capacity();
}

std::string_view tag_name(const PageNodes& page, std::size_t node) {
  const std::string_view known = html::tag_name(page.nodes[node].tag);
  if (!known.empty()) return known;
  for (const Name& name : page.names_of(node)) {
    if (name.kind == Name::Kind::kTag) return page.text(name);
  }
  return "?";
}

void read_nodes(const dom::Tree& tree, const ReadLimits& limits, PageNodes& into) {
  NodeReader(tree, limits, into).run();
}

}  // namespace pagekin::skeleton
