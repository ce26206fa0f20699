// Ways to make a page of a document: a Tika server, or any program.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "pagekin/input/document_converter.h"

namespace pagekin::documents {

struct ConverterOptions {
  // Media types to convert, as input/document_type.h says; empty: the usual ones.
  std::vector<std::string> types;
  std::size_t max_document_bytes = 50'000'000;
  std::chrono::milliseconds timeout{60'000};  // for one document
  unsigned parallel = 4;                      // documents at a time
};

// Sends documents to a Tika server, as "http://localhost:9998", and takes the XHTML that it
// answers, without its head. Does not ask the server yet. Throws OptionError if the address is not
// one.
std::shared_ptr<input::DocumentConverter> make_tika(const std::string& url,
                                                    const ConverterOptions& options);

// Runs a command of the shell for each document. It reads the document on standard input, its type
// and name in the environment as PAGEKIN_TYPE and PAGEKIN_NAME, and prints HTML. Throws OptionError
// if the command is empty.
std::shared_ptr<input::DocumentConverter> make_command(const std::string& command,
                                                       const ConverterOptions& options);

// HTML without its head element: what lies between <head> and the end of the head.
std::string without_head(std::string html);

}  // namespace pagekin::documents
