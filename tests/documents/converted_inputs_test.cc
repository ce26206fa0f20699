// Documents in every kind of input, with a converter that needs neither server nor program.
#include <atomic>
#include <filesystem>

#include <gtest/gtest.h>

#include "pagekin/input/document_converter.h"
#include "pagekin/input/document_type.h"
#include "pagekin/store/crawl_store.h"

#include "support/base64.h"
#include "support/collect_pages.h"
#include "support/make_warc.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

// Makes "<p>TYPE NAME SIZE" of a document. Documents that contain one of these words fail.
class FakeConverter final : public DocumentConverter {
 public:
  std::string identity() const override { return "fake"; }
  bool takes(std::string_view type) const override {
    return is_one_of_types(type, default_document_types());
  }
  std::size_t max_document_bytes() const override { return 1'000; }
  ConvertedDocument convert(const Document& document, std::size_t cap) override {
    ++calls;
    const auto has = [&](std::string_view word) {
      return document.bytes.find(word) != std::string_view::npos;
    };
    if (has("passing")) return {.fault = "no server", .may_change = true};
    if (has("lasting")) return {.fault = "cannot be read"};
    if (has("nothing")) return {};
    if (has("textual")) return {.html = "only text"};
    if (has("binary")) return {.html = std::string(100, '\1')};
    std::string html = "<p>" + std::string(document.media_type) + " " + std::string(document.name) +
                       " " + std::to_string(document.bytes.size());
    if (has("endless")) html.resize(cap, 'x');
    return {.html = html, .charset = "utf-8", .cut = has("endless")};
  }
  std::atomic<int> calls = 0;
};

struct Reading {
  std::shared_ptr<FakeConverter> converter = std::make_shared<FakeConverter>();
  test::Collected of(const std::vector<std::string>& inputs, std::size_t max_page_bytes = 500) {
    return test::collect(inputs, {.max_page_bytes = max_page_bytes,
                                  .html_encoding = "auto",
                                  .threads = 2,
                                  .converter = converter});
  }
};

std::string answer(std::string_view type, std::string_view body) {
  return "HTTP/1.1 200 OK\r\n" +
         (type.empty() ? "" : "Content-Type: " + std::string(type) + "\r\n") +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

TEST(ConvertedDocuments, InArchives) {
  const test::TempDir dir;
  const auto record = [](std::string_view uri, std::string_view type, std::string_view body) {
    return test::warc_record(uri, answer(type, body));
  };
  const std::string warc = dir.write(
      "a.warc.gz",
      test::gzip_each({record("http://a/page", "text/html", "<p>page"),
                       record("http://a/1", "application/pdf", "%PDF-1.4"),
                       record("http://a/2", "text/html", "%PDF-1.4 called a page"),
                       record("http://a/3", "", "%PDF-1.4 without a type"),
                       record("http://a/4.docx?v=1", "application/octet-stream", "PK\3\4 vague"),
                       record("http://a/5", "text/css", "a {}"),
                       record("http://a/6", "video/mp4", "....."),
                       record("http://a/7", "application/pdf", "passing"),
                       record("http://a/8", "application/pdf", std::string(2'000, 'x')),
                       record("http://a/9", "application/pdf", "nothing"),
                       record("http://a/10", "application/pdf", "textual"),
                       record("http://a/11", "application/pdf", "binary"),
                       record("http://a/12", "application/pdf", "endless"),
                       record("http://a/13", "application/pdf", ""),
                       record("http://a/14", "text/html", "<p>" + std::string(900, 'y'))}));
  Reading run;
  const test::Collected got = run.of({warc});
  std::string skipped;
  for (const Incident& incident : got.incidents) skipped += to_text(incident) + "\n";
  ASSERT_EQ(got.pages.size(), 7u) << skipped;
  EXPECT_EQ(got.pages[0].body, "<p>page");
  EXPECT_EQ(got.pages[1].body, "<p>application/pdf http://a/1 8");
  EXPECT_EQ(got.pages[1].charset, "utf-8");
  EXPECT_EQ(got.pages[2].body, "<p>application/pdf http://a/2 22");
  EXPECT_EQ(got.pages[3].body, "<p>application/pdf http://a/3 23");
  EXPECT_TRUE(got.pages[4].body.find("wordprocessingml") != std::string::npos);
  EXPECT_EQ(got.pages[5].limited, "too long");
  EXPECT_EQ(got.pages[5].body.size(), 500u);
  EXPECT_EQ(got.pages[6].body.size(), 500u);  // pages keep their own limit
  EXPECT_EQ(got.pages[6].limited, "too long");
  EXPECT_EQ(got.count(Reason::kNotConverted), 5u);
  EXPECT_EQ(got.count(Reason::kMediaType), 3u);  // style sheet, film, and the empty document
  // Without a converter all of them are skipped, and pages are the same.
  const test::Collected plain = test::collect({warc}, {.max_page_bytes = 500});
  ASSERT_EQ(plain.pages.size(), 2u);
  EXPECT_EQ(plain.pages[1], got.pages[6]);
}

TEST(ConvertedDocuments, InFilesAndFolders) {
  const test::TempDir dir;
  dir.write("d/a.html", "<p>page");
  dir.write("d/b.pdf", "%PDF-1.4");
  dir.write("d/c.eml", "From: me\n\n<p>mail that looks like a page");
  dir.write("d/d.txt", "text is no document");
  dir.write("d/e.PNG", "\x89PNG\r\n\x1a\n lasting");
  dir.write("d/f.html", "%PDF-1.4 named like a page");
  const std::string named = dir.write("plain", "%PDF-1.4 without an ending");
  const std::string text = dir.write("text", "<p>page without an ending");
  Reading run;
  const test::Collected got = run.of({(dir.path() / "d").string(), named, text});
  ASSERT_EQ(got.pages.size(), 5u);
  EXPECT_EQ(got.pages[1].body, "<p>application/pdf b.pdf 8");
  EXPECT_TRUE(got.pages[2].body.starts_with("<p>message/rfc822 c.eml"));
  EXPECT_TRUE(got.pages[3].body.starts_with("<p>application/pdf "));
  EXPECT_EQ(got.pages[4].body, "<p>page without an ending");
  EXPECT_EQ(got.count(Reason::kNotConverted), 1u);
  EXPECT_EQ(got.count(Reason::kBinary), 1u);
  EXPECT_EQ(test::collect({(dir.path() / "d").string()}).pages.size(), 1u);
}

TEST(ConvertedDocuments, InJsonLines) {
  const test::TempDir dir;
  const std::string pdf = test::base64("%PDF-1.4\n\1\2\3");
  const std::string lines =
      dir.write("a.jsonl", "{\"url\": \"http://a/1\", \"html\": \"data:application/pdf;base64," +
                               pdf + "\"}\n{\"url\": \"http://a/2\", \"html\": \"<p>page\"}\n");
  Reading run;
  const test::Collected got = run.of({lines});
  ASSERT_EQ(got.pages.size(), 2u) << got.incidents[0].detail;
  EXPECT_EQ(got.pages[0].body, "<p>application/pdf http://a/1 12");
}

TEST(ConvertedDocuments, AreKeptInTheStore) {
  const test::TempDir dir;
  const std::string name = (dir.path() / "crawl.db").string();
  {
    const auto store = store::CrawlWriter::open(name);
    store->transact([&] {
      const auto add = [&](std::string_view url, store::State state, std::string_view type,
                           std::string_view body, bool is_document) {
        const auto page = store->add_page({.url = store->url_id(url), .host = "a"});
        store->set_outcome({.page = *page,
                            .state = state,
                            .status = 200,
                            .media_type = type,
                            .body = body,
                            .is_document = is_document});
      };
      add("http://a/1", store::State::kPage, "text/html", "<p>page", false);
      add("http://a/2", store::State::kNotPage, "application/pdf", "%PDF-1.4", true);
      add("http://a/3", store::State::kNotPage, "application/pdf", "%PDF-1.4 lasting", true);
      add("http://a/4", store::State::kNotPage, "application/pdf", "%PDF-1.4 passing", true);
      add("http://a/5", store::State::kNotPage, "text/css", "a {}", false);
      add("http://a/6", store::State::kPage, "text/html", "<p>last", false);
    });
  }
  EXPECT_EQ(test::collect({name}).pages.size(), 2u);
  Reading run;
  const test::Collected first = run.of({name});
  ASSERT_EQ(first.pages.size(), 3u);
  EXPECT_EQ(first.pages[1].body, "<p>application/pdf http://a/2 8");
  EXPECT_EQ(first.count(Reason::kNotConverted), 2u);
  EXPECT_EQ(run.converter->calls, 3);

  const test::Collected second = run.of({name});
  EXPECT_EQ(second.pages, first.pages);
  ASSERT_EQ(second.incidents.size(), 2u);
  EXPECT_EQ(second.incidents[0].detail, "cannot be read");
  EXPECT_EQ(run.converter->calls, 4);  // only what may change was tried again

  // While another process writes, nothing is kept, but all is read.
  const test::TempDir other;
  const std::string copy = (other.path() / "crawl.db").string();
  std::filesystem::copy_file(name, copy);
  const auto writer = store::CrawlWriter::open(copy);
  EXPECT_EQ(run.of({copy}).pages, first.pages);

  // A document that was replaced is converted again.
  writer->transact([&] {
    writer->set_outcome({.page = 2,
                         .state = store::State::kNotPage,
                         .status = 200,
                         .media_type = "application/pdf",
                         .body = "%PDF-1.5 new",
                         .is_document = true});
  });
  EXPECT_EQ(run.of({copy}).pages[1].body, "<p>application/pdf http://a/2 12");
}

TEST(DocumentType, ByBytesAndByName) {
  EXPECT_EQ(document_type_of_name("http://a/b.PDF?x=y.html#z"), "application/pdf");
  EXPECT_EQ(document_type_of_name("a?b.pdf"), "application/pdf");
  EXPECT_EQ(document_type_of_name("a.html"), "");
  EXPECT_EQ(document_type_of_bytes("%PDF-1.7", ""), "application/pdf");
  EXPECT_EQ(document_type_of_bytes("{\\rtf1", ""), "application/rtf");
  EXPECT_EQ(document_type_of_bytes("Received: from a", ""), "message/rfc822");
  EXPECT_EQ(document_type_of_bytes("<html>", "a.pdf"), "");
  const std::string start = std::string("PK\3\4") + std::string(26, '\0');
  EXPECT_EQ(document_type_of_bytes(start + "mimetypeapplication/vnd.oasis.opendocument.textPK", ""),
            "application/vnd.oasis.opendocument.text");
  EXPECT_EQ(document_type_of_bytes(start + "[Content_Types].xml...xl/workbook.xml", ""),
            document_type_of_name("a.xlsx"));
  EXPECT_EQ(document_type_of_bytes(start + "something else", ""), "");
  EXPECT_EQ(document_type_of_bytes(start + "something else", "a.docx"),
            document_type_of_name("a.docx"));
  EXPECT_EQ(document_type_of_bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1...", "a.xls"),
            "application/vnd.ms-excel");
}

}  // namespace
}  // namespace pagekin::input
