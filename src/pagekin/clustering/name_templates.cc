#include "pagekin/clustering/name_templates.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "pagekin/coverage/majority_shapes.h"
#include "pagekin/describe/sample.h"
#include "pagekin/describe/template_name.h"
#include "pagekin/url/page_shape.h"

namespace pagekin::clustering {
namespace {

coverage::MajorityShapes::Shapes views_of(const url::AddressShapes& shapes) {
  coverage::MajorityShapes::Shapes views;
  std::ranges::transform(shapes, views.begin(), url::without_host);
  return views;
}

// The shape of the addresses of a template, and how a name shows it.
struct Shape {
  std::string shape;
  std::string readable;
};

// What the last segments of addresses begin with, if all begin alike: "list" of list1.html and
// list2.html, "show.php" of show.php?id=1 and show.php?id=2. It says more than the star that a
// shape has there.
class CommonName {
 public:
  void add(std::string_view address) {
    address = address.substr(0, address.find('?'));
    const std::string_view name = address.substr(address.rfind('/') + 1);
    if (is_first_) {
      common_ = name;
    } else if (common_ != name) {
      const auto [end, other] =
          std::mismatch(common_.begin(), common_.end(), name.begin(), name.end());
      common_.erase(end, common_.end());
      all_equal_ = false;
    }
    is_first_ = false;
  }

  // The shape with the name in place of, or before, the star with which its last segment begins.
  std::string put_into(std::string shape) const {
    std::string_view path = std::string_view(shape).substr(0, shape.find('?'));
    const std::size_t begin = path.rfind('/') + 1;
    if (!path.substr(begin).starts_with('*')) return shape;
    if (all_equal_) return shape.replace(begin, path.size() - begin, common_);
    const std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const std::string_view word =
        std::string_view(common_).substr(0, common_.find_last_of(letters) + 1);
    return word.size() < fewest_letters ? shape : shape.insert(begin, word);
  }

 private:
  static constexpr std::size_t fewest_letters = 3;
  std::string common_;
  bool is_first_ = true;
  bool all_equal_ = true;
};

// By number - 1.
std::vector<Shape> shapes_of(const ClusterRun& run) {
  const std::size_t count = run.numbers.size();
  std::vector<coverage::MajorityShapes> votes(count);
  const std::vector<describe::SampledPage> sample = describe::draw_sample(
      {.ids = &run.ids, .labels = run.clustering.labels, .numbers = run.numbers});
  std::vector<CommonName> names(count);
  for (const describe::SampledPage& sampled_page : sample) {
    const std::string address = url::address_key(run.ids[sampled_page.page]);
    votes[sampled_page.cluster].vote(views_of(url::address_shapes(address)));
    names[sampled_page.cluster].add(url::without_host(address));
  }
  for (const describe::SampledPage& sampled : sample) {
    votes[sampled.cluster].count(
        views_of(url::address_shapes(url::address_key(run.ids[sampled.page]))),
        run.ids[sampled.page]);
  }
  std::vector<std::size_t> pages(count);
  std::vector<PageId> first(count);
  for (PageId page = 0; page < run.ids.size(); ++page) {
    const int number = run.number_of(page);
    if (number == 0) continue;
    const auto i = static_cast<std::size_t>(number - 1);
    if (pages[i]++ == 0) first[i] = page;
  }
  std::vector<Shape> shapes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_sampled = i < describe::kMostDescribed;
    shapes[i].shape = is_sampled ? votes[i].best().shape : url::page_shape(run.ids[first[i]]);
    const std::string address = url::address_key(run.ids[first[i]]);
    if (pages[i] == 1) {
      shapes[i].readable = url::without_host(address);
    } else {
      shapes[i].readable = describe::readable_shape(shapes[i].shape);
      if (is_sampled) shapes[i].readable = names[i].put_into(std::move(shapes[i].readable));
    }
  }
  return shapes;
}

}  // namespace

void name_templates(ClusterRun& run, std::span<const method::IndexedTemplate> earlier) {
  std::map<std::uint32_t, const method::IndexedTemplate*> known;
  for (const method::IndexedTemplate& indexed : earlier) known[indexed.id] = &indexed;
  std::vector<Shape> shapes = shapes_of(run);
  describe::TemplateNamer namer(run.numbers.size());
  for (PageId page = 0; page < run.ids.size(); ++page) {
    const int number = run.number_of(page);
    if (number > 0) namer.add(static_cast<std::size_t>(number - 1), run.ids[page]);
  }
  const std::vector<std::size_t> by_number = run.labels_by_number();
  for (std::size_t i = 0; i < by_number.size(); ++i) {
    const std::size_t label = by_number[i];
    if (!run.hinted_names.empty() && !run.hinted_names[label].empty()) {
      namer.give(i, run.hinted_names[label]);
    } else if (const auto before = known.find(run.template_ids[label]); before != known.end()) {
      namer.give(i, before->second->name);
    }
  }
  std::vector<std::string> names = namer.names();
  run.names.assign(run.numbers.size(), {});
  for (std::size_t i = 0; i < by_number.size(); ++i) {
    run.names[by_number[i]] = {.text = std::move(names[i]),
                               .shape = std::move(shapes[i].shape),
                               .readable_shape = std::move(shapes[i].readable)};
  }
}

table::PageTable read_named_table(const std::string& path, std::string_view by) {
  table::PageTable table = table::read_page_table(path, by);
  // By falling size, as the templates of a run are numbered.
  std::vector<std::size_t> order(table.groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t group) { return table.groups[group].pages; });
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  describe::TemplateNamer namer(order.size());
  for (const table::PageRow& row : table.rows) {
    if (row.group != table::kNoGroup) namer.add(place[row.group], row.page);
  }
  for (std::size_t i = 0; i < order.size(); ++i) namer.give(i, table.groups[order[i]].name);
  std::vector<std::string> names = namer.names();
  for (std::size_t i = 0; i < order.size(); ++i) {
    table::PageGroup& group = table.groups[order[i]];
    group.given_name = std::exchange(group.name, std::move(names[i]));
  }
  return table;
}

}  // namespace pagekin::clustering
