// The similarities of all pairs of pages of a source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "pagekin/export.h"
#include "pagekin/file_format.h"
#include "pagekin/options.h"
#include "pagekin/run.h"

namespace pagekin {

enum class MatrixFormat : std::uint8_t { kNpy, kCsv, kTsv };

// The format by the ending of the name; none for any other ending.
PAGEKIN_API std::optional<MatrixFormat> matrix_format_of(std::string_view path);

// A value; copies share what they hold.
class PAGEKIN_API PairSimilarities {
 public:
  PageCounts counts;
  std::size_t pages = 0;
  std::uint64_t pairs = 0;
  double read_seconds = 0;
  double compare_seconds = 0;

  std::string_view page(std::size_t number) const;  // its id
  float operator()(std::size_t a, std::size_t b) const;

  struct State;
  explicit PairSimilarities(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

struct MatrixOptions {
  std::string measure;  // spec, see list_measures()
};

template <>
struct OptionsOf<MatrixOptions> {
  static constexpr auto all = std::tuple{
      option(&MatrixOptions::measure,
             {.name = "measure",
              .help = "name or name:option=value,...; see 'pagekin list measures'",
              .group = "Method",
              .value = "MEASURE",
              .is_required = true}),
  };
};

// Memory: 4 bytes for each of the n (n - 1) / 2 pairs.
// Throws OptionError for a measure that does not exist or is not symmetric, InputError where no
// page could be used, Cancelled.
PAGEKIN_API PairSimilarities compare_all(const Source& source, const MatrixOptions& options,
                                         const Run& run = {});

// .npy: a square array of 32-bit floats in rows, which numpy.load reads. .csv and .tsv: a header of
// ids, then a row for each page that begins with its id; 6 decimals. The same input gives the same
// bytes on every machine.
PAGEKIN_API void write_matrix(const PairSimilarities& similarities, MatrixFormat format,
                              const TextSink& sink);

// A TSV file with the ids of the rows of an .npy file.
PAGEKIN_API void write_matrix_ids(const PairSimilarities& similarities, const TextSink& sink);

}  // namespace pagekin
