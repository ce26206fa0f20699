// Sitemaps and feeds in XML, by expat.
//
// Elements are recognised by their place: their name and those of the elements around them,
// without prefixes. An address is added when its element ends, so that a truncated address is
// not.
//
// A file that declares internal entities is refused, because they may grow without bound and no
// sitemap needs them. External entities are ignored: there is no handler for them, so nothing is
// opened.
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <expat.h>
#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/sitemap/entries.h"

namespace pagekin::sitemap {
namespace {

constexpr std::size_t kShownName = 40;  // bytes

struct Name {
  std::string prefix;
  std::string local;
};

Name split_name(const char* qualified) {
  const std::string_view name(qualified);
  const std::size_t colon = name.find(':');
  if (colon == name.npos) return {{}, std::string(name)};
  return {std::string(name.substr(0, colon)), std::string(name.substr(colon + 1))};
}

// The place of entries and their addresses in one kind of file.
struct Layout {
  std::string_view root;
  Kind kind;
  std::string_view container;  // between root and entry; empty: none
  std::string_view entry;
  std::string_view address;
};
constexpr Layout kLayouts[] = {
    {"urlset", Kind::kUrls, "", "url", "loc"},
    {"sitemapindex", Kind::kIndex, "", "sitemap", "loc"},
    {"rss", Kind::kFeed, "channel", "item", "link"},
    {"RDF", Kind::kFeed, "", "item", "link"},
    {"feed", Kind::kFeed, "", "entry", "link"},
};

class XmlReader {
 public:
  XmlReader(Sitemap& sitemap, const Limits& limits, std::size_t first_line)
      : sitemap_(&sitemap), entries_(sitemap, limits), first_line_(first_line) {}

  void read(std::string_view text, bool is_cut) {
    parser_.reset(XML_ParserCreate(nullptr));
    if (!parser_) throw Error("no memory for reading XML");
    XML_Parser parser = parser_.get();
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetUnknownEncodingHandler(parser, on_encoding, nullptr);
    XML_SetEntityDeclHandler(parser, on_entity);
    const XML_Status status = XML_Parse(parser, text.data(), static_cast<int>(text.size()),
                                        is_cut ? XML_FALSE : XML_TRUE);
    if (declares_entities_) {
      throw Error(fmt::format(
          "line {}: it declares entities, which is refused: no sitemap needs them", line()));
    }
    if (layout_ == nullptr) throw_no_sitemap(status);
    if (status != XML_STATUS_OK && XML_GetErrorCode(parser) != XML_ERROR_ABORTED) {
      const std::string fault = XML_ErrorString(XML_GetErrorCode(parser));
      if (sitemap_->addresses.empty()) {
        throw Error(
            fmt::format("line {}: expected well-formed XML, found a fault before the first "
                        "address: {}",
                        line(), fault));
      }
      sitemap_->notes.push_back(
          {.line = line(),
           .what = fmt::format("expected well-formed XML, found a fault: {}; only what is before "
                               "it counts",
                               fault),
           .is_damage = true});
    }
    entries_.finish();
  }

 private:
  struct Free {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };

  static void on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
    static_cast<XmlReader*>(self)->start(name, attributes);
  }
  static void on_end(void* self, const XML_Char*) { static_cast<XmlReader*>(self)->end(); }
  static void on_text(void* self, const XML_Char* text, int size) {
    static_cast<XmlReader*>(self)->text({text, static_cast<std::size_t>(size)});
  }
  static void on_entity(void* self, const XML_Char*, int, const XML_Char* value, int,
                        const XML_Char*, const XML_Char*, const XML_Char*, const XML_Char*) {
    if (value == nullptr) return;  // an external one
    auto* const reader = static_cast<XmlReader*>(self);
    reader->declares_entities_ = true;
    XML_StopParser(reader->parser_.get(), XML_FALSE);
  }
  // Reads any other encoding as ASCII; other bytes hardly matter in addresses.
  static int on_encoding(void*, const XML_Char*, XML_Encoding* info) {
    for (int byte = 0; byte < 256; ++byte) info->map[byte] = byte < 128 ? byte : 0xFFFD;
    info->data = nullptr;
    info->convert = nullptr;
    info->release = nullptr;
    return XML_STATUS_OK;
  }

  void start(const char* qualified, const char** attributes) {
    ++depth_;
    if (depth_ == 1) {
      start_root(qualified);
      return;
    }
    if (layout_ == nullptr || depth_ > entry_depth_ + 1) return;
    Name name = split_name(qualified);
    if (depth_ < entry_depth_) {
      in_container_ = name.local == layout_->container;
    } else if (depth_ == entry_depth_) {
      if (name.local != layout_->entry || !in_container_) return;
      in_entry_ = true;
      entry_prefix_ = std::move(name.prefix);
      has_address_ = false;
      text_.clear();
      guid_.clear();
    } else if (in_entry_ && name.prefix == entry_prefix_) {
      start_part(name.local, attributes);
    }
  }

  void start_root(const char* qualified) {
    root_ = split_name(qualified).local;
    for (const Layout& layout : kLayouts) {
      if (layout.root == root_) layout_ = &layout;
    }
    if (layout_ == nullptr) {
      XML_StopParser(parser_.get(), XML_FALSE);
      return;
    }
    sitemap_->kind = layout_->kind;
    in_container_ = layout_->container.empty();
    entry_depth_ = in_container_ ? 2 : 3;
  }

  void start_part(std::string_view name, const char** attributes) {
    const bool is_atom = layout_->root == "feed";
    if (is_atom && name == layout_->address) {
      add_link(attributes);
    } else if (!is_atom && (name == layout_->address || is_guid(name))) {
      part_ = name;
      text_.clear();
    }
  }

  // Adds the link if it is to the page itself, not to its editor, its parts or its comments.
  void add_link(const char** attributes) {
    std::string_view rel = "alternate";
    std::optional<std::string_view> href;
    for (; *attributes != nullptr; attributes += 2) {
      if (std::string_view(attributes[0]) == "rel") rel = attributes[1];
      if (std::string_view(attributes[0]) == "href") href = attributes[1];
    }
    if (rel == "alternate" && href) add(*href);
  }

  bool is_guid(std::string_view name) const {
    return layout_->kind == Kind::kFeed && name == "guid";
  }

  void text(std::string_view piece) {
    // If the entries of an index have no loc, the addresses are the text of the entries.
    const bool matters = !part_.empty() || (layout_ != nullptr && layout_->kind == Kind::kIndex &&
                                            in_entry_ && depth_ == entry_depth_);
    if (matters && text_.size() <= kMaxAddressBytes) text_ += piece;
  }

  void end() {
    if (depth_ == entry_depth_ + 1 && !part_.empty()) {
      if (is_guid(part_)) {
        guid_ = text_;
      } else {
        add(text_);
      }
      text_.clear();
      part_.clear();
    } else if (depth_ == entry_depth_ && in_entry_) {
      end_entry();
    }
    --depth_;
  }

  void end_entry() {
    in_entry_ = false;
    if (has_address_) return;
    if (layout_->kind == Kind::kIndex) {
      add(text_);
    } else if (is_address(guid_)) {
      add(guid_);
    } else {
      add({});
    }
  }

  // Adds an address of the entry; the first one counts.
  void add(std::string_view address) {
    if (has_address_) return;
    has_address_ = true;
    if (!entries_.add(address, line())) XML_StopParser(parser_.get(), XML_FALSE);
  }

  std::size_t line() const { return first_line_ - 1 + XML_GetCurrentLineNumber(parser_.get()); }

  [[noreturn]] void throw_no_sitemap(XML_Status status) const {
    const std::string expected = "expected <urlset>, <sitemapindex>, <rss> or <feed>, found ";
    if (!root_.empty()) {
      throw Error(expected + "<" + printable(root_.substr(0, kShownName)) + ">");
    }
    throw Error(fmt::format("line {}: {}{}", line(), expected,
                            status == XML_STATUS_OK ? "none"
                                                    : "something that is not XML: " +
                                                          std::string(XML_ErrorString(
                                                              XML_GetErrorCode(parser_.get())))));
  }

  Sitemap* sitemap_;
  Entries entries_;
  std::size_t first_line_;
  std::unique_ptr<XML_ParserStruct, Free> parser_;
  bool declares_entities_ = false;
  std::string root_;
  const Layout* layout_ = nullptr;
  std::size_t depth_ = 0;
  std::size_t entry_depth_ = 0;
  bool in_container_ = false;
  bool in_entry_ = false;
  bool has_address_ = false;  // of this entry
  std::string entry_prefix_;
  std::string part_;  // the element of the entry whose text is being read
  std::string text_;
  std::string guid_;
};

}  // namespace

void read_xml(std::string_view text, std::size_t first_line, bool is_cut, const Limits& limits,
              Sitemap& sitemap) {
  XmlReader(sitemap, limits, first_line).read(text, is_cut);
}

}  // namespace pagekin::sitemap
