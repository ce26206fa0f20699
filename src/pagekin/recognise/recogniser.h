// Which known template a page is of, or none; and how far the templates have moved since they were
// learned.
//
// A template is known by some of its pages. Pages are sets of marks without places
// (placeless_marks.h).
//
//   Similarity   of a page to a template: the mean Jaccard similarity to its three nearest known
//   pages, over marks
//                that at least two known pages have. The most similar template is the candidate.
//   Strangeness  of a page in a template, from two sides: what the page lacks of its nearest pages
//   (tags, names,
//                texts), and what it has that these lack (tags, names). Each share is compared with
//                what is usual among the template's own pages; the differences of their square
//                roots are added.
//   Drift        of a template, if pages come in a batch. The pages that are most similar to it
//   show what it has
//                become: marks of its core that they lack are lost, marks that no known page has
//                and that nearly all of them have are gained. Lost and gained marks then do not
//                count against a page.
//   Novelty      of a page in a batch: marks that its template does not have, that other pages of
//   the batch
//                share, but not those that are surely of the template. That is how a new template
//                shows.
//
//   Newcomers    of a batch are pages whose addresses are not known. They are compared with the
//                pages of the batch whose addresses are known and that were recognised: these show
//                what their template is now. A template with few such pages keeps its known ones.
//
// A page with exactly the marks of a known page is of that page's template. A page whose address is
// known is of the template of that address or of none; it may be stranger than any other. (Digits
// of addresses are folded. An address that several known pages have is a pattern, and not known.)
// Any other page is of its candidate if the strangeness, with the novelty, is low enough, no other
// template is as similar, the template has not lost most of what distinguishes it from the others,
// and the address is not unlike those of the template. The score falls from 1 to 0 with the
// strangeness and is 0.5 at the limit. docs/decisions/0036-recognition-under-drift.md has the
// measurements.
//
// Sources: decision 20 for the test with two sides; nearest pages instead of a likelihood, because
// templates have variants, which a mean blurs.
//
// Cost: time O(known pages * marks / 64) a page, twice in a batch; memory one bit for each known
// page and mark.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "pagekin/core/flat_map.h"
#include "pagekin/recognise/bit_rows.h"
#include "pagekin/recognise/placeless_marks.h"

namespace pagekin::recognise {

// A page that is known or to be recognised. A known page without marks is known by its address
// alone.
struct MarkedPage {
  std::vector<std::uint32_t> marks;  // see placeless_marks()
  std::vector<std::uint64_t>
      address;  // marks of its address, see features/url_shape.h; may be empty
};

constexpr double kAccepted = 0.5;  // a page with a lower score is of no template

struct Recognised {
  std::uint32_t nearest = 0;  // the most similar template
  bool is_accepted = false;
  double score = 0;  // in [0, 1], whole thousandths
  double strangeness = 0;
  double similarity = 0;
  double margin = 0;  // to the similarity of the second template
};

// How far a template has moved, as a batch shows it.
struct Drift {
  std::uint64_t pages = 0;  // of the batch, accepted as of this template
  // Lost and gained marks, over those that nearly all its pages had or have: 0 to 1.
  double drift = 0;
  double own_lost = 0;  // share of what distinguishes it from other templates that is lost
  std::vector<std::uint32_t> lost;
  std::vector<std::uint32_t> gained;
  std::uint64_t at_home = 0;  // pages of the batch at its known addresses, also if not accepted
  std::vector<std::uint32_t> witnesses;  // some pages of the batch that show what it is now
  std::vector<std::string> causes;       // see drift_words.h; not set by Recogniser
};
constexpr double kRedesigned = 0.4;  // drift from which a template counts as redesigned

// Whether a batch says enough of a template: pages of it, or pages at its addresses that it no
// longer explains.
bool is_witnessed(const Drift& drift);

constexpr std::size_t kStoredPages = 32;  // of a template, whose marks are used

// Which pages a Recogniser needs with their marks: any part of the pages of each template, whatever
// their order. `hashes` of whatever distinguishes pages; page i is of template template_of[i], a
// number below `templates`.
std::vector<bool> pages_to_store(std::span<const std::uint64_t> hashes,
                                 std::span<const std::uint32_t> template_of, std::size_t templates);

class Recogniser {
 public:
  Recogniser() = default;
  // Page i is of template template_of[i], a number below `templates`. The order of the pages does
  // not matter.
  Recogniser(std::span<const MarkedPage> pages, std::span<const std::uint32_t> template_of,
             std::size_t templates);

  bool empty() const { return stored_.empty(); }

  // Recognises a page by itself.
  Recognised recognise(const MarkedPage& page) const;

  // Recognises pages that were read together. `drifts`, if not null, gets the drift of each
  // template. The result does not depend on the number of threads (0: one per core).
  std::vector<Recognised> recognise(std::span<const MarkedPage> pages, unsigned threads,
                                    std::vector<Drift>* drifts = nullptr) const;

 private:
  static constexpr std::size_t share_count = 5;  // lacking tags, names, texts; added tags, names
  using Shares = std::array<double, share_count>;
  static constexpr std::size_t neighbour_count = 3;
  static constexpr std::uint32_t unknown_template = UINT32_MAX;

  struct Stored {
    Bits bits;
    std::array<std::uint32_t, kPlacelessKinds>
        totals{};            // marks by kind, also those that have no column
    std::uint32_t kept = 0;  // bits that are set
    std::vector<std::uint64_t> address;
  };
  struct Template {
    std::vector<std::uint32_t> stored;  // numbers in stored_
    std::vector<std::uint16_t> counts;  // by column: stored pages that have it
    Bits core, any;
    double own = 0;  // sum of the weights of its own marks
    Shares usual{};
    double usual_distance = 0;  // of its addresses, see address_distance()
    std::size_t pages = 0;      // given, not only stored
  };
  // What is known of a page that is recognised.
  struct Seen {
    Bits bits;
    Bits extra;                             // columns of the batch, see Extra
    std::uint32_t home = unknown_template;  // the template of which its address is known
    std::uint32_t same =
        unknown_template;  // the template of which a page with the same marks is known
    std::array<std::uint32_t, kPlacelessKinds> totals{};
  };
  // Marks that no known page has, or only one, and that several pages of the batch share.
  struct Extra {
    std::vector<std::uint32_t> marks;  // ascending
  };
  struct Moved {
    Bits lost, gained, gained_extra;
    bool any_lost = false;
    std::vector<std::uint32_t> kept;  // by stored page of the template: its bits but lost ones
    double own_lost = 0;
    Bits seen, seen_extra;           // marks of pages that are surely of the template
    std::size_t extra_tags_end = 0;  // of the columns of the batch
    std::size_t at_home = 0;         // pages at addresses of the template
    std::vector<std::uint32_t> witnesses;

    // Returns how many marks of this kind a page has that the template gained.
    std::uint32_t extra_of(const Bits& extra, std::size_t kind) const;
  };
  struct Near {
    double similarity = 0;
    std::array<std::uint32_t, neighbour_count> pages{};
    std::size_t count = 0;
  };
  struct Ranked {
    std::uint32_t best = 0;
    Near near;
    double second = 0;
  };

  Seen see(const MarkedPage& page, const Extra* extra) const;
  std::size_t words() const { return kind_end_[kPlacelessKinds - 1]; }
  Near nearest(std::uint32_t number, const Seen& page, const Moved* moved,
               std::uint32_t self) const;
  Ranked rank(const Seen& page, std::span<const Moved> moved) const;
  Shares shares(const Seen& page, const Near& near, const Moved* moved) const;
  double strangeness(std::uint32_t number, const Shares& shares) const;
  double own_weight(std::uint32_t number, std::size_t column) const;
  std::vector<Moved> drift_of(std::span<const Seen> pages, std::span<const Ranked> ranked,
                              const Extra& extra) const;
  double novelty(const Template& known, const Moved& moved, const Seen& page,
                 const Bits& recurs) const;
  double address_distance(std::uint32_t number, std::span<const std::uint64_t> address,
                          std::uint32_t self) const;
  // A known page, without the marks that no other known page has.
  MarkedPage known_page(std::uint32_t stored) const;
  // Judges pages with unknown addresses again: by the pages of the batch whose addresses are known,
  // which show what their templates are now.
  void judge_newcomers(std::span<const MarkedPage> pages, std::span<const Seen> seen,
                       unsigned threads, std::vector<Recognised>& result) const;
  Recognised judge(const MarkedPage& page, const Seen& seen, const Ranked& ranked,
                   double strangeness, double own_lost) const;

  std::vector<std::uint32_t> columns_;  // marks of the columns, by kind ascending
  std::array<std::size_t, kPlacelessKinds> kind_begin_{};  // in words
  std::array<std::size_t, kPlacelessKinds> kind_end_{};
  FlatMap<std::uint32_t> column_of_;
  std::vector<Stored> stored_;
  std::vector<Template> templates_;
  std::unordered_map<std::uint64_t, std::uint32_t> template_of_address_;
  // By the hash of a page's marks, and by that of marks and address; unknown_template: of several.
  std::unordered_map<std::uint64_t, std::uint32_t> template_of_page_;
};

}  // namespace pagekin::recognise
