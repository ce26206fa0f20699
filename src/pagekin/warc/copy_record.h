// Copies a record of an archive byte by byte, header included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/codec/codec.h"
#include "pagekin/core/byte_source.h"
#include "pagekin/warc/record_stream.h"

namespace pagekin::warc {

class RecordCopier {
 public:
  // `format`: the compression of the archive; nothing: it is plain. The source must be seekable.
  RecordCopier(std::unique_ptr<ByteSource> source, std::optional<codec::Format> format);
  ~RecordCopier();

  // Returns the response or resource record of this target, as WarcRecord::target_uri has it, in
  // the member at `offset`, or in a plain file the record at `offset`. The bytes are those of the
  // decompressed file, with the two line ends after the block. Nothing if there is no such record
  // among the first records of the member, if it is damaged, or longer than `most` bytes.
  std::optional<std::string> copy(std::uint64_t offset, std::string_view target, std::size_t most);

 private:
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<MemberStream> members_;
  std::unique_ptr<PlainStream> plain_;
};

}  // namespace pagekin::warc
