// Writes grammars as nested calls in the order of the markup:
//
//   b.element("ul", "menu", [&] {
//     b.repeat({.low = 1, .typical = 5, .high = 90}, [&] {
//       b.element("li", "menu-item", [&] { b.words(1, 3); });
//     });
//   });
//
// What the builder draws from its generator (pick, chance, label) is fixed for the template; the
// content of parts is drawn for every page. No expression draws twice, because compilers evaluate
// operands in different orders.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/core/random.h"
#include "pagekin/synth/part.h"
#include "pagekin/synth/style.h"
#include "pagekin/synth/words.h"

namespace pagekin::synth {

// What a start tag has besides its class.
enum class Mark : std::uint8_t {
  kPlain,
  kRowId,      // an id of its own
  kRowClass,   // a class name of its own
  kPageClass,  // a class name made for the page
};

struct Count {
  std::uint32_t low = 0;
  std::uint32_t typical = 1;
  std::uint32_t high = 1;
};

class Builder {
 public:
  // Both must outlive the builder.
  Builder(const Style& style, const Vocabulary& vocabulary, Random random)
      : style_(style), vocabulary_(vocabulary), random_(random) {}

  // Drawn once, for the template.
  bool chance(double probability) { return random_.chance(probability); }
  std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }
  const char* pick(std::initializer_list<const char*> choices) {
    return choices.begin()[random_.below(static_cast<std::uint32_t>(choices.size()))];
  }
  Mark row_mark();
  std::string phrase(std::uint32_t low, std::uint32_t high);
  std::string token();
  const Style& style() const { return style_; }

  // Fixed markup and text.
  void raw(std::string_view text);
  void label(std::uint32_t low, std::uint32_t high) { raw(phrase(low, high)); }
  void comment(std::string_view text) { raw("<!-- " + std::string(text) + " -->\n"); }
  void open(std::string_view tag, std::string_view role, Mark mark = Mark::kPlain);
  void close(std::string_view tag);
  // A void element; `attributes` as they stand, with a leading space.
  void single(std::string_view tag, std::string_view role, std::string_view attributes = {});
  void stylesheet();

  template <class Inside>
  void element(std::string_view tag, std::string_view role, Mark mark, Inside inside) {
    open(tag, role, mark);
    inside();
    close(tag);
  }
  template <class Inside>
  void element(std::string_view tag, std::string_view role, Inside inside) {
    element(tag, role, Mark::kPlain, inside);
  }

  // Drawn for every page.
  void words(std::uint32_t low, std::uint32_t high) {
    add({.kind = PartKind::kWords, .low = low, .high = high});
  }
  void prose(std::uint32_t low, std::uint32_t high) {
    add({.kind = PartKind::kProse, .low = low, .high = high});
  }
  void number(std::uint32_t low, std::uint32_t high) {
    add({.kind = PartKind::kNumber, .low = low, .high = high});
  }
  void date() { add({.kind = PartKind::kDate}); }
  void title() { add({.kind = PartKind::kTitle}); }
  void address() { add({.kind = PartKind::kAddress}); }
  void page_id() { add({.kind = PartKind::kPageId}); }
  void target() { add({.kind = PartKind::kTarget}); }
  void image(std::string_view role);

  template <class Inside>
  void group(std::uint32_t choice, Inside inside) {
    nest({.kind = PartKind::kGroup, .choice = choice}, inside);
  }
  template <class Inside>
  void optional(double probability, Inside inside) {
    nest({.kind = PartKind::kOptional, .probability = probability}, inside);
  }
  template <class Inside>
  void repeat(Count count, Inside inside) {
    nest(
        {.kind = PartKind::kRepeat, .low = count.low, .typical = count.typical, .high = count.high},
        inside);
  }
  template <class Inside>
  void recursive(std::uint32_t levels, Inside inside) {
    nest({.kind = PartKind::kRecursive, .high = levels}, inside);
  }
  void again(double probability) { add({.kind = PartKind::kAgain, .probability = probability}); }

  // Links: for_links walks over targets, link writes an <a> to the present one.
  template <class Inside>
  void for_links(LinkSource source, Inside inside) {
    nest({.kind = PartKind::kLinks, .links = source}, inside);
  }
  template <class Inside>
  void rows(Count count, Inside inside) {
    nest({.kind = PartKind::kLinks,
          .links = LinkSource::kRows,
          .low = count.low,
          .typical = count.typical,
          .high = count.high,
          .choice = static_cast<std::uint32_t>(random_.next() >> 40)},
         inside);
  }
  template <class Inside>
  void link(std::string_view role, Inside inside) {
    raw(style_.start("a", role, " href=") + style_.safe_quote());
    add({.kind = PartKind::kHref});
    raw(std::string(1, style_.safe_quote()) + ">");
    inside();
    close("a");
  }
  void link(std::string_view role) {
    link(role, [&] { target(); });
  }

  Parts take() { return std::exchange(parts_, {}); }

 private:
  void add(Part part) { parts_.push_back(std::move(part)); }

  template <class Inside>
  void nest(Part part, Inside inside) {
    Parts outer = take();
    inside();
    part.parts = std::exchange(parts_, std::move(outer));
    add(std::move(part));
  }

  const Style& style_;
  const Vocabulary& vocabulary_;
  Random random_;
  Parts parts_;
};

}  // namespace pagekin::synth
