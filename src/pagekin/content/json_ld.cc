#include "pagekin/content/json_ld.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "pagekin/core/text.h"
#include "pagekin/dom/find_attribute.h"

namespace pagekin::content {
namespace {

constexpr std::size_t kMaxDepth = 16;
constexpr std::size_t kMaxLeaves = 100'000;
constexpr std::size_t kMaxNameBytes = 200;

using Json = nlohmann::json;

// Called for each piece of the text by the parser; returning false ends the parsing.
class Leaves final : public nlohmann::json_sax<Json> {
 public:
  explicit Leaves(const std::function<void(std::string_view, std::string_view)>& leaf)
      : leaf_(leaf) {}

  bool null() override { return true; }
  bool boolean(bool is_true) override { return add_leaf(is_true ? "true" : "false"); }
  bool number_integer(number_integer_t number) override { return add_leaf(std::to_string(number)); }
  bool number_unsigned(number_unsigned_t number) override {
    return add_leaf(std::to_string(number));
  }
  bool number_float(number_float_t, const string_t& text) override { return add_leaf(text); }
  bool string(string_t& text) override {
    if (key() == "@type" && is_outermost(path_.size() - 1)) {
      type_ = text.substr(0, kMaxNameBytes);
    }
    return add_leaf(text);
  }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool key(string_t& name) override {
    path_.back() = name.substr(0, kMaxNameBytes);
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  std::string_view key() const { return path_.empty() ? std::string_view() : path_.back(); }

  bool open() {
    if (path_.size() == kMaxDepth) return false;
    path_.emplace_back();
    return true;
  }
  bool close() {
    path_.pop_back();
    if (is_outermost(path_.size())) type_.clear();
    return true;
  }

  // Whether only lists, and the object that holds a @graph, are around what stands at this level.
  bool is_outermost(std::size_t level) const {
    for (std::size_t i = 0; i < level; ++i) {
      if (!path_[i].empty() && path_[i] != "@graph") return false;
    }
    return true;
  }

  bool add_leaf(std::string_view value) {
    if (key().starts_with('@') || value.empty()) return true;
    std::string path = type_;
    for (const std::string& step : path_) {
      if (step.empty() || step == "@graph") continue;
      if (!path.empty()) path += '.';
      path += step;
    }
    leaf_(path, value);
    return ++leaves_ < kMaxLeaves;
  }

  const std::function<void(std::string_view, std::string_view)>& leaf_;
  std::vector<std::string> path_;  // by open object or list: its present key; empty in a list
  std::string type_;               // of the outermost object
  std::size_t leaves_ = 0;
};

}  // namespace

void read_json_ld(std::string_view json,
                  const std::function<void(std::string_view, std::string_view)>& leaf) {
  Leaves leaves(leaf);
  Json::sax_parse(json.begin(), json.end(), &leaves, Json::input_format_t::json,
                  /*strict=*/false, /*ignore_comments=*/true);
}

std::string json_ld_of(const dom::Tree& tree, const dom::TextLeaf& text) {
  std::string json;
  if (tree.tags[text.parent] != html::kTagScript) return json;
  const bool is_json =
      equals_ignoring_case(trim(dom::spelled_value(tree, text.parent, dom::AttributeName::kType)),
                           "application/ld+json");
  for (std::uint32_t i = 0; is_json && i < text.span_count; ++i) {
    json += tree.view(tree.text_spans[text.first_span + i]);
  }
  return json;
}

}  // namespace pagekin::content
