// "In body": nearly all of a page.
//
// Which rule a tag falls under is looked up in a table, once for start tags and once
// for end tags; most tags are ordinary, formatting, or blocks that close a <p>.
//
// Source: HTML standard (WHATWG) of 2026, 13.2.6.4.7 "The in body insertion mode".
#include <array>
#include <initializer_list>

#include "pagekin/dom/construction.h"

namespace pagekin::dom {

using namespace html;

namespace {

enum class StartRule : std::uint8_t {
  kOrdinary,
  kBlock,
  kFormatting,
  kVoid,
  kA,
  kLi,
  kDdDt,
  kHeading,
  kHead,
  kHtml,
  kBody,
  kFrameset,
  kPre,
  kForm,
  kPlaintext,
  kButton,
  kNobr,
  kScoping,
  kTable,
  kInput,
  kParam,
  kHr,
  kImage,
  kTextarea,
  kXmp,
  kIframe,
  kNoembed,
  kSelect,
  kOption,
  kRuby,
  kMath,
  kSvg,
  kIgnored,
};

enum class EndRule : std::uint8_t {
  kOther,
  kBlock,
  kFormatting,
  kP,
  kLi,
  kDdDt,
  kHeading,
  kScoping,
  kForm,
  kBody,
  kHtml,
  kBr,
  kTemplate,
};

template <class Rule>
using Rules = std::array<Rule, kKindsOfNamespace>;

template <class Rule>
constexpr void set(Rules<Rule>& rules, Rule rule, std::initializer_list<std::uint8_t> tags) {
  for (const std::uint8_t tag : tags) rules[tag] = rule;
}

constexpr Rules<StartRule> kStartRules = [] {
  using enum StartRule;
  Rules<StartRule> rules{};
  set(rules, kBlock, {kTagAddress,  kTagArticle,    kTagAside,   kTagBlockquote, kTagCenter,
                      kTagDetails,  kTagDialog,     kTagDir,     kTagDiv,        kTagDl,
                      kTagFieldset, kTagFigcaption, kTagFigure,  kTagFooter,     kTagHeader,
                      kTagHgroup,   kTagMain,       kTagMenu,    kTagNav,        kTagOl,
                      kTagP,        kTagSearch,     kTagSection, kTagSummary,    kTagUl});
  set(rules, kFormatting,
      {kTagB, kTagBig, kTagCode, kTagEm, kTagFont, kTagI, kTagS, kTagSmall, kTagStrike, kTagStrong,
       kTagTt, kTagU});
  set(rules, kVoid, {kTagArea, kTagBr, kTagEmbed, kTagImg, kTagKeygen, kTagWbr});
  for (std::size_t tag = 0; tag < rules.size(); ++tag) {
    if (has_trait(static_cast<Kind>(tag), kHeadPart)) rules[tag] = kHead;
  }
  set(rules, kHeading, {kTagH1, kTagH2, kTagH3, kTagH4, kTagH5, kTagH6});
  set(rules, kPre, {kTagPre, kTagListing});
  set(rules, kDdDt, {kTagDd, kTagDt});
  set(rules, kScoping, {kTagApplet, kTagMarquee, kTagObject});
  set(rules, kParam, {kTagParam, kTagSource, kTagTrack});
  set(rules, kOption, {kTagOption, kTagOptgroup});
  set(rules, kRuby, {kTagRb, kTagRtc, kTagRp, kTagRt});
  set(rules, kIgnored,
      {kTagCaption, kTagCol, kTagColgroup, kTagFrame, kTagHead, kTagTbody, kTagTd, kTagTfoot,
       kTagTh, kTagThead, kTagTr});
  rules[kTagA] = kA;
  rules[kTagLi] = kLi;
  rules[kTagHtml] = kHtml;
  rules[kTagBody] = kBody;
  rules[kTagFrameset] = kFrameset;
  rules[kTagForm] = kForm;
  rules[kTagPlaintext] = kPlaintext;
  rules[kTagButton] = kButton;
  rules[kTagNobr] = kNobr;
  rules[kTagTable] = kTable;
  rules[kTagInput] = kInput;
  rules[kTagHr] = kHr;
  rules[kTagImage] = kImage;
  rules[kTagTextarea] = kTextarea;
  rules[kTagXmp] = kXmp;
  rules[kTagIframe] = kIframe;
  rules[kTagNoembed] = kNoembed;
  rules[kTagSelect] = kSelect;
  rules[kTagMath] = kMath;
  rules[kTagSvg] = kSvg;
  return rules;
}();

constexpr Rules<EndRule> kEndRules = [] {
  using enum EndRule;
  Rules<EndRule> rules{};
  set(rules, kBlock,
      {kTagAddress,    kTagArticle, kTagAside,   kTagBlockquote, kTagButton, kTagCenter,
       kTagDetails,    kTagDialog,  kTagDir,     kTagDiv,        kTagDl,     kTagFieldset,
       kTagFigcaption, kTagFigure,  kTagFooter,  kTagHeader,     kTagHgroup, kTagListing,
       kTagMain,       kTagMenu,    kTagNav,     kTagOl,         kTagPre,    kTagSearch,
       kTagSection,    kTagSelect,  kTagSummary, kTagUl});
  set(rules, kFormatting,
      {kTagA, kTagB, kTagBig, kTagCode, kTagEm, kTagFont, kTagI, kTagNobr, kTagS, kTagSmall,
       kTagStrike, kTagStrong, kTagTt, kTagU});
  set(rules, kHeading, {kTagH1, kTagH2, kTagH3, kTagH4, kTagH5, kTagH6});
  set(rules, kDdDt, {kTagDd, kTagDt});
  set(rules, kScoping, {kTagApplet, kTagMarquee, kTagObject});
  rules[kTagP] = kP;
  rules[kTagLi] = kLi;
  rules[kTagForm] = kForm;
  rules[kTagBody] = kBody;
  rules[kTagHtml] = kHtml;
  rules[kTagBr] = kBr;
  rules[kTagTemplate] = kTemplate;
  return rules;
}();

}  // namespace

bool Construction::start_in_body() {
  switch (kStartRules[token_.tag]) {
    case StartRule::kOrdinary:
      reconstruct_formatting();
      insert_token();
      return true;
    case StartRule::kBlock:
      close_p_in_button_scope();
      insert_token();
      return true;
    case StartRule::kFormatting:
      reconstruct_formatting();
      push_formatting(insert_token());
      return true;
    case StartRule::kVoid:
      reconstruct_formatting();
      insert_void();
      is_frameset_ok_ = false;
      return true;
    case StartRule::kA:
      start_a();
      return true;
    case StartRule::kLi:
      start_item(kTagLi, kTagLi);
      return true;
    case StartRule::kDdDt:
      start_item(kTagDd, kTagDt);
      return true;
    case StartRule::kHeading:
      start_heading();
      return true;
    case StartRule::kHead:
      return start_in_head();
    case StartRule::kHtml:
      start_html_again();
      return true;
    case StartRule::kBody:
      if (open_.size() > 1 && open_[1].kind == kTagBody && !has_template_open()) {
        is_frameset_ok_ = false;
        merge_attributes(open_[1].node);
      }
      return true;
    case StartRule::kFrameset:
      start_frameset_in_body();
      return true;
    case StartRule::kPre:
      close_p_in_button_scope();
      insert_token();
      skips_newline_ = true;
      is_frameset_ok_ = false;
      return true;
    case StartRule::kForm:
      start_form();
      return true;
    case StartRule::kPlaintext:
      close_p_in_button_scope();
      insert_token();
      scanner_.set_text_mode(TextMode::kPlaintext);
      is_raw_ = true;
      return true;
    case StartRule::kButton:
      start_button();
      return true;
    case StartRule::kNobr:
      start_nobr();
      return true;
    case StartRule::kScoping:
      reconstruct_formatting();
      insert_token();
      formatting_.push_marker();
      is_frameset_ok_ = false;
      return true;
    case StartRule::kTable:
      if (!is_quirky_) close_p_in_button_scope();
      insert_token();
      is_frameset_ok_ = false;
      mode_ = Mode::kInTable;
      return true;
    case StartRule::kInput:
      start_input();
      return true;
    case StartRule::kParam:
      insert_void();
      return true;
    case StartRule::kHr:
      start_hr();
      return true;
    case StartRule::kImage:
      token_.id = token_.tag = kTagImg;
      return false;
    case StartRule::kTextarea:
      insert_token();
      skips_newline_ = true;
      is_frameset_ok_ = false;
      start_text(TextMode::kRcdata);
      return true;
    case StartRule::kXmp:
      close_p_in_button_scope();
      reconstruct_formatting();
      is_frameset_ok_ = false;
      insert_token();
      start_text(TextMode::kRawtext);
      return true;
    case StartRule::kIframe:
      is_frameset_ok_ = false;
      insert_token();
      start_text(TextMode::kRawtext);
      return true;
    case StartRule::kNoembed:
      insert_token();
      start_text(TextMode::kRawtext);
      return true;
    case StartRule::kSelect:
      start_select();
      return true;
    case StartRule::kOption:
      start_option();
      return true;
    case StartRule::kRuby:
      start_ruby_part();
      return true;
    case StartRule::kMath:
      start_foreign_root(Namespace::kMathMl);
      return true;
    case StartRule::kSvg:
      start_foreign_root(Namespace::kSvg);
      return true;
    case StartRule::kIgnored:
      return true;
  }
  return true;
}

void Construction::start_html_again() {
  if (!has_template_open()) merge_attributes(open_[0].node);
}

void Construction::start_frameset_in_body() {
  if (!is_frameset_ok_ || open_.size() == 1 || open_[1].kind != kTagBody) return;
  nodes_.turn_on_links();
  nodes_.detach(open_[1].node);
  pop_to_size(1);
  insert_token();
  mode_ = Mode::kInFrameset;
}

void Construction::start_heading() {
  close_p_in_button_scope();
  if (has_trait(open_.top().kind, kHeading)) pop();
  insert_token();
}

void Construction::start_form() {
  const bool in_template = has_template_open();
  if (form_ != kNoNode && !in_template) return;
  close_p_in_button_scope();
  const std::uint32_t form = insert_token();
  if (!in_template) form_ = form;
}

// A new item closes an open one of one of these kinds, unless something special lies between.
void Construction::start_item(Kind kind, Kind other_kind) {
  is_frameset_ok_ = false;
  for (std::size_t i = open_.size(); i > 0; --i) {
    const Kind open = open_[i - 1].kind;
    ++steps_;
    if (open == kind || open == other_kind) {
      generate_implied_end_tags(open);
      pop_until(open);
      break;
    }
    if (has_trait(open, kSpecial) && open != kTagAddress && open != kTagDiv && open != kTagP) break;
  }
  close_p_in_button_scope();
  insert_token();
}

void Construction::start_button() {
  if (open_.has_in_scope(kTagButton, kEndsScope)) {
    generate_implied_end_tags();
    pop_until(kTagButton);
  }
  reconstruct_formatting();
  insert_token();
  is_frameset_ok_ = false;
}

void Construction::start_a() {
  const std::size_t at = formatting_.find_tag(kTagA);
  if (at != ActiveFormatting::not_found) {
    const std::uint32_t node = formatting_[at].node;
    adopt(kTagA);
    formatting_.remove_node(nodes_, node);
    remove_from_stack(node);
  }
  reconstruct_formatting();
  push_formatting(insert_token());
}

void Construction::start_nobr() {
  reconstruct_formatting();
  if (open_.has_in_scope(kTagNobr, kEndsScope)) {
    if (!adopt(kTagNobr)) end_other();
    reconstruct_formatting();
  }
  push_formatting(insert_token());
}

void Construction::start_input() {
  if (is_fragment_ && context_ == kTagSelect) return;
  if (open_.has_in_scope(kTagSelect, kEndsScope)) pop_until(kTagSelect);
  reconstruct_formatting();
  insert_void();
  if (is_frameset_ok_ && !is_hidden_input()) is_frameset_ok_ = false;
}

void Construction::start_hr() {
  close_p_in_button_scope();
  if (open_.has_in_scope(kTagSelect, kEndsScope)) generate_implied_end_tags();
  insert_void();
  is_frameset_ok_ = false;
}

void Construction::start_select() {
  if (is_fragment_ && context_ == kTagSelect) return;
  if (open_.has_in_scope(kTagSelect, kEndsScope)) {
    pop_until(kTagSelect);
    return;
  }
  reconstruct_formatting();
  insert_token();
  is_frameset_ok_ = false;
}

// <option> and <optgroup>.
void Construction::start_option() {
  if (open_.has_in_scope(kTagSelect, kEndsScope)) {
    generate_implied_end_tags(token_.tag == kTagOption ? Kind{kTagOptgroup} : Kind{0});
  } else if (open_.top().kind == kTagOption) {
    pop();
  }
  reconstruct_formatting();
  insert_token();
}

void Construction::start_ruby_part() {
  if (open_.has_in_scope(kTagRuby, kEndsScope)) {
    const bool keeps_rtc = token_.tag == kTagRp || token_.tag == kTagRt;
    generate_implied_end_tags(keeps_rtc ? Kind{kTagRtc} : Kind{0});
  }
  insert_token();
}

void Construction::start_foreign_root(Namespace space) {
  reconstruct_formatting();
  const Kind kind = kind_of(space, token_.id);
  const AttributeRange attributes = keep_attributes();
  if (token_.is_self_closing) {
    insert_childless(kind, attributes);
  } else {
    insert(kind, token_.id, token_.offset, attributes);
  }
}

bool Construction::end_in_body() {
  const Open& top = open_.top();
  switch (kEndRules[token_.tag]) {
    case EndRule::kOther:
      return end_other();
    case EndRule::kBlock:
      if (top.kind == token_.tag) {
        pop();
      } else if (open_.has_in_scope(token_.tag, kEndsScope)) {
        generate_implied_end_tags();
        pop_until(token_.tag);
      }
      return true;
    case EndRule::kFormatting:
      if (!adopt(token_.tag)) return end_other();
      return true;
    case EndRule::kP:
      if (top.kind == kTagP) {
        pop();
        return true;
      }
      if (!open_.has_in_scope(kTagP, kEndsButtonScope)) {
        insert(kTagP, kTagP, token_.offset, {});
      }
      close_p();
      return true;
    case EndRule::kLi:
      if (open_.has_in_scope(kTagLi, kEndsListScope)) {
        generate_implied_end_tags(kTagLi);
        pop_until(kTagLi);
      }
      return true;
    case EndRule::kDdDt:
      if (open_.has_in_scope(token_.tag, kEndsScope)) {
        generate_implied_end_tags(token_.tag);
        pop_until(token_.tag);
      }
      return true;
    case EndRule::kHeading:
      if (open_.has_trait_in_scope(kHeading, kEndsScope)) {
        generate_implied_end_tags();
        while (open_.size() > 1 && !has_trait(open_.top().kind, kHeading)) pop();
        pop();
      }
      return true;
    case EndRule::kScoping:
      if (open_.has_in_scope(token_.tag, kEndsScope)) {
        generate_implied_end_tags();
        pop_until(token_.tag);
        formatting_.clear_to_marker(nodes_);
      }
      return true;
    case EndRule::kForm:
      return end_form();
    case EndRule::kBody:
    case EndRule::kHtml:
      if (!open_.has_in_scope(kTagBody, kEndsScope)) return true;
      mode_ = Mode::kAfterBody;
      return token_.tag == kTagBody;
    case EndRule::kBr:
      reconstruct_formatting();
      insert_childless(kTagBr, {});
      is_frameset_ok_ = false;
      return true;
    case EndRule::kTemplate:
      end_template();
      return true;
  }
  return true;
}

bool Construction::end_form() {
  if (has_template_open()) {
    if (open_.has_in_scope(kTagForm, kEndsScope)) {
      generate_implied_end_tags();
      pop_until(kTagForm);
    }
    return true;
  }
  const std::uint32_t form = form_;
  form_ = kNoNode;
  if (form == kNoNode || form == context_form || !open_.has_node_in_scope(nodes_, form)) {
    return true;
  }
  generate_implied_end_tags();
  remove_from_stack(form);
  return true;
}

// "Any other end tag."
bool Construction::end_other() {
  if (!open_.may_hold(token_.tag, token_.id)) return true;
  for (std::size_t i = open_.size(); i > 0; --i) {
    const Open& entry = open_[i - 1];
    ++steps_;
    if (entry.tag == token_.id && is_html(entry.kind)) {
      while (open_.size() > i && has_trait(open_.top().kind, kImplied)) pop();
      pop_to_size(i - 1);
      return true;
    }
    if (has_trait(entry.kind, kSpecial)) return true;
  }
  return true;
}

void Construction::close_p() {
  generate_implied_end_tags(kTagP);
  pop_until(kTagP);
}

}  // namespace pagekin::dom
