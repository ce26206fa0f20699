// Programs that make pages of documents, and programs that misbehave.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/documents/converters.h"

#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin::documents {
namespace {

using input::ConvertedDocument;
using std::chrono::milliseconds;

ConvertedDocument run(const std::string& command, std::string_view bytes = "<p>document",
                      std::string_view name = "a.pdf", std::size_t cap = 0,
                      milliseconds timeout = milliseconds(20'000)) {
  return make_command(command, {.timeout = timeout})
      ->convert({.bytes = bytes, .media_type = "application/pdf", .name = name}, cap);
}

// Whether a process is there and not only waited for.
bool is_alive(pid_t id) {
  if (kill(id, 0) != 0) return false;
  const std::string path = "/proc/" + std::to_string(id) + "/stat";
  if (!std::filesystem::exists(path)) return false;
  const std::string stat = test::read_file(path);
  return stat.find(") Z") == std::string::npos;
}
bool dies(pid_t id) {
  for (int i = 0; i < 200 && is_alive(id); ++i) std::this_thread::sleep_for(milliseconds(20));
  return !is_alive(id);
}

TEST(Command, GetsTheDocumentItsTypeAndItsName) {
  const ConvertedDocument got = run(
      "cat; printf '<i>%s %s</i>' \"$PAGEKIN_TYPE\" \"$PAGEKIN_NAME\"", "<p>text", "dir/a b.pdf");
  EXPECT_EQ(got.fault, "");
  EXPECT_EQ(got.html, "<p>text<i>application/pdf dir/a b.pdf</i>");
  EXPECT_FALSE(got.cut);
}

TEST(Command, NamesAreNeverACommand) {
  const test::TempDir dir;
  const std::string evil = "$(touch " + dir.path().string() + "/x) `touch " + dir.path().string() +
                           "/y`; touch " + dir.path().string() + "/z \"'\n|&";
  const ConvertedDocument got = run("cat >/dev/null; echo \"<p>$PAGEKIN_NAME\"", "x", evil);
  EXPECT_EQ(got.html, "<p>" + evil + "\n");
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
  // A NUL ends a name; what follows is lost, not executed.
  EXPECT_EQ(run("echo \"<p>$PAGEKIN_NAME\"", "x", std::string_view("a\0b", 3)).html, "<p>a\n");
}

TEST(Command, LargeDocumentsAndPagesPassWhole) {
  std::string large = "<html>";
  for (int i = 0; i < 400'000; ++i) large += "<p>" + std::to_string(i);
  const ConvertedDocument got = run("cat", large);
  EXPECT_TRUE(got.html == large);
  EXPECT_TRUE(run("cat", "").fault.find("printed nothing") != std::string::npos);
}

TEST(Command, AProgramNeedNotReadItsInput) {
  const std::string large(5'000'000, 'x');
  EXPECT_EQ(run("echo '<p>x'", large).html, "<p>x\n");
  EXPECT_EQ(run("exec 0<&-; echo '<p>x'", large).html, "<p>x\n");
}

TEST(Command, FailuresAreNamed) {
  const auto fault = [](const std::string& command) { return run(command).fault; };
  EXPECT_EQ(fault("exit 3"), "the command ended with status 3");
  EXPECT_EQ(fault("echo '<p>half'; echo 'bad file' >&2; echo more >&2; exit 1"),
            "the command ended with status 1: bad file");
  EXPECT_NE(fault("no-such-program-here").find("not found (status 127)"), std::string::npos);
  EXPECT_EQ(fault("kill -9 $$"), "the command was ended by signal 9");
  EXPECT_EQ(fault("cat >/dev/null"), "the command printed nothing");
  EXPECT_NE(fault("printf '\\033[2Jx' >&2; exit 1").find("\\x1b"), std::string::npos);
  EXPECT_THROW(make_command("  ", {}), OptionError);
}

TEST(Command, ErrorOutputWithoutEndBlocksNothing) {
  const ConvertedDocument got =
      run("i=0; while [ $i -lt 20000 ]; do echo 'warning: something is odd' >&2; i=$((i+1)); done; "
          "echo '<p>x'");
  EXPECT_EQ(got.fault, "");
  EXPECT_EQ(got.html, "<p>x\n");
}

TEST(Command, TooMuchOutputIsCut) {
  const ConvertedDocument got = run("yes '<p>'", "x", "x", 10'000);
  EXPECT_EQ(got.fault, "");
  EXPECT_TRUE(got.cut);
  EXPECT_EQ(got.html.size(), 10'000u);
}

TEST(Command, TooMuchTimeEndsTheWholeGroup) {
  const test::TempDir dir;
  const std::string file = (dir.path() / "pids").string();
  const ConvertedDocument got =
      run("sleep 600 & echo $! >> " + file + "; (trap '' TERM; sleep 600) & echo $! >> " + file +
              "; wait",
          "x", "x", 0, milliseconds(400));
  EXPECT_EQ(got.fault, "the command took longer than 400 ms");
  EXPECT_TRUE(got.may_change);
  std::ifstream pids(file);
  int count = 0;
  for (pid_t id = 0; pids >> id; ++count) EXPECT_TRUE(dies(id)) << id;
  EXPECT_EQ(count, 2);
}

TEST(Command, WhatItLeavesBehindIsEnded) {
  const test::TempDir dir;
  const std::string file = (dir.path() / "pid").string();
  const ConvertedDocument got = run("sleep 600 & echo $! > " + file + "; echo '<p>x'");
  EXPECT_EQ(got.html, "<p>x\n");
  std::ifstream pids(file);
  pid_t id = 0;
  ASSERT_TRUE(pids >> id);
  EXPECT_TRUE(dies(id));
}

TEST(Command, ARunThatIsStoppedEndsTheProgram) {
  const test::TempDir dir;
  const std::string file = (dir.path() / "pid").string();
  std::stop_source stop;
  std::thread stopper([&] {
    while (!std::filesystem::exists(file) || std::filesystem::file_size(file) == 0) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    stop.request_stop();
  });
  {
    const StopScope scope(stop.get_token());
    EXPECT_THROW(run("echo $$ > " + file + "; sleep 600"), Cancelled);
  }
  stopper.join();
  std::ifstream pids(file);
  pid_t id = 0;
  ASSERT_TRUE(pids >> id);
  EXPECT_TRUE(dies(id));
}

TEST(Command, ManyAtATimeLeaveNoDescriptors) {
  const auto open_descriptors = [] {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator("/proc/self/fd")) {
      ++count;
    }
    return count;
  };
  const auto command = make_command("cat", {.parallel = 4});
  const std::size_t before = open_descriptors();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 10; ++k) {
        const std::string text = "<p>" + std::to_string(100 * i + k);
        EXPECT_EQ(command->convert({.bytes = text, .media_type = "image/png", .name = "x"}, 0).html,
                  text);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace pagekin::documents
