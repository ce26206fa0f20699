// Author and date of a page at the places that its template has for them, where the page does not
// declare them.
//
// A place is taken if nine in ten pages of the template have one value there, an itemprop or a
// class name near it says what it is, its values are dates if it is that of the date, and no other
// place of the template qualifies. Where none does, it is the first place after a label ("Posted
// by"). Places of comments and of the last change are not meant.
#pragma once

#include <cstdint>

#include "pagekin/maintext/metadata.h"
#include "pagekin/skeleton/apply.h"
#include "pagekin/skeleton/page_nodes.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::maintext {

// Slots of a template; skeleton::kNone: it has none.
struct MetadataSlots {
  std::uint32_t author = skeleton::kNone;
  std::uint32_t date = skeleton::kNone;
};

MetadataSlots find_metadata_slots(const skeleton::TemplateModel& model);

// Fills what is empty. "by" before an author is left out.
void fill_metadata(const MetadataSlots& slots, const skeleton::PageNodes& page,
                   const skeleton::Applied& applied, Metadata& metadata);

}  // namespace pagekin::maintext
