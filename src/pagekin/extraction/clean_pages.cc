#include "pagekin/extraction/clean_pages.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "pagekin/clustering/template_models.h"
#include "pagekin/dom/links.h"
#include "pagekin/extraction/extract_records.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/features/url_shape.h"
#include "pagekin/maintext/element_roles.h"
#include "pagekin/maintext/main_html.h"
#include "pagekin/maintext/metadata_slots.h"
#include "pagekin/maintext/page_blocks.h"
#include "pagekin/maintext/template_texts.h"
#include "pagekin/skeleton/apply.h"
#include "pagekin/skeleton/near_label.h"
#include "pagekin/skeleton/render.h"
#include "pagekin/url/url.h"

namespace pagekin::extraction {
namespace {

constexpr std::uint32_t kFewestForFixed = 3;  // pages of a model whose fixed texts are trusted
constexpr std::uint32_t kParagraph = 10;      // words
constexpr std::uint32_t kWordsOfValue = 4;    // a value that pages share by chance has fewer

// A page as it is read, before its group is known.
struct PageToClean {
  skeleton::PageNodes nodes;
  std::vector<std::uint8_t> roles;  // by element
  maintext::Metadata metadata;
  std::optional<url::Url> base;  // of its links, if it has an address
  std::uint64_t site = 0;
};

struct Cleaned {
  std::unique_ptr<PageToClean> page;  // of a page whose group is known only later
  maintext::Metadata metadata;
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
      : options_(options), texts_(learned.texts), template_texts_(learned.models) {
    templates_.resize(learned.models.size());
    for (std::size_t group = 0; group < templates_.size(); ++group) {
      const skeleton::TemplateModel& model = learned.models[group];
      if (model.pages < kFewestForFixed) continue;
      templates_[group] = {.applier = std::make_unique<skeleton::Applier>(model),
                           .metadata = maintext::find_metadata_slots(model)};
    }
  }

  void clean(const PageToClean& read, std::uint32_t group, Cleaned& cleaned) const {
    thread_local skeleton::Applier::Workspace workspace;
    thread_local skeleton::Applied applied;
    const skeleton::PageNodes& page = read.nodes;
    const skeleton::Applier* const applier =
        group == clustering::kUngrouped ? nullptr : templates_[group].applier.get();
    cleaned.metadata = read.metadata;
    std::uint32_t model_pages = 0;
    if (applier != nullptr) {
      applier->apply(page, workspace, applied);
      model_pages = applier->model().pages;
      maintext::fill_metadata(templates_[group].metadata, page, applied, cleaned.metadata);
    } else {
      applied.roles.assign(page.texts.size(), {});
      applied.attribute_roles.assign(page.attributes.size(), {});
    }
    const std::vector<maintext::Block> blocks = maintext::read_blocks(page);
    const std::vector<maintext::SharedBlock> shared =
        shared_blocks(read, blocks, applied, model_pages);
    maintext::MainText main =
        maintext::choose_main_text(page, blocks, read.roles, shared, options_.comments);
    std::vector<bool> keep(page.texts.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      std::fill(keep.begin() + blocks[b].begin, keep.begin() + blocks[b].end, main.keep[b]);
    }
    if (options_.keep_labels) keep_labels(page, applied, keep);
    cleaned.kind = main.kind;
    cleaned.is_whole = main.is_whole;
    for (std::uint32_t i = 0; i < page.texts.size(); ++i) {
      cleaned.bytes_before += page.texts[i].size;
      if (keep[i]) cleaned.bytes_after += page.texts[i].size;
    }
    cleaned.text = written(
        read,
        {.text = [&](std::uint32_t i) { return keep[i]; },
         .attribute = [&](std::uint32_t i) { return applied.attribute_roles[i].pages == 0; }});
    if (options_.shows_fixed && applier != nullptr) {
      cleaned.fixed =
          written(read, {.text = [&](std::uint32_t i) { return applied.roles[i].is_fixed; },
                         .attribute = [](std::uint32_t) { return false; }});
    }
  }

 private:
  // A template whose fixed texts are trusted; else without an applier.
  struct Template {
    std::unique_ptr<skeleton::Applier> applier;
    maintext::MetadataSlots metadata;
  };

  std::string written(const PageToClean& read, const skeleton::Kept& kept) const {
    skeleton::LinkRule links{.keeps_links = options_.links != pagekin::LinkRule::kNone};
    if (options_.links == pagekin::LinkRule::kAbsolute && read.base) {
      links.absolute = [&](std::string_view address) {
        const std::optional<url::Url> parsed = url::parse(address, &*read.base);
        return parsed ? parsed->href() : std::string(address);
      };
    }
    switch (options_.format) {
      case pagekin::TextFormat::kHtml:
        return maintext::main_html(read.nodes, kept, links);
      case pagekin::TextFormat::kMarkdown:
        return skeleton::render(read.nodes, kept, skeleton::TextFormat::kMarkdown, links);
      case pagekin::TextFormat::kText:
        break;
    }
    return skeleton::render(read.nodes, kept, skeleton::TextFormat::kText);
  }

  // A block is shared if the template's pages share each of its texts at its place, or if other
  // pages of the site have it. Words that all pages have are part of a sentence if they stand among
  // others: "Bedrooms: 3". Where a site has only two pages, a paragraph on both is too weak a
  // reason to drop it; nor is it one that the pages with it show this page (site_texts.h), be they
  // of its template or not. Where the site was not read, the pages that models were learned from
  // stand for it.
  std::vector<maintext::SharedBlock> shared_blocks(const PageToClean& read,
                                                   const std::vector<maintext::Block>& blocks,
                                                   const skeleton::Applied& applied,
                                                   std::uint32_t model_pages) const {
    const maintext::PageTexts others(texts_, read.site, maintext::keys_of(read.nodes, blocks),
                                     blocks);
    const std::vector<double> shares = others.other_pages() > 0
                                           ? std::vector<double>(blocks.size())
                                           : template_texts_.shares_of(read.nodes, blocks);
    std::vector<maintext::SharedBlock> shared(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const maintext::Block& block = blocks[b];
      bool has_own = block.key == 0;
      bool is_known = block.key != 0;
      for (std::uint32_t i = block.begin; i < block.end; ++i) {
        if (!skeleton::has_letters(read.nodes.text(read.nodes.texts[i]))) continue;
        const skeleton::TextRole& role = applied.roles[i];
        has_own |= !role.is_fixed && role.pages <= options_.keep_optional * model_pages;
        is_known &= role.pages > 0;
      }
      const std::uint32_t pages = others.pages_with(block);
      const bool has_strangers = others.strangers_with(block) > 0;
      has_own |= others.is_shown() && !has_strangers;
      shared[b].by_most = !has_own || (model_pages == 0 && shares[b] >= 0.5);
      shared[b].by_any = !has_own || shares[b] > 0 || (others.other_pages() == 0 && is_known);
      if (others.other_pages() == 1 && block.is_prose(kParagraph)) continue;
      shared[b].by_any |= has_strangers;
      // A short text that varies at its place in the template is a value, however common.
      const bool is_value = model_pages > 0 && block.words < kWordsOfValue && block.link_words == 0;
      shared[b].by_most |= !is_value && has_strangers && 2 * pages >= others.other_pages();
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

  const CleanOptions& options_;
  const maintext::SiteTexts& texts_;
  maintext::TemplateTexts template_texts_;
  std::vector<Template> templates_;  // by group
};

}  // namespace

CleanModels learn_clean_models(const input::Source& source, const clustering::GroupedPages& pages,
                               const std::string& index, Progress* progress) {
  CleanModels learned;
  const auto admit = [&](std::string_view id, const skeleton::PageNodes& page) {
    return learned.texts.add(features::site_of(id),
                             maintext::keys_of(page, maintext::read_blocks(page)));
  };
  learned.models =
      models_of({.source = source, .admit = admit, .shows_all = true, .records = false}, pages,
                index, progress);
  return learned;
}

CleanResult clean_pages(const CleanOptions& options, const clustering::GroupedPages& pages,
                        const CleanModels& learned,
                        const std::function<void(const CleanPage&)>& take,
                        const std::function<void(const Incident&)>& on_incident,
                        Progress* progress) {
  const Cleaner cleaner(options, learned);
  CleanResult run;
  run.templates = pages.all.size();
  std::vector<bool> has_shown(pages.all.size());
  const skeleton::ReadLimits limits{.keep_lines = true};
  run.counts = clustering::read_grouped<Cleaned>(
      {.source = options.source, .progress = progress, .incident = on_incident}, pages, "output",
      [&](const Page& page, const clustering::GroupedPages::Found* found,
          reading::ExtractionNotes& notes) {
        Cleaned cleaned;
        if (found != nullptr && !found->is_listed) return cleaned;
        auto read = std::make_unique<PageToClean>();
        read->site = features::site_of(to_valid_utf8(page.id));
        features::read_page_tree(page, {.all_attributes = true, .text = true, .blank_text = true},
                                 0, [&](const dom::Tree& tree) {
                                   notes = {tree.source.size(), tree.limits};
                                   skeleton::read_nodes(tree, limits, read->nodes);
                                   read->roles = maintext::read_element_roles(tree, read->nodes);
                                   read->metadata =
                                       maintext::read_metadata(tree, read->nodes, read->roles);
                                   const std::optional<url::Url> own = url::parse(page.id);
                                   if (!own || !own->is_http()) return;
                                   read->base = dom::base_url(tree, *own);
                                   const std::optional<url::Url> address =
                                       url::parse(read->metadata.address, &*read->base);
                                   if (address && !read->metadata.address.empty()) {
                                     read->metadata.address = address->href();
                                   }
                                 });
        if (found == nullptr) {
          cleaned.page = std::move(read);
        } else {
          cleaner.clean(*read, found->group, cleaned);
        }
        return cleaned;
      },
      [&](std::string_view id, const clustering::GroupedPages::Found& found, Cleaned&& cleaned) {
        if (cleaned.page) cleaner.clean(*cleaned.page, found.group, cleaned);
        ++run.pages;
        if (found.group == clustering::kUngrouped) ++run.without_template;
        if (cleaned.is_whole) ++run.whole;
        run.bytes_before += cleaned.bytes_before;
        run.bytes_after += cleaned.bytes_after;
        const bool is_first = found.group != clustering::kUngrouped && !has_shown[found.group];
        if (is_first) has_shown[found.group] = true;
        take({.page = id,
              .group = found.group,
              .metadata = std::move(cleaned.metadata),
              .text = std::move(cleaned.text),
              .kept = cleaned.bytes_before == 0 ? 1.0
                                                : static_cast<double>(cleaned.bytes_after) /
                                                      static_cast<double>(cleaned.bytes_before),
              .kind = cleaned.kind,
              .fixed = is_first ? std::move(cleaned.fixed) : std::string()});
      },
      clustering::Ungrouped::kTaken);
  return run;
}

}  // namespace pagekin::extraction
