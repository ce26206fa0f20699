#include "pagekin/laboratory/sweep_corpora.h"

#include <algorithm>
#include <cmath>

namespace pagekin::laboratory {
namespace {

bool is_done_everywhere(std::span<const CorpusSweep> corpora, std::size_t setting) {
  return std::ranges::all_of(
      corpora, [&](const CorpusSweep& corpus) { return corpus.sweep.rows[setting].is_done; });
}

void add_counts(reading::ReadCounts& sum, const reading::ReadCounts& counts) {
  sum.clustered += counts.clustered;
  sum.limited += counts.limited;
  sum.skipped += counts.skipped;
  for (std::size_t i = 0; i < kReasonCount; ++i) sum.by_reason[i] += counts.by_reason[i];
  for (std::size_t i = 0; i < kPassedOverCount; ++i) sum.passed_over[i] += counts.passed_over[i];
  sum.page_bytes += counts.page_bytes;
  sum.bytes_scanned += counts.bytes_scanned;
}

SweepRow mean_row(std::span<const CorpusSweep> corpora, std::size_t setting) {
  SweepRow mean;
  double clusters = 0;
  for (const CorpusSweep& corpus : corpora) {
    const SweepRow& row = corpus.sweep.rows[setting];
    if (!row.is_done) {
      mean.error = row.error.empty() ? row.error : "on " + corpus.name + ": " + row.error;
      return mean;
    }
  }
  const auto count = static_cast<double>(corpora.size());
  for (const CorpusSweep& corpus : corpora) {
    const SweepRow& row = corpus.sweep.rows[setting];
    if (mean.scores.empty()) mean.scores.resize(row.scores.size());
    for (std::size_t i = 0; i < row.scores.size(); ++i) mean.scores[i] += row.scores[i] / count;
    clusters += static_cast<double>(row.clusters) / count;
    mean.seconds += row.seconds / count;
    mean.cluster_seconds += row.cluster_seconds / count;
    mean.processor_seconds += row.processor_seconds / count;
  }
  mean.clusters = static_cast<std::uint64_t>(std::llround(clusters));
  mean.is_done = true;
  return mean;
}

}  // namespace

Sweep mean_sweep(std::span<const CorpusSweep> corpora) {
  Sweep means;
  if (corpora.empty()) return means;
  means.plan = corpora.front().sweep.plan;
  means.is_timed = corpora.front().sweep.is_timed;
  for (const CorpusSweep& corpus : corpora) {
    const Sweep& sweep = corpus.sweep;
    means.was_interrupted |= sweep.was_interrupted;
    add_counts(means.counts, sweep.counts);
    means.pages += sweep.pages;
    means.unlabelled += sweep.unlabelled;
    means.missing += sweep.missing;
    means.templates += sweep.templates;
    means.measured += sweep.measured;
    means.read_seconds += sweep.read_seconds;
    means.settings_seconds += sweep.settings_seconds;
  }
  for (std::size_t i = 0; i < means.plan.settings.size(); ++i) {
    means.rows.push_back(mean_row(corpora, i));
  }
  return means;
}

std::optional<std::size_t> best_setting(const Sweep& means, std::size_t score) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < means.rows.size(); ++i) {
    if (!means.rows[i].is_done) continue;
    if (!best || means.rows[i].scores[score] > means.rows[*best].scores[score]) best = i;
  }
  return best;
}

std::vector<std::optional<eval::MeanInterval>> paired_differences(
    std::span<const CorpusSweep> corpora, std::size_t score, std::size_t reference) {
  std::vector<std::optional<eval::MeanInterval>> differences;
  if (corpora.empty()) return differences;
  const bool has_reference = is_done_everywhere(corpora, reference);
  for (std::size_t i = 0; i < corpora.front().sweep.rows.size(); ++i) {
    if (!has_reference || !is_done_everywhere(corpora, i)) {
      differences.emplace_back();
      continue;
    }
    std::vector<double> apart;
    for (const CorpusSweep& corpus : corpora) {
      const std::vector<SweepRow>& rows = corpus.sweep.rows;
      apart.push_back(rows[i].scores[score] - rows[reference].scores[score]);
    }
    differences.emplace_back(eval::bootstrap_mean(apart));
  }
  return differences;
}

std::vector<std::optional<std::size_t>> worst_corpora(std::span<const CorpusSweep> corpora,
                                                      std::size_t score) {
  std::vector<std::optional<std::size_t>> worst;
  if (corpora.empty()) return worst;
  for (std::size_t i = 0; i < corpora.front().sweep.rows.size(); ++i) {
    std::optional<std::size_t> lowest;
    for (std::size_t c = 0; c < corpora.size() && is_done_everywhere(corpora, i); ++c) {
      const auto value = [&](std::size_t corpus) {
        return corpora[corpus].sweep.rows[i].scores[score];
      };
      if (!lowest || value(c) < value(*lowest)) lowest = c;
    }
    worst.push_back(lowest);
  }
  return worst;
}

}  // namespace pagekin::laboratory
