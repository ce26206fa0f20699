#include "pagekin/core/byte_source.h"

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"

#include "support/temp_dir.h"

namespace pagekin {
namespace {

class Fifo : public testing::Test {
 protected:
  Fifo() { EXPECT_EQ(mkfifo(path.c_str(), 0600), 0); }
  test::TempDir dir;
  std::string path = dir.path() / "fifo";
};

TEST_F(Fifo, WaitsForItsWriterAndIsReadToTheEnd) {
  std::thread writer([&] {
    std::ofstream file(path);
    file << "one ";
    file.flush();
    file << std::string(200'000, 'x');
  });
  const auto source = open_file(path);
  EXPECT_FALSE(source->size());
  const std::string all = read_all(*source);
  writer.join();
  EXPECT_EQ(all, "one " + std::string(200'000, 'x'));
}

TEST_F(Fifo, AWriterThatWritesNothingIsTheEnd) {
  std::thread writer([&] { const std::ofstream file(path); });
  const auto source = open_file(path);
  EXPECT_EQ(read_all(*source), "");
  writer.join();
}

TEST_F(Fifo, WaitingForAWriterEndsWhenTheRunIsStopped) {
  std::stop_source stop;
  const StopScope scope(stop.get_token());
  std::thread stopper([&] { stop.request_stop(); });
  EXPECT_THROW(open_file(path), Cancelled);
  stopper.join();
}

TEST_F(Fifo, WaitingForBytesEndsWhenTheRunIsStopped) {
  std::stop_source stop;
  const StopScope scope(stop.get_token());
  std::mutex mutex;
  std::condition_variable ended;
  bool is_over = false;
  std::thread writer([&] {
    std::ofstream file(path);
    file << "x";
    file.flush();
    std::unique_lock lock(mutex);
    ended.wait(lock, [&] { return is_over; });
  });
  const auto source = open_file(path);
  char byte = 0;
  EXPECT_EQ(source->read_at(0, {&byte, 1}), 1u);
  std::thread stopper([&] { stop.request_stop(); });
  EXPECT_THROW(source->read_at(1, {&byte, 1}), Cancelled) << "the writer still has the pipe open";
  stopper.join();
  {
    const std::scoped_lock lock(mutex);
    is_over = true;
  }
  ended.notify_all();
  writer.join();
}

TEST(OpenFile, NamesWhatCannotBeOpened) {
  try {
    open_file("/no/such/file");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/no/such/file"), std::string::npos);
  }
}

}  // namespace
}  // namespace pagekin
