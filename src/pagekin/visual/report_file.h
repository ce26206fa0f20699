// One HTML file with a report in it: data, scripts and style, nothing from elsewhere.
//
// The data is compressed JSON in base64, in elements that no browser runs. The policy of the page
// lets only the embedded script and style work, by their hashes; it may load nothing.
//
// The script and the style are made from web/ (see web/README.md).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "pagekin/visual/cluster_report.h"

namespace pagekin::visual {

// The built front end, as web/dist has it.
std::string_view script_asset();
std::string_view style_asset();

// "sha256-...", as a policy names them.
std::string script_hash();
std::string style_hash();

// The element that gives the page its icon, without a request for one.
std::string_view icon_element();

// Hands over the file in pieces.
void write_report_file(const ReportTexts& texts, std::string_view title,
                       const std::function<void(std::string_view)>& write);

// The text with the characters that HTML gives a meaning replaced by references.
std::string escape_html(std::string_view text);

}  // namespace pagekin::visual
