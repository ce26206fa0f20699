#include "pagekin/api/labels.h"

#include <cstddef>

namespace pagekin {
namespace {

class MapLabels final : public eval::Labels {
 public:
  explicit MapLabels(LabelMap labels) : Labels("the labels given"), labels_(std::move(labels)) {
    for (const auto& [page, name] : labels_) {
      if (numbers_.try_emplace(name, static_cast<int>(templates_.size())).second) {
        templates_.push_back(name);
      }
    }
  }

  int template_of(std::string_view page) const override {
    const auto known = labels_.find(std::string(page));
    return known == labels_.end() ? eval::kUnlabelled : numbers_.at(known->second);
  }
  std::optional<std::size_t> page_count() const override { return labels_.size(); }

 private:
  LabelMap labels_;
  std::map<std::string_view, int> numbers_;  // by template
};

std::shared_ptr<const Labels::State> state_with(std::unique_ptr<const eval::Labels> labels) {
  return std::make_shared<const Labels::State>(Labels::State{std::move(labels)});
}

}  // namespace

LabelMap read_labels(const std::string& path) {
  LabelMap labels;
  eval::read_labels(path)->for_each(
      [&](std::string_view page, std::string_view name) { labels.emplace(page, name); });
  return labels;
}

Labels::Labels(LabelMap labels)
    : Labels(state_with(std::make_unique<MapLabels>(std::move(labels)))) {}

Labels Labels::read(const std::string& path) { return Labels(state_with(eval::read_labels(path))); }

Labels Labels::read_rules(const std::string& path) {
  return Labels(state_with(eval::read_label_rules(path)));
}

const std::string& Labels::name() const { return state_->labels->name(); }

std::optional<std::string> Labels::template_of(std::string_view page) const {
  const int number = state_->labels->template_of(page);
  if (number == eval::kUnlabelled) return std::nullopt;
  return state_->labels->templates()[static_cast<std::size_t>(number)];
}

}  // namespace pagekin
