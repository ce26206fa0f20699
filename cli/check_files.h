// Whether the files that a command would write are none that it reads, and differ from each other.
#pragma once

namespace pagekin::cli {

class OptionTable;

// Throws UsageError. Call it when the arguments are parsed, before anything is opened. Names inside
// of lists of inputs are not looked at.
void check_files(const OptionTable& table);

}  // namespace pagekin::cli
