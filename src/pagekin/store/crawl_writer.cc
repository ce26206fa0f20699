// Writes a crawl store, with the same SQL for both databases.
//
// All numbers are assigned here, from memory: texts are found by their hashes (known_texts.h),
// which are computed once when the store is opened. The numbers that a transaction assigned are
// free again if it fails.
//
// Each transaction also writes the number of committed transactions. So after a lost connection
// the writer knows whether the last transaction was committed, and notices if the server has lost
// transactions that it had acknowledged (possible if it crashes, with synchronous_commit = off);
// then the crawl must start again from what the server has.
//
// Each transaction that adds texts writes their checksums (text_sums.h), which are compared when
// the store is opened.
//
// Cost: one scan of addresses, XPaths and hosts to open a store; memory of 30 to 50 bytes an
// address.

#include <cassert>
#include <charconv>
#include <utility>

#include "pagekin/store/crawl_parts.h"
#include "pagekin/store/known_texts.h"
#include "pagekin/store/schema.h"
#include "pagekin/store/text_sums.h"

namespace pagekin::store {
namespace {

class Writer final : public CrawlWriter {
 public:
  explicit Writer(std::unique_ptr<Database> database)
      : database_(std::move(database)), reader_(make_reader(*database_)) {
    load();
  }

  void transact(const std::function<void()>& work) override;

  std::int64_t url_id(std::string_view url) override {
    assert(in_transaction_);
    const std::int64_t id = id_of(url, urls_, sums_[0], insert_url_);
    page_of_url_.resize(urls_.size() + 1);
    return id;
  }
  std::int64_t xpath_id(std::string_view xpath) override {
    assert(in_transaction_);
    return id_of(xpath, xpaths_, sums_[1], insert_xpath_);
  }

  std::optional<std::int64_t> add_page(const Discovery& found) override;
  void set_outcome(const Outcome& outcome) override;
  void add_links(std::int64_t page, std::span<const StoredLink> links) override;
  void set_meta(std::string_view name, std::string_view value) override;
  void set_reached(std::span<const Reached> pages) override;
  std::int64_t save_clustering(std::string_view method, std::int64_t time,
                               std::span<const Assignment> assignments,
                               std::span<const Template> templates) override;

  std::optional<std::int64_t> page_of(std::string_view url) const override {
    std::string buffer;
    const std::uint32_t id = urls_.find(text_for_database(url, buffer));
    if (id == 0 || page_of_url_[id] == 0) return std::nullopt;
    return page_of_url_[id];
  }
  std::size_t page_count() const override { return static_cast<std::size_t>(last_.page); }
  CrawlReader& reader() override { return *reader_; }

 private:
  // The last numbers assigned.
  struct Last {
    std::int64_t page = 0;
    std::int64_t place = 0;
    std::int64_t clustering = 0;
    std::int64_t transaction = 0;
  };
  // The state at the beginning of a transaction.
  struct Mark {
    Last last;
    std::size_t urls = 0;
    std::size_t xpaths = 0;
    std::size_t hosts = 0;
    TextSums sums;
  };

  using Kept = std::unique_ptr<Statement>;
  Kept prepare(std::string_view sql) { return database_->prepare(sql); }

  void load();
  TextSums written_sums();
  void load_texts(std::string_view query, KnownTexts& known, std::size_t table,
                  const TextSum& written);
  void load_pages();
  std::int64_t number(std::string_view query);
  std::int64_t committed();
  Mark mark() const { return {last_, urls_.size(), xpaths_.size(), hosts_.size(), sums_}; }
  void take_back(const Mark& to);
  bool is_page(std::int64_t page) const { return page >= 1 && page <= last_.page; }

  std::int64_t id_of(std::string_view text, KnownTexts& known, TextSum& sum, const Kept& insert) {
    const std::string_view stored = text_for_database(text, buffer_);
    const auto [id, is_new] = known.add(stored);
    if (!is_new) return id;
    sum.add(stored);
    (*insert << id << stored).run();
    return id;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(database_->name() + " is damaged: " + what, {}, database_->name());
  }

  std::unique_ptr<Database> database_;  // declared before the statements, which it must outlive
  std::unique_ptr<CrawlReader> reader_;
  KnownTexts urls_;
  KnownTexts xpaths_;
  KnownTexts hosts_;
  TextSums sums_;
  std::vector<std::uint32_t> page_of_url_{0};  // by number; 0: no page
  Last last_;
  std::vector<std::int64_t> new_pages_;  // addresses of the pages added in this transaction
  bool in_transaction_ = false;
  std::string buffer_;

  Kept insert_url_ = prepare("INSERT INTO urls (id, url) VALUES ($1, $2)");
  Kept insert_xpath_ = prepare("INSERT INTO xpaths (id, xpath) VALUES ($1, $2)");
  Kept insert_host_ = prepare("INSERT INTO hosts (id, host) VALUES ($1, $2)");
  Kept insert_page_ = prepare(
      "INSERT INTO pages (id, url, host, parent, xpath, depth, run, by_redirect, reached, state, "
      "status, redirect, media_type, charset, reason, bytes, time, limited, fingerprint) VALUES "
      "($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0, 0, '', '', '', 0, 0, 0, $10)");
  Kept update_page_ = prepare(
      "UPDATE pages SET state = $1, status = $2, redirect = $3, media_type = $4, charset = $5, "
      "reason = $6, bytes = $7, time = $8, limited = $9, fingerprint = $10 WHERE id = $11");
  Kept replace_body_ = prepare(
      "INSERT INTO bodies (page, body) VALUES ($1, $2) "
      "ON CONFLICT (page) DO UPDATE SET body = excluded.body");
  Kept delete_body_ = prepare("DELETE FROM bodies WHERE page = $1");
  Kept delete_links_ = prepare("DELETE FROM links WHERE page = $1");
  Kept insert_link_ = prepare(
      "INSERT INTO links (page, ordinal, target, xpath, nofollow) VALUES ($1, $2, $3, $4, $5)");
  Kept replace_meta_ = prepare(
      "INSERT INTO meta (name, value) VALUES ($1, $2) "
      "ON CONFLICT (name) DO UPDATE SET value = excluded.value");
  Kept read_meta_ = prepare("SELECT value FROM meta WHERE name = $1");
};

void Writer::load() {
  const TextSums written = written_sums();
  load_texts("SELECT id, url FROM urls ORDER BY id", urls_, 0, written[0]);
  load_texts("SELECT id, xpath FROM xpaths ORDER BY id", xpaths_, 1, written[1]);
  load_texts("SELECT id, host FROM hosts ORDER BY id", hosts_, 2, written[2]);
  load_pages();
  last_.place = number("SELECT COALESCE(MAX(reached), 0) FROM pages");
  last_.clustering = number("SELECT COALESCE(MAX(id), 0) FROM clusterings");
  last_.transaction = committed();
}

// Returns the sums that the store has; zeros for a store of an older version.
TextSums Writer::written_sums() {
  TextSums sums;
  *read_meta_ << kTextsName;
  const bool is_sound = !read_meta_->next() || read_sums(read_meta_->text(0), sums);
  read_meta_->done();
  if (!is_sound) fail("the checksums of its texts cannot be read");
  return sums;
}

void Writer::load_texts(std::string_view query, KnownTexts& known, std::size_t table,
                        const TextSum& written) {
  TextSum& sum = sums_[table];
  const auto rows = database_->prepare(query, Rows::kMany);
  while (rows->next()) {
    const auto [id, is_new] = known.add(rows->text(1));
    if (!is_new || rows->integer(0) != id) {
      fail("text " + std::to_string(rows->integer(0)) +
           " occurs twice, or a number before it is missing");
    }
    sum.add(rows->text(1));
    if (sum.count == written.count && sum != written) {
      fail("a text among the first " + std::to_string(written.count) + " of the table " +
           std::string(kTextTables[table]) + " is not the one that was written");
    }
  }
  if (sum.count < written.count) {
    fail("the table " + std::string(kTextTables[table]) + " has lost " +
         std::to_string(written.count - sum.count) + " of its " + std::to_string(written.count) +
         " texts");
  }
}

void Writer::load_pages() {
  page_of_url_.resize(urls_.size() + 1);
  const auto rows = database_->prepare("SELECT id, url FROM pages ORDER BY id", Rows::kMany);
  while (rows->next()) {
    const std::int64_t page = rows->integer(0);
    const std::int64_t url = rows->integer(1);
    if (page != ++last_.page || url < 1 || std::cmp_greater(url, urls_.size())) {
      fail("page " + std::to_string(page) + " has no address, or a page before it is missing");
    }
    page_of_url_[static_cast<std::size_t>(url)] = static_cast<std::uint32_t>(page);
  }
}

std::int64_t Writer::number(std::string_view query) {
  const auto row = prepare(query);
  return row->next() ? row->integer(0) : 0;
}

std::int64_t Writer::committed() {
  *read_meta_ << kTransactionsName;
  std::int64_t count = -1;
  if (read_meta_->next()) {
    const std::string_view text = read_meta_->text(0);
    std::from_chars(text.data(), text.data() + text.size(), count);
  }
  read_meta_->done();
  if (count < 0) fail("it does not say how many transactions it has seen");
  return count;
}

void Writer::transact(const std::function<void()>& work) {
  assert(!in_transaction_);
  const Mark begin = mark();
  new_pages_.clear();
  in_transaction_ = true;
  bool is_second_run = false;
  try {
    database_->transact([&] {
      if (is_second_run) {
        const std::int64_t count = committed();
        if (count == begin.last.transaction + 1) return;  // only the answer was lost
        if (count != begin.last.transaction) {
          throw Error(database_->name() +
                      ": the server has lost transactions that it had committed; start again");
        }
        take_back(begin);
      }
      is_second_run = true;
      work();
      last_.transaction = begin.last.transaction + 1;
      (*replace_meta_ << kTransactionsName << std::to_string(last_.transaction)).run();
      if (sums_ != begin.sums) (*replace_meta_ << kTextsName << to_text(sums_)).run();
    });
  } catch (...) {
    take_back(begin);
    in_transaction_ = false;
    throw;
  }
  in_transaction_ = false;
}

void Writer::take_back(const Mark& to) {
  for (const std::int64_t url : new_pages_) page_of_url_[static_cast<std::size_t>(url)] = 0;
  new_pages_.clear();
  urls_.shrink(to.urls);
  xpaths_.shrink(to.xpaths);
  hosts_.shrink(to.hosts);
  sums_ = to.sums;
  page_of_url_.resize(to.urls + 1);
  last_ = to.last;
}

std::optional<std::int64_t> Writer::add_page(const Discovery& found) {
  assert(in_transaction_ && found.url >= 1 && std::cmp_less_equal(found.url, urls_.size()));
  std::uint32_t& page = page_of_url_[static_cast<std::size_t>(found.url)];
  if (page != 0) return std::nullopt;
  const std::int64_t host = id_of(found.host, hosts_, sums_[2], insert_host_);
  new_pages_.push_back(found.url);
  page = static_cast<std::uint32_t>(++last_.page);
  *insert_page_ << last_.page << found.url << host << found.parent << found.xpath << found.depth
                << found.run << std::int64_t{found.by_redirect} << ++last_.place;
  insert_page_->bytes({}).run();
  return last_.page;
}

void Writer::set_outcome(const Outcome& outcome) {
  assert(in_transaction_ && is_page(outcome.page));
  const std::size_t bytes = outcome.packed != nullptr ? outcome.packed->bytes : outcome.body.size();
  *update_page_ << static_cast<std::int64_t>(outcome.state) << outcome.status << outcome.redirect
                << outcome.media_type << outcome.charset << outcome.reason
                << static_cast<std::int64_t>(bytes) << outcome.time
                << std::int64_t{outcome.limited};
  (update_page_->bytes(outcome.fingerprint) << outcome.page).run();
  if (outcome.state == State::kPage || outcome.is_document) {
    *replace_body_ << outcome.page;
    if (outcome.packed != nullptr) {
      replace_body_->bytes(outcome.packed->frame).run();
    } else {
      replace_body_->bytes(pack(outcome.body).frame).run();
    }
  } else {
    (*delete_body_ << outcome.page).run();
  }
}

void Writer::add_links(std::int64_t page, std::span<const StoredLink> links) {
  assert(in_transaction_ && is_page(page));
  (*delete_links_ << page).run();
  std::int64_t ordinal = 0;
  for (const StoredLink& link : links) {
    (*insert_link_ << page << ++ordinal << link.target << link.xpath << std::int64_t{link.nofollow})
        .run();
  }
}

void Writer::set_meta(std::string_view name, std::string_view value) {
  assert(in_transaction_);
  if (name == kVersionName || name == kTransactionsName || name == kTextsName) {
    throw Error("the name " + std::string(name) + " is reserved for the store");
  }
  (*replace_meta_ << name << value).run();
}

void Writer::set_reached(std::span<const Reached> pages) {
  assert(in_transaction_);
  std::vector<std::size_t> place_of(static_cast<std::size_t>(last_.page) + 1);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    assert(is_page(pages[i].page));
    place_of[static_cast<std::size_t>(pages[i].page)] = i + 1;
  }
  const auto update =
      prepare("UPDATE pages SET reached = $1, parent = $2, xpath = $3, depth = $4 WHERE id = $5");
  const auto move = prepare("UPDATE pages SET reached = $1 WHERE id = $2");
  // In the order of the table, so that each part of it is written once.
  for (std::int64_t id = 1; id <= last_.page; ++id) {
    const std::size_t place = place_of[static_cast<std::size_t>(id)];
    if (place == 0) {
      (*move << static_cast<std::int64_t>(pages.size()) + id << id).run();
      continue;
    }
    const Reached& page = pages[place - 1];
    (*update << static_cast<std::int64_t>(place) << page.parent << page.xpath << page.depth << id)
        .run();
  }
  last_.place = number("SELECT COALESCE(MAX(reached), 0) FROM pages");
}

std::int64_t Writer::save_clustering(std::string_view method, std::int64_t time,
                                     std::span<const Assignment> assignments,
                                     std::span<const Template> templates) {
  assert(in_transaction_);
  const std::int64_t id = ++last_.clustering;
  (*prepare("INSERT INTO clusterings (id, method, time) VALUES ($1, $2, $3)")
   << id << method << time)
      .run();
  const auto insert = prepare(
      "INSERT INTO assignments (clustering, page, cluster) VALUES ($1, $2, $3) "
      "ON CONFLICT (clustering, page) DO NOTHING");
  for (const Assignment& assignment : assignments) {
    const auto page = page_of(assignment.url);
    if (page) (*insert << id << *page << assignment.cluster).run();
  }
  if (templates.empty()) return id;
  make_templates_table(*database_);
  const auto insert_template = prepare(
      "INSERT INTO templates (clustering, cluster, template, name) VALUES ($1, $2, $3, $4) "
      "ON CONFLICT (clustering, cluster) DO NOTHING");
  for (const Template& saved : templates) {
    (*insert_template << id << saved.cluster << saved.id << text_for_database(saved.name, buffer_))
        .run();
  }
  return id;
}

}  // namespace

std::unique_ptr<CrawlWriter> make_writer(std::unique_ptr<Database> database) {
  return std::make_unique<Writer>(std::move(database));
}

}  // namespace pagekin::store
