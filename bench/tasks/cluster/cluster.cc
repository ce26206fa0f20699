// From an archive to clusters, beside the least that any reader must do.
//
//     bench_cluster FILE.warc.gz [RUNS]
//
// In one process, taking turns RUNS times (7), best wall time of each:
//   inflate      every member inflated by libdeflate and thrown away; where the
//                members begin is known beforehand, the file is read with pread
//   fingerprint  clustering::cluster_pages with the method `fingerprint`
//   whole pages  the same with `md5`, which must scan every page to its end
// for one and for two threads; then the last two from the uncompressed archive.
// Also how many bytes were looked at, and how far the last entry lies.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/codec/codec.h"
#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"

namespace pagekin {
namespace {

struct Member {
  std::uint64_t begin;
  std::size_t size;
};

std::string read_all(const std::string& path) {
  const auto source = open_file(path);
  std::string bytes(source->size().value_or(0), '\0');
  bytes.resize(read_fully(*source, 0, bytes));
  return bytes;
}

// Also writes the decompressed archive to `plain`.
std::vector<Member> find_members(const std::string& path, const std::string& plain,
                                 std::size_t& longest) {
  const std::string bytes = read_all(path);
  std::vector<char> room(64 << 20);
  const auto decoder = codec::make_member_decoder(codec::Format::kGzip);
  std::FILE* out = std::fopen(plain.c_str(), "wb");
  std::vector<Member> members;
  for (std::size_t at = 0; at < bytes.size();) {
    const codec::Step step = decoder->decode(std::string_view(bytes).substr(at), room);
    if (step.status != codec::Status::kDone) throw Error("not a sound archive of gzip members");
    std::fwrite(room.data(), 1, step.produced, out);
    longest = std::max(longest, step.produced);
    members.push_back({at, step.consumed});
    at += step.consumed;
  }
  std::fclose(out);
  return members;
}

void inflate_only(const std::string& path, const std::vector<Member>& members, std::size_t longest,
                  unsigned threads) {
  constexpr std::size_t kMembersAtOnce = 64;  // about a megabyte, as one range of ours
  const int file = open(path.c_str(), O_RDONLY);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    const auto decoder = codec::make_member_decoder(codec::Format::kGzip);
    std::vector<char> in;
    std::vector<char> out(longest);
    for (;;) {
      const std::size_t first = next.fetch_add(kMembersAtOnce);
      if (first >= members.size()) return;
      const std::size_t last = std::min(members.size(), first + kMembersAtOnce) - 1;
      in.resize(members[last].begin + members[last].size - members[first].begin);
      if (pread(file, in.data(), in.size(), static_cast<off_t>(members[first].begin)) < 0) return;
      for (std::size_t i = first; i <= last; ++i) {
        decoder->decode({in.data() + (members[i].begin - members[first].begin), members[i].size},
                        out);
      }
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  close(file);
}

reading::ReadCounts cluster(const std::string& path, const std::string& name, unsigned threads) {
  const auto method = method::make(name);
  return clustering::cluster_pages({.source = {.inputs = {path}, .reading = {.threads = threads}}},
                                   *method)
      .counts;
}

struct Task {
  std::string name;
  std::function<void()> run;
  double best = 1e9;
};

void take_turns(std::vector<Task>& tasks, int runs) {
  for (int run = 0; run < runs; ++run) {
    for (Task& task : tasks) {
      const auto start = std::chrono::steady_clock::now();
      task.run();
      task.best =
          std::min(task.best,
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  }
}

int run(int argc, char** argv) {
  if (argc < 2) throw Error("usage: bench_cluster FILE.warc.gz [RUNS]");
  const std::string path = argv[1];
  const int runs = argc > 2 ? std::atoi(argv[2]) : 7;
  const std::string plain = "/tmp/bench_cluster." + std::to_string(getpid()) + ".warc";
  std::size_t longest = 0;
  const std::vector<Member> members = find_members(path, plain, longest);

  const reading::ReadCounts counts = cluster(path, "fingerprint", 1);
  const auto pages = static_cast<double>(counts.clustered);
  fmt::print(
      "{} pages, {:.1f} MB; fingerprints look at {:.1f} MB ({:.1f} %)\n\n", counts.clustered,
      static_cast<double>(counts.page_bytes) / 1e6, static_cast<double>(counts.bytes_scanned) / 1e6,
      100.0 * static_cast<double>(counts.bytes_scanned) / static_cast<double>(counts.page_bytes));
  fmt::print("{:<34} {:>10} {:>9}\n", "task", "pages/s", "ratio");
  for (const unsigned threads : {1u, 2u}) {
    std::vector<Task> tasks = {
        {"inflate only", [&] { inflate_only(path, members, longest, threads); }},
        {"cluster, fingerprint", [&] { cluster(path, "fingerprint", threads); }},
        {"cluster, whole pages", [&] { cluster(path, "md5", threads); }},
    };
    take_turns(tasks, runs);
    for (const Task& task : tasks) {
      fmt::print("{:<34} {:>10.0f} {:>8.2f}x time of inflating, {} thread{}\n",
                 task.name + " (.warc.gz)", pages / task.best, task.best / tasks[0].best, threads,
                 threads == 1 ? "" : "s");
    }
  }
  std::vector<Task> tasks = {
      {"cluster, whole pages", [&] { cluster(plain, "md5", 1); }},
      {"cluster, fingerprint", [&] { cluster(plain, "fingerprint", 1); }},
  };
  take_turns(tasks, runs);
  for (const Task& task : tasks) {
    fmt::print("{:<34} {:>10.0f} {:>8.2f}x pages/s of whole pages, 1 thread, {:.2f} GB/s\n",
               task.name + " (.warc)", pages / task.best, tasks[0].best / task.best,
               static_cast<double>(counts.page_bytes) / task.best / 1e9);
  }
  unlink(plain.c_str());
  return 0;
}

}  // namespace
}  // namespace pagekin

int main(int argc, char** argv) {
  try {
    return pagekin::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_cluster: {}\n", error.what());
    return 1;
  }
}
