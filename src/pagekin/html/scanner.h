// Bytes to tags: the tag half of the HTML standard's tokenizer, pulled tag by tag.
//
//   Scanner scanner(bytes, {.attributes = true});
//   while (const Tag* tag = scanner.next()) { ... scanner.attributes() ... }
//
// Start and end tags come out exactly as the standard's tokenizer emits them;
// text, comments, doctypes and character references are passed over. It never
// fails, never allocates per tag, and can be dropped at any point: nothing beyond
// the last tag handed out has been interpreted.
//
// Source: HTML standard (WHATWG), 13.2.5 "Tokenization".
// Cost: O(bytes) for any input; every byte is passed over a small fixed number of
// times. The list of attributes grows to the longest one of the page and is reused.
// Limits: bytes must be in an encoding in which ASCII bytes mean ASCII (UTF-8
// after decoding). The bytes must outlive the scanner and its tags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/html/tag_id.h"

namespace pagekin::html {

// How the bytes after a tag are read (the tokenizer's states that a tree builder sets).
enum class TextMode : std::uint8_t { kData, kRcdata, kRawtext, kScript, kPlaintext, kCdata };

struct Tag {
  TagId id = kNoTag;
  bool is_end = false;
  bool self_closing = false;
  std::size_t begin = 0;  // offset of '<'
  std::size_t end = 0;    // offset after '>'
  std::string_view name;  // as in the page: letters in any case, NUL not replaced
};

// One attribute as the page spells it: name in any case, value without its
// quotes, character references and line ends untouched.
struct Attribute {
  std::string_view name;
  std::string_view value;
};

struct ScanOptions {
  bool attributes = false;     // collect attributes(); otherwise they are only skipped
  bool switch_by_name = true;  // <script>, <title> ... set the text mode by themselves
  bool cdata = false;          // <![CDATA[ is a section, not a bogus comment (foreign content)
  std::size_t max_attributes = std::numeric_limits<std::size_t>::max();  // kept of one tag
  TextMode text_mode = TextMode::kData;                                  // at the start
  std::string_view last_start_tag = {};  // the end tag of this name ends the initial text mode
};

// Where the bytes that make tags lie in 64 bytes of the page, one bit a byte.
struct ScanWindow {
  std::uintptr_t begin = 0;             // address of the first of them; 0 is none
  std::uint64_t less = 0;               // '<'
  std::uint64_t name_end = 0;           // '>', '/', and any byte up to ' ' or beyond ASCII
  std::uint64_t equals_or_greater = 0;  // '=', '>'
  std::uint64_t double_quote = 0;
  std::uint64_t single_quote = 0;
};

// What a scanner knows between two tags; only its own functions look inside.
struct ScanState {
  const unsigned char* begin = nullptr;
  const unsigned char* at = nullptr;  // everything before has been read
  const unsigned char* end = nullptr;
  const unsigned char* text_end = nullptr;
  TextMode mode = TextMode::kData;  // of what follows
  bool switch_by_name = true;
  bool collect = false;  // attributes
  bool cdata = false;
  bool attributes_cut = false;
  std::size_t max_attributes = 0;
  std::string_view closing_name;  // of the end tag that ends the text mode
  ScanWindow window;
  Tag tag;
  std::vector<Attribute> attributes;
};

class Scanner {
 public:
  explicit Scanner(std::string_view bytes, const ScanOptions& options = {});

  // Starts again with other bytes; keeps the buffers.
  void restart(std::string_view bytes, const ScanOptions& options = {});

  // The next tag, or null at the end of the bytes. Valid until the next call.
  const Tag* next() { return next_(state_); }

  // Attributes of the current tag in source order, duplicates included (the first
  // one counts, says the standard). Empty unless asked for. Valid until the next call.
  std::span<const Attribute> attributes() const { return state_.attributes; }
  // Whether the current tag has more of them than may be kept.
  bool attributes_cut() const { return state_.attributes_cut; }
  // Reads the attributes of the current tag if the options did not ask for them.
  std::span<const Attribute> read_attributes();

  // For the tree builder: sets how to read on after the current start tag. Raw text lasts until
  // the end tag of the same name.
  void set_text_mode(TextMode mode);
  void set_cdata(bool allowed) { state_.cdata = allowed; }

  // Everything before this offset has been read: the end of the last tag handed
  // out, or of the bytes.
  std::size_t position() const { return static_cast<std::size_t>(state_.at - state_.begin); }

  // After the last tag: the offset where the text after it ends. This is the end of the bytes,
  // unless they end inside a tag.
  std::size_t text_end() const { return static_cast<std::size_t>(state_.text_end - state_.begin); }

 private:
  ScanState state_;
  // Compiled for several instruction sets, chosen once.
  const Tag* (*next_)(ScanState&);
  void (*read_attributes_)(ScanState&);
};

}  // namespace pagekin::html
