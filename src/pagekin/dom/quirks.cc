// Doctypes that cause quirks mode.
//
// Source: HTML standard (WHATWG), 13.2.5.53 to 13.2.5.68, the doctype states of the
// tokenizer, and 13.2.6.4.1 "The initial insertion mode" for the lists.
// Cost: O(length of the doctype).
#include "pagekin/dom/quirks.h"

#include <algorithm>
#include <optional>

#include "pagekin/core/text.h"

namespace pagekin::dom {
namespace {

constexpr std::string_view kQuirkyPublicIds[] = {
    "-//w3o//dtd w3 html strict 3.0//en//",
    "-/w3c/dtd html 4.0 transitional/en",
    "html",
};

constexpr std::string_view kQuirkyPrefixes[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

// Quirky only without a system identifier.
constexpr std::string_view kQuirkyAlonePrefixes[] = {
    "-//w3c//dtd html 4.01 frameset//",
    "-//w3c//dtd html 4.01 transitional//",
};

constexpr std::string_view kQuirkySystemId =
    "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

constexpr std::string_view kSpace = "\t\n\f\r ";

void skip_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
}

// Takes a quoted identifier off the front; nothing if a quote is missing.
std::optional<std::string_view> take_quoted(std::string_view& text) {
  skip_space(text);
  if (text.empty() || (text.front() != '"' && text.front() != '\'')) return std::nullopt;
  const std::size_t end = text.find(text.front(), 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view id = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  return id;
}

bool is_quirky(std::string_view public_id, std::optional<std::string_view> system_id) {
  const auto begins = [&](std::string_view prefix) {
    return starts_with_ignoring_case(public_id, prefix);
  };
  const auto is_it = [&](std::string_view id) { return equals_ignoring_case(public_id, id); };
  if (std::ranges::any_of(kQuirkyPublicIds, is_it)) return true;
  if (std::ranges::any_of(kQuirkyPrefixes, begins)) return true;
  return !system_id && std::ranges::any_of(kQuirkyAlonePrefixes, begins);
}

}  // namespace

bool is_quirky_doctype(std::string_view doctype, bool is_finished) {
  if (!is_finished) return true;
  skip_space(doctype);
  const std::string_view name = doctype.substr(0, doctype.find_first_of(kSpace));
  if (!equals_ignoring_case(name, "html")) return true;
  doctype.remove_prefix(name.size());
  skip_space(doctype);
  if (doctype.empty()) return false;

  const bool is_public = starts_with_ignoring_case(doctype, "public");
  if (!is_public && !starts_with_ignoring_case(doctype, "system")) return true;
  doctype.remove_prefix(6);
  const std::optional<std::string_view> first = take_quoted(doctype);
  if (!first) return true;
  skip_space(doctype);
  if (!is_public) return equals_ignoring_case(*first, kQuirkySystemId);
  if (doctype.empty()) return is_quirky(*first, std::nullopt);

  const std::optional<std::string_view> system_id = take_quoted(doctype);
  if (!system_id) return true;
  return equals_ignoring_case(*system_id, kQuirkySystemId) || is_quirky(*first, system_id);
}

}  // namespace pagekin::dom
