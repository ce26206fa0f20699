// Sitemaps and feeds, and what must not happen while reading them.
#include "pagekin/sitemap/sitemap.h"

#include <string>

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"

#include "support/temp_dir.h"

namespace pagekin::sitemap {
namespace {

using Addresses = std::vector<std::string>;

std::string urlset(const std::string& inside, const std::string& before = "") {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + before +
         "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n" + inside +
         "</urlset>\n";
}

std::string url(const std::string& address) { return "<url><loc>" + address + "</loc></url>\n"; }

std::string error_of(std::string_view bytes) {
  try {
    read_sitemap(bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Sitemap, GivesTheAddressesOfItsEntries) {
  const Sitemap sitemap =
      read_sitemap(urlset(url("http://a.example/1") + url(" http://a.example/2\n ")));
  EXPECT_EQ(sitemap.kind, Kind::kUrls);
  EXPECT_EQ(sitemap.addresses, (Addresses{"http://a.example/1", "http://a.example/2"}));
  EXPECT_TRUE(sitemap.notes.empty());
}

TEST(Sitemap, CountsOnlyWhatIsAtItsPlace) {
  const Sitemap sitemap = read_sitemap(
      urlset("<url><image:image><image:loc>http://a.example/i.jpg</image:loc></image:image>"
             "<image:loc>http://a.example/j.jpg</image:loc><loc>http://a.example/1</loc>"
             "<loc>http://a.example/second</loc><x><loc>http://a.example/deep</loc></x></url>"
             "<loc>http://a.example/outside</loc>"));
  EXPECT_EQ(sitemap.addresses, (Addresses{"http://a.example/1"}));
}

TEST(Sitemap, NotesEntriesWithoutAnAddress) {
  const Sitemap sitemap = read_sitemap(urlset("<url></url>\n" + url("mailto:someone@a.example") +
                                              url("/relative") + url("http://a.example/")));
  EXPECT_EQ(sitemap.addresses, (Addresses{"http://a.example/"}));
  ASSERT_EQ(sitemap.notes.size(), 1U);
  EXPECT_EQ(sitemap.notes[0].line, 3U);
  EXPECT_EQ(sitemap.notes[0].what,
            "an entry without an address, and 2 more entries like it; left out");
  EXPECT_FALSE(sitemap.notes[0].is_damage);
}

TEST(Sitemap, AnEmptyOneIsFine) { EXPECT_TRUE(read_sitemap("<urlset/>").addresses.empty()); }

TEST(Sitemap, ReadsEntitiesAndSectionsThatXmlKnows) {
  const Sitemap sitemap = read_sitemap(urlset(url("http://a.example/?x=1&amp;y=&#50;") +
                                              url("http://a.example/<![CDATA[?p=1&q=2]]>")));
  EXPECT_EQ(sitemap.addresses,
            (Addresses{"http://a.example/?x=1&y=2", "http://a.example/?p=1&q=2"}));
}

TEST(Sitemap, ReadsAnIndexOfSitemaps) {
  const Sitemap sitemap = read_sitemap(
      "<sitemapindex><sitemap><loc>http://a.example/s1.xml</loc></sitemap>"
      "<sitemap>\n http://a.example/s2.xml \n</sitemap></sitemapindex>");
  EXPECT_EQ(sitemap.kind, Kind::kIndex);
  EXPECT_EQ(sitemap.addresses, (Addresses{"http://a.example/s1.xml", "http://a.example/s2.xml"}));
}

TEST(Sitemap, ReadsFeeds) {
  EXPECT_EQ(read_sitemap(
                "<rss><channel><link>http://a.example/</link><item><guid>http://a.example/g</guid>"
                "<link>http://a.example/1</link></item><item><guid>http://a.example/2</guid>"
                "</item></channel></rss>")
                .addresses,
            (Addresses{"http://a.example/1", "http://a.example/2"}));
  EXPECT_EQ(read_sitemap("<rdf:RDF><channel><link>http://a.example/</link></channel>"
                         "<item><link>http://a.example/1</link></item></rdf:RDF>")
                .addresses,
            (Addresses{"http://a.example/1"}));
  EXPECT_EQ(read_sitemap(
                "<feed><link href='http://a.example/'/><entry><link rel='edit' "
                "href='http://a.example/e'/>"
                "<link href='http://a.example/1'/><link href='http://a.example/2'/></entry></feed>")
                .addresses,
            (Addresses{"http://a.example/1"}));
}

TEST(Sitemap, ReadsLines) {
  const Sitemap sitemap =
      read_sitemap("\xEF\xBB\xBFhttp://a.example/1\r\n\nhello\nHTTPS://A.example/2");
  EXPECT_EQ(sitemap.kind, Kind::kText);
  EXPECT_EQ(sitemap.addresses, (Addresses{"http://a.example/1", "https://a.example/2"}));
  ASSERT_EQ(sitemap.notes.size(), 1U);
  EXPECT_EQ(sitemap.notes[0].line, 3U);
}

TEST(Sitemap, ReadsTables) {
  const std::vector<std::string> both = {"https://a.test/1", "https://a.test/2,x"};
  const auto addresses = [](std::string_view text) { return read_sitemap(text).addresses; };
  EXPECT_EQ(addresses("template\turl\tpages\n1\thttps://a.test/1\t4\n2\thttps://a.test/2,x\t5\n"),
            both);
  EXPECT_EQ(addresses("loc,lastmod\nhttps://a.test/1,2026\n\"https://a.test/2,x\",2025\n"), both);
  EXPECT_EQ(addresses("page\nhttps://a.test/1\nhttps://a.test/2,x\n"), both);
  EXPECT_EQ(addresses("https://a.test/1\nhttps://a.test/2,x\n"), both);
  EXPECT_THROW(addresses("name\tpages\nx\t4\n"), Error);
}

TEST(Sitemap, ReadsOtherEncodings) {
  const std::string xml = "<?xml version=\"1.0\" encoding=\"windows-1251\"?>" +
                          url("x").substr(0, 0) + "<urlset>" + url("http://a.example/1") +
                          "<!-- \xCF\xF0 --></urlset>";
  EXPECT_EQ(read_sitemap(xml).addresses, (Addresses{"http://a.example/1"}));
  std::string wide = "\xFF\xFE";
  for (const char c : "<urlset>" + url("http://a.example/1") + "</urlset>") {
    wide += c;
    wide += '\0';
  }
  EXPECT_EQ(read_sitemap(wide).addresses, (Addresses{"http://a.example/1"}));
}

TEST(Sitemap, SaysWhatIsNoSitemap) {
  EXPECT_EQ(error_of("<!DOCTYPE html><html><body>Not found</body></html>"),
            "expected <urlset>, <sitemapindex>, <rss> or <feed>, found <html>");
  EXPECT_EQ(
      error_of("Not found"),
      "expected a sitemap: XML with <urlset>, <sitemapindex>, <rss> or <feed>, addresses one a "
      "line, or a table with a column url, loc, page or address; found 'Not found'");
  EXPECT_NE(error_of("").find("found nothing"), std::string::npos);
  EXPECT_NE(error_of("<").find("line 1: expected <urlset>"), std::string::npos);
  EXPECT_NE(error_of("<urlset><url>\n<loc></urlset>").find("line 2: expected well-formed XML"),
            std::string::npos);
  EXPECT_NE(error_of("\x1f\x8b\x08 broken").find("compressed data"), std::string::npos);
  EXPECT_NE(error_of(std::string("\0\0\0", 3)).find("found '"), std::string::npos);
}

// ---- The nine rules of the suite.

TEST(SitemapSecurity, ExternalEntitiesAreNotResolved) {
  const test::TempDir dir;
  const std::string secret = dir.write("do-not-visit.txt", "http://a.example/secret");
  for (const std::string kind : {"SYSTEM", "PUBLIC \"x\""}) {
    const Sitemap sitemap = read_sitemap(
        urlset(url("http://a.example/1") + url("&xxe;") + url("http://a.example/2"),
               "<!DOCTYPE urlset [<!ENTITY xxe " + kind + " \"file://" + secret + "\">]>\n"));
    EXPECT_EQ(sitemap.addresses, (Addresses{"http://a.example/1", "http://a.example/2"}));
  }
  // Neither is a DTD, nor a parameter entity that would bring one.
  const Sitemap sitemap = read_sitemap(urlset(
      url("http://a.example/1"), "<!DOCTYPE urlset SYSTEM \"file://" + secret +
                                     "\" [<!ENTITY % e SYSTEM \"file://" + secret + "\"> %e;]>\n"));
  EXPECT_EQ(sitemap.addresses, (Addresses{"http://a.example/1"}));
}

TEST(SitemapSecurity, NothingIsIncluded) {
  const test::TempDir dir;
  const std::string secret = dir.write("do-not-visit.txt", "http://a.example/secret");
  const Sitemap sitemap = read_sitemap(
      urlset(url("http://a.example/1") +
             url("<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" parse=\"text\" href=\"" +
                 secret + "\"/>")));
  EXPECT_EQ(sitemap.addresses, (Addresses{"http://a.example/1"}));
}

std::string laughs(const std::string& doctype) {
  std::string declarations = "<!ENTITY l0 \"http://a.example/lol\">";
  for (int i = 1; i <= 9; ++i) {
    declarations += "<!ENTITY l" + std::to_string(i) + " \"";
    for (int k = 0; k < 10; ++k) declarations += "&l" + std::to_string(i - 1) + ";";
    declarations += "\">";
  }
  return "<!DOCTYPE " + doctype + " [" + declarations + "]>\n";
}

TEST(SitemapSecurity, FilesThatDeclareEntitiesAreRefused) {
  const std::string refused =
      "line 2: it declares entities, which is refused: no sitemap needs them";
  EXPECT_EQ(error_of(urlset(url("http://a.example/1") + url("&l9;"), laughs("urlset"))), refused);
  EXPECT_EQ(error_of("\n" + laughs("feed") + "<feed><entry><link href=\"&l9;\"/></entry></feed>"),
            refused);
  EXPECT_EQ(error_of(urlset(url("http://a.example/1"),
                            "<!DOCTYPE urlset [<!ENTITY % l \"<!ENTITY m '1'>\"> %l;]>")),
            refused);
}

TEST(SitemapSecurity, BytesAndAddressesAreLimited) {
  const std::string xml =
      urlset(url("http://a.example/1") + url("http://a.example/2") + url("http://a.example/3"));
  const Sitemap few = read_sitemap(xml, {.max_addresses = 2});
  EXPECT_EQ(few.addresses.size(), 2U);
  ASSERT_EQ(few.notes.size(), 1U);
  EXPECT_EQ(few.notes[0].what, "more than 2 addresses; the rest was not read");
  const std::size_t half = xml.find("example/3");
  for (const std::string& bytes : {xml, codec::gzip_member(xml)}) {
    const Sitemap cut = read_sitemap(bytes, {.max_bytes = half});
    EXPECT_EQ(cut.addresses.size(), 2U);
    ASSERT_EQ(cut.notes.size(), 1U);
    EXPECT_TRUE(cut.notes[0].is_damage);
  }
  const Sitemap lines = read_sitemap("http://a.example/1\nhttp://a.example/2\n", {.max_bytes = 30});
  EXPECT_EQ(lines.addresses, (Addresses{"http://a.example/1"}));
  EXPECT_EQ(Limits{}.max_bytes, 52'428'800U);
}

TEST(SitemapSecurity, MoreAddressesThanTheProtocolAllowsAreNoted) {
  std::string lines;
  for (int i = 0; i < 50'001; ++i) lines += "http://a.example/" + std::to_string(i) + "\n";
  const Sitemap sitemap = read_sitemap(lines);
  EXPECT_EQ(sitemap.addresses.size(), 50'001U);
  ASSERT_EQ(sitemap.notes.size(), 1U);
  EXPECT_EQ(sitemap.notes[0].what, "50,001 addresses, where the protocol allows 50,000; all count");
}

TEST(SitemapSecurity, WhatIsBeforeAFaultCounts) {
  const std::string xml = urlset(url("http://a.example/1") + url("http://a.example/2"));
  const Sitemap cut = read_sitemap(xml.substr(0, xml.find("/2</loc>") + 2));
  EXPECT_EQ(cut.addresses, (Addresses{"http://a.example/1"}));
  ASSERT_EQ(cut.notes.size(), 1U);
  EXPECT_EQ(cut.notes[0].line, 4U);
  EXPECT_TRUE(cut.notes[0].is_damage);
  const Sitemap bare =
      read_sitemap(urlset(url("http://a.example/1") + url("http://a.example/?x=1&y=2")));
  EXPECT_EQ(bare.addresses, (Addresses{"http://a.example/1"}));
  ASSERT_EQ(bare.notes.size(), 1U);
}

TEST(SitemapSecurity, UnclosedEntriesOfAnIndexCount) {
  const std::string two =
      "<sitemapindex><sitemap><loc>http://a.example/1.xml</loc></sitemap>"
      "<sitemap><loc>http://a.example/2.xml</loc></sitemap>";
  EXPECT_EQ(read_sitemap(two).addresses.size(), 2U);
  EXPECT_EQ(read_sitemap(two + "<sitemap><loc>http://a.example/3.xml</loc>").addresses.size(), 3U);
}

TEST(SitemapSecurity, WhiteSpaceMayComeBeforeTheDeclaration) {
  const Sitemap sitemap = read_sitemap("\n  \r\n" + urlset(url("http://a.example/1") + url("")));
  EXPECT_EQ(sitemap.addresses, (Addresses{"http://a.example/1"}));
  ASSERT_EQ(sitemap.notes.size(), 1U);
  EXPECT_EQ(sitemap.notes[0].line, 6U);  // of the file, not of the XML
}

TEST(SitemapSecurity, CompressionIsToldByContent) {
  EXPECT_EQ(read_sitemap(codec::gzip_member(urlset(url("http://a.example/1")))).addresses,
            (Addresses{"http://a.example/1"}));
}

TEST(SitemapSecurity, DepthIsNoDanger) {
  std::string deep = "<urlset><url>";
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  EXPECT_NE(error_of(deep).find("expected well-formed XML"), std::string::npos);
}

}  // namespace
}  // namespace pagekin::sitemap
