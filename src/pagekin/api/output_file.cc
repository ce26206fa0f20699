#include "pagekin/output_file.h"

#include <filesystem>
#include <system_error>

#include "pagekin/core/atomic_file.h"
#include "pagekin/core/output_link.h"

namespace pagekin {

struct OutputFile::State {
  explicit State(const std::string& path) : file(path) {}
  AtomicFile file;
};

OutputFile::OutputFile(const std::string& path) : state_(std::make_unique<State>(path)) {}
OutputFile::~OutputFile() = default;

void OutputFile::write(std::string_view bytes) { state_->file.write(bytes); }
void OutputFile::commit() { state_->file.commit(); }

bool is_device(const std::string& path) {
  std::error_code ignored;  // a file that does not exist yet is a regular one
  return path.starts_with("/dev/") ||
         std::filesystem::is_other(std::filesystem::status(path, ignored));
}

bool follow_links(bool allowed) { return follow_output_links(allowed); }
bool follows_links() { return follows_output_links(); }

}  // namespace pagekin
