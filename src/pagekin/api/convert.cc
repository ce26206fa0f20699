#include "pagekin/api/convert.h"

#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/documents/converters.h"
#include "pagekin/documents/remote_ranges.h"
#include "pagekin/input/spooled_inputs.h"
#include "pagekin/version.h"

namespace pagekin {
namespace {

std::chrono::milliseconds in_milliseconds(double seconds) {
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

// Makes pages of documents; null: nothing does.
std::shared_ptr<input::DocumentConverter> make_converter(const DocumentOptions& options) {
  if (options.tika.empty() && options.via.empty()) {
    if (options.types.empty()) return nullptr;
    throw OptionError(option_named("document_types") + " needs " + option_named("tika") + " or " +
                          option_named("via") + ", which make pages of documents",
                      "document_types");
  }
  const documents::ConverterOptions converter{.types = options.types,
                                              .max_document_bytes = options.max_bytes,
                                              .timeout = in_milliseconds(options.timeout),
                                              .parallel = options.requests};
  return options.tika.empty() ? documents::make_command(options.via, converter)
                              : documents::make_tika(options.tika, converter);
}

}  // namespace

std::shared_ptr<KeptInputs> keep_inputs() { return std::make_shared<input::SpooledInputs>(); }

void check_source(const Source& source) { make_converter(source.documents); }

namespace api {

input::Source input_source(const Source& source, const Run& run) {
  input::Source from{
      .inputs = source.inputs,
      .reading = {.max_page_bytes = source.max_page_bytes,
                  .all_status = source.all_status,
                  .verify_digests = source.verify_digests,
                  .url_field = source.url_field,
                  .html_field = source.html_field,
                  .html_encoding = source.html_encoding,
                  .listed_pages = source.listed_pages,
                  .archives = source.archives,
                  .threads = run.threads,
                  .pages = source.pages,
                  .converter = make_converter(source.documents),
                  .spool = std::static_pointer_cast<input::SpooledInputs>(source.kept)},
      .strict = source.strict};
  if (source.archives.starts_with("http://") || source.archives.starts_with("https://")) {
    from.reading.ranges =
        documents::make_range_reader({.delay = in_milliseconds(source.request_delay),
                                      .user_agent = "pagekin/" + std::string(kVersion),
                                      .keep = source.keep_records});
  }
  return from;
}

input::Source reread_source(const Source& source, const Run& run) {
  input::Source kept = input_source(source, run);
  if (!kept.reading.spool) kept.reading.spool = std::make_shared<input::SpooledInputs>();
  return kept;
}

clustering::GroupOptions group_options(input::Source source, const TemplateSource& templates) {
  return {.source = std::move(source),
          .method = templates.method,
          .measure = templates.measure,
          .clusters = templates.clusters,
          .model = templates.model};
}

}  // namespace api
}  // namespace pagekin
