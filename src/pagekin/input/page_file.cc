#include "pagekin/input/page_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/input/document_page.h"
#include "pagekin/input/document_type.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/page_rules.h"
#include "pagekin/input/recognise.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kFirstRead = std::size_t{1} << 16;

// Reads up to `cap` + 1 bytes. The buffer grows with the bytes read, because the declared size
// may be wrong.
void read_capped(ByteSource& source, std::size_t cap, std::string& out) {
  const std::uint64_t known = source.size().value_or(kFirstRead);
  out.resize(static_cast<std::size_t>(std::min<std::uint64_t>(known, cap)) + 1);
  std::size_t size = 0;
  for (;;) {
    const std::size_t got = read_fully(source, size, std::span(out).subspan(size));
    size += got;
    if (size < out.size() || size > cap) break;
    out.resize(std::min(cap + 1, 2 * out.size()));
  }
  out.resize(size);
}

// The type of a document to convert; empty: the file is to be a page. The ending of the name counts
// first, because text such as mail could be a page, too.
std::string document_in_file(const ReadOptions& options, std::string_view bytes,
                             std::string_view path) {
  if (!options.converter || bytes.empty() || has_page_name(path)) return {};
  std::string_view type = document_type_of_name(path);
  if (type.empty() && not_a_page(bytes, {})) type = document_type_of_bytes(bytes, path);
  return !type.empty() && options.converter->takes(type) ? std::string(type) : std::string();
}

class PageFileJob final : public BatchJob {
 public:
  PageFileJob(const ReadContext& context, std::string path, std::unique_ptr<ByteSource> file)
      : BatchJob(context), path_(std::move(path)), file_(std::move(file)) {}

  void work() override {
    std::string buffer;
    read_page_file(*file_, path_, path_, path_, context().options, batch(), buffer);
    ++context().progress->items;
    context().progress->done += file_->size().value_or(buffer.size());
  }

 private:
  std::string path_;
  std::unique_ptr<ByteSource> file_;
};

class PageFileSource final : public JobSource {
 public:
  PageFileSource(const ReadContext& context, std::string path, std::unique_ptr<ByteSource> file)
      : job_(std::make_unique<PageFileJob>(context, std::move(path), std::move(file))) {}
  std::unique_ptr<Job> next() override { return std::move(job_); }

 private:
  std::unique_ptr<Job> job_;
};

}  // namespace

void read_page_file(ByteSource& file, const std::string& input, const std::string& path,
                    const std::string& id, const ReadOptions& options, PageBatch& batch,
                    std::string& buffer) {
  const auto incident = [&](Reason reason, std::string detail) {
    return Incident{
        .input = input, .page = id, .offset = 0, .reason = reason, .detail = std::move(detail)};
  };
  const std::size_t cap = options.max_page_bytes == 0 ? SIZE_MAX / 4 : options.max_page_bytes;
  const std::size_t most = bytes_to_read(options);
  codec::Status status = codec::Status::kDone;
  try {
    char start[16];
    const std::size_t got = read_fully(file, 0, start);
    // The file is decompressed only if its name says so too: gzip data in a .html file is binary.
    const bool named_page = has_page_name(path);
    const bool plain_name =
        named_page && !path.ends_with(".gz") && !path.ends_with(".zst") && !path.ends_with(".br");
    const auto format = plain_name ? std::nullopt : compression_of({start, got}, path);
    if (format) {
      InflatedSource inflated(file, *format);
      read_capped(inflated, most, buffer);
      status = inflated.status();
    } else {
      read_capped(file, most, buffer);
    }
  } catch (const Error& error) {
    batch.skip(incident(Reason::kUnreadable, error.what()));
    return;
  }

  if (status == codec::Status::kDamaged) {
    batch.skip(incident(Reason::kDamaged,
                        "the compressed data is corrupt or its checksum does not match"));
    return;
  }
  if (status == codec::Status::kTruncated && buffer.empty()) {
    batch.skip(incident(Reason::kTruncated, "the compressed data ends before the page begins"));
    return;
  }
  const std::string document = document_in_file(options, buffer, path);
  if (!document.empty()) {
    const bool whole = status == codec::Status::kDone && buffer.size() <= most;
    const DocumentPage converted =
        convert_document(options, {.bytes = buffer, .media_type = document, .name = id}, whole);
    const auto fault =
        converted.fault ? std::optional(incident(converted.fault->first, converted.fault->second))
                        : std::nullopt;
    if (!converted.is_page()) return batch.skip(*fault);
    const Page page{.id = id, .body = converted.body, .charset = converted.charset, .input = input};
    return batch.add(page, fault ? &*fault : nullptr);
  }
  if (const auto reason = not_a_page(buffer, {})) {
    batch.skip(incident(
        *reason, *reason == Reason::kEmpty ? "the file has no bytes" : "the content is binary"));
    return;
  }
  std::optional<Incident> limited;
  if (buffer.size() > cap) {
    limited = incident(Reason::kTooLong, "longer than " + std::to_string(cap) + " bytes");
  } else if (status == codec::Status::kTruncated) {
    limited = incident(Reason::kCutShort, "the compressed data ends early");
  }
  const Page page{
      .id = id, .body = std::string_view(buffer).substr(0, cap), .charset = {}, .input = input};
  batch.add(page, limited ? &*limited : nullptr);
}

std::unique_ptr<JobSource> html_file_source(const ReadContext& context, std::string path,
                                            std::unique_ptr<ByteSource> file) {
  return std::make_unique<PageFileSource>(context, std::move(path), std::move(file));
}

}  // namespace pagekin::input
