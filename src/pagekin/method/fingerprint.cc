// fingerprint: clusters of pages whose template fingerprints match, directly or through a
// chain of matches.
//
// Every page is looked up in an index of fingerprints. It joins all clusters in which it
// finds a match, and so these become one. The result is the connected components of "match"
// over all pages, independent of their order.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 5.1.
// Cost: expected time O(length) a page; memory 4 bytes a page and what the index takes for
// a distinct fingerprint (see sketch/fingerprint_index.h).
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/method/kept_ids.h"
#include "pagekin/method/method.h"
#include "pagekin/method/saved_fingerprints.h"
#include "pagekin/model/classifier.h"
#include "pagekin/sketch/fingerprint_index.h"
#include "pagekin/sketch/split_entropy.h"
#include "pagekin/templates/hints.h"

namespace pagekin::method {
namespace {

using Node = sketch::FingerprintIndex::Node;

constexpr std::size_t kBatch = 1024;     // pages that are looked up together
constexpr std::size_t kSample = 10'000;  // pages from which the split is chosen

class FingerprintMethod final : public Method, public Persistent, public Classifying {
 public:
  int length = features::kTemplateFingerprintLength;
  int max_edits = 1;
  int split = sketch::kDefaultSplit;
  std::string tags = "all";

  static constexpr auto params = std::tuple{
      param("length", &FingerprintMethod::length, 1, features::kMaxFingerprintLength,
            "number of entries of a fingerprint"),
      param("max_edits", &FingerprintMethod::max_edits, 0, 1,
            "number of entries in which fingerprints of one template may differ"),
      param("split", &FingerprintMethod::split, 0, features::kMaxFingerprintLength - 1,
            "where the index splits fingerprints; affects only the speed; 0: where both parts have "
            "the same entropy"),
      word("tags", &FingerprintMethod::tags, "all|block|...",
           "tags that are read: all, block, or names joined by '+'"),
  };

  static std::unique_ptr<Method> make(const ParamMap& given) {
    auto method = std::make_unique<FingerprintMethod>();
    set_params(*method, given);
    method->tags = features::TagFilter(method->tags).text();
    return method;
  }

  features::Needs needs() const override {
    return {.fingerprint_length = length, .fingerprint_tags = features::TagFilter(tags)};
  }

  void add(features::Features&& page) override {
    waiting_.push_back(std::move(page.fingerprint));
    if (waiting_.size() >= (index_ || split > 0 ? kBatch : kSample)) add_waiting();
  }

  using Method::finish;
  MethodResult finish(const FinishOptions&) override {
    drop_replaced();
    Clustering clusters;
    clusters.labels.reserve(pages_.size());
    std::vector<int> label_of(index_ ? index_->node_count() : 0, kLeftOut);
    for (const Node node : pages_) {
      int& label = label_of[index_->cluster(node)];
      if (label == kLeftOut) label = clusters.cluster_count++;
      clusters.labels.push_back(label);
    }
    return {.clusters = std::move(clusters)};
  }

  Persistent* persistent() override { return this; }
  void save(const std::function<void(std::string_view)>& write) override;
  std::size_t load(std::string_view saved) override;
  void replace(PageId page, features::Features&& features) override;
  void forget(std::span<const std::uint32_t> new_numbers) override;
  void see_again(PageId) override {}
  void save_unfinished(const std::function<void(std::string_view)>& write) override { save(write); }
  std::size_t load_unfinished(std::string_view saved) override { return load(saved); }

  Classifying* classifying() override { return this; }
  std::unique_ptr<model::PageClassifier> classifier(const IndexedIds& known) override;

 private:
  void drop_replaced();
  void add_waiting();
  void add_batch(std::span<const features::Fingerprint> batch, std::vector<Node>& nodes);
  std::string options_text() const;

  std::optional<sketch::FingerprintIndex> index_;  // made for the first batch
  std::vector<Node> pages_;                        // by page: its node
  std::vector<std::vector<std::uint8_t>> waiting_;
  bool has_replaced_ = false;
};

void FingerprintMethod::replace(PageId page, features::Features&& features) {
  add_waiting();
  const std::vector<features::Fingerprint> batch{features.fingerprint};
  std::vector<Node> nodes;
  add_batch(batch, nodes);
  has_replaced_ = has_replaced_ || pages_[page] != nodes.front();
  pages_[page] = nodes.front();
}

void FingerprintMethod::forget(std::span<const std::uint32_t> new_numbers) {
  add_waiting();
  const std::size_t before = pages_.size();
  templates::keep_staying(new_numbers, pages_);
  has_replaced_ = has_replaced_ || pages_.size() < before;
}

// A fingerprint that no page has any more could still link others. So the index is made anew of
// those that pages have, in the order of their nodes.
void FingerprintMethod::drop_replaced() {
  add_waiting();
  if (!std::exchange(has_replaced_, false)) return;
  std::vector<Node> new_node(index_->node_count());
  for (const Node node : pages_) new_node[node] = 1;
  std::vector<std::vector<std::uint8_t>> kept;
  for (Node node = 0; node < new_node.size(); ++node) {
    if (new_node[node] == 0) continue;
    const features::Fingerprint entries = index_->fingerprint(node);
    new_node[node] = static_cast<Node>(kept.size());
    kept.emplace_back(entries.begin(), entries.end());
  }
  index_.reset();
  const std::vector<features::Fingerprint> batch(kept.begin(), kept.end());
  std::vector<Node> nodes;
  add_batch(batch, nodes);
  for (Node& node : pages_) node = nodes[new_node[node]];
}

void FingerprintMethod::add_waiting() {
  const std::vector<features::Fingerprint> batch(waiting_.begin(), waiting_.end());
  add_batch(batch, pages_);
  waiting_.clear();
}

void FingerprintMethod::add_batch(std::span<const features::Fingerprint> batch,
                                  std::vector<Node>& nodes) {
  if (batch.empty()) return;
  if (!index_) {
    int cut = split;
    if (cut == 0) {
      const auto sample = batch.first(std::min(kSample, batch.size()));
      cut = sketch::break_even_split(sketch::split_entropies(sample, length));
    } else if (cut >= length) {
      cut = sketch::proportional_split(length);
    }
    index_.emplace(
        sketch::FingerprintIndexOptions{.length = length, .max_edits = max_edits, .split = cut});
  }
  index_->add_batch(batch, nodes);
}

// "length=25,max_edits=1,split=17,tags=all"
std::string FingerprintMethod::options_text() const {
  std::string text;
  for_each_param<FingerprintMethod>([&](const auto& p) {
    const ParamDoc option = document(p, *this);
    text += (text.empty() ? "" : ",") + option.name + "=" + option.default_value;
  });
  return text;
}

// Writes the format described in saved_fingerprints.h.
void FingerprintMethod::save(const std::function<void(std::string_view)>& write) {
  drop_replaced();
  const std::string options = options_text();
  const auto options_size = static_cast<std::uint32_t>(options.size());
  write(bytes_of(options_size));
  write(options);
  const auto node_count = static_cast<Node>(index_ ? index_->node_count() : 0);
  write(bytes_of(node_count));
  for (Node node = 0; node < node_count; ++node) {
    const features::Fingerprint entries = index_->fingerprint(node);
    const auto size = static_cast<std::uint8_t>(entries.size());
    write(bytes_of(size));
    write({reinterpret_cast<const char*>(entries.data()), entries.size()});
  }
  const auto page_count = static_cast<std::uint32_t>(pages_.size());
  write(bytes_of(page_count));
  write({reinterpret_cast<const char*>(pages_.data()), pages_.size() * sizeof(Node)});
}

std::size_t FingerprintMethod::load(std::string_view bytes) {
  SavedFingerprints saved = read_saved_fingerprints(bytes);
  if (saved.options != options_text()) {
    throw Error("it was made with " + saved.options + ", but this run has " + options_text());
  }
  for (const features::Fingerprint entries : saved.fingerprints) {
    if (entries.size() > static_cast<std::size_t>(length)) throw Error("a fingerprint is too long");
  }
  std::vector<Node> nodes;
  add_batch(saved.fingerprints, nodes);
  if (index_ && index_->node_count() != saved.fingerprints.size()) {
    throw Error("a fingerprint is stored twice");
  }
  pages_ = std::move(saved.pages);
  return pages_.size();
}

// By the measure that matches exactly the pages that this method joins. An example is a
// distinct fingerprint.
std::unique_ptr<model::PageClassifier> FingerprintMethod::classifier(const IndexedIds& known) {
  const Clustering clusters = finish().clusters;
  const std::vector<int> numbers = numbers_by_size(clusters);
  model::Model model{.measure = model::spelled_out(fmt::format(
                         "fingerprint:length={},max_edits={},tags={}", length, max_edits, tags))};
  model.classes.resize(numbers.size());
  const std::vector<std::uint32_t> ids = kept_ids(known.of_page, clusters, 1);
  for (std::size_t label = 0; label < numbers.size(); ++label) {
    model::Class& page_class = model.classes[static_cast<std::size_t>(numbers[label] - 1)];
    page_class.name = std::to_string(ids[label]);
    const auto title = known.titles.find(ids[label]);
    if (title != known.titles.end()) page_class.title = title->second;
  }
  model.examples.resize(index_ ? index_->node_count() : 0);
  for (Node node = 0; node < model.examples.size(); ++node) {
    const features::Fingerprint entries = index_->fingerprint(node);
    model.examples[node].pages = 0;
    model.examples[node].features.fingerprint.assign(entries.begin(), entries.end());
  }
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    const auto label = static_cast<std::size_t>(clusters.labels[page]);
    const auto number = static_cast<std::uint32_t>(numbers[label] - 1);
    model::Example& example = model.examples[pages_[page]];
    example.class_number = number;
    ++example.pages;
    ++model.classes[number].pages;
  }
  std::ranges::stable_sort(model.examples, {}, &model::Example::class_number);
  return std::make_unique<model::Classifier>(std::move(model));
}

}  // namespace

MethodInfo fingerprint() {
  return {.name = "fingerprint",
          .summary =
              "clusters of pages whose template fingerprints differ by at most one edit, also "
              "through a chain of such pages",
          .references = {{"hachenberg2013"}},
          .options = documented<FingerprintMethod>(),
          .make = FingerprintMethod::make,
          .capabilities = {Capability::kPersistent, Capability::kClassifying},
          .words =
              "LZW, Lempel-Ziv-Welch, compression, locality sensitive hashing, LSH, near "
              "duplicates, streaming, scalable",
          .saved_options = [](std::string_view saved) {
            return read_saved_fingerprints(saved).options;
          }};
}

}  // namespace pagekin::method
