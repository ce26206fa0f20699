// Opens any bytes as a model, with checksums that fit: they are refused with an error, or they are
// a model that classifies a page.
#include <cstdint>
#include <string>

#include "pagekin/core/error.h"
#include "pagekin/features/features.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/classifier.h"
#include "pagekin/model/model_file.h"

#include "sealed_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pagekin;
  static const fuzz::ScratchFile file;
  file.write(fuzz::sealed({reinterpret_cast<const char*>(data), size}));
  try {
    const model::Classifier classifier(model::read_model(file.path()));
    const Page page{.id = "http://example.com/a", .body = "<ul class=c><li>one<li>two</ul><p>text"};
    classifier.classify(features::extract(page, classifier.needs()));
  } catch (const Error&) {  // refused
  }
  return 0;
}
