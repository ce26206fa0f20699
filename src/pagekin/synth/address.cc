#include "pagekin/synth/address.h"

#include <iterator>

#include <fmt/format.h>

namespace pagekin::synth {
namespace {

enum NameStream : std::uint64_t { kSlugs = 100, kTitles };

// Views of a page have its title and slug.
Random naming_random(const Plan& plan, const PageRef& page, NameStream stream) {
  const Template& made = plan.template_of(page);
  const std::uint32_t owner =
      made.view == View::kFull ? plan.slot(page).template_number : made.base;
  return plan.random.fork(stream).fork(owner).fork(page.site).fork(page.index);
}

void append_slug(const Plan& plan, const PageRef& page, std::string& out) {
  Random random = naming_random(plan, page, kSlugs);
  plan.vocabulary.append_slug(random, 2, out);
}

void append_number(std::uint64_t number, std::string& out) {
  const fmt::format_int text(number);
  out.append(text.data(), text.size());
}

}  // namespace

std::uint64_t page_id(const Plan& plan, const PageRef& page) {
  const UrlPattern& url = plan.template_of(page).url;
  return url.first_id + page.index * url.stride;
}

bool is_front_page(const Plan& plan, const PageRef& page) {
  return page.index == 0 && page.slot == plan.sites[page.site].sections[0];
}

void append_url_path(const Plan& plan, const PageRef& page, std::string& out) {
  out += '/';
  if (is_front_page(plan, page)) return;
  const UrlPattern& url = plan.template_of(page).url;
  const std::uint64_t id = page_id(plan, page);
  out += url.section;
  switch (url.form) {
    case UrlForm::kNumber:
      out += '/';
      append_number(id, out);
      break;
    case UrlForm::kFile:
      out += '/';
      append_number(id, out);
      out += ".html";
      break;
    case UrlForm::kSlugFile:
      out += '/';
      append_slug(plan, page, out);
      out += '-';
      append_number(id, out);
      out += ".html";
      break;
    case UrlForm::kDatedSlug:
      fmt::format_to(std::back_inserter(out), "/{}/{:02}/", 2010 + id % 14, 1 + id / 14 % 12);
      append_slug(plan, page, out);
      out += '-';
      append_number(id, out);
      out += '/';
      break;
    case UrlForm::kQuery:
      out += ".php?id=";
      append_number(id, out);
      break;
    case UrlForm::kSlugFolder:
      out += '/';
      append_slug(plan, page, out);
      out += '/';
      append_number(id, out);
      break;
  }
  if (!url.query.empty()) {
    out += url.form == UrlForm::kQuery ? '&' : '?';
    out += url.query;
  }
}

void append_url(const Plan& plan, const PageRef& page, std::string& out) {
  out += "https://";
  out += plan.sites[page.site].host;
  append_url_path(plan, page, out);
}

void append_file_path(const Plan& plan, const PageRef& page, std::string& out) {
  out += plan.sites[page.site].host;
  if (is_front_page(plan, page)) {
    out += "/index.html";
    return;
  }
  const UrlPattern& url = plan.template_of(page).url;
  const std::uint64_t id = page_id(plan, page);
  fmt::format_to(std::back_inserter(out), "/{}/{:03}/", url.section, id / 500);
  append_slug(plan, page, out);
  out += '-';
  append_number(id, out);
  if (!url.query.empty()) {
    out += '-';
    out.append(url.query, 0, url.query.find('='));
  }
  out += ".html";
}

void append_title(const Plan& plan, const PageRef& page, std::string& out) {
  Random random = naming_random(plan, page, kTitles);
  plan.vocabulary.append_phrase(random, 2 + random.below(6), out);
}

}  // namespace pagekin::synth
