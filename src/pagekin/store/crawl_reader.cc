// Reads a crawl store, with the same SQL for both databases. Large results are read in parts, one
// row at a time.
//
// Cost: one scan of the pages for read_rows() and read_reached_pages(); read_bodies() reads the
// pages of its places and their bodies; the others look up single rows by their key.

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "pagekin/codec/codec.h"
#include "pagekin/store/crawl_parts.h"
#include "pagekin/store/schema.h"

namespace pagekin::store {
namespace {

constexpr std::int64_t kLongestBody = std::int64_t{1} << 30;
constexpr std::int64_t kUsualBody = std::int64_t{1} << 24;

// The columns of a PageRow, then the body. CROSS JOIN keeps SQLite to this order of tables.
#define PAGEKIN_PAGE_COLUMNS                                                                \
  "SELECT pages.id, pages.url, pages.parent, pages.xpath, pages.depth, pages.run, "         \
  "pages.by_redirect, hosts.host, pages.state, pages.status, pages.redirect, pages.bytes, " \
  "pages.fingerprint, pages.limited, urls.url, pages.charset, pages.media_type, pages.reason"
#define PAGEKIN_PAGE_TABLES " FROM pages CROSS JOIN urls CROSS JOIN hosts"
#define PAGEKIN_PAGE_JOIN " WHERE urls.id = pages.url AND hosts.id = pages.host"

constexpr std::string_view kRows =
    PAGEKIN_PAGE_COLUMNS PAGEKIN_PAGE_TABLES PAGEKIN_PAGE_JOIN " ORDER BY pages.id";
constexpr std::string_view kBodies = PAGEKIN_PAGE_COLUMNS
    ", bodies.body" PAGEKIN_PAGE_TABLES " CROSS JOIN bodies" PAGEKIN_PAGE_JOIN
    " AND bodies.page = pages.id AND pages.state = 1 AND pages.reached >= $1 AND "
    "pages.reached < $2 ORDER BY pages.reached";
constexpr std::string_view kBodiesAndDocuments = PAGEKIN_PAGE_COLUMNS
    ", bodies.body" PAGEKIN_PAGE_TABLES " CROSS JOIN bodies" PAGEKIN_PAGE_JOIN
    " AND bodies.page = pages.id AND pages.state IN (1, 3) AND pages.reached >= $1 AND "
    "pages.reached < $2 ORDER BY pages.reached";
constexpr int kBodyColumn = 18;
constexpr std::string_view kSelectText =
    "SELECT pages.charset, pages.bytes, bodies.body FROM pages CROSS JOIN bodies WHERE "
    "pages.id = $1 AND pages.state = 1 AND bodies.page = pages.id";

#undef PAGEKIN_PAGE_COLUMNS
#undef PAGEKIN_PAGE_TABLES
#undef PAGEKIN_PAGE_JOIN

using UsePage = std::function<void(const PageRow&, std::string_view body)>;

// Calls `use` for each row. Leaves the statement ready for its next use, even if `use` throws.
template <class Use>
void for_each_row(Statement& statement, const Use& use) {
  struct Done {
    ~Done() { statement.done(); }
    Statement& statement;
  };
  const Done done{statement};
  while (statement.next()) use();
}

class Reader final : public CrawlReader {
 public:
  explicit Reader(Database& database) : database_(database) {}
  explicit Reader(std::unique_ptr<Database> database)
      : own_database_(std::move(database)), database_(*own_database_) {}

  void read_bodies(std::int64_t from, std::int64_t to, const UsePage& use, Bodies bodies) override {
    const auto rows =
        database_.prepare(bodies == Bodies::kPages ? kBodies : kBodiesAndDocuments, Rows::kMany);
    *rows << from << to;
    std::string body;
    for_each_row(*rows, [&] { use_body(*rows, body, use); });
  }

  std::optional<Conversion> conversion_of(std::int64_t page, std::string_view converter) override {
    if (!has_conversions_) has_conversions_ = database_.has_table(kConversionsTable);
    if (!*has_conversions_) return std::nullopt;
    Statement& row = kept(conversion_,
                          "SELECT document, html, bytes, charset, fault FROM conversions "
                          "WHERE page = $1 AND converter = $2");
    row << page << converter;
    std::optional<Conversion> found;
    for_each_row(row, [&] {
      Conversion& made = found.emplace();
      made.page = page;
      made.converter = converter;
      made.document = row.integer(0);
      made.charset = row.text(3);
      made.fault = row.text(4);
      if (!decode(row.blob(1), row.integer(2), made.html)) found.reset();  // it is made again
    });
    return found;
  }

  std::int64_t place_count() override {
    const auto row = database_.prepare("SELECT COALESCE(MAX(reached), 0), COUNT(*) FROM pages");
    if (!row->next()) return 0;
    const std::int64_t last = row->integer(0);
    // See set_reached(): at most as many places are empty as there are pages.
    if (last / 2 > row->integer(1)) {
      throw InputError(
          database_.name() + " is damaged: the place of a page is far after all others", {},
          database_.name());
    }
    return last;
  }

  // Reads pages in the order of the table and sorts them here. Following the index would take
  // twice as long, because consecutive pages of that order are scattered over the table.
  void read_reached_pages(const std::function<void(const ReachedPage&)>& use) override {
    struct Placed {
      std::int64_t place;
      ReachedPage seen;
    };
    std::vector<Placed> pages;
    const auto rows = database_.prepare(
        "SELECT reached, id, host, xpath FROM pages WHERE state = 1", Rows::kMany);
    for_each_row(*rows, [&] {
      pages.push_back(
          {.place = rows->integer(0),
           .seen = {
               .page = rows->integer(1), .host = rows->integer(2), .xpath = rows->integer(3)}});
    });
    std::sort(pages.begin(), pages.end(), [](const Placed& a, const Placed& b) {
      return std::tuple(a.place, a.seen.page) < std::tuple(b.place, b.seen.page);
    });
    for (const Placed& page : pages) use(page.seen);
  }

  void read_addresses(
      const std::function<void(std::string_view url, std::int64_t bytes)>& use) override {
    const auto rows = database_.prepare(
        "SELECT urls.url, pages.bytes FROM pages CROSS JOIN urls WHERE urls.id = pages.url AND "
        "pages.state = 1 ORDER BY pages.reached",
        Rows::kMany);
    for_each_row(*rows, [&] { use(rows->text(0), rows->integer(1)); });
  }

  void read_fingerprints(const std::function<void(std::string_view)>& use) override {
    const auto rows = database_.prepare(
        "SELECT fingerprint FROM pages WHERE state = 1 ORDER BY reached", Rows::kMany);
    for_each_row(*rows, [&] { use(rows->blob(0)); });
  }

  bool read_page(std::int64_t page, const std::function<void(const PageText&)>& use) override {
    Statement& row = kept(text_, kSelectText);
    row << page;
    std::optional<std::string> charset;
    std::string body = std::move(spare_);
    for_each_row(row, [&] {
      charset = row.text(0);
      decode(page, row.blob(2), row.integer(1), body);
    });
    if (charset) use({.charset = *charset, .body = body});
    spare_ = std::move(body);
    return charset.has_value();
  }

  std::string address_of(std::int64_t page) override {
    const auto row = database_.prepare(
        "SELECT urls.url FROM pages CROSS JOIN urls WHERE pages.id = $1 AND urls.id = pages.url");
    *row << page;
    return row->next() ? std::string(row->text(0)) : "";
  }

  void read_rows(const std::function<void(const PageRow&)>& use) override {
    const auto rows = database_.prepare(kRows, Rows::kMany);
    for_each_row(*rows, [&] { use(page_row(*rows)); });
  }

  std::vector<StoredLink> links_of(std::int64_t page) override {
    std::vector<StoredLink> links;
    Statement& rows =
        kept(links_, "SELECT target, xpath, nofollow FROM links WHERE page = $1 ORDER BY ordinal");
    rows << page;
    for_each_row(rows, [&] {
      links.push_back(
          {.target = rows.integer(0), .xpath = rows.integer(1), .nofollow = rows.integer(2) != 0});
    });
    return links;
  }

  void read_urls(const std::function<void(std::int64_t id, std::string_view url)>& use) override {
    const auto rows = database_.prepare("SELECT id, url FROM urls ORDER BY id", Rows::kMany);
    for_each_row(*rows, [&] { use(rows->integer(0), rows->text(1)); });
  }

  std::string url(std::int64_t id) override {
    return text_of(kept(url_, "SELECT url FROM urls WHERE id = $1"), id, "address");
  }
  std::string xpath(std::int64_t id) override {
    return text_of(kept(xpath_, "SELECT xpath FROM xpaths WHERE id = $1"), id, "XPath");
  }

  std::vector<HostSummary> summarise(std::size_t cut_off) override;

  std::optional<std::string> meta(std::string_view name) override {
    const auto row = database_.prepare("SELECT value FROM meta WHERE name = $1");
    *row << name;
    if (!row->next()) return std::nullopt;
    return std::string(row->text(0));
  }

 private:
  Statement& kept(std::unique_ptr<Statement>& statement, std::string_view sql) {
    if (!statement) statement = database_.prepare(sql);
    return *statement;
  }

  std::string text_of(Statement& row, std::int64_t id, std::string_view what) {
    if (id == 0) return "";
    row << id;
    std::optional<std::string> text;
    for_each_row(row, [&] { text = row.text(0); });
    if (text) return *std::move(text);
    throw InputError(database_.name() + " has no " + std::string(what) + " " + std::to_string(id),
                     {}, database_.name());
  }

  State state_of(std::int64_t page, std::int64_t number) const {
    if (number >= 0 && number < static_cast<std::int64_t>(kStateCount)) {
      return static_cast<State>(number);
    }
    throw InputError(
        database_.name() + " is damaged: page " + std::to_string(page) + " is in no known state",
        {}, database_.name());
  }

  PageRow page_row(const Statement& row) const {
    const auto small = [&](int column) { return static_cast<std::int32_t>(row.integer(column)); };
    return {.id = row.integer(0),
            .found = {.url = row.integer(1),
                      .parent = row.integer(2),
                      .xpath = row.integer(3),
                      .depth = small(4),
                      .run = small(5),
                      .by_redirect = row.integer(6) != 0,
                      .host = row.text(7)},
            .state = state_of(row.integer(0), row.integer(8)),
            .status = small(9),
            .redirect = row.integer(10),
            .bytes = row.integer(11),
            .fingerprint = row.blob(12),
            .limited = row.integer(13) != 0,
            .url = row.text(14),
            .charset = row.text(15),
            .media_type = row.text(16),
            .reason = row.text(17)};
  }

  void use_body(const Statement& row, std::string& body, const UsePage& use) const {
    const PageRow page = page_row(row);
    decode(page.id, row.blob(kBodyColumn), page.bytes, body);
    use(page, body);
  }

  void decode(std::int64_t page, std::string_view frame, std::int64_t bytes,
              std::string& body) const {
    if (decode(frame, bytes, body)) return;
    throw InputError(database_.name() + " is damaged: the body of page " + std::to_string(page) +
                         " cannot be read",
                     {}, database_.name());
  }

  // Reserves at most the size of an ordinary body in advance, because the stored size may be
  // wrong.
  bool decode(std::string_view frame, std::int64_t bytes, std::string& body) const {
    if (bytes < 0 || bytes > kLongestBody) return false;
    const auto size = static_cast<std::size_t>(bytes);
    if (bytes <= kUsualBody) {
      body.resize(size);
      const codec::Step step = decoder_->decode(frame, body);
      return step.status == codec::Status::kDone && step.produced == size;
    }
    return codec::decode_all(codec::Format::kZstd, frame, size, body) == codec::Status::kDone &&
           body.size() == size;
  }

  std::unique_ptr<Database> own_database_;  // declared before the statements, which it must outlive
  Database& database_;
  std::unique_ptr<codec::MemberDecoder> decoder_ = codec::make_member_decoder(codec::Format::kZstd);
  std::string spare_;  // room for a body
  std::unique_ptr<Statement> text_;
  std::unique_ptr<Statement> links_;
  std::unique_ptr<Statement> url_;
  std::unique_ptr<Statement> xpath_;
  std::unique_ptr<Statement> conversion_;
  std::optional<bool> has_conversions_;  // whether there is such a table
};

std::vector<HostSummary> Reader::summarise(std::size_t cut_off) {
  std::map<std::int64_t, HostSummary> by_host;
  const auto states = database_.prepare(
      "SELECT pages.host, pages.state, COUNT(*), CAST(SUM(pages.bytes) AS BIGINT) FROM pages "
      "GROUP BY pages.host, pages.state");
  for_each_row(*states, [&] {
    HostSummary& host = by_host[states->integer(0)];
    const State state = state_of(0, states->integer(1));
    const auto count = static_cast<std::size_t>(states->integer(2));
    host.by_state[static_cast<std::size_t>(state)] = count;
    if (state != State::kPage) return;
    host.pages = count;
    host.bytes = static_cast<std::uint64_t>(states->integer(3));
  });
  const auto xpaths = database_.prepare(
      "SELECT host, COUNT(*), CAST(SUM(CASE WHEN pages >= $1 THEN 1 ELSE 0 END) AS BIGINT) FROM "
      "(SELECT host, xpath, COUNT(*) AS pages FROM pages WHERE state = 1 AND xpath <> 0 "
      "GROUP BY host, xpath) AS counted GROUP BY host");
  *xpaths << static_cast<std::int64_t>(cut_off);
  for_each_row(*xpaths, [&] {
    HostSummary& host = by_host[xpaths->integer(0)];
    host.xpaths = static_cast<std::size_t>(xpaths->integer(1));
    host.xpaths_above = static_cast<std::size_t>(xpaths->integer(2));
  });

  const auto name = database_.prepare("SELECT host FROM hosts WHERE id = $1");
  std::vector<HostSummary> summaries;
  summaries.reserve(by_host.size());
  for (auto& [id, summary] : by_host) {
    summary.host = text_of(*name, id, "host");
    summaries.push_back(std::move(summary));
  }
  std::sort(summaries.begin(), summaries.end(),
            [](const HostSummary& a, const HostSummary& b) { return a.host < b.host; });
  return summaries;
}

}  // namespace

std::unique_ptr<CrawlReader> make_reader(Database& database) {
  return std::make_unique<Reader>(database);
}

std::unique_ptr<CrawlReader> make_reader(std::unique_ptr<Database> database) {
  return std::make_unique<Reader>(std::move(database));
}

}  // namespace pagekin::store
