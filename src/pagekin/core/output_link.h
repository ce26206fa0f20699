// Symbolic links in the place of outputs.
//
// Somebody may have put a link where an output will be written, so that the output destroys a file
// elsewhere. An output is therefore written through a link only if the process is allowed to, and
// never through one that another user made. The folders of a path may be links.
#pragma once

#include <string>

namespace pagekin {

// Allows or forbids this process to write outputs through links, as umask() sets its permissions.
// Returns what held before. Forbidden until it is allowed.
bool follow_output_links(bool allowed);
bool follows_output_links();

// The file to write where the user named `path`: `path` itself, or the end of the chain of links
// that begins there, which need not exist. Throws Error for a link that must not be followed; the
// message names the link, its target and the option.
std::string output_target(const std::string& path);

// The descriptor that `path` stands for, as /dev/stdout, /dev/fd/63 and /proc/self/fd/63 do; -1 if
// it stands for none. Such links are not in the place of a file.
int named_descriptor(const std::string& path);

}  // namespace pagekin
