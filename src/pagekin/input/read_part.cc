#include "pagekin/input/read_part.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <sys/stat.h>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/input/input_name.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/recognise.h"

namespace pagekin::input {
namespace {

// None for anything but a regular file.
std::optional<std::uint64_t> size_of(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(info.st_size);
}

Kind divisible_kind(const InputName& name, ByteSource& file) {
  if (name.as == InputName::As::kWarc) return Kind::kWarc;
  if (name.as == InputName::As::kJsonl) return Kind::kJsonl;
  if (name.as != InputName::As::kByContent) return Kind::kUnsupported;
  return recognise(file, name.path).kind;
}

// The jobs of a part; null: the file cannot be divided.
std::unique_ptr<PartSource> open_part(const ReadContext& context, const InputName& name,
                                      const Part& part) {
  std::unique_ptr<ByteSource> file = open_regular_file(name.path);
  const Kind kind = divisible_kind(name, *file);
  if (kind == Kind::kWarc) return warc_part(context, name.path, std::move(file), part);
  if (kind == Kind::kJsonl) return jsonl_part(context, name.path, std::move(file), part);
  if (kind == Kind::kSequence) return sequence_part(context, name.path, std::move(file), part);
  return nullptr;
}

}  // namespace

bool can_divide(const std::string& path) {
  const InputName name = parse_input_name(path);
  if (!size_of(name.path)) return false;
  Progress unused;
  const ReadContext context{.options = {}, .consumer = nullptr, .progress = &unused};
  try {
    return open_part(context, name, {}) != nullptr;
  } catch (const InputError&) {  // a SequenceFile without pages: reading it shows what is wrong
    return false;
  }
}

PartEnds read_part(const std::string& name, const Part& part, const ReadOptions& options,
                   PageConsumer& consumer, Progress* progress) {
  Progress unused;
  const ReadContext context{.options = options,
                            .consumer = &consumer,
                            .progress = progress != nullptr ? progress : &unused};
  const InputName parsed = parse_input_name(name);
  const std::unique_ptr<PartSource> source = open_part(context, parsed, part);
  if (!source) {
    throw InputError(name +
                     ": cannot be read in parts; expected a WARC file with a member for "
                     "each record, JSON lines that are not compressed, or a SequenceFile of Nutch");
  }
  run_in_order(thread_count(options.threads), [&]() -> std::unique_ptr<Job> {
    check_stop();
    return source->next();
  });
  PartEnds ends = source->ends();
  const std::optional<std::uint64_t> size = size_of(parsed.path);
  if (!ends.is_open && size && ends.next >= *size) ends.next = UINT64_MAX;
  return ends;
}

}  // namespace pagekin::input
