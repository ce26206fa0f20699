#include "pagekin/compare.h"

#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/core/parallel.h"
#include "pagekin/features/features.h"
#include "pagekin/laboratory/compare_pages.h"
#include "pagekin/measure/all_pairs.h"
#include "pagekin/measure/measure.h"

namespace pagekin {

struct Extracted::Content {
  features::Features features;
};

Extracted::Extracted(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Extracted::Extracted(Extracted&&) noexcept = default;
Extracted& Extracted::operator=(Extracted&&) noexcept = default;
Extracted::~Extracted() = default;

struct Comparer::State {
  std::unique_ptr<measure::Measure> measure;
  features::Needs needs;
};

Comparer::Comparer(const std::string& measure) : state_(std::make_unique<State>()) {
  state_->measure = measure::make(measure);
  state_->needs = state_->measure->needs();
}
Comparer::~Comparer() = default;

Extracted Comparer::extract(const Page& page) const {
  auto content = std::make_unique<Extracted::Content>();
  content->features = features::extract(page, state_->needs);
  state_->measure->prepare(content->features);
  return Extracted(std::move(content));
}

double Comparer::similarity(const Extracted& a, const Extracted& b) const {
  return state_->measure->similarity(a.content_->features, b.content_->features);
}

double similarity(std::string_view html_a, std::string_view html_b, const std::string& measure) {
  return similarity(Page{.body = html_a}, Page{.body = html_b}, measure);
}

double similarity(const Page& a, const Page& b, const std::string& measure) {
  const Comparer comparer(measure);
  return comparer.similarity(comparer.extract(a), comparer.extract(b));
}

std::vector<float> pairwise(std::span<const Page> pages, const std::string& measure,
                            const Run& run) {
  return api::on_own_thread(run, {{"comparing", "pairs"}}, [&](Progress& progress) {
    const auto made = measure::make_symmetric(measure);
    const features::Needs needs = made->needs();
    std::vector<features::Features> extracted(pages.size());
    for_parts(thread_count(run.threads), pages.size(), 1, [&](std::size_t page, std::size_t) {
      check_stop();
      extracted[page] = features::extract(pages[page], needs);
    });
    made->fit(extracted);
    for (features::Features& page : extracted) made->prepare(page);
    const SimilarityMatrix matrix = measure::all_pairs(*made, extracted, run.threads, &progress);
    std::vector<float> upper;
    upper.reserve(pages.size() * (pages.size() - (pages.empty() ? 0 : 1)) / 2);
    for (std::size_t a = 0; a < pages.size(); ++a) {
      for (std::size_t b = a + 1; b < pages.size(); ++b) upper.push_back(matrix(a, b));
    }
    return upper;
  });
}

PageComparison compare_pages(const Source& source, const std::array<std::string, 2>& pages,
                             const CompareOptions& options, const Run& run) {
  return api::on_own_thread(run, [&] {
    return laboratory::compare_pages(
        {.pages = pages, .source = api::input_source(source, run), .measures = options.measures},
        run.incident);
  });
}

void check_measure(const std::string& spec, bool for_many) {
  for_many ? measure::make_symmetric(spec) : measure::make(spec);
}

std::vector<std::string> expand_measures(const std::vector<std::string>& specs) {
  return measure::expand_all(specs);
}

std::vector<unsigned char> fingerprint(std::string_view html, int length) {
  return fingerprint(Page{.body = html}, length);
}

std::vector<unsigned char> fingerprint(const Page& page, int length) {
  if (length < 1 || length > features::kMaxFingerprintLength) {
    throw OptionError("option 'length' takes a number from 1 to " +
                          std::to_string(features::kMaxFingerprintLength) + ", got '" +
                          std::to_string(length) + "'",
                      "length");
  }
  return features::extract(page, {.fingerprint_length = length}).fingerprint;
}

}  // namespace pagekin
