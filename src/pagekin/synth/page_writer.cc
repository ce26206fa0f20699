// Cost: time linear in the output, a few hundred MB a second; no memory besides the output and a
// short buffer.
// Limits: groups stop growing when a page reaches 1 MB.

#include "pagekin/synth/page_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pagekin/synth/address.h"

namespace pagekin::synth {
namespace {

constexpr std::uint64_t kContentStream = 200;
constexpr std::size_t kMaxPageBytes = 1 << 20;
constexpr std::uint32_t kRelatedPages = 6;     // children of a page in the tree of its slot
constexpr std::uint32_t kNavigationLinks = 8;  // besides the front page

constexpr std::array<std::string_view, 8> kInlineTags{"b",    "i", "em",   "strong",
                                                      "code", "a", "span", "sup"};

class PageWriter {
 public:
  PageWriter(const Plan& plan, const PageRef& page, std::string& out, std::vector<PartSpan>* spans)
      : spans_(spans),
        plan_(plan),
        site_(plan.sites[page.site]),
        template_(plan.template_of(page)),
        page_(page),
        out_(out),
        page_start_(out.size()),
        random_(plan.random.fork(kContentStream)
                    .fork(plan.slot(page).template_number)
                    .fork(page.site)
                    .fork(page.index)),
        page_draw_(random_.next()) {
    if (site_.links == LinkForm::kRelative) {
      append_url_path(plan_, page_, scratch_);
      // Count the steps of the path only, because a query may contain slashes.
      const std::string_view path = std::string_view(scratch_).substr(0, scratch_.find('?'));
      for (auto left = std::count(path.begin(), path.end(), '/'); left > 1; --left) up_ += "../";
    }
  }

  void write() {
    const Theme& theme = plan_.themes[template_.theme];
    write(theme.head);
    write(template_.body.head);
    write(theme.header);
    write(template_.body.parts);
    write(theme.footer);
  }

 private:
  void write(const Parts& parts) {
    for (const Part& part : parts) write(part);
  }

  // What a part is to a page of the template; nothing for parts that are fixed.
  static std::optional<PartSpan::Kind> span_kind(const Part& part) {
    switch (part.kind) {
      case PartKind::kLiteral:
      case PartKind::kGroup:
        return {};
      case PartKind::kOptional:
      case PartKind::kAgain:
        return PartSpan::Kind::kOptional;
      case PartKind::kRepeat:
      case PartKind::kRecursive:
        return PartSpan::Kind::kRepeated;
      case PartKind::kLinks:
        switch (part.links) {
          case LinkSource::kRows:
          case LinkSource::kRelated:
          case LinkSource::kNeighbours:
            return PartSpan::Kind::kRepeated;
          default:
            return PartSpan::Kind::kShared;
        }
      default:
        return PartSpan::Kind::kVarying;
    }
  }

  void write(const Part& part) {
    if (spans_ == nullptr) {
      fill(part);
      return;
    }
    const std::optional<PartSpan::Kind> kind = span_kind(part);
    const std::size_t number = spans_->size();
    if (kind) spans_->push_back({.kind = *kind, .begin = out_.size() - page_start_});
    fill(part);
    if (kind) (*spans_)[number].end = out_.size() - page_start_;
  }

  void fill(const Part& part) {
    switch (part.kind) {
      case PartKind::kLiteral:
        out_ += part.text;
        break;
      case PartKind::kGroup:
        write(part.parts);
        break;
      case PartKind::kOptional:
        if (random_.chance(part.probability)) write(part.parts);
        break;
      case PartKind::kRepeat:
        for (std::uint32_t left = draw_count(part); left > 0 && !full(); --left) write(part.parts);
        break;
      case PartKind::kLinks:
        write_links(part);
        break;
      case PartKind::kRecursive:
        write_recursive(part);
        break;
      case PartKind::kAgain:
        write_again(part.probability);
        break;
      case PartKind::kWords:
        plan_.vocabulary.append_phrase(random_, between(part.low, part.high), out_);
        break;
      case PartKind::kProse:
        write_prose(between(part.low, part.high));
        break;
      case PartKind::kNumber:
        append_number(between(part.low, part.high));
        break;
      case PartKind::kDate:
        append_date();
        break;
      case PartKind::kToken:
        append_token(random_.next(), out_);
        break;
      case PartKind::kPageToken:
        append_token(page_draw_, out_);
        break;
      case PartKind::kPageId:
        append_number(page_id(plan_, page_));
        break;
      case PartKind::kTitle:
        append_title(plan_, page_, out_);
        break;
      case PartKind::kAddress:
        scratch_.clear();
        append_url(plan_, page_, scratch_);
        append_escaped(scratch_);
        break;
      case PartKind::kHref:
        append_href(target_);
        break;
      case PartKind::kTarget:
        append_title(plan_, target_, out_);
        break;
    }
  }

  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + random_.below(high - low + 1);
  }

  bool full() const { return out_.size() - page_start_ >= kMaxPageBytes; }

  // Half of all draws lie within `typical` of `low`, a quarter within twice as much, an eighth
  // within four times ...: a tail like 1/x. It is computed without logarithms, because their last
  // digits differ between machines. Deeper levels of a list are shorter.
  std::uint32_t draw_count(const Part& part) {
    const int doublings = std::min(std::countl_zero(random_.next()), 20);
    const std::uint64_t range =
        std::min<std::uint64_t>(std::uint64_t{part.typical} << doublings, part.high);
    const std::uint32_t drawn = part.low + random_.below(static_cast<std::uint32_t>(range) + 1);
    const std::uint32_t most = part.high >> (level_ > 1 ? 2 * (level_ - 1) : 0);
    return std::min(drawn, std::max(most, part.low));
  }

  void write_recursive(const Part& part) {
    const Part* const outer = std::exchange(recursive_, &part);
    const std::uint32_t outer_level = std::exchange(level_, 1);
    write(part.parts);
    recursive_ = outer;
    level_ = outer_level;
  }

  void write_again(double probability) {
    if (recursive_ == nullptr || level_ >= recursive_->high) return;
    if (!random_.chance(probability)) return;
    ++level_;
    write(recursive_->parts);
    --level_;
  }

  void write_links(const Part& part) {
    const PageRef outer = target_;
    const Slot& slot = plan_.slot(page_);
    switch (part.links) {
      case LinkSource::kNone:
        break;
      case LinkSource::kNavigation:
        write_navigation(part.parts);
        break;
      case LinkSource::kRelated:
        write_related(part.parts);
        break;
      case LinkSource::kRows: {
        const std::uint32_t listed =
            site_.sections[part.choice % static_cast<std::uint32_t>(site_.sections.size())];
        const std::uint64_t pages = site_.slots[listed].pages;
        const std::uint64_t first = random_.next() % pages;
        const std::uint32_t count = draw_count(part);
        for (std::uint32_t row = 0; row < count && !full(); ++row) {
          link_to(listed, (first + row) % pages, part.parts);
        }
        break;
      }
      case LinkSource::kNeighbours:
        if (page_.index > 0) link_to(page_.slot, page_.index - 1, part.parts);
        if (page_.index + 1 < slot.pages) link_to(page_.slot, page_.index + 1, part.parts);
        break;
      case LinkSource::kViews:
        for (const std::uint32_t view : slot.views) {
          if (page_.index < site_.slots[view].pages) link_to(view, page_.index, part.parts);
        }
        break;
      case LinkSource::kFullView:
        link_to(site_.sections[slot.section], page_.index, part.parts);
        break;
    }
    target_ = outer;
  }

  void link_to(std::uint32_t slot, std::uint64_t index, const Parts& parts) {
    target_ = {page_.site, slot, index};
    write(parts);
  }

  // The front page, the children of this section in a tree of all sections, and the first
  // sections. On sites with few sections it is equal on all pages.
  void write_navigation(const Parts& parts) {
    const std::uint64_t sections = site_.sections.size();
    const std::uint64_t section = plan_.slot(page_).section;
    const std::uint64_t child = std::min(section * kNavigationLinks + 1, sections);
    const std::uint64_t children = std::min<std::uint64_t>(sections - child, kNavigationLinks);
    // The children of the front page's section are the first sections themselves.
    const std::uint64_t first_count =
        section == 0 ? 1 : std::min(sections, 1 + kNavigationLinks - children);
    for (std::uint64_t i = 0; i < first_count; ++i) link_to(site_.sections[i], 0, parts);
    for (std::uint64_t i = 0; i < children; ++i) link_to(site_.sections[child + i], 0, parts);
  }

  // Page i of a slot leads to pages 6 i + 1 to 6 i + 6, which makes the slot a
  // tree below its first page; leaves show pages drawn at random instead.
  void write_related(const Parts& parts) {
    const std::uint64_t pages = plan_.slot(page_).pages;
    std::uint32_t shown = 0;
    const std::uint64_t child = page_.index * kRelatedPages + 1;
    for (; shown < kRelatedPages && child + shown < pages; ++shown) {
      link_to(page_.slot, child + shown, parts);
    }
    const std::uint32_t wanted = pages > 1 ? between(3, kRelatedPages) : 0;
    for (; shown < wanted; ++shown) link_to(page_.slot, random_.next() % pages, parts);
  }

  void write_prose(std::uint32_t words) {
    const InlineNoise& noise = template_.body.noise;
    bool sentence_start = true;
    while (words > 0) {
      --words;
      const std::uint64_t draw = random_.next();
      const std::string_view word = plan_.vocabulary.word(static_cast<std::uint32_t>(draw));
      // The upper bits decide about inline markup at this word.
      if (((draw >> 54) & 1023) < noise.per_1024_words) {
        write_inline(static_cast<std::uint32_t>(draw >> 40 & 1023), word);
      } else if (sentence_start) {
        append_capital(word, out_);
      } else {
        out_ += word;
      }
      const auto event = static_cast<std::uint32_t>(draw >> 32 & 127);
      sentence_start = words == 0 || event < 10;
      if (sentence_start) {
        out_ += '.';
      } else if (event < 18) {
        out_ += ',';
      } else if (event == 18) {
        out_ += " &amp;";
      } else if (event == 19) {
        out_ += "&#8217;s";
      } else if (event == 20) {
        out_ += " \xe2\x80\x93";  // an en dash in UTF-8
      }
      if (words > 0) out_ += ' ';
    }
  }

  void write_inline(std::uint32_t draw, std::string_view word) {
    const InlineNoise& noise = template_.body.noise;
    const std::string_view tag =
        kInlineTags[(noise.first_tag + draw % noise.tag_count) % kInlineTags.size()];
    out_ += '<';
    out_ += tag;
    if (tag == "a") {
      out_ += " href=\"";
      const std::uint32_t listed =
          site_.sections[random_.below(static_cast<std::uint32_t>(site_.sections.size()))];
      append_href({page_.site, listed, random_.next() % site_.slots[listed].pages});
      out_ += '"';
    }
    out_ += '>';
    out_ += word;
    if (draw & 512) {
      out_ += ' ';
      out_ += plan_.vocabulary.word(random_);
    }
    out_ += "</";
    out_ += tag;
    out_ += '>';
  }

  void append_href(const PageRef& target) {
    scratch_.clear();
    if (site_.links == LinkForm::kAbsolute) {
      append_url(plan_, target, scratch_);
      append_escaped(scratch_);
      return;
    }
    append_url_path(plan_, target, scratch_);
    std::string_view path = scratch_;
    if (site_.links == LinkForm::kRelative) {
      path.remove_prefix(1);
      out_ += up_;
      if (up_.empty() && path.empty()) out_ += "./";
    }
    append_escaped(path);
  }

  void append_escaped(std::string_view text) {
    for (const char c : text) {
      if (c == '&') {
        out_ += "&amp;";
      } else {
        out_ += c;
      }
    }
  }

  void append_number(std::uint64_t number) {
    const fmt::format_int text(number);
    out_.append(text.data(), text.size());
  }

  void append_two_digits(std::uint32_t number) {
    out_ += static_cast<char>('0' + number / 10);
    out_ += static_cast<char>('0' + number % 10);
  }

  void append_date() {
    append_number(between(2005, 2024));
    out_ += '-';
    append_two_digits(between(1, 12));
    out_ += '-';
    append_two_digits(between(1, 28));
  }

  std::vector<PartSpan>* spans_;
  const Plan& plan_;
  const Site& site_;
  const Template& template_;
  const PageRef page_;
  std::string& out_;
  const std::size_t page_start_;
  Random random_;
  const std::uint64_t page_draw_;
  std::string up_;  // from here to the root of the site, for relative links
  std::string scratch_;
  PageRef target_;
  const Part* recursive_ = nullptr;
  std::uint32_t level_ = 0;
};

}  // namespace

void write_page(const Plan& plan, const PageRef& page, std::string& out,
                std::vector<PartSpan>* spans) {
  PageWriter(plan, page, out, spans).write();
}

}  // namespace pagekin::synth
