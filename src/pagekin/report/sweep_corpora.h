// A sweep over several corpora, as tables for people and programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "pagekin/laboratory/sweep_corpora.h"

namespace pagekin::report {

// The table of the means, see to_table() of sweep.h, and one of the differences to the best setting
// by the last of `best`: with paired intervals, and the corpus where each setting is worst.
std::string to_table(std::span<const laboratory::CorpusSweep> corpora,
                     const laboratory::Sweep& means, std::span<const std::string_view> scores,
                     std::span<const std::string_view> best, std::size_t width = 0);

// A row for each setting and corpus, with the name of the corpus, then a row for each setting whose
// corpus is "mean".
std::string to_csv(std::span<const laboratory::CorpusSweep> corpora,
                   const laboratory::Sweep& means);

// The sweep of each corpus, the means, and the differences by the score `by`.
std::string to_json(std::span<const laboratory::CorpusSweep> corpora,
                    const laboratory::Sweep& means, std::string_view by);

}  // namespace pagekin::report
