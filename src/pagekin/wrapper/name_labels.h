// A field that the labelled pages lack, found by its name: "keywords" behind the text "Keywords:".
//
// A page takes part if exactly one of its texts says the name and nothing else, and if one value
// follows: the next text of the same element, or the texts of the next element, which are one or,
// in elements of one kind, a list. It is none if the next text is a label of the template. If a
// page that was labelled to lack the field has a value there, the name means something else.
//
// Cost: linear in the pages.
#pragma once

#include <vector>

#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/template_pages.h"

namespace pagekin::wrapper {

// Labels of at most three pages, those with most values first; none if fewer than two pages have
// one, or if the field has a labelled value.
std::vector<FieldLabel> labels_by_name(const TemplatePages& pages, const LabelledField& field);

}  // namespace pagekin::wrapper
