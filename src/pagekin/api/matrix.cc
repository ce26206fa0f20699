#include "pagekin/matrix.h"

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/measure/all_pairs.h"
#include "pagekin/reading/page_set.h"
#include "pagekin/report/matrix_file.h"

namespace pagekin {

struct PairSimilarities::State {
  PageIds ids;
  SimilarityMatrix matrix;
};

std::optional<MatrixFormat> matrix_format_of(std::string_view path) {
  if (path.ends_with(".npy")) return MatrixFormat::kNpy;
  if (path.ends_with(".csv")) return MatrixFormat::kCsv;
  if (path.ends_with(".tsv")) return MatrixFormat::kTsv;
  return std::nullopt;
}

PairSimilarities compare_all(const Source& source, const MatrixOptions& options, const Run& run) {
  return api::on_own_thread(
      run, {{"reading"}, {"comparing", "pairs"}}, [&](Progress& reading, Progress& comparing) {
        const auto compare = measure::make_symmetric(options.measure);
        const Stopwatch read_watch;
        reading::PageSet set = reading::read_page_set(api::input_source(source, run),
                                                      compare->needs(), run.incident, &reading);
        reading::fit(*compare, set.features);
        const double read_seconds = read_watch.seconds();
        const Stopwatch compare_watch;
        SimilarityMatrix matrix =
            measure::all_pairs(*compare, set.features, run.threads, &comparing);
        const double compare_seconds = compare_watch.seconds();
        const std::size_t pages = set.ids.size();
        PairSimilarities similarities(std::make_shared<const PairSimilarities::State>(
            PairSimilarities::State{std::move(set.ids), std::move(matrix)}));
        similarities.counts = set.counts;
        similarities.pages = pages;
        similarities.pairs = comparing.items;
        similarities.read_seconds = read_seconds;
        similarities.compare_seconds = compare_seconds;
        return similarities;
      });
}

std::string_view PairSimilarities::page(std::size_t number) const {
  return state_->ids[static_cast<PageId>(number)];
}

float PairSimilarities::operator()(std::size_t a, std::size_t b) const {
  return state_->matrix(a, b);
}

void write_matrix(const PairSimilarities& similarities, MatrixFormat format, const TextSink& sink) {
  report::write_matrix(similarities.state().matrix, similarities.state().ids, format, sink);
}

void write_matrix_ids(const PairSimilarities& similarities, const TextSink& sink) {
  report::write_matrix_ids(similarities.state().ids, sink);
}

}  // namespace pagekin
