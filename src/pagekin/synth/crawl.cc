#include "pagekin/synth/address.h"
#include "pagekin/synth/crawl_plan.h"
#include "pagekin/synth/page_writer.h"
#include "pagekin/synth/synth.h"

namespace pagekin::synth {

Crawl::Crawl(const SynthOptions& options) : plan_(std::make_unique<Plan>(options)) {}
Crawl::~Crawl() = default;
Crawl::Crawl(Crawl&&) noexcept = default;
Crawl& Crawl::operator=(Crawl&&) noexcept = default;

std::uint64_t Crawl::size() const { return plan_->order.size(); }
const SynthOptions& Crawl::options() const { return plan_->options; }
PageRange Crawl::part() const { return range_of(options().part, size()); }

std::vector<std::string> Crawl::hosts() const {
  const std::vector<std::uint64_t> before = plan_->order.before(part().first);
  const std::vector<std::uint64_t> up_to = plan_->order.before(part().end);
  std::vector<std::string> hosts;
  for (std::size_t site = 0; site < plan_->sites.size(); ++site) {
    if (before[site] < up_to[site]) hosts.push_back(plan_->sites[site].host);
  }
  return hosts;
}

SynthPage Crawl::page(std::uint64_t n) const {
  SynthPage out;
  page(n, out);
  return out;
}

void Crawl::page(std::uint64_t n, SynthPage& out) const {
  const PageRef ref = plan_->locate(n);
  out.url.clear();
  append_url(*plan_, ref, out.url);
  out.path.clear();
  append_file_path(*plan_, ref, out.path);
  out.template_name = plan_->template_of(ref).name;
  out.html.clear();
  write_page(*plan_, ref, out.html);
}

std::vector<PartSpan> Crawl::part_spans(std::uint64_t n) const {
  std::string html;
  std::vector<PartSpan> spans;
  write_page(*plan_, plan_->locate(n), html, &spans);
  return spans;
}

}  // namespace pagekin::synth
