// The plan of a crawl: sites, their templates, the number of pages of each, and the order of
// pages.
//
// The plan holds what all pages share. A site has templates of its own. It may also have an
// engine (a wiki, a shop) whose templates, in the engine's own theme, other sites have too. The
// pages of one template on one site are a slot; a page is (site, slot, index in the slot).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/synth/interleave.h"
#include "pagekin/synth/synth.h"
#include "pagekin/synth/template_plan.h"
#include "pagekin/synth/theme.h"
#include "pagekin/synth/words.h"

namespace pagekin::synth {

enum class UrlForm : std::uint8_t {
  kNumber,      // /news/17
  kFile,        // /news/17.html
  kSlugFile,    // /news/two-words-17.html
  kDatedSlug,   // /news/2023/05/two-words-17/
  kQuery,       // /news.php?id=17
  kSlugFolder,  // /news/two-words/17
};

struct UrlPattern {
  UrlForm form = UrlForm::kNumber;
  std::string section;  // "news" or "wiki1/news"; no other template of a site has it
  std::string query;    // "print=1" for a view of another template's pages; else empty
  std::uint64_t first_id = 1;
  std::uint32_t stride = 1;
};

// Where a template comes from.
enum class Origin : std::uint8_t {
  kFresh,
  kTwin,      // a copy of its base with one section changed
  kLayout,    // another design for part of its base's URLs
  kView,      // print or mobile view of its base's pages
  kRedesign,  // replaces its base half-way through the crawl
};

struct Template {
  std::string name;  // the label of its pages
  Origin origin = Origin::kFresh;
  View view = View::kFull;
  std::uint32_t base = 0;  // template it derives from; itself when fresh
  std::uint32_t redesign =
      0;  // template that replaces it; 0: none, because template 0 never replaces another
  std::uint32_t theme = 0;
  std::uint32_t kind = 0;  // of page_kinds()
  UrlPattern url;
  Body body;
  std::vector<std::uint32_t> sites;
};

struct Slot {
  std::uint32_t template_number = 0;
  std::uint64_t pages = 0;           // at least 1
  std::uint32_t section = 0;         // position in Site::sections; of the base for a view
  std::vector<std::uint32_t> views;  // slots with other views of these pages
};

// How a site writes links to itself.
enum class LinkForm : std::uint8_t { kRooted, kAbsolute, kRelative };

struct Site {
  std::string host;
  LinkForm links = LinkForm::kRooted;
  std::vector<Slot> slots;
  std::vector<std::uint32_t>
      sections;      // slots of full views; page 0 of the first is the front page
  Interleave order;  // of the slots' pages
};

struct PageRef {
  std::uint32_t site = 0;
  std::uint32_t slot = 0;
  std::uint64_t index = 0;
  bool redesigned = false;  // has the new template, at the same address
};

struct Plan {
  explicit Plan(const SynthOptions& given);

  PageRef locate(std::uint64_t page) const;

  const Slot& slot(const PageRef& page) const { return sites[page.site].slots[page.slot]; }
  const Template& template_of(const PageRef& page) const {
    const Template& made = templates[slot(page).template_number];
    return page.redesigned ? templates[made.redesign] : made;
  }

  SynthOptions options;
  Random random;
  Vocabulary vocabulary;
  std::vector<Theme> themes;
  std::vector<Template> templates;  // redesigns come last
  std::vector<Site> sites;          // those that have pages
  Interleave order;                 // of the sites' pages
  std::uint64_t half_way = 0;       // number of the first page after redesigns
};

}  // namespace pagekin::synth
