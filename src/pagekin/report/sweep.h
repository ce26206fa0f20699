// How good clusterings are over options, as tables for people and programs, and as a plot.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/laboratory/sweep.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/line_plot.h"

namespace pagekin::report {

// The scores that are shown unless the user asks for others: in the table, and in the plot.
std::vector<std::string_view> table_scores();
std::vector<std::string_view> plot_scores();

// One row for each setting with `scores`, then a line for each of `best`: the setting where it
// is highest. Scores other than `best` are left out where the table does not fit into `width`
// columns; 0: it may have any width.
std::string to_table(const laboratory::Sweep& sweep, std::span<const std::string_view> scores,
                     std::span<const std::string_view> best, std::size_t width = 0);

// One row for each setting with all scores, or with the reason why there are none.
std::string to_csv(const laboratory::Sweep& sweep);

// The same rows in one object, with what became of each template.
std::string to_json(const laboratory::Sweep& sweep);

// The members of that object, into an open one.
void write_sweep(JsonWriter& json, const laboratory::Sweep& sweep);

// The number of a score in eval::scores(). Throws Error if there is none of this name.
std::size_t score_number(std::string_view name);

// A panel for each of `scores`, and for the seconds if the sweep is timed. The x axis is the
// first varied option whose values are numbers, or else the first option. There is a line for
// every combination of the others.
LinePlot to_plot(const laboratory::Sweep& sweep, std::span<const std::string_view> scores);

}  // namespace pagekin::report
