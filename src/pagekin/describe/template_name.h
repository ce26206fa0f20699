// Readable names of templates: "product", "ticket", "home".
//
// A name is a word that the addresses of a template have and those of other templates lack (see
// address_words.h): at least three in five of its pages have it, and four in five pages that have
// it are of the template. If no word does that, one that does it at its place in the address; else
// one that most of its pages have; if there is none either, "page". No two templates of a run have
// the same name: later ones get a number at the end. That holds for names that are given, too, by
// an index, a hint or a table: the first template keeps the name.
//
// So a name depends on the addresses and templates of the pages alone, and every command that knows
// these gives the same name, whether it reads a crawl, an index or a table.
//
// Names are text that strangers wrote. Show them through printable() or escape them.
//
// Shares are those of up to 32 pages of a template, the ones whose ids have the smallest hashes.
//
// Cost: time linear in the pages. Memory: these 32 views of ids for each of the first 1,000
// templates.
// Limits: a template after these is named by the first of its pages alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin::describe {

// A shape of addresses (see url/address_shapes.h) for people: a star stands for any number and
// escape (%3F), too.
std::string readable_shape(std::string_view shape);

// Names the templates 0 to `count` - 1. If two want the same name, the one with the lower number
// gets it.
class TemplateNamer {
 public:
  explicit TemplateNamer(std::size_t count);

  // Adds a page of a template. The id stays with the caller. The order of pages does not matter,
  // but for templates after the first 1,000.
  void add(std::size_t of, std::string_view id);

  // Gives a template a name. It stays as it is, unless a template with a lower number was given the
  // same: "page (2)" is "page (3)" then.
  void give(std::size_t of, std::string name) { names_[of] = std::move(name); }

  // Returns the names of all templates, also the given ones. Call it once.
  std::vector<std::string> names();

 private:
  using Drawn = std::pair<std::uint64_t, std::string_view>;  // hash of the id, id

  std::vector<std::vector<Drawn>> samples_;  // heaps, the largest hash on top
  std::vector<std::size_t> pages_;           // of each template
  std::vector<std::string> names_;
};

}  // namespace pagekin::describe
