// The scanner, compiled once for each instruction set.
//
// The standard's tokenizer is a machine of eighty states that looks at every byte. Because only
// tags matter here, most of its states can be merged: a comment is the search for a '>' with the
// right bytes before it, a doctype the search for any '>', an attribute the search for '=' or '>'
// and then for a quote. Each function below replaces a group of states and says why the shortcut
// is exact.
//
// Cost: linear for any bytes. No search starts before the begin of the tag, comment or text it
// belongs to; a fixed number of searches passes over each of these; and the bytes examined around
// a found place are bounded by a constant or by the distance from the place before. Measured: 1.1
// to 1.3 GB/s on real pages, 27 to 39 ns a tag, one core of a busy server at 2 to 3 GHz; memchr()
// from '<' to '<' has 2.2 to 2.8. The number of tags counts, not their bytes. The limit is
// latency: the end of a tag is known only after two to five searches, each of which depends on
// the one before, and the branch for one more attribute is often mispredicted. With vectors of 16
// bytes instead of 64 a page takes about a quarter longer.
#include "pagekin/html/scanner.h"

#include <array>
#include <cstring>

#include "pagekin/core/text.h"
#include "pagekin/html/tag_table.h"

// Chosen at run time: the instructions that every x86-64 has are not a target of Highway,
// which would fall back to single bytes.
// SVE is left out: a window's bits need vectors whose width the compiler knows.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pagekin/html/scanner.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "pagekin/html/find-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pagekin::html::HWY_NAMESPACE {

HWY_INLINE bool is_letter(Byte c) { return static_cast<Byte>((c | 0x20) - 'a') < 26; }

// What ends the name of a tag.
HWY_INLINE bool ends_name(Byte c) { return is_in(kSpace | bit('>') | bit('/'), c); }

HWY_INLINE std::string_view view(const Byte* begin, const Byte* end) {
  return {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)};
}

HWY_INLINE bool starts_with(const Byte* at, const Byte* end, std::string_view text) {
  return static_cast<std::size_t>(end - at) >= text.size() &&
         std::memcmp(at, text.data(), text.size()) == 0;
}

// Letters only, in any case, and then something that ends a name. The standard
// collects letters before it compares, so a name with other bytes never matches.
bool is_word(const Byte* at, const Byte* end, std::string_view word) {
  if (word.empty() || static_cast<std::size_t>(end - at) <= word.size()) return false;
  for (const char c : word) {
    if (!is_letter(*at) || to_lower(static_cast<char>(*at)) != to_lower(c)) return false;
    ++at;
  }
  return ends_name(*at);
}

HWY_INLINE const Byte* skip_space(const Byte* at, const Byte* end) {
  while (at != end && is_space(*at)) ++at;
  return at;
}

// Bogus comments and doctypes: the next '>' ends them, also between the quotes of
// a doctype's identifiers.
const Byte* skip_past_gt(const Byte* at, const Byte* end) {
  at = find(at, end, '>');
  return at == end ? end : at + 1;
}

// After "<!--". A comment ends with "-->" or "--!>", dashes counted from here, or
// with a '>' or "->" right here. A "<!--" inside changes nothing but errors.
const Byte* skip_comment(const Byte* body, const Byte* end) {
  for (const Byte* at = body;; ++at) {
    at = find(at, end, '>');
    if (at == end) return end;
    const std::ptrdiff_t before = at - body;
    if (before >= 2 && at[-1] == '-' && at[-2] == '-') return at + 1;
    if (before >= 3 && at[-1] == '!' && at[-2] == '-' && at[-3] == '-') return at + 1;
    if (before == 0 || (before == 1 && at[-1] == '-')) return at + 1;
  }
}

// After "<![CDATA[": ends with "]]>".
const Byte* skip_cdata(const Byte* body, const Byte* end) {
  for (const Byte* at = body;; ++at) {
    at = find(at, end, '>');
    if (at == end) return end;
    if (at - body >= 2 && at[-1] == ']' && at[-2] == ']') return at + 1;
  }
}

// After "<!".
const Byte* skip_declaration(const Byte* at, const Byte* end, bool cdata) {
  if (starts_with(at, end, "--")) return skip_comment(at + 2, end);
  if (cdata && starts_with(at, end, "[CDATA[")) return skip_cdata(at + 7, end);
  return skip_past_gt(at, end);
}

// Where a tag ends: after its '>', or null when the bytes end first.
struct TagEnd {
  const Byte* at;
  bool self_closing;
};
constexpr TagEnd kUnfinished{nullptr, false};

// After the name of a tag: past its attributes.
//
// Outside of values only '=' and '>' matter, so these are searched. With a name
// before it '=' starts a value; after white space and slashes alone it is itself
// the first byte of a name. '>' ends the tag, and a '/' just before it makes the
// tag self-closing, except as the end of an unquoted value.
HWY_INLINE TagEnd skip_attributes(ScanWindow& window, const Byte* name, const Byte* name_end,
                                  const Byte* end) {
  // Searches from the begin of the name, so that the processor need not wait for its end.
  const Byte* at = find_in(window, window.equals_or_greater, name, end);
  while (HWY_UNLIKELY(at < name_end)) {
    at = find_in(window, window.equals_or_greater, at + 1, end);
  }
  const Byte* names = name_end;  // where this run of names, white space and slashes began
  for (;;) {
    if (HWY_UNLIKELY(at == end)) return kUnfinished;
    if (*at == '>') return {at + 1, at[-1] == '/'};

    const Byte* before = at;
    while (before != names && is_space(before[-1])) --before;
    if (HWY_UNLIKELY(before == names || before[-1] == '/')) {
      names = at;
      at = find_in(window, window.equals_or_greater, at + 1, end);
      continue;
    }

    at = skip_space(at + 1, end);
    if (HWY_UNLIKELY(at == end)) return kUnfinished;
    if (HWY_LIKELY(*at == '"')) {
      at = find_in(window, window.double_quote, at + 1, end);
    } else if (*at == '\'') {
      at = find_in(window, window.single_quote, at + 1, end);
    } else {
      at = find_space_or(at, end, '>');
      if (at != end && *at == '>') return {at + 1, false};
    }
    if (HWY_UNLIKELY(at == end)) return kUnfinished;
    names = at + 1;
    at = find_in(window, window.equals_or_greater, names, end);
  }
}

// Keeps an attribute, unless there are too many.
HWY_INLINE void keep(ScanState& state, std::string_view name, std::string_view value) {
  if (HWY_LIKELY(state.attributes.size() < state.max_attributes)) {
    state.attributes.push_back({name, value});
  } else {
    state.attributes_cut = true;
  }
}

// Whether the bytes from `at` to `end` are one plain name: nothing in the window ends a name
// there.
HWY_INLINE bool is_plain_name(const ScanWindow& window, const Byte* at, const Byte* end) {
  const std::size_t offset = offset_in(window, at);
  const std::size_t length = static_cast<std::size_t>(end - at);
  if (offset >= kWindowBytes || length >= kWindowBytes - offset) return false;
  return ((window.name_end >> offset) & ((std::uint64_t{1} << length) - 1)) == 0;
}

// Keeps the names among white space and slashes, except for the last one. Returns that one,
// because a value may follow; empty if there is none.
HWY_INLINE std::string_view keep_names(ScanState& state, const Byte* at, const Byte* end) {
  if (HWY_LIKELY(at != end && is_space(*at) && is_plain_name(state.window, at + 1, end))) {
    return view(at + 1, end);
  }
  std::string_view last;
  for (;;) {
    while (at != end && (is_space(*at) || *at == '/')) ++at;
    if (at == end) return last;
    if (!last.empty()) keep(state, last, {});
    const Byte* name = at;
    while (at != end && !ends_name(*at)) ++at;
    last = view(name, at);
  }
}

// As skip_attributes(), and keeps them.
HWY_INLINE TagEnd collect_attributes(ScanState& state, const Byte* name, const Byte* name_end,
                                     const Byte* end) {
  ScanWindow& window = state.window;
  const Byte* at = find_in(window, window.equals_or_greater, name, end);
  while (HWY_UNLIKELY(at < name_end)) {
    at = find_in(window, window.equals_or_greater, at + 1, end);
  }
  const Byte* names = name_end;
  for (;;) {
    if (HWY_UNLIKELY(at == end)) return kUnfinished;
    if (*at == '>') {
      if (names != at) {
        const std::string_view last = keep_names(state, names, at);
        if (!last.empty()) keep(state, last, {});
      }
      return {at + 1, at[-1] == '/'};
    }

    const Byte* before = at;
    while (before != names && is_space(before[-1])) --before;
    if (HWY_UNLIKELY(before == names || before[-1] == '/')) {
      const std::string_view last = keep_names(state, names, before);
      if (!last.empty()) keep(state, last, {});
      names = at;
      at = find_in(window, window.equals_or_greater, at + 1, end);
      continue;
    }
    const std::string_view attribute = keep_names(state, names, before);

    at = skip_space(at + 1, end);
    if (HWY_UNLIKELY(at == end)) return kUnfinished;
    const Byte* value = at + 1;
    if (HWY_LIKELY(*at == '"')) {
      at = find_in(window, window.double_quote, value, end);
    } else if (*at == '\'') {
      at = find_in(window, window.single_quote, value, end);
    } else {
      value = at;
      at = find_space_or(at, end, '>');
      if (at != end && *at == '>') {
        keep(state, attribute, view(value, at));
        return {at + 1, false};
      }
    }
    if (HWY_UNLIKELY(at == end)) return kUnfinished;
    keep(state, attribute, view(value, at));
    names = at + 1;
    at = find_in(window, window.equals_or_greater, names, end);
  }
}

struct Name {
  const Byte* end;
  TagId id;
};

// Names that are long, near the end of the bytes or hold control bytes.
HWY_NOINLINE Name read_rare_name(const Byte* name, const Byte* end) {
  const Byte* at = name;
  while (at != end && !ends_name(*at)) ++at;
  return {at, tag_id(view(name, at))};
}

// The name of a tag and its number. In a name without control bytes 0x20 can be
// set in all bytes to lower its letters: no other byte becomes one that occurs in
// the name of a known tag.
HWY_INLINE Name read_name(ScanWindow& window, const Byte* name, const Byte* end) {
  const Byte* name_end = find_in(window, window.name_end, name, end);
  const std::size_t length = static_cast<std::size_t>(name_end - name);
  if (HWY_UNLIKELY(length > kMaxPackedName || end - name <= 8 || !ends_name(*name_end))) {
    return read_rare_name(name, end);
  }
  std::uint64_t packed;
  std::memcpy(&packed, name, sizeof packed);
  packed |= 0x2020202020202020;
  packed &= ~std::uint64_t{0} >> (64 - 8 * length);
  const TagId id = kShortTags.find(packed);
  if (HWY_UNLIKELY(id == kNoTag)) return {name_end, tag_id(view(name, name_end))};
  return {name_end, id};
}

// Without a tree builder, the name of a start tag says how to read on.
constexpr std::array<TextMode, kKnownTagEnd> kTextModes = [] {
  std::array<TextMode, kKnownTagEnd> modes{};
  modes[kTagTitle] = modes[kTagTextarea] = TextMode::kRcdata;
  modes[kTagStyle] = modes[kTagXmp] = modes[kTagIframe] = TextMode::kRawtext;
  modes[kTagNoembed] = modes[kTagNoframes] = TextMode::kRawtext;
  modes[kTagScript] = TextMode::kScript;
  modes[kTagPlaintext] = TextMode::kPlaintext;
  return modes;
}();

// No more tags. Text ends where a tag begins that the bytes end in.
HWY_INLINE const Tag* finish(ScanState& state, const Byte* text_end) {
  state.text_end = text_end;
  state.at = state.end;
  state.attributes.clear();
  return nullptr;
}

// Less than the shortest tag is left at `at`.
HWY_NOINLINE const Tag* finish_short(ScanState& state, const Byte* at) {
  const bool is_end = state.end - at > 2 && at[1] == '/';
  const bool is_tag = state.end - at > 1 + is_end && *at == '<' && is_letter(at[1 + is_end]);
  return finish(state, is_tag ? at : state.end);
}

// A tag whose '<' lies at `open` and whose name, which begins with a letter, at `name`.
HWY_INLINE const Tag* read_tag(ScanState& state, const Byte* open, const Byte* name, bool is_end) {
  const auto [name_end, id] = read_name(state.window, name, state.end);
  if (HWY_UNLIKELY(name_end == state.end)) return finish(state, open);

  const TagEnd tag_end = state.collect ? collect_attributes(state, name, name_end, state.end)
                                       : skip_attributes(state.window, name, name_end, state.end);
  if (HWY_UNLIKELY(tag_end.at == nullptr)) return finish(state, open);

  Tag& tag = state.tag;
  tag.id = id;
  tag.is_end = is_end;
  tag.self_closing = tag_end.self_closing;
  tag.begin = static_cast<std::size_t>(open - state.begin);
  tag.end = static_cast<std::size_t>(tag_end.at - state.begin);
  tag.name = view(name, name_end);
  state.at = tag_end.at;
  state.mode = TextMode::kData;
  if (id < kKnownTagEnd && kTextModes[id] != TextMode::kData && !is_end && state.switch_by_name) {
    state.mode = kTextModes[id];
    state.closing_name = tag.name;
  }
  return &tag;
}

const Tag* next_in_data(ScanState& state, const Byte* at) {
  const Byte* end = state.end;
  for (;;) {
    at = find_in(state.window, state.window.less, at, end);
    if (HWY_UNLIKELY(end - at < 3)) return finish_short(state, at);  // no room for a tag
    // Most tags then lie in the window as a whole (measured: 8 to 20 % faster).
    if (offset_in(state.window, at) >= kWindowBytes / 2) move_window(state.window, at, end);
    const bool is_end = at[1] == '/';
    const Byte* name = at + 1 + is_end;
    if (HWY_LIKELY(is_letter(*name))) return read_tag(state, at, name, is_end);

    if (is_end || at[1] == '?') {
      at = skip_past_gt(name, end);
    } else if (at[1] == '!') {
      at = skip_declaration(at + 2, end, state.cdata);
    } else {
      ++at;  // a '<' that is text
    }
  }
}

// Whether the end tag of the text mode begins at this '<'.
HWY_INLINE bool closes(const ScanState& state, const Byte* at) {
  return state.end - at > 2 && at[1] == '/' && is_word(at + 2, state.end, state.closing_name);
}

// RCDATA and RAWTEXT: all is text but the end tag.
const Tag* next_in_raw_text(ScanState& state, const Byte* at) {
  for (;; ++at) {
    at = find(at, state.end, '<');
    if (at == state.end) return finish(state, state.end);
    if (closes(state, at)) return read_tag(state, at, at + 2, true);
  }
}

// Inside a script, after "<!--" (its dashes count): up to and past "-->", or to
// the end tag. A "<script" inside hides the next "</script".
const Byte* skip_script_comment(const ScanState& state, const Byte* at) {
  bool is_hidden = false;
  for (;;) {
    at = find_either(at, state.end, '<', '>');
    if (at == state.end) return at;
    if (*at++ == '>') {
      if (at[-2] == '-' && at[-3] == '-') return at;
      continue;
    }
    if (!is_hidden && closes(state, at - 1)) return at - 1;
    if (is_hidden) {
      if (at == state.end || *at != '/') continue;
      ++at;
    }
    if (is_word(at, state.end, "script")) {
      at += 7;
      is_hidden = !is_hidden;
    }
  }
}

const Tag* next_in_script(ScanState& state, const Byte* at) {
  for (;;) {
    at = find(at, state.end, '<');
    if (at == state.end) return finish(state, state.end);
    if (closes(state, at)) return read_tag(state, at, at + 2, true);
    at = starts_with(at, state.end, "<!--") ? skip_script_comment(state, at + 4) : at + 1;
  }
}

const Tag* next(ScanState& state) {
  state.attributes.clear();
  state.attributes_cut = false;
  if (HWY_LIKELY(state.mode == TextMode::kData)) return next_in_data(state, state.at);
  switch (state.mode) {
    case TextMode::kData:
      break;
    case TextMode::kRcdata:
    case TextMode::kRawtext:
      return next_in_raw_text(state, state.at);
    case TextMode::kScript:
      return next_in_script(state, state.at);
    case TextMode::kPlaintext:
      return finish(state, state.end);
    case TextMode::kCdata:
      state.at = skip_cdata(state.at, state.end);
      break;
  }
  return next_in_data(state, state.at);
}

void read_attributes(ScanState& state) {
  const auto* name = reinterpret_cast<const Byte*>(state.tag.name.data());
  state.attributes.clear();
  state.attributes_cut = false;
  // Up to the end of the bytes, since the window filled here is used further on.
  collect_attributes(state, name, name + state.tag.name.size(), state.end);
}

// The function for this machine; Scanner stores it, so that the choice is made once and not for
// every tag.
auto next_function() { return &next; }
auto read_attributes_function() { return &read_attributes; }

}  // namespace pagekin::html::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pagekin::html {

HWY_EXPORT(next_function);
HWY_EXPORT(read_attributes_function);

Scanner::Scanner(std::string_view bytes, const ScanOptions& options)
    : next_(HWY_DYNAMIC_DISPATCH(next_function)()),
      read_attributes_(HWY_DYNAMIC_DISPATCH(read_attributes_function)()) {
  restart(bytes, options);
}

void Scanner::restart(std::string_view bytes, const ScanOptions& options) {
  state_.begin = reinterpret_cast<const unsigned char*>(bytes.data());
  state_.at = state_.begin;
  state_.end = state_.begin + bytes.size();
  state_.mode = options.text_mode;
  state_.switch_by_name = options.switch_by_name;
  state_.collect = options.attributes;
  state_.cdata = options.cdata;
  state_.text_end = state_.end;
  state_.attributes_cut = false;
  state_.max_attributes = options.max_attributes;
  state_.closing_name = options.last_start_tag;
  state_.window = {};
  state_.tag = {};
  state_.attributes.clear();
}

std::span<const Attribute> Scanner::read_attributes() {
  if (!state_.collect && !state_.tag.name.empty()) read_attributes_(state_);
  return state_.attributes;
}

void Scanner::set_text_mode(TextMode mode) {
  state_.mode = mode;
  if (!state_.tag.is_end && !state_.tag.name.empty()) state_.closing_name = state_.tag.name;
}

}  // namespace pagekin::html
#endif
