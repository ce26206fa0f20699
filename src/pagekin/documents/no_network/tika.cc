// Converters by a Tika server in builds without a network: says what to use instead.

#include "pagekin/core/error.h"
#include "pagekin/documents/converters.h"

namespace pagekin::documents {

std::shared_ptr<input::DocumentConverter> make_tika(const std::string& url,
                                                    const ConverterOptions&) {
  throw OptionError("this build of pagekin cannot ask a Tika server; use " + option_named("via") +
                        " with a program that prints HTML, or the pagekin program of a Debian "
                        "package or of a build from source",
                    "tika", url);
}

}  // namespace pagekin::documents
