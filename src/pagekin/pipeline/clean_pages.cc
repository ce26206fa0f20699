#include "pagekin/pipeline/clean_pages.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "pagekin/features/page_tree.h"
#include "pagekin/pipeline/template_models.h"
#include "pagekin/skeleton/apply.h"
#include "pagekin/skeleton/near_label.h"

namespace pagekin::pipeline {
namespace {

struct Cleaned {
  std::unique_ptr<skeleton::PageNodes> nodes;  // of a page whose group is known only later
  std::string title;
  std::string text;
  std::string fixed;
  std::size_t bytes_before = 0;
  std::size_t bytes_after = 0;
};

class Cleaner {
 public:
  Cleaner(const CleanOptions& options, const std::vector<skeleton::TemplateModel>& models)
      : options_(options) {
    appliers_.reserve(models.size());
    for (const skeleton::TemplateModel& model : models) {
      appliers_.push_back(model.empty() ? nullptr : std::make_unique<skeleton::Applier>(model));
    }
  }

  bool has_model(std::uint32_t group) const { return appliers_[group] != nullptr; }

  void clean(const skeleton::PageNodes& page, std::uint32_t group, Cleaned& cleaned) const {
    thread_local skeleton::Applier::Workspace workspace;
    thread_local skeleton::Applied applied;
    std::vector<bool> keep(page.texts.size(), true);
    if (has_model(group)) {
      appliers_[group]->apply(page, workspace, applied);
      choose(page, appliers_[group]->model().pages, applied, keep);
      keep_sentences(page, keep);
    } else {
      applied.attribute_roles.assign(page.attributes.size(), {});
    }
    for (std::uint32_t i = 0; i < page.texts.size(); ++i) {
      const html::TagId tag = page.nodes[page.texts[i].element].tag;
      if (tag == html::kTagTitle && cleaned.title.empty()) cleaned.title = page.text(page.texts[i]);
      cleaned.bytes_before += page.texts[i].size;
      if (keep[i]) cleaned.bytes_after += page.texts[i].size;
    }
    const auto is_kept_attribute = [&](std::uint32_t i) {
      return applied.attribute_roles[i].pages == 0;
    };
    cleaned.text = skeleton::render(
        page, {.text = [&](std::uint32_t i) { return keep[i]; }, .attribute = is_kept_attribute},
        options_.format);
    if (options_.tell_fixed && has_model(group)) {
      cleaned.fixed =
          skeleton::render(page,
                           {.text = [&](std::uint32_t i) { return applied.roles[i].is_fixed; },
                            .attribute = [](std::uint32_t) { return false; }},
                           options_.format);
    }
  }

 private:
  void choose(const skeleton::PageNodes& page, std::uint32_t pages, const skeleton::Applied& found,
              std::vector<bool>& keep) const {
    std::uint32_t label = skeleton::kNone;
    for (std::uint32_t i = 0; i < page.texts.size(); ++i) {
      const skeleton::TextRole& role = found.roles[i];
      keep[i] = !role.is_fixed && role.pages <= options_.keep_optional * pages;
      if (!options_.keep_labels) continue;
      if (!keep[i] && role.is_label) {
        label = i;
      } else if (keep[i] && label != skeleton::kNone) {
        // The text right after a label is its value.
        if (skeleton::is_near_label(page, label, i)) keep[label] = true;
        label = skeleton::kNone;
      } else if (skeleton::has_letters(page.text(page.texts[i]))) {
        label = skeleton::kNone;
      }
    }
  }

  // Words that all pages have are part of a sentence if they stand among words that stay: a block
  // of which a good part stays, stays as a whole. Of other blocks, a short text right before one
  // that stays does: "Bedrooms: 3".
  static void keep_sentences(const skeleton::PageNodes& page, std::vector<bool>& keep) {
    constexpr double good_part = 0.4;
    for (std::uint32_t begin = 0; begin < page.texts.size();) {
      const std::uint32_t block = skeleton::block_of(page, page.texts[begin].element);
      std::uint32_t end = begin;
      std::size_t all = 0;
      std::size_t kept = 0;
      while (end < page.texts.size() &&
             skeleton::block_of(page, page.texts[end].element) == block) {
        all += page.texts[end].size;
        kept += keep[end] ? page.texts[end].size : 0;
        ++end;
      }
      if (static_cast<double>(kept) >= good_part * static_cast<double>(all) && kept > 0) {
        std::fill(keep.begin() + begin, keep.begin() + end, true);
      } else if (kept > 0) {
        keep_labels_of(page, begin, end, keep);
      }
      begin = end;
    }
  }

  static void keep_labels_of(const skeleton::PageNodes& page, std::uint32_t begin,
                             std::uint32_t end, std::vector<bool>& keep) {
    bool is_wanted = false;
    for (std::uint32_t i = end; i-- > begin;) {
      const skeleton::Value& text = page.texts[i];
      if (keep[i]) {
        is_wanted = true;
      } else if (is_wanted) {
        keep[i] = text.size <= skeleton::kMaxLabelBytes;
        if (skeleton::has_letters(page.text(text))) is_wanted = false;
      }
    }
  }

  const CleanOptions& options_;
  std::vector<std::unique_ptr<skeleton::Applier>> appliers_;  // by group
};

}  // namespace

CleanRun clean_pages(const CleanOptions& options, const GroupedPages& pages,
                     const std::vector<skeleton::TemplateModel>& models,
                     const std::function<void(const CleanPage&)>& take,
                     const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  const Cleaner cleaner(options, models);
  CleanRun run;
  std::vector<bool> has_told(pages.all.size());
  const skeleton::ReadLimits limits{.keep_lines = true};
  run.counts = read_grouped<Cleaned>(
      {.source = options.source, .progress = progress, .incident = on_incident}, pages, "output",
      [&](const Page& page, const GroupedPages::Found* found, ExtractionNotes& notes) {
        Cleaned cleaned;
        if (found != nullptr && found->group == kUngrouped) return cleaned;
        auto nodes = std::make_unique<skeleton::PageNodes>();
        features::read_page_tree(page, {.text = true, .blank_text = true}, 0,
                                 [&](const dom::Tree& tree) {
                                   notes = {tree.source.size(), tree.limits};
                                   skeleton::read_nodes(tree, limits, *nodes);
                                 });
        if (found == nullptr) {
          cleaned.nodes = std::move(nodes);
        } else {
          cleaner.clean(*nodes, found->group, cleaned);
        }
        return cleaned;
      },
      [&](std::string_view id, const GroupedPages::Found& found, Cleaned&& cleaned) {
        if (cleaned.nodes) cleaner.clean(*cleaned.nodes, found.group, cleaned);
        ++run.pages;
        if (!cleaner.has_model(found.group)) ++run.whole;
        run.bytes_before += cleaned.bytes_before;
        run.bytes_after += cleaned.bytes_after;
        const bool is_first = !has_told[found.group];
        has_told[found.group] = true;
        take({.page = id,
              .group = found.group,
              .title = std::move(cleaned.title),
              .text = std::move(cleaned.text),
              .kept = cleaned.bytes_before == 0 ? 1.0
                                                : static_cast<double>(cleaned.bytes_after) /
                                                      static_cast<double>(cleaned.bytes_before),
              .fixed = is_first ? std::move(cleaned.fixed) : std::string()});
      });
  return run;
}

}  // namespace pagekin::pipeline
