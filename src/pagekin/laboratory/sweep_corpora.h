// One sweep over several corpora: the same settings on each, the means, and how sure the
// differences between settings are.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pagekin/eval/bootstrap.h"
#include "pagekin/laboratory/sweep.h"

namespace pagekin::laboratory {

struct CorpusSweep {
  std::string name;  // of its input, as the user gave it
  Sweep sweep;
};

// The same settings with the means of their scores, so that each corpus counts once. Pages and
// templates are sums, clusters are rounded means. A setting that was not done on all corpora is not
// done; its error names the first corpus where it failed. All sweeps have the same plan.
Sweep mean_sweep(std::span<const CorpusSweep> corpora);

// The setting whose mean of a score is highest, the first of them; none if none was done.
std::optional<std::size_t> best_setting(const Sweep& means, std::size_t score);

// By setting: its score less that of the setting `reference`, corpus by corpus. None for a setting
// that was not done on all corpora.
std::vector<std::optional<eval::MeanInterval>> paired_differences(
    std::span<const CorpusSweep> corpora, std::size_t score, std::size_t reference);

// By setting: the corpus with the lowest value of a score, the first of them.
std::vector<std::optional<std::size_t>> worst_corpora(std::span<const CorpusSweep> corpora,
                                                      std::size_t score);

}  // namespace pagekin::laboratory
