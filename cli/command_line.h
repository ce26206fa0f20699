// The command that the user typed, for reports that say how to make them again.
#pragma once

#include <string>
#include <string_view>

namespace pagekin::cli {

void keep_command_line(int argc, char** argv);

// "pagekin cluster 'my crawl.warc.gz' --report report.html": with quotes as a shell needs them.
const std::string& command_line();

// One word of a command as a shell reads it back.
std::string shell_word(std::string_view text);

}  // namespace pagekin::cli
