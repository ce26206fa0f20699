#include "pagekin/input/spooled_inputs.h"

#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "pagekin/core/error.h"

#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

// A pipe that a thread writes `bytes` into, once.
class Pipe {
 public:
  Pipe(std::string path, const std::string& bytes) : path_(std::move(path)) {
    if (mkfifo(path_.c_str(), 0600) != 0) return;
    writer_ = std::thread([path = path_, bytes] {
      std::ofstream out(path, std::ios::binary);
      out << bytes;
    });
  }
  ~Pipe() {
    if (writer_.joinable()) writer_.join();
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::thread writer_;
};

TEST(SpooledInputs, GivesAPipeAsOftenAsAsked) {
  const test::TempDir dir;
  std::string bytes;
  for (int i = 0; i < 40'000; ++i) bytes += std::to_string(i) + "\n";
  const Pipe pipe((dir.path() / "pipe").string(), bytes);
  SpooledInputs spool;
  for (int i = 0; i < 3; ++i) {
    const auto source = spool.open(pipe.path());
    EXPECT_EQ(source->size(), bytes.size());
    EXPECT_EQ(read_all(*source), bytes);
  }
}

TEST(SpooledInputs, ReadsFilesWhereTheyAre) {
  const test::TempDir dir;
  const std::string path = (dir.path() / "file").string();
  std::ofstream(path) << "one";
  SpooledInputs spool(1);  // a limit that the file would break
  EXPECT_EQ(read_all(*spool.open(path)), "one");
  std::ofstream(path) << "two";
  EXPECT_EQ(read_all(*spool.open(path)), "two");
}

TEST(SpooledInputs, RefusesWhatIsLongerThanTheLimit) {
  const test::TempDir dir;
  const Pipe pipe((dir.path() / "pipe").string(), std::string(1000, 'x'));
  SpooledInputs spool(999);
  EXPECT_THROW(spool.open(pipe.path()), InputError);
  SpooledInputs enough(1000);
  const Pipe other((dir.path() / "other").string(), std::string(1000, 'x'));
  EXPECT_EQ(read_all(*enough.open(other.path())).size(), 1000U);
}

}  // namespace
}  // namespace pagekin::input
