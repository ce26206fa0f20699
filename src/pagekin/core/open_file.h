// An open file and the path it was opened by.
#pragma once

#include <string>

namespace pagekin {

// Whether the path still names this open file. Another process may have removed or replaced it
// after we opened it and before we locked it. A symbolic link names no other file.
bool still_names(const std::string& path, int file);

}  // namespace pagekin
