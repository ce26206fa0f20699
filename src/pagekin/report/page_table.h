// The pages of a run as a table: one row a page, with the columns that the user asks for.
//
// docs/formats.md describes the columns.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/describe/description.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/table.h"

namespace pagekin::report {

// The columns with their types.
std::vector<Column> page_columns(std::span<const PageColumn> columns);

// The 32-bit value as the decimal fraction that it stands for, in whole thousandths.
double shown_confidence(float confidence);

// Makes the writer of a table with these columns.
using MakeWriter = std::function<TableWriter(std::span<const Column>)>;

// `description` may be null. It gives the confidence where the method does not.
void write_pages(const clustering::ClusterRun& run, const describe::Description* description,
                 std::span<const PageColumn> columns, const MakeWriter& make);
void write_pages(const clustering::ClusterRun& run, const describe::Description* description,
                 std::span<const PageColumn> columns, const FileFormat& format,
                 const TableWriter::Sink& sink);

// One row a template, by falling number of pages:
//   template name pages share variants hosts url_shape exemplar representatives marks confidence
// Without a description the marks are empty and the exemplar is the first representative.
void write_templates(const clustering::ClusterRun& run, const describe::Description* description,
                     const MakeWriter& make);
void write_templates(const clustering::ClusterRun& run, const describe::Description* description,
                     const FileFormat& format, const TableWriter::Sink& sink);

}  // namespace pagekin::report
