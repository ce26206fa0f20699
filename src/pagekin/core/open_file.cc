#include "pagekin/core/open_file.h"

#include <sys/stat.h>

namespace pagekin {

bool still_names(const std::string& path, int file) {
  struct stat ours {};
  struct stat there {};
  return fstat(file, &ours) == 0 && lstat(path.c_str(), &there) == 0 &&
         ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

}  // namespace pagekin
