// The records of a synthetic WARC file.
//
// Dates and record ids are made up from the page number, so that equal options give
// equal files.
#pragma once

#include <cstdint>
#include <string>

#include "pagekin/synth/synth.h"

namespace pagekin::synth {

// Appends the first record of the file, which describes the crawl, its options and its part.
void append_warcinfo(const SynthOptions& options, std::string& out);

// Appends a response record that serves page number `n` with status 200.
void append_response(const SynthOptions& options, std::uint64_t n, const SynthPage& page,
                     std::string& out);

}  // namespace pagekin::synth
