// Writes a crawl with many threads: a job generates and compresses a run of pages, and jobs
// finish in order.
//
// Cost: memory of a few runs of 64 pages for each thread.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/atomic_file.h"
#include "pagekin/core/error.h"
#include "pagekin/core/output_link.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/synth/crawl_records.h"
#include "pagekin/synth/synth.h"

namespace pagekin::synth {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPagesPerJob = 64;
constexpr int kGzipLevel = 1;  // made-up text gains 4 % at twice the time from level 6

enum class FileKind : std::uint8_t { kWarc, kJsonl };

struct OutputFile {
  std::string_view ending;
  FileKind kind;
  bool is_compressed;
};
constexpr OutputFile kOutputFiles[] = {
    {".warc.gz", FileKind::kWarc, true},
    {".warc", FileKind::kWarc, false},
    {".jsonl.gz", FileKind::kJsonl, true},
    {".jsonl", FileKind::kJsonl, false},
};

// The kind of file that the name asks for; null: a directory.
const OutputFile* file_of(std::string_view output) {
  for (const OutputFile& file : kOutputFiles) {
    if (output.ends_with(file.ending)) return &file;
  }
  return nullptr;
}

// The destination of pages. `add` is called in parallel.
class Sink {
 public:
  virtual ~Sink() = default;
  // Writes the page, or appends its bytes to `out`; append() then gets `out` in order.
  virtual void add(std::uint64_t n, const SynthPage& page, std::string& out) const = 0;
  virtual void append(std::string_view bytes) = 0;
  // The id that `pagekin cluster` gives to the page.
  virtual const std::string& id_of(const SynthPage& page) const = 0;
  // Called once, when all pages and labels are written.
  virtual void commit() = 0;
  virtual std::string labels() const = 0;
};

// One WARC file, or one of JSON lines; each record or line is a member if it is compressed.
class FileSink final : public Sink {
 public:
  FileSink(const SynthOptions& options, const std::string& output, const OutputFile& kind)
      : options_(options), output_(output), kind_(kind), file_(output) {
    if (kind_.kind == FileKind::kJsonl) return;
    std::string record;
    append_warcinfo(options, record);
    append(kind_.is_compressed ? codec::gzip_member(record, kGzipLevel) : record);
  }

  void add(std::uint64_t n, const SynthPage& page, std::string& out) const override {
    if (!kind_.is_compressed) {
      append_page(n, page, out);
      return;
    }
    std::string record;
    record.reserve(page.html.size() + 1024);
    append_page(n, page, record);
    out += codec::gzip_member(record, kGzipLevel);
  }
  void append(std::string_view bytes) override { file_.write(bytes); }
  const std::string& id_of(const SynthPage& page) const override { return page.url; }
  void commit() override { file_.commit(); }
  std::string labels() const override { return labels_path(output_); }

 private:
  void append_page(std::uint64_t n, const SynthPage& page, std::string& out) const {
    if (kind_.kind == FileKind::kWarc) return append_response(options_, n, page, out);
    out += "{\"url\": " + quote_json(page.url) + ", \"html\": " + quote_json(page.html) + "}\n";
  }

  const SynthOptions options_;
  const std::string output_;
  const OutputFile kind_;
  AtomicFile file_;
};

[[noreturn]] void fail(const char* what, const std::string& path, int reason) {
  throw Error(fmt::format("{} {}: {}", what, path, std::strerror(reason)));
}

// A directory that does not exist is created under another name and renamed at the end. An empty
// directory, which may be a mount point, is filled in place.
class DirectorySink final : public Sink {
 public:
  DirectorySink(std::vector<std::string> hosts, const std::string& output)
      : hosts_(std::move(hosts)), output_(output_target(trimmed(output))) {
    std::error_code error;
    const fs::file_status status = fs::status(output_, error);
    if (fs::exists(status)) {
      if (!fs::is_directory(status)) {
        throw OptionError(
            fmt::format(
                "{}: expected a directory, .warc, .warc.gz, .jsonl or .jsonl.gz, found a file",
                output_),
            "output", output_);
      }
      const bool empty = fs::is_empty(output_, error);
      if (error) fail("cannot read", output_, error.value());
      if (!empty) {
        throw OptionError(fmt::format("{}: expected a new or empty directory", output_), "output",
                          output_);
      }
      root_ = output_;
      return;
    }
    const fs::path parent = fs::path(output_).parent_path();
    error.clear();  // set if the directory does not exist
    if (!parent.empty()) fs::create_directories(parent, error);
    if (error) fail("cannot make", parent.string(), error.value());
    // mkdtemp makes a private directory; the one inside has the user's permissions.
    stage_ = output_ + ".XXXXXX";
    if (mkdtemp(stage_.data()) == nullptr) fail("cannot make", output_, errno);
    root_ = stage_ + "/pages";
    if (mkdir(root_.c_str(), 0777) != 0) {
      const int reason = errno;
      rmdir(stage_.c_str());
      fail("cannot make", output_, reason);
    }
  }

  ~DirectorySink() override {
    std::error_code ignored;
    if (!stage_.empty()) {
      fs::remove_all(stage_, ignored);
    } else if (!committed_) {
      // Removes only its own folders, because other programs may have written here.
      for (const std::string& host : hosts_) fs::remove_all(fs::path(root_) / host, ignored);
    }
  }
  DirectorySink(const DirectorySink&) = delete;
  DirectorySink& operator=(const DirectorySink&) = delete;

  void add(std::uint64_t, const SynthPage& page, std::string&) const override {
    const std::string path = root_ + "/" + page.path;
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    if (error) fail("cannot make the folder of", path, error.value());
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) fail("cannot write", path, errno);
    for (std::string_view left = page.html; !left.empty();) {
      const ssize_t written = write(file, left.data(), left.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        const int reason = errno;
        close(file);
        fail("cannot write", path, reason);
      }
      left.remove_prefix(static_cast<std::size_t>(written));
    }
    if (close(file) != 0) fail("cannot write", path, errno);
  }
  void append(std::string_view) override {}
  const std::string& id_of(const SynthPage& page) const override { return page.path; }
  void commit() override {
    if (!stage_.empty() && std::rename(root_.c_str(), output_.c_str()) != 0) {
      fail("cannot make", output_, errno);
    }
    committed_ = true;
  }
  std::string labels() const override { return labels_path(root_); }

 private:
  static std::string trimmed(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    if (path.empty()) {
      throw OptionError(
          "no output given; expected a directory, .warc, .warc.gz, .jsonl or .jsonl.gz", "output");
    }
    return path;
  }

  const std::vector<std::string> hosts_;
  const std::string output_;
  std::string stage_;  // holds root_ until it is renamed; empty when filled in place
  std::string root_;   // where files are written
  bool committed_ = false;
};

struct Run {
  const Crawl& crawl;
  Sink& sink;
  AtomicFile& labels;
  const std::function<void(std::uint64_t)>& progress;
  Written& written;
};

class PagesJob final : public Job {
 public:
  PagesJob(const Run& run, std::uint64_t first, std::uint64_t end)
      : run_(run), first_(first), end_(end) {}

  void work() override {
    SynthPage page;
    for (std::uint64_t n = first_; n < end_; ++n) {
      run_.crawl.page(n, page);
      run_.sink.add(n, page, bytes_);
      html_bytes_ += page.html.size();
      // Ids and names contain nothing that must be escaped in TSV.
      rows_ += run_.sink.id_of(page);
      rows_ += '\t';
      rows_ += page.template_name;
      rows_ += '\n';
    }
  }

  void finish() override {
    run_.sink.append(bytes_);
    run_.labels.write(rows_);
    run_.written.pages += end_ - first_;
    run_.written.html_bytes += html_bytes_;
    if (run_.progress) run_.progress(run_.written.pages);
  }

 private:
  const Run& run_;
  const std::uint64_t first_;
  const std::uint64_t end_;
  std::string bytes_;
  std::string rows_;
  std::uint64_t html_bytes_ = 0;
};

std::unique_ptr<Sink> open_sink(const Crawl& crawl, const std::string& output) {
  const OutputFile* const file = file_of(output);
  if (file == nullptr) return std::make_unique<DirectorySink>(crawl.hosts(), output);
  return std::make_unique<FileSink>(crawl.options(), output, *file);
}

}  // namespace

std::string labels_path(const std::string& output) {
  const OutputFile* const file = file_of(output);
  if (file == nullptr) return output + (output.ends_with('/') ? "" : "/") + "labels.tsv";
  return output.substr(0, output.size() - file->ending.size()) + ".labels.tsv";
}

Written write_crawl(const Crawl& crawl, const std::string& output,
                    const std::function<void(std::uint64_t)>& progress) {
  const std::unique_ptr<Sink> sink = open_sink(crawl, output);
  AtomicFile labels(sink->labels());
  labels.write("page\ttemplate\n");

  Written written{.sites = crawl.hosts().size()};
  const Run run{crawl, *sink, labels, progress, written};
  std::uint64_t next_page = crawl.part().first;
  const std::uint64_t end = crawl.part().end;
  run_in_order(thread_count(crawl.options().threads), [&]() -> std::unique_ptr<Job> {
    check_stop();
    if (next_page >= end) return nullptr;
    const std::uint64_t first = next_page;
    next_page = std::min(end, first + kPagesPerJob);
    return std::make_unique<PagesJob>(run, first, next_page);
  });
  labels.commit();
  sink->commit();
  return written;
}

Written write_crawl(const SynthOptions& options, const std::string& output,
                    const std::function<void(std::uint64_t)>& progress) {
  return write_crawl(Crawl(options), output, progress);
}

}  // namespace pagekin::synth
