#include "pagekin/skeleton/learn.h"

#include <algorithm>
#include <utility>

#include "pagekin/skeleton/add_pieces.h"
#include "pagekin/skeleton/add_records.h"
#include "pagekin/skeleton/align_parts.h"
#include "pagekin/skeleton/choose_columns.h"
#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/join_slots.h"
#include "pagekin/skeleton/learned_pages.h"

namespace pagekin::skeleton {

struct Learner::State {
  LearnOptions options;
  LearnedPages pages;
  std::vector<std::unique_ptr<rows::RowPage>> rows;  // by page
};

Learner::Learner(const LearnOptions& options) : state_(std::make_unique<State>()) {
  state_->options = options;
}
Learner::~Learner() = default;
Learner::Learner(Learner&&) noexcept = default;
Learner& Learner::operator=(Learner&&) noexcept = default;

void Learner::add(PageNodes&& page, std::unique_ptr<rows::RowPage> rows) {
  state_->pages.add(std::move(page));
  state_->rows.push_back(std::move(rows));
}
std::size_t Learner::size() const { return state_->pages.size(); }

TemplateModel Learner::finish(std::vector<std::vector<std::uint32_t>>* places) {
  LearnedPages& pages = state_->pages;
  TemplateModel model;
  if (pages.size() < kFewestPages) return model;
  pages.find_roles();
  model.pages = static_cast<std::uint32_t>(pages.size());
  model.stable_names = pages.stable_names();
  model.prefixes = pages.prefixes();
  for (std::uint32_t i = 0; i < pages.placed_count(); ++i) {
    const PlacedText& text = pages.placed(i);
    if (text.kind == TextKind::kVarying) continue;
    model.known_texts.push_back({.key = pages.placed_key(i),
                                 .pages = text.count.pages(),
                                 .is_fixed = text.kind == TextKind::kFixed,
                                 .is_text = text.is_text,
                                 .label = pages.is_label(i) ? pages.label_key(text.label) : 0});
  }
  std::ranges::sort(model.known_texts, {}, &KnownText::key);
  std::vector<FoundSlot> found = find_slots(pages, pages.share(state_->options.least_fill));
  FoundRecords records(state_->rows);
  records.drop_copies(pages, found);
  join_slots(pages, found);
  choose_columns(pages, found, state_->options, model);
  align_parts(pages, found, model, places);
  add_pieces(pages, found, state_->options.most_columns, model);
  records.add_to(model);
  return model;
}

}  // namespace pagekin::skeleton
