// The format of a table file: that of the public interface.
#pragma once

#include "pagekin/file_format.h"

namespace pagekin::table {

using pagekin::Compression;
using pagekin::FileFormat;
using pagekin::format_of_name;
using pagekin::TableFormat;

constexpr std::string_view kEndings = kTableEndings;

}  // namespace pagekin::table
