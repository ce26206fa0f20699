#include "pagekin/input/kinds.h"

namespace pagekin::input {

std::span<const InputInfo> inputs() {
  static constexpr InputInfo all[] = {
      {"directory",
       "read recursively in byte order of paths: .html .htm .xhtml .shtml, also with .gz .zst .br",
       "path below the directory"},
      {"html", "one page in a file, plain or compressed", "path as given"},
      {"warc",
       ".warc, .warc.gz, .warc.zst: response and resource records with an HTML media type, status "
       "200",
       "target URI"},
      {"jsonl", "JSON lines, one {\"url\": ..., \"html\": ...} a page, plain or compressed", "url"},
      {"store", "a crawl store: a file made by pagekin crawl, or postgresql://... of one",
       "address"},
      {"list", "@FILE or - (standard input): inputs, one per line", "as of each input"},
  };
  return all;
}

}  // namespace pagekin::input
