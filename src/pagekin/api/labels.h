// Labels of the public interface as the use cases take them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/classify.h"
#include "pagekin/eval/labels.h"

namespace pagekin::api {

// Refers to the map, which must stay.
class MapLabels final : public eval::Labels {
 public:
  explicit MapLabels(const LabelMap& labels) : Labels("the labels given"), labels_(&labels) {
    for (const auto& [page, name] : labels) {
      if (numbers_.try_emplace(name, static_cast<int>(templates_.size())).second) {
        templates_.push_back(name);
      }
    }
  }

  int template_of(std::string_view page) const override {
    const auto found = labels_->find(std::string(page));
    return found == labels_->end() ? eval::kUnlabelled : numbers_.at(found->second);
  }
  std::optional<std::size_t> page_count() const override { return labels_->size(); }

 private:
  const LabelMap* labels_;
  std::map<std::string_view, int> numbers_;  // by template
};

}  // namespace pagekin::api
