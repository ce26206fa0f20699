#include "pagekin/maintext/main_html.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/core/text.h"
#include "pagekin/html/tag_set.h"
#include "pagekin/skeleton/page_children.h"

namespace pagekin::maintext {
namespace {

// The name under which an element is written; empty: only what is in it.
std::string_view written_name(html::TagId tag) {
  constexpr html::TagSet tags =
      html::kHeadings |
      html::TagSet{html::kTagA,     html::kTagB,          html::kTagBlockquote, html::kTagCaption,
                   html::kTagCode,  html::kTagDd,         html::kTagDl,         html::kTagDt,
                   html::kTagEm,    html::kTagFigcaption, html::kTagFigure,     html::kTagI,
                   html::kTagKbd,   html::kTagLi,         html::kTagOl,         html::kTagP,
                   html::kTagPre,   html::kTagSamp,       html::kTagStrong,     html::kTagSub,
                   html::kTagSup,   html::kTagTable,      html::kTagTbody,      html::kTagTd,
                   html::kTagTfoot, html::kTagTh,         html::kTagThead,      html::kTagTr,
                   html::kTagUl};
  return tags.has(tag) ? html::tag_name(tag) : std::string_view();
}

// Whether a browser that follows the address runs nothing. Browsers pass over control characters
// and white space in a scheme.
bool is_harmless(std::string_view address) {
  std::string scheme;
  for (const char c : address) {
    if (static_cast<unsigned char>(c) <= ' ') continue;
    if (c == ':') {
      scheme = lower_case(scheme);
      return scheme == "http" || scheme == "https" || scheme == "mailto";
    }
    if (c == '/' || c == '?' || c == '#') return true;
    scheme += c;
  }
  return true;
}

class HtmlWriter {
 public:
  HtmlWriter(const skeleton::PageNodes& page, const skeleton::Kept& kept,
             const skeleton::LinkRule& links)
      : page_(page), links_(links), children_(page) {
    const std::size_t count = page.nodes.size();
    has_kept_.assign(count, false);
    has_text_.assign(count, false);
    is_kept_.assign(page.texts.size(), false);
    addresses_.assign(count, {});
    descriptions_.assign(count, {});
    for (std::uint32_t i = 0; i < page.attributes.size(); ++i) {
      const skeleton::Value& value = page.attributes[i];
      if (content::is_address(value.source)) {
        addresses_[value.element] = page.text(value);
      } else if (value.source == content::Source::kAlt && kept.attribute(i)) {
        descriptions_[value.element] = page.text(value);
      }
    }
    for (std::uint32_t i = 0; i < page.texts.size(); ++i) {
      if (!kept.text(i)) continue;
      is_kept_[i] = true;
      has_text_[skeleton::block_of(page, page.texts[i].element)] = true;
      for (std::uint32_t e = page.texts[i].element; !has_kept_[e]; e = page.nodes[e].parent) {
        has_kept_[e] = true;
      }
    }
  }

  std::string run() {
    if (!page_.nodes.empty() && has_kept_[0]) put_element(0);
    return std::move(out_);
  }

 private:
  void put_element(std::uint32_t element) {
    const html::TagId tag = page_.nodes[element].tag;
    if (tag == html::kTagBr) {
      put_pending(false);
      out_ += "<br>";
      return;
    }
    if (tag == html::kTagImg) {
      put_picture(element);
      return;
    }
    if (!has_kept_[element]) return;
    std::string_view name = written_name(tag);
    if (tag == html::kTagA && (!links_.keeps_links || addresses_[element].empty())) name = {};
    const bool is_block = has_text_[element];
    if (name.empty() && is_block && element != 0) name = "div";
    if (!name.empty()) {
      pending_ += '<';
      pending_ += name;
      if (tag == html::kTagA) put_attribute("href", element, pending_);
      pending_ += '>';
      begins_block_ |= is_block;
    }
    const bool was_pre = is_in_pre_;
    is_in_pre_ |= tag == html::kTagPre;
    children_.for_each(
        page_, element, [&](std::uint32_t text) { put_text(text); },
        [&](std::uint32_t child) { put_element(child); });
    is_in_pre_ = was_pre;
    if (!name.empty()) {
      put_pending(false);
      out_ += "</";
      out_ += name;
      out_ += '>';
      if (is_block) out_ += '\n';
    }
  }

  void put_picture(std::uint32_t element) {
    // A picture stays where its block has text, or it has a description.
    if (descriptions_[element].empty() || !has_kept_[page_.nodes[element].parent]) return;
    put_pending(false);
    out_ += "<img";
    put_attribute("src", element, out_);
    out_ += " alt=\"";
    append_markup(descriptions_[element], out_);
    out_ += "\">";
  }

  // Writes the tags that wait for a text, after a space if there is one before it.
  void put_pending(bool has_space) {
    const bool is_at_begin = begins_block_ || out_.empty() || out_.back() == '\n';
    if (has_space && !is_at_begin) out_ += ' ';
    out_ += pending_;
    pending_.clear();
    begins_block_ = false;
  }

  void put_attribute(std::string_view name, std::uint32_t element, std::string& out) {
    std::string address(addresses_[element]);
    if (links_.absolute) address = links_.absolute(address);
    if (!is_harmless(address)) return;
    out += ' ';
    out += name;
    out += "=\"";
    append_markup(address, out);
    out += '"';
  }

  void put_text(std::uint32_t number) {
    if (!is_kept_[number]) return;
    const skeleton::Value& text = page_.texts[number];
    if (const std::string* const lines = is_in_pre_ ? page_.lines_of(number) : nullptr) {
      put_pending(false);
      append_markup(*lines, out_);
      return;
    }
    put_pending(text.space_before);
    append_markup(page_.text(text), out_);
  }

  const skeleton::PageNodes& page_;
  const skeleton::LinkRule& links_;
  skeleton::PageChildren children_;
  std::vector<bool> has_kept_;                  // by element: a kept text is in it
  std::vector<bool> has_text_;                  // by element: it is the block of a kept text
  std::vector<bool> is_kept_;                   // by text
  std::vector<std::string_view> addresses_;     // by element
  std::vector<std::string_view> descriptions_;  // by element
  std::string out_;
  std::string pending_;        // begin tags after which no text came yet
  bool begins_block_ = false;  // one of them does
  bool is_in_pre_ = false;
};

}  // namespace

std::string main_html(const skeleton::PageNodes& page, const skeleton::Kept& kept,
                      const skeleton::LinkRule& links) {
  return HtmlWriter(page, kept, links).run();
}

}  // namespace pagekin::maintext
