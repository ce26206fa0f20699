#include "pagekin/pipeline/clean_pages.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "pagekin/features/page_tree.h"
#include "pagekin/features/url_shape.h"
#include "pagekin/maintext/element_roles.h"
#include "pagekin/maintext/page_blocks.h"
#include "pagekin/pipeline/extract_records.h"
#include "pagekin/pipeline/template_models.h"
#include "pagekin/skeleton/apply.h"
#include "pagekin/skeleton/near_label.h"

namespace pagekin::pipeline {
namespace {

constexpr std::uint32_t kFewestForFixed = 3;  // pages of a model whose fixed texts are trusted
constexpr std::uint32_t kParagraph = 10;      // words

// A page as it is read, before its group is known.
struct PageToClean {
  skeleton::PageNodes nodes;
  std::vector<std::uint8_t> roles;  // by element
  std::uint64_t site = 0;
};

struct Cleaned {
  std::unique_ptr<PageToClean> page;  // of a page whose group is known only later
  std::string title;
  std::string text;
  std::string fixed;
  maintext::TextKind kind = maintext::TextKind::kData;
  bool is_whole = false;
  std::size_t bytes_before = 0;
  std::size_t bytes_after = 0;
};

class Cleaner {
 public:
  Cleaner(const CleanOptions& options, const CleanModels& learned)
      : options_(options), texts_(learned.texts) {
    appliers_.reserve(learned.models.size());
    for (const skeleton::TemplateModel& model : learned.models) {
      appliers_.push_back(model.pages < kFewestForFixed
                              ? nullptr
                              : std::make_unique<skeleton::Applier>(model));
    }
  }

  void clean(const PageToClean& read, std::uint32_t group, Cleaned& cleaned) const {
    thread_local skeleton::Applier::Workspace workspace;
    thread_local skeleton::Applied applied;
    const skeleton::PageNodes& page = read.nodes;
    const skeleton::Applier* const applier = appliers_[group].get();
    std::uint32_t model_pages = 0;
    if (applier != nullptr) {
      applier->apply(page, workspace, applied);
      model_pages = applier->model().pages;
    } else {
      applied.roles.assign(page.texts.size(), {});
      applied.attribute_roles.assign(page.attributes.size(), {});
    }
    std::vector<bool> keep = varying_texts(page, model_pages, applied);
    const std::vector<maintext::Block> blocks = maintext::read_blocks(page);
    const std::vector<maintext::SharedBlock> shared = shared_blocks(read, blocks, applied, keep);
    maintext::MainText main =
        maintext::choose_main_text(page, blocks, read.roles, shared, options_.comments);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      for (std::uint32_t i = blocks[b].begin; i < blocks[b].end; ++i) {
        keep[i] = main.keep[b] && (keep[i] || main.is_whole);
      }
    }
    if (options_.keep_labels) keep_labels(page, applied, keep);
    cleaned.kind = main.kind;
    cleaned.is_whole = main.is_whole;
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
    if (options_.tell_fixed && applier != nullptr) {
      cleaned.fixed =
          skeleton::render(page,
                           {.text = [&](std::uint32_t i) { return applied.roles[i].is_fixed; },
                            .attribute = [](std::uint32_t) { return false; }},
                           options_.format);
    }
  }

 private:
  // By text: whether the pages of the template do not share it at its place.
  std::vector<bool> varying_texts(const skeleton::PageNodes& page, std::uint32_t pages,
                                  const skeleton::Applied& applied) const {
    std::vector<bool> varies(page.texts.size());
    for (std::uint32_t i = 0; i < page.texts.size(); ++i) {
      const skeleton::TextRole& role = applied.roles[i];
      varies[i] = !role.is_fixed && role.pages <= options_.keep_optional * pages;
    }
    keep_sentences(page, varies);
    return varies;
  }

  // A block is shared if the template's pages share all of it, or if other pages of the site have
  // it. Where a site has only two pages, a paragraph on both is too weak a reason to drop it. The
  // pages that a model was learned from stand for the site where that was not read.
  std::vector<maintext::SharedBlock> shared_blocks(const PageToClean& read,
                                                   const std::vector<maintext::Block>& blocks,
                                                   const skeleton::Applied& applied,
                                                   const std::vector<bool>& varies) const {
    const maintext::PageTexts others(texts_, read.site, maintext::SiteTexts::title_key(read.nodes),
                                     blocks);
    std::vector<maintext::SharedBlock> shared(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const maintext::Block& block = blocks[b];
      bool has_own = block.key == 0;
      bool is_known = block.key != 0;
      for (std::uint32_t i = block.begin; i < block.end; ++i) {
        if (!skeleton::has_letters(read.nodes.text(read.nodes.texts[i]))) continue;
        has_own |= varies[i];
        is_known &= applied.roles[i].pages > 0;
      }
      shared[b].by_most = !has_own;
      shared[b].by_any = !has_own || (others.other_pages() == 0 && is_known);
      if (others.other_pages() == 1 && block.is_prose(kParagraph)) continue;
      const std::uint32_t pages = others.pages_with(block);
      shared[b].by_any |= pages > 0;
      shared[b].by_most |= pages > 0 && 2 * pages >= others.other_pages();
    }
    return shared;
  }

  // A label whose value stays, stays: the text right after a label is its value.
  static void keep_labels(const skeleton::PageNodes& page, const skeleton::Applied& applied,
                          std::vector<bool>& keep) {
    std::uint32_t label = skeleton::kNone;
    for (std::uint32_t i = 0; i < page.texts.size(); ++i) {
      if (!keep[i] && applied.roles[i].is_label) {
        label = i;
      } else if (keep[i] && label != skeleton::kNone) {
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
  const maintext::SiteTexts& texts_;
  std::vector<std::unique_ptr<skeleton::Applier>> appliers_;  // by group
};

}  // namespace

CleanModels learn_clean_models(const input::Source& source, const GroupedPages& pages,
                               const std::string& index, Progress* progress) {
  CleanModels learned;
  const auto admit = [&](std::string_view id, const skeleton::PageNodes& page) {
    return learned.texts.add(features::site_of(id), maintext::SiteTexts::title_key(page),
                             maintext::keys_of(maintext::read_blocks(page)));
  };
  learned.models = models_of({.source = source, .admit = admit}, pages, index, progress);
  return learned;
}

CleanRun clean_pages(const CleanOptions& options, const GroupedPages& pages,
                     const CleanModels& learned, const std::function<void(const CleanPage&)>& take,
                     const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  const Cleaner cleaner(options, learned);
  CleanRun run;
  std::vector<bool> has_told(pages.all.size());
  const skeleton::ReadLimits limits{.keep_lines = true};
  run.counts = read_grouped<Cleaned>(
      {.source = options.source, .progress = progress, .incident = on_incident}, pages, "output",
      [&](const Page& page, const GroupedPages::Found* found, ExtractionNotes& notes) {
        Cleaned cleaned;
        if (found != nullptr && found->group == kUngrouped) return cleaned;
        auto read = std::make_unique<PageToClean>();
        read->site = features::site_of(to_valid_utf8(page.id));
        features::read_page_tree(
            page, {.all_attributes = true, .text = true, .blank_text = true}, 0,
            [&](const dom::Tree& tree) {
              notes = {tree.source.size(), tree.limits};
              skeleton::read_nodes(tree, limits, read->nodes);
              read->roles = maintext::read_element_roles(tree, read->nodes);
            });
        if (found == nullptr) {
          cleaned.page = std::move(read);
        } else {
          cleaner.clean(*read, found->group, cleaned);
        }
        return cleaned;
      },
      [&](std::string_view id, const GroupedPages::Found& found, Cleaned&& cleaned) {
        if (cleaned.page) cleaner.clean(*cleaned.page, found.group, cleaned);
        ++run.pages;
        if (cleaned.is_whole) ++run.whole;
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
              .kind = cleaned.kind,
              .fixed = is_first ? std::move(cleaned.fixed) : std::string()});
      });
  return run;
}

}  // namespace pagekin::pipeline
