// pagekin: finds which web pages were made from the same template.
//
// This header includes the whole public interface:
//
//   page.h       a page handed over in memory; what may happen to a page
//   run.h        what to read, and how a run is watched and stopped
//   catalogue.h  the methods, measures and scores there are, with their options
//   read.h       pages from files
//   compare.h    how similar two pages are
//   cluster.h    pages to templates
//   classify.h   the template of a new page: models and indexes
//   distribute.h the steps of a clustering, divided among machines
//   table.h      results as tables, in memory or as files
//   features.h   what a page consists of
//   evaluate.h   how good a clustering is
//   sweep.h      how good clusterings are over the options of methods and measures
//   sample.h     some pages of every template
//   crawl.h      sites, fetched into a store
//   records.h    tables of what varies in templates, clean texts, skeletons; no labels needed
//   synth.h      labelled synthetic crawls
//   diff.h       what has changed between two crawls
//   fields.h     fields of pages, learned from labelled pages and extracted
//   labelling.h  labels by a person who sees the pages: what a front end asks for
//   coverage.h   the templates that a crawl lacks
//   report.h     visual reports
//   crossval.h   how good classifiers are
//   matrix.h     the similarities of all pairs of pages
//   fingerprint.h the template fingerprints of all pages
//   page_list.h  tables of pages, lists and copies of chosen pages
//   labels.h     the known templates of pages
//   file_format.h the formats of tables
//   template.h   how a template is called, and what may become of it
//   options.h    the options of use cases as data, for programs that offer them to their users
//   use_cases.h  the use cases that have tables of options
//   words.h      enums whose values have words
//   listing.h    the catalogue as text, JSON or Markdown
//   text.h       text for people: safe to show, wrapped, with advice
//   output_file.h a file that appears whole or not at all
//   stop.h       a request to stop, for calls that take no Run
//   error.h      exceptions
//   version.h    the version
//
// Strings are UTF-8. Every function may be called from any thread; an object may be used by
// one thread at a time unless its comment says otherwise. The same input and options give
// the same result, whatever the number of threads.
#pragma once

#include "pagekin/catalogue.h"
#include "pagekin/classify.h"
#include "pagekin/cluster.h"
#include "pagekin/compare.h"
#include "pagekin/coverage.h"
#include "pagekin/crawl.h"
#include "pagekin/crossval.h"
#include "pagekin/diff.h"
#include "pagekin/distribute.h"
#include "pagekin/error.h"
#include "pagekin/evaluate.h"
#include "pagekin/features.h"
#include "pagekin/fields.h"
#include "pagekin/file_format.h"
#include "pagekin/fingerprint.h"
#include "pagekin/labelling.h"
#include "pagekin/labels.h"
#include "pagekin/listing.h"
#include "pagekin/matrix.h"
#include "pagekin/options.h"
#include "pagekin/output_file.h"
#include "pagekin/page.h"
#include "pagekin/page_list.h"
#include "pagekin/read.h"
#include "pagekin/records.h"
#include "pagekin/report.h"
#include "pagekin/run.h"
#include "pagekin/sample.h"
#include "pagekin/similarity_basis.h"
#include "pagekin/stop.h"
#include "pagekin/sweep.h"
#include "pagekin/synth.h"
#include "pagekin/table.h"
#include "pagekin/template.h"
#include "pagekin/text.h"
#include "pagekin/use_cases.h"
#include "pagekin/version.h"
#include "pagekin/words.h"
