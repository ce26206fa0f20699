// A schema: which columns the tables of templates have. It is written by one run and read by
// others, so that these give the same columns; users rename, reorder and delete columns in it.
//
// A JSON object:
//   pagekin_schema  the version, 1
//   templates       a list of
//     template, name          as in the rows
//     pages, learned_from     how many pages it has, and how many it was learned from
//     columns                 a list of
//       name, type, fill, values, distinct, examples, source, place, label, itemprop, hint
//       list                  whether a page may have several values
//       group                 of a list: the name of the records that it belongs to
//       slot                  its number in the model
//     groups                  a list of name, pages, records
//     model                   the model of the template, base64
//     known_pages             by which its pages are recognised, base64; files of 1.0 lack it
//
// Columns are identified by `slot`; only name and order of the others matter to a run that reads
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// A column of a table.
struct Column {
  std::string name;
  std::uint32_t slot = 0;
};

struct TemplateSchema {
  std::string id;    // of the template
  std::string name;  // for people
  std::size_t pages = 0;
  std::size_t pages_before = 0;  // of the earlier run that learned it; 0: it was this run
  TemplateModel model;
  std::vector<Column> columns;
  std::string known_pages;  // some of its pages, see recognise/known_pages.h; empty: not known
};

struct Schema {
  std::vector<TemplateSchema> templates;
};

// The columns of a model in document order.
std::vector<Column> columns_of(const TemplateModel& model);

std::string to_json(const Schema& schema);

// Throws Error, saying what was expected, for a text that is not a schema.
Schema from_json(std::string_view json);

}  // namespace pagekin::skeleton
