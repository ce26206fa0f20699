// Chooses what belongs to a value: the slot alone, or all texts of a container around it.
//
// The label's extent decides: an element that holds exactly the labelled value is its container,
// and on other pages the container may hold more: further paragraphs of a text, further words of a
// line, further items of a list. Of several such elements, one within the other, the outermost
// counts up to which, on all pages, nothing foreign joins the value: no label of the template, and,
// for values that are not prose, nothing but parts of its line and elements like its own. Where
// elements like its own come several times, the field is a list. An element that has a name and is
// empty on the labelled page is foreign, too: the label had the chance to say that it belongs.
//
// Texts that no element holds alone are a run. It ends where the labelled ones did: before a text
// of the template or an element with a name, or with the element around it. Where labelled ones end
// before anything else, all runs have as many texts.
//
// For a field with several values on a page the container is the lowest element that holds all of
// them, if the elements in it that are alike hold exactly the labelled values.
//
// Cost: O(texts of containers * depth) for each page and element tried.
#pragma once

#include "pagekin/wrapper/extent.h"
#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/template_pages.h"
#include "pagekin/wrapper/weigh_selectors.h"

namespace pagekin::wrapper {

// `votes`: of the slots alone.
Extent choose_extent(const TemplatePages& pages, const PlacedField& field, const FieldVotes& votes);

}  // namespace pagekin::wrapper
