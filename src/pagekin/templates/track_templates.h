// Gives templates the same ids from run to run, and reports what became of each.
//
// A cluster takes the id of the earlier template with which it shares most pages, unless
// another cluster shares more with it. A page that this run has read again counts as four that
// it has not: it shows where the template is now, the others show only where it was. So a
// redesigned template keeps its id while old pages of it are still in the index. A page that has
// become a stub, as a redirect, does not count: its cluster has less than a fifth of the marks.
// A cluster without an earlier page is a new template.
// A cluster whose earlier pages belonged to a template that continues elsewhere has split
// off; if the run read others again but none of its pages, it is what is left of a design, and
// no page of this run is of it. A template has changed if fewer than three fifths of the marks of
// its two cores, then and now, are common to both. One or two pages do not count as a template.
// Cost: time O(pages log templates); memory O(templates).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/template_change.h"

namespace pagekin::templates {

struct KnownTemplate {
  std::uint32_t id = 0;
  std::vector<std::uint64_t> core;  // ascending
};

struct Tracked {
  std::vector<std::uint32_t> id_of;     // by cluster
  std::vector<TemplateChange> changes;  // by id: of all templates, known and new
};

// `earlier`: the id of each page of earlier runs; these are the first pages. Those whose
// numbers are in `read_again`, ascending, count as pages of this run in the changes. `cores`: by
// cluster. `known`: by ascending id. New templates get ids from `next_id` on, by falling number
// of pages, as users see clusters numbered (see numbers_by_size).
Tracked track_templates(std::span<const std::uint32_t> earlier, const Clustering& clusters,
                        std::span<const std::vector<std::uint64_t>> cores,
                        std::span<const KnownTemplate> known, std::uint32_t next_id,
                        std::span<const std::uint32_t> read_again = {});

}  // namespace pagekin::templates
