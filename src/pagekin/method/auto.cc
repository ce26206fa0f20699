// auto: the templates of each site, found without anything to choose, and those that
// sites have in common.
//
// What a template leaves in its pages is looked at: tag paths, classes, ids, telling
// attributes and short texts, each at its place. See docs/auto.md for how and how well.
//
// Cost: see templates/crawl_pages.h.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/method/method.h"
#include "pagekin/method/saved_crawl.h"
#include "pagekin/templates/crawl_pages.h"

namespace pagekin::method {
namespace {

class AutoMethod final : public Method {
 public:
  std::string evidence = "all";

  static constexpr auto params = std::tuple{
      word("evidence", &AutoMethod::evidence, "all|content",
           "what is looked at: all there is, or the pages alone and not their addresses"),
  };

  static std::unique_ptr<Method> make(const ParamMap& given) {
    auto method = std::make_unique<AutoMethod>();
    set_params(*method, given);
    return method;
  }

  features::Needs needs() const override { return {.marks = true, .url_shape = true}; }

  void add(features::Features&& page) override {
    if (evidence == "content") page.url_marks.clear();
    pages_.add(page.site, std::move(page.marks), std::move(page.url_marks));
  }

  using Method::finish;
  Clustering finish(const FinishOptions& options) override {
    return pages_.clusters(pages_.learn(options.threads));
  }

  bool can_persist() const override { return true; }

  // As saved_crawl.h reads it.
  void save(const std::function<void(std::string_view)>& write) override {
    const auto size = static_cast<std::uint32_t>(evidence.size());
    write(bytes_of(size));
    write(evidence);
    pages_.save(write);
  }

  std::size_t load(std::string_view bytes) override {
    SavedCrawl saved = read_saved_crawl(bytes);
    if (saved.evidence != evidence) {
      throw Error(fmt::format("it was made with evidence={}, but this run has evidence={}",
                              saved.evidence, evidence));
    }
    pages_ = std::move(saved.pages);
    return pages_.size();
  }

 private:
  templates::CrawlPages pages_;
};

}  // namespace

MethodInfo auto_method() {
  return {.name = "auto",
          .summary = "the templates of each site, found without anything to choose",
          .reference = "docs/auto.md",
          .options = documented<AutoMethod>(),
          .make = AutoMethod::make};
}

}  // namespace pagekin::method
