#include "pagekin/input/kinds.h"

namespace pagekin::input {

std::span<const InputInfo> inputs() {
  static constexpr InputInfo all[] = {
      {"directory",
       "read recursively in byte order of paths: .html .htm .xhtml .shtml, also with .gz .zst .br; "
       "and the rows of .parquet .arrow .arrows .feather",
       "path below the directory; url of rows"},
      {"html", "one page in a file, plain or compressed", "path as given"},
      {"warc",
       ".warc, .warc.gz, .warc.zst: response and resource records with an HTML media type, status "
       "200",
       "target URI"},
      {"jsonl",
       "JSON lines, one {\"url\": ..., \"html\": ...} a page, plain or compressed; url_field and "
       "html_field name other fields; the page may be in base64, also compressed",
       "url"},
      {"wacz",
       ".wacz: the WARC files in it; listed_pages reads only the pages that its lists of pages "
       "name",
       "target URI"},
      {"parquet",
       "Parquet and Arrow IPC (Feather) files, a row a page: columns url and html; url_field and "
       "html_field name others; texts, or bytes, also compressed",
       "url"},
      {"nutch",
       "a Nutch segment or a folder of segments: content of SequenceFiles in any compression, "
       "status "
       "success in crawl_fetch; also a SequenceFile of Content, Text or BytesWritable by itself",
       "key of the record"},
      {"store", "a crawl store: a file made by pagekin crawl, or postgresql://... of one",
       "address"},
      {"list", "@FILE: inputs, one per line", "as of each input"},
      {"-",
       "standard input: JSON lines, WARC records or a page, by the first bytes, otherwise a list",
       "as of what it is"},
      {"cdx:TABLE",
       "just the WARC records that a table names by filename, offset and length: CDX, CDXJ, JSON "
       "lines, TSV, CSV, Parquet, also with the names of the index of Common Crawl; archives says "
       "where the files are",
       "target URI"},
      {"KIND:NAME",
       "html:, warc:, jsonl:, cdx: or list: before a name or - says what it is, whatever its first "
       "bytes",
       "as of the kind"},
  };
  return all;
}

}  // namespace pagekin::input
