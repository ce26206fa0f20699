// In place of the client of a Tika server, in builds without the network.

#include "pagekin/core/error.h"
#include "pagekin/documents/converters.h"

namespace pagekin::documents {

std::shared_ptr<input::DocumentConverter> make_tika(const std::string& /*url*/,
                                                    const ConverterOptions& /*options*/) {
  throw OptionError("this build of pagekin cannot ask a Tika server; " + option_named("via") +
                        " runs a program that does, or use the pagekin program of a Debian package",
                    "tika");
}

}  // namespace pagekin::documents
