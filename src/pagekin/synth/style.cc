#include "pagekin/synth/style.h"

#include <array>

#include "pagekin/core/hash.h"
#include "pagekin/synth/words.h"

namespace pagekin::synth {
namespace {

constexpr std::array<std::string_view, 32> kUtilities{
    "flex",      "grid",      "block",        "p-2",       "p-4",         "px-6",
    "py-3",      "mx-auto",   "mt-4",         "mb-2",      "w-full",      "max-w-lg",
    "text-sm",   "text-lg",   "text-xl",      "font-bold", "font-light",  "rounded",
    "shadow",    "border",    "border-t",     "bg-white",  "bg-gray-100", "text-gray-700",
    "leading-6", "uppercase", "items-center", "gap-4",     "justify-end", "space-y-2",
    "truncate",  "relative"};

std::string replaced(std::string_view role, std::string_view joint, bool capitals) {
  std::string name;
  bool after_joint = false;
  for (const char c : role) {
    if (c == '-') {
      name += joint;
      after_joint = true;
    } else {
      name +=
          capitals && after_joint && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      after_joint = false;
    }
  }
  return name;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

bool needs_quotes(std::string_view value) {
  return value.empty() || value.find_first_of(" \t\n\"'=<>`/") != std::string_view::npos;
}

}  // namespace

std::string Style::class_name(std::string_view role) const {
  if (role.empty()) return {};
  Random random(hash_bytes(role, salt));
  switch (naming) {
    case Naming::kKebab:
      return prefix + std::string(role);
    case Naming::kBem:
      return prefix + replaced(role, "__", false);
    case Naming::kCamel:
      return prefix + replaced(role, "", true);
    case Naming::kHashed: {
      std::string name = prefix + std::string(role) + "_";
      append_token(random.next(), name);
      return name;
    }
    case Naming::kUtility: {
      std::string names;
      for (std::uint32_t left = 2 + random.below(4); left > 0; --left) {
        names += kUtilities[random.below(kUtilities.size())];
        if (left > 1) names += ' ';
      }
      return names;
    }
    case Naming::kSparse:
      return random.below(3) == 0 ? prefix + replaced(role, "", false) : std::string();
  }
  return {};
}

std::string Style::attribute(std::string_view name, std::string_view value) const {
  std::string text = " ";
  text += upper_case ? upper(name) : std::string(name);
  text += '=';
  const char mark = quote == 0 && !needs_quotes(value) ? '\0' : safe_quote();
  if (mark != 0) text += mark;
  text += value;
  if (mark != 0) text += mark;
  return text;
}

std::string Style::start(std::string_view tag, std::string_view role,
                         std::string_view attributes) const {
  std::string text = "<";
  text += upper_case ? upper(tag) : std::string(tag);
  const std::string name = class_name(role);
  if (!name.empty()) text += attribute("class", name);
  if (naming == Naming::kSparse) {
    if (tag == "table") text += attribute("border", "0") + attribute("cellpadding", "4");
    if (tag == "td") text += attribute("valign", "top");
  }
  text += attributes;
  return text;
}

std::string Style::end_tag(std::string_view tag) const {
  if (omit_end && (tag == "p" || tag == "li")) return {};
  return "</" + (upper_case ? upper(tag) : std::string(tag)) + ">";
}

Style make_style(Random random) {
  Style style;
  style.naming = static_cast<Naming>(random.below(6));
  const bool old = style.naming == Naming::kSparse;
  const std::uint32_t quotes = random.below(10);
  style.quote = quotes < 7 ? '"' : quotes < 9 ? '\'' : '\0';
  style.upper_case = old && random.below(3) == 0;
  style.xhtml = !style.upper_case && random.below(3) == 0;
  style.omit_end = !style.xhtml && random.below(old ? 2 : 8) == 0;
  if (random.below(3) == 0) {
    append_token(random.next(), style.prefix);
    style.prefix.resize(2);
    style.prefix += '-';
  }
  style.salt = random.next();
  return style;
}

}  // namespace pagekin::synth
