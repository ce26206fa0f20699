// The tags of a page by the letter of the HTML standard: one byte at a time, one
// case for every state of the tokenizer that a tag can come out of, no shortcuts.
// The twin of html::Scanner.
//
// Source: HTML standard (WHATWG), 13.2.5 "Tokenization". States keep the names of
// the standard; those of character references are left out, because references
// neither begin nor end a tag. "<?" is a bogus comment.
// Cost: a few branches and a string append for every byte.
#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/html/scanner.h"

namespace pagekin::reference {

struct NaiveAttribute {
  std::string name;
  std::string value;
  friend bool operator==(const NaiveAttribute&, const NaiveAttribute&) = default;
};

struct NaiveTag {
  html::TagId id = html::kNoTag;
  bool is_end = false;
  bool self_closing = false;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string name;
  std::vector<NaiveAttribute> attributes;
  friend bool operator==(const NaiveTag&, const NaiveTag&) = default;
  friend std::ostream& operator<<(std::ostream& out, const NaiveTag& tag) {
    out << tag.begin << '-' << tag.end << (tag.is_end ? " /" : " ") << tag.name;
    for (const NaiveAttribute& a : tag.attributes) out << ' ' << a.name << '=' << a.value;
    return out << (tag.self_closing ? " /" : "");
  }
};

class NaiveTokenizer {
 public:
  NaiveTokenizer(std::string_view bytes, const html::ScanOptions& options)
      : bytes_(bytes), options_(options), last_start_tag_(options.last_start_tag) {
    switch_to(options.text_mode);
  }

  std::vector<NaiveTag> run() {
    while (state_ != State::kStopped) {
      if (at_ < bytes_.size()) {
        step(static_cast<unsigned char>(bytes_[at_++]));
      } else {
        step(std::nullopt);
      }
    }
    return std::move(tags_);
  }

 private:
  // clang-format off
  enum class State {
    kData, kRcdata, kRawtext, kScriptData, kPlaintext,
    kTagOpen, kEndTagOpen, kTagName,
    kRcdataLessThanSign, kRcdataEndTagOpen, kRcdataEndTagName,
    kRawtextLessThanSign, kRawtextEndTagOpen, kRawtextEndTagName,
    kScriptDataLessThanSign, kScriptDataEndTagOpen, kScriptDataEndTagName,
    kScriptDataEscapeStart, kScriptDataEscapeStartDash,
    kScriptDataEscaped, kScriptDataEscapedDash, kScriptDataEscapedDashDash,
    kScriptDataEscapedLessThanSign, kScriptDataEscapedEndTagOpen, kScriptDataEscapedEndTagName,
    kScriptDataDoubleEscapeStart, kScriptDataDoubleEscaped, kScriptDataDoubleEscapedDash,
    kScriptDataDoubleEscapedDashDash, kScriptDataDoubleEscapedLessThanSign,
    kScriptDataDoubleEscapeEnd,
    kBeforeAttributeName, kAttributeName, kAfterAttributeName, kBeforeAttributeValue,
    kAttributeValueDoubleQuoted, kAttributeValueSingleQuoted, kAttributeValueUnquoted,
    kAfterAttributeValueQuoted, kSelfClosingStartTag,
    kBogusComment, kMarkupDeclarationOpen,
    kCommentStart, kCommentStartDash, kComment, kCommentLessThanSign, kCommentLessThanSignBang,
    kCommentLessThanSignBangDash, kCommentLessThanSignBangDashDash,
    kCommentEndDash, kCommentEnd, kCommentEndBang,
    kDoctype, kBeforeDoctypeName, kDoctypeName, kAfterDoctypeName,
    kAfterDoctypePublicKeyword, kBeforeDoctypePublicIdentifier,
    kDoctypePublicIdentifierDoubleQuoted, kDoctypePublicIdentifierSingleQuoted,
    kAfterDoctypePublicIdentifier, kBetweenDoctypePublicAndSystemIdentifiers,
    kAfterDoctypeSystemKeyword, kBeforeDoctypeSystemIdentifier,
    kDoctypeSystemIdentifierDoubleQuoted, kDoctypeSystemIdentifierSingleQuoted,
    kAfterDoctypeSystemIdentifier, kBogusDoctype,
    kCdataSection, kCdataSectionBracket, kCdataSectionEnd,
    kStopped,
  };
  // clang-format on

  using Input = std::optional<unsigned char>;  // nullopt is the end of the file

  static bool is_upper(Input c) { return c && *c >= 'A' && *c <= 'Z'; }
  static bool is_alpha(Input c) { return is_upper(c) || (c && *c >= 'a' && *c <= 'z'); }
  static bool is_white(Input c) {  // CR: the standard has made it a line feed by now
    return c && (*c == '\t' || *c == '\n' || *c == '\f' || *c == ' ' || *c == '\r');
  }
  static char lower(unsigned char c) { return static_cast<char>(is_upper(c) ? c + 0x20 : c); }
  static std::string lower(std::string_view text) {
    std::string out;
    for (const char c : text) out += lower(static_cast<unsigned char>(c));
    return out;
  }

  void switch_to(State state) { state_ = state; }
  void switch_to(html::TextMode mode) {
    switch (mode) {
      case html::TextMode::kData:
        return switch_to(State::kData);
      case html::TextMode::kRcdata:
        return switch_to(State::kRcdata);
      case html::TextMode::kRawtext:
        return switch_to(State::kRawtext);
      case html::TextMode::kScript:
        return switch_to(State::kScriptData);
      case html::TextMode::kPlaintext:
        return switch_to(State::kPlaintext);
      case html::TextMode::kCdata:
        return switch_to(State::kCdataSection);
    }
  }
  void reconsume_in(State state, Input c) {
    if (c) --at_;
    state_ = state;
  }
  void stop() { state_ = State::kStopped; }

  void create_tag(bool is_end) { tag_ = {.is_end = is_end, .begin = less_than_at_}; }
  void start_attribute() { tag_.attributes.emplace_back(); }
  NaiveAttribute& attribute() { return tag_.attributes.back(); }

  void emit_tag() {
    switch_to(State::kData);
    tag_.end = at_;
    tag_.id = html::tag_id(tag_.name);
    if (!tag_.is_end) {
      last_start_tag_ = tag_.name;
      if (options_.switch_by_name) switch_by_name(lower(tag_.name));
    }
    tags_.push_back(tag_);
  }

  void switch_by_name(const std::string& name) {
    if (name == "title" || name == "textarea") switch_to(State::kRcdata);
    if (name == "style" || name == "xmp" || name == "iframe") switch_to(State::kRawtext);
    if (name == "noembed" || name == "noframes") switch_to(State::kRawtext);
    if (name == "script") switch_to(State::kScriptData);
    if (name == "plaintext") switch_to(State::kPlaintext);
  }

  bool is_appropriate_end_tag() const {
    return !last_start_tag_.empty() && lower(tag_.name) == lower(last_start_tag_);
  }

  // "If the next few characters are": consumes them when they are.
  bool consume(std::string_view text, bool any_case) {
    const std::string_view ahead = bytes_.substr(at_, text.size());
    if (any_case ? lower(ahead) != lower(text) : ahead != text) return false;
    at_ += text.size();
    return true;
  }

  // The three kinds of raw text share their end tag states but for where they return to.
  void end_tag_open(Input c, State name_state, State text_state) {
    if (!is_alpha(c)) return reconsume_in(text_state, c);
    create_tag(true);
    reconsume_in(name_state, c);
  }
  void end_tag_name(Input c, State text_state) {
    if (is_white(c) && is_appropriate_end_tag()) return switch_to(State::kBeforeAttributeName);
    if (c == '/' && is_appropriate_end_tag()) return switch_to(State::kSelfClosingStartTag);
    if (c == '>' && is_appropriate_end_tag()) return emit_tag();
    if (!is_alpha(c)) return reconsume_in(text_state, c);
    tag_.name += static_cast<char>(*c);
  }

  // A '<' that may begin a tag.
  void less_than(State state) {
    less_than_at_ = at_ - 1;
    switch_to(state);
  }

  void step(Input c) {
    switch (state_) {
      case State::kData:
        if (c == '<') return less_than(State::kTagOpen);
        if (!c) stop();
        return;
      case State::kRcdata:
        if (c == '<') return less_than(State::kRcdataLessThanSign);
        if (!c) stop();
        return;
      case State::kRawtext:
        if (c == '<') return less_than(State::kRawtextLessThanSign);
        if (!c) stop();
        return;
      case State::kScriptData:
        if (c == '<') return less_than(State::kScriptDataLessThanSign);
        if (!c) stop();
        return;
      case State::kPlaintext:
        if (!c) stop();
        return;

      case State::kTagOpen:
        if (c == '!') return switch_to(State::kMarkupDeclarationOpen);
        if (c == '/') return switch_to(State::kEndTagOpen);
        if (is_alpha(c)) {
          create_tag(false);
          return reconsume_in(State::kTagName, c);
        }
        if (c == '?') return reconsume_in(State::kBogusComment, c);
        if (!c) return stop();
        return reconsume_in(State::kData, c);
      case State::kEndTagOpen:
        if (is_alpha(c)) {
          create_tag(true);
          return reconsume_in(State::kTagName, c);
        }
        if (c == '>') return switch_to(State::kData);
        if (!c) return stop();
        return reconsume_in(State::kBogusComment, c);
      case State::kTagName:
        if (is_white(c)) return switch_to(State::kBeforeAttributeName);
        if (c == '/') return switch_to(State::kSelfClosingStartTag);
        if (c == '>') return emit_tag();
        if (!c) return stop();
        tag_.name += static_cast<char>(*c);
        return;

      case State::kRcdataLessThanSign:
        if (c == '/') return switch_to(State::kRcdataEndTagOpen);
        return reconsume_in(State::kRcdata, c);
      case State::kRcdataEndTagOpen:
        return end_tag_open(c, State::kRcdataEndTagName, State::kRcdata);
      case State::kRcdataEndTagName:
        return end_tag_name(c, State::kRcdata);
      case State::kRawtextLessThanSign:
        if (c == '/') return switch_to(State::kRawtextEndTagOpen);
        return reconsume_in(State::kRawtext, c);
      case State::kRawtextEndTagOpen:
        return end_tag_open(c, State::kRawtextEndTagName, State::kRawtext);
      case State::kRawtextEndTagName:
        return end_tag_name(c, State::kRawtext);

      case State::kScriptDataLessThanSign:
        if (c == '/') return switch_to(State::kScriptDataEndTagOpen);
        if (c == '!') return switch_to(State::kScriptDataEscapeStart);
        return reconsume_in(State::kScriptData, c);
      case State::kScriptDataEndTagOpen:
        return end_tag_open(c, State::kScriptDataEndTagName, State::kScriptData);
      case State::kScriptDataEndTagName:
        return end_tag_name(c, State::kScriptData);
      case State::kScriptDataEscapeStart:
        if (c == '-') return switch_to(State::kScriptDataEscapeStartDash);
        return reconsume_in(State::kScriptData, c);
      case State::kScriptDataEscapeStartDash:
        if (c == '-') return switch_to(State::kScriptDataEscapedDashDash);
        return reconsume_in(State::kScriptData, c);
      case State::kScriptDataEscaped:
        if (c == '-') return switch_to(State::kScriptDataEscapedDash);
        if (c == '<') return less_than(State::kScriptDataEscapedLessThanSign);
        if (!c) stop();
        return;
      case State::kScriptDataEscapedDash:
        if (c == '-') return switch_to(State::kScriptDataEscapedDashDash);
        if (c == '<') return less_than(State::kScriptDataEscapedLessThanSign);
        if (!c) return stop();
        return switch_to(State::kScriptDataEscaped);
      case State::kScriptDataEscapedDashDash:
        if (c == '-') return;
        if (c == '<') return less_than(State::kScriptDataEscapedLessThanSign);
        if (c == '>') return switch_to(State::kScriptData);
        if (!c) return stop();
        return switch_to(State::kScriptDataEscaped);
      case State::kScriptDataEscapedLessThanSign:
        if (c == '/') return switch_to(State::kScriptDataEscapedEndTagOpen);
        if (is_alpha(c)) {
          temporary_buffer_.clear();
          return reconsume_in(State::kScriptDataDoubleEscapeStart, c);
        }
        return reconsume_in(State::kScriptDataEscaped, c);
      case State::kScriptDataEscapedEndTagOpen:
        return end_tag_open(c, State::kScriptDataEscapedEndTagName, State::kScriptDataEscaped);
      case State::kScriptDataEscapedEndTagName:
        return end_tag_name(c, State::kScriptDataEscaped);
      case State::kScriptDataDoubleEscapeStart:
        if (is_white(c) || c == '/' || c == '>') {
          return switch_to(temporary_buffer_ == "script" ? State::kScriptDataDoubleEscaped
                                                         : State::kScriptDataEscaped);
        }
        if (!is_alpha(c)) return reconsume_in(State::kScriptDataEscaped, c);
        temporary_buffer_ += lower(*c);
        return;
      case State::kScriptDataDoubleEscaped:
        if (c == '-') return switch_to(State::kScriptDataDoubleEscapedDash);
        if (c == '<') return switch_to(State::kScriptDataDoubleEscapedLessThanSign);
        if (!c) stop();
        return;
      case State::kScriptDataDoubleEscapedDash:
        if (c == '-') return switch_to(State::kScriptDataDoubleEscapedDashDash);
        if (c == '<') return switch_to(State::kScriptDataDoubleEscapedLessThanSign);
        if (!c) return stop();
        return switch_to(State::kScriptDataDoubleEscaped);
      case State::kScriptDataDoubleEscapedDashDash:
        if (c == '-') return;
        if (c == '<') return switch_to(State::kScriptDataDoubleEscapedLessThanSign);
        if (c == '>') return switch_to(State::kScriptData);
        if (!c) return stop();
        return switch_to(State::kScriptDataDoubleEscaped);
      case State::kScriptDataDoubleEscapedLessThanSign:
        if (c == '/') {
          temporary_buffer_.clear();
          return switch_to(State::kScriptDataDoubleEscapeEnd);
        }
        return reconsume_in(State::kScriptDataDoubleEscaped, c);
      case State::kScriptDataDoubleEscapeEnd:
        if (is_white(c) || c == '/' || c == '>') {
          return switch_to(temporary_buffer_ == "script" ? State::kScriptDataEscaped
                                                         : State::kScriptDataDoubleEscaped);
        }
        if (!is_alpha(c)) return reconsume_in(State::kScriptDataDoubleEscaped, c);
        temporary_buffer_ += lower(*c);
        return;

      case State::kBeforeAttributeName:
        if (is_white(c)) return;
        if (c == '/' || c == '>' || !c) return reconsume_in(State::kAfterAttributeName, c);
        start_attribute();
        if (c == '=') {
          attribute().name += '=';
          return switch_to(State::kAttributeName);
        }
        return reconsume_in(State::kAttributeName, c);
      case State::kAttributeName:
        if (is_white(c) || c == '/' || c == '>' || !c) {
          return reconsume_in(State::kAfterAttributeName, c);
        }
        if (c == '=') return switch_to(State::kBeforeAttributeValue);
        attribute().name += static_cast<char>(*c);
        return;
      case State::kAfterAttributeName:
        if (is_white(c)) return;
        if (c == '/') return switch_to(State::kSelfClosingStartTag);
        if (c == '=') return switch_to(State::kBeforeAttributeValue);
        if (c == '>') return emit_tag();
        if (!c) return stop();
        start_attribute();
        return reconsume_in(State::kAttributeName, c);
      case State::kBeforeAttributeValue:
        if (is_white(c)) return;
        if (c == '"') return switch_to(State::kAttributeValueDoubleQuoted);
        if (c == '\'') return switch_to(State::kAttributeValueSingleQuoted);
        if (c == '>') return emit_tag();
        return reconsume_in(State::kAttributeValueUnquoted, c);
      case State::kAttributeValueDoubleQuoted:
        if (c == '"') return switch_to(State::kAfterAttributeValueQuoted);
        if (!c) return stop();
        attribute().value += static_cast<char>(*c);
        return;
      case State::kAttributeValueSingleQuoted:
        if (c == '\'') return switch_to(State::kAfterAttributeValueQuoted);
        if (!c) return stop();
        attribute().value += static_cast<char>(*c);
        return;
      case State::kAttributeValueUnquoted:
        if (is_white(c)) return switch_to(State::kBeforeAttributeName);
        if (c == '>') return emit_tag();
        if (!c) return stop();
        attribute().value += static_cast<char>(*c);
        return;
      case State::kAfterAttributeValueQuoted:
        if (is_white(c)) return switch_to(State::kBeforeAttributeName);
        if (c == '/') return switch_to(State::kSelfClosingStartTag);
        if (c == '>') return emit_tag();
        if (!c) return stop();
        return reconsume_in(State::kBeforeAttributeName, c);
      case State::kSelfClosingStartTag:
        if (c == '>') {
          tag_.self_closing = true;
          return emit_tag();
        }
        if (!c) return stop();
        return reconsume_in(State::kBeforeAttributeName, c);

      case State::kBogusComment:
        if (c == '>') return switch_to(State::kData);
        if (!c) stop();
        return;
      case State::kMarkupDeclarationOpen:
        if (c) --at_;
        if (consume("--", false)) return switch_to(State::kCommentStart);
        if (consume("DOCTYPE", true)) return switch_to(State::kDoctype);
        if (options_.cdata && consume("[CDATA[", false)) return switch_to(State::kCdataSection);
        return switch_to(State::kBogusComment);
      case State::kCommentStart:
        if (c == '-') return switch_to(State::kCommentStartDash);
        if (c == '>') return switch_to(State::kData);
        return reconsume_in(State::kComment, c);
      case State::kCommentStartDash:
        if (c == '-') return switch_to(State::kCommentEnd);
        if (c == '>') return switch_to(State::kData);
        if (!c) return stop();
        return reconsume_in(State::kComment, c);
      case State::kComment:
        if (c == '<') return switch_to(State::kCommentLessThanSign);
        if (c == '-') return switch_to(State::kCommentEndDash);
        if (!c) stop();
        return;
      case State::kCommentLessThanSign:
        if (c == '!') return switch_to(State::kCommentLessThanSignBang);
        if (c == '<') return;
        return reconsume_in(State::kComment, c);
      case State::kCommentLessThanSignBang:
        if (c == '-') return switch_to(State::kCommentLessThanSignBangDash);
        return reconsume_in(State::kComment, c);
      case State::kCommentLessThanSignBangDash:
        if (c == '-') return switch_to(State::kCommentLessThanSignBangDashDash);
        return reconsume_in(State::kCommentEndDash, c);
      case State::kCommentLessThanSignBangDashDash:
        return reconsume_in(State::kCommentEnd, c);
      case State::kCommentEndDash:
        if (c == '-') return switch_to(State::kCommentEnd);
        if (!c) return stop();
        return reconsume_in(State::kComment, c);
      case State::kCommentEnd:
        if (c == '>') return switch_to(State::kData);
        if (c == '!') return switch_to(State::kCommentEndBang);
        if (c == '-') return;
        if (!c) return stop();
        return reconsume_in(State::kComment, c);
      case State::kCommentEndBang:
        if (c == '-') return switch_to(State::kCommentEndDash);
        if (c == '>') return switch_to(State::kData);
        if (!c) return stop();
        return reconsume_in(State::kComment, c);

      default:
        return step_in_doctype_or_cdata(c);
    }
  }

  void step_in_doctype_or_cdata(Input c) {
    switch (state_) {
      case State::kDoctype:
        if (is_white(c)) return switch_to(State::kBeforeDoctypeName);
        if (!c) return stop();
        return reconsume_in(State::kBeforeDoctypeName, c);
      case State::kBeforeDoctypeName:
        if (is_white(c)) return;
        if (c == '>') return switch_to(State::kData);
        if (!c) return stop();
        return switch_to(State::kDoctypeName);
      case State::kDoctypeName:
        if (is_white(c)) return switch_to(State::kAfterDoctypeName);
        if (c == '>') return switch_to(State::kData);
        if (!c) stop();
        return;
      case State::kAfterDoctypeName:
        if (is_white(c)) return;
        if (c == '>') return switch_to(State::kData);
        if (!c) return stop();
        --at_;
        if (consume("PUBLIC", true)) return switch_to(State::kAfterDoctypePublicKeyword);
        if (consume("SYSTEM", true)) return switch_to(State::kAfterDoctypeSystemKeyword);
        return switch_to(State::kBogusDoctype);
      case State::kAfterDoctypePublicKeyword:
      case State::kBeforeDoctypePublicIdentifier:
        if (is_white(c)) return switch_to(State::kBeforeDoctypePublicIdentifier);
        if (c == '"') return switch_to(State::kDoctypePublicIdentifierDoubleQuoted);
        if (c == '\'') return switch_to(State::kDoctypePublicIdentifierSingleQuoted);
        if (c == '>') return switch_to(State::kData);
        if (!c) return stop();
        return reconsume_in(State::kBogusDoctype, c);
      case State::kDoctypePublicIdentifierDoubleQuoted:
        if (c == '"') return switch_to(State::kAfterDoctypePublicIdentifier);
        if (c == '>') return switch_to(State::kData);
        if (!c) stop();
        return;
      case State::kDoctypePublicIdentifierSingleQuoted:
        if (c == '\'') return switch_to(State::kAfterDoctypePublicIdentifier);
        if (c == '>') return switch_to(State::kData);
        if (!c) stop();
        return;
      case State::kAfterDoctypePublicIdentifier:
      case State::kBetweenDoctypePublicAndSystemIdentifiers:
        if (is_white(c)) return switch_to(State::kBetweenDoctypePublicAndSystemIdentifiers);
        if (c == '>') return switch_to(State::kData);
        if (c == '"') return switch_to(State::kDoctypeSystemIdentifierDoubleQuoted);
        if (c == '\'') return switch_to(State::kDoctypeSystemIdentifierSingleQuoted);
        if (!c) return stop();
        return reconsume_in(State::kBogusDoctype, c);
      case State::kAfterDoctypeSystemKeyword:
      case State::kBeforeDoctypeSystemIdentifier:
        if (is_white(c)) return switch_to(State::kBeforeDoctypeSystemIdentifier);
        if (c == '"') return switch_to(State::kDoctypeSystemIdentifierDoubleQuoted);
        if (c == '\'') return switch_to(State::kDoctypeSystemIdentifierSingleQuoted);
        if (c == '>') return switch_to(State::kData);
        if (!c) return stop();
        return reconsume_in(State::kBogusDoctype, c);
      case State::kDoctypeSystemIdentifierDoubleQuoted:
        if (c == '"') return switch_to(State::kAfterDoctypeSystemIdentifier);
        if (c == '>') return switch_to(State::kData);
        if (!c) stop();
        return;
      case State::kDoctypeSystemIdentifierSingleQuoted:
        if (c == '\'') return switch_to(State::kAfterDoctypeSystemIdentifier);
        if (c == '>') return switch_to(State::kData);
        if (!c) stop();
        return;
      case State::kAfterDoctypeSystemIdentifier:
        if (is_white(c)) return;
        if (c == '>') return switch_to(State::kData);
        if (!c) return stop();
        return reconsume_in(State::kBogusDoctype, c);
      case State::kBogusDoctype:
        if (c == '>') return switch_to(State::kData);
        if (!c) stop();
        return;

      case State::kCdataSection:
        if (c == ']') return switch_to(State::kCdataSectionBracket);
        if (!c) stop();
        return;
      case State::kCdataSectionBracket:
        if (c == ']') return switch_to(State::kCdataSectionEnd);
        return reconsume_in(State::kCdataSection, c);
      case State::kCdataSectionEnd:
        if (c == ']') return;
        if (c == '>') return switch_to(State::kData);
        return reconsume_in(State::kCdataSection, c);
      default:
        return stop();
    }
  }

  std::string_view bytes_;
  html::ScanOptions options_;
  State state_ = State::kData;
  std::size_t at_ = 0;
  std::size_t less_than_at_ = 0;
  std::string last_start_tag_;
  std::string temporary_buffer_;
  NaiveTag tag_;
  std::vector<NaiveTag> tags_;
};

inline std::vector<NaiveTag> naive_tags(std::string_view bytes, const html::ScanOptions& options) {
  return NaiveTokenizer(bytes, options).run();
}

// What html::Scanner makes of the same bytes, in the same form. Attributes are
// empty unless the options ask for them.
inline std::vector<NaiveTag> scanned_tags(std::string_view bytes,
                                          const html::ScanOptions& options) {
  std::vector<NaiveTag> tags;
  html::Scanner scanner(bytes, options);
  while (const html::Tag* tag = scanner.next()) {
    NaiveTag& copy = tags.emplace_back(NaiveTag{.id = tag->id,
                                                .is_end = tag->is_end,
                                                .self_closing = tag->self_closing,
                                                .begin = tag->begin,
                                                .end = tag->end,
                                                .name = std::string(tag->name)});
    for (const html::Attribute& attribute : scanner.attributes()) {
      copy.attributes.push_back({std::string(attribute.name), std::string(attribute.value)});
    }
  }
  return tags;
}

inline std::vector<NaiveTag> without_attributes(std::vector<NaiveTag> tags) {
  for (NaiveTag& tag : tags) tag.attributes.clear();
  return tags;
}

}  // namespace pagekin::reference
