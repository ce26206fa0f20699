#include "pagekin/visual/cluster_report.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pagekin/codec/base64.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/eval/evaluation.h"
#include "pagekin/eval/score.h"
#include "pagekin/picture/plane_map.h"
#include "pagekin/report/dendrogram_rows.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/url/page_shape.h"
#include "pagekin/visual/group_view.h"
#include "pagekin/visual/shown_skeleton.h"

namespace pagekin::visual {
namespace {

using clustering::ClusterRun;
using report::JsonWriter;

constexpr std::size_t kSampledPages = 2400;
constexpr std::size_t kMostOfTemplate = 20;
constexpr std::size_t kMostHosts = 12;
constexpr std::size_t kMostLinkPlaces = 8;
constexpr std::size_t kMostVariants = 12;  // that a template lists
constexpr std::size_t kMostDoubtfulSampled = 3;
constexpr int kThousand = 1000;

// The pages of each cluster in doubt, the worst first, by number - 1.
std::vector<std::vector<PageId>> doubtful_pages(const ClusterRun& run,
                                                const describe::Description& description,
                                                std::size_t templates) {
  std::vector<std::vector<PageId>> doubtful(templates);
  const auto confidence = [&](PageId page) { return description.certainty[page].confidence; };
  for (PageId page = 0; page < run.ids.size(); ++page) {
    const auto number = static_cast<std::size_t>(run.number_of(page));
    if (number == 0 || number > templates) continue;
    if (confidence(page) < 0 || confidence(page) >= kDoubtful) continue;
    std::vector<PageId>& list = doubtful[number - 1];
    const auto place = std::ranges::find_if(
        list, [&](PageId other) { return confidence(other) > confidence(page); });
    list.insert(place, page);
    if (list.size() > kMostDoubtfulSampled) list.pop_back();
  }
  return doubtful;
}

int thousandths(float confidence) {
  return confidence < 0 ? -1 : static_cast<int>(std::lround(confidence * kThousand));
}

void write_evidence(JsonWriter& json, const std::vector<describe::Evidence>& lines) {
  json.begin_array();
  for (const describe::Evidence& line : lines) {
    json.begin_object().key("names").values(line.names);
    json.member("marks", line.marks).member_decimal("share", line.share, 3);
    json.member_decimal("elsewhere", line.elsewhere, 3).end_object();
  }
  json.end_array();
}

// Where links to a template are: from which template, at which place, how many.
struct LinkPlace {
  std::uint32_t from = 0;
  std::string place;
  std::uint32_t links = 0;
};

struct Variant {
  std::uint32_t id = 0;
  std::size_t pages = 0;
  PageId first = 0;
};

class Assembly {
 public:
  Assembly(const ClusterReport& report, const ReportFacts& facts)
      : report_(report), run_(*report.run), facts_(facts), by_number_(run_.labels_by_number()) {
    detailed_ = report.sample->members().size();
    const std::vector<std::vector<PageId>> doubtful =
        doubtful_pages(run_, *report.description, detailed_);
    views_.reserve(detailed_);
    for (std::size_t i = 0; i < detailed_; ++i) {
      check_stop();
      std::vector<std::uint32_t> numbers;
      for (const PageId page : doubtful[i]) {
        const auto at = std::ranges::lower_bound(report.sample->pages(), page);
        if (at == report.sample->pages().end() || *at != page) continue;
        numbers.push_back(static_cast<std::uint32_t>(at - report.sample->pages().begin()));
      }
      views_.push_back(
          view_of(report.sample->members()[i], report.pictures, numbers, report.representatives));
    }
    common_ = common_places(views_);
    count_pages();
    find_links();
    place_on_map();
  }

  const std::vector<GroupView>& views() const { return views_; }

  std::string data() {
    JsonWriter json;
    json.begin_object().member("format", 1).member("kind", "clusters");
    write_facts(json, facts_);
    json.member("pages", run_.ids.size()).member("doubtfulBelow", doubtful_thousandths);
    json.member("inDoubt", report_.description->in_doubt);
    write_sites(json);
    json.key("templates").begin_array();
    for (std::size_t i = 0; i < by_number_.size(); ++i) write_template(json, i);
    json.end_array();
    write_map(json);
    write_truth(json);
    write_dendrogram(json);
    write_questions(json);
    json.end_object();
    return json.finish();
  }

  // The pages of each template, sorted by id, with what is known of each.
  void add_pages(ReportTexts& texts) const {
    std::vector<std::vector<PageId>> members(by_number_.size() + 1);
    for (PageId page = 0; page < run_.ids.size(); ++page) {
      members[static_cast<std::size_t>(run_.number_of(page))].push_back(page);
    }
    texts.lists.reserve(by_number_.size());
    for (std::size_t i = 1; i < members.size(); ++i) {
      texts.lists.push_back(list_of(std::move(members[i])));
    }
    texts.left_out = list_of(std::move(members[0]));
  }

 private:
  static constexpr int doubtful_thousandths = 400;
  static_assert(kDoubtful == 0.4F);

  void count_pages() {
    pages_.assign(by_number_.size(), 0);
    std::vector<std::map<std::string, std::size_t>> hosts(detailed_);
    std::map<std::string, std::size_t> sites;
    std::vector<std::map<std::uint32_t, Variant>> variants(detailed_);
    for (PageId page = 0; page < run_.ids.size(); ++page) {
      const auto number = static_cast<std::size_t>(run_.number_of(page));
      std::string host = url::page_host(run_.ids[page]);
      ++sites[host];
      if (number == 0) continue;
      ++pages_[number - 1];
      if (number > detailed_) continue;
      ++hosts[number - 1][std::move(host)];
      Variant& variant = variants[number - 1][run_.variant_of(page)];
      if (variant.pages++ == 0) variant = {run_.variant_of(page), 1, page};
    }
    const auto largest = [](const std::map<std::string, std::size_t>& counts) {
      std::vector<std::pair<std::string, std::size_t>> list(counts.begin(), counts.end());
      std::ranges::stable_sort(list, std::greater<>(),
                               [](const auto& host) { return host.second; });
      if (list.size() > kMostHosts) list.resize(kMostHosts);
      return list;
    };
    for (std::size_t i = 0; i < detailed_; ++i) {
      hosts_.push_back(largest(hosts[i]));
      host_counts_.push_back(hosts[i].size());
      variant_counts_.push_back(variants[i].size());
      std::vector<Variant>& list = variants_.emplace_back();
      for (const auto& [id, variant] : variants[i]) list.push_back(variant);
      std::ranges::stable_sort(list, std::greater<>(), &Variant::pages);
      if (list.size() > kMostVariants) list.resize(kMostVariants);
    }
    sites_ = largest(sites);
    site_count_ = sites.size();
  }

  // Links of the sampled pages to pages of this run.
  void find_links() {
    links_.resize(detailed_);
    std::vector<std::map<std::pair<std::uint32_t, std::string>, std::uint32_t>> counts(detailed_);
    for (std::uint32_t from = 0; from < detailed_; ++from) {
      for (const std::uint32_t number : report_.sample->members()[from]) {
        const picture::PagePicture& picture = report_.pictures[number];
        for (const picture::PlacedLink& link : picture.links) {
          const std::optional<PageId> page = run_.ids.find(link.target);
          if (!page) continue;
          const auto to = static_cast<std::size_t>(run_.number_of(*page));
          if (to == 0 || to > detailed_) continue;
          ++counts[to - 1][{from, picture::path_of(picture.outline, link.node)}];
        }
      }
    }
    for (std::size_t to = 0; to < detailed_; ++to) {
      for (const auto& [key, count] : counts[to]) {
        links_[to].push_back({key.first, key.second, count});
      }
      std::ranges::stable_sort(links_[to], std::greater<>(), &LinkPlace::links);
      if (links_[to].size() > kMostLinkPlaces) links_[to].resize(kMostLinkPlaces);
    }
  }

  void place_on_map() {
    const std::size_t n = std::min(detailed_, kMostOnMap);
    similarities_.assign(n * n, 1);
    std::vector<float> dissimilarities(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      check_stop();
      for (std::size_t j = i + 1; j < n; ++j) {
        const auto alike = static_cast<float>(similarity(views_[i].shares, views_[j].shares));
        similarities_[i * n + j] = similarities_[j * n + i] = alike;
        dissimilarities[i * n + j] = dissimilarities[j * n + i] = 1 - alike;
      }
    }
    map_ = picture::plane_map(dissimilarities, n);
  }

  void write_sites(JsonWriter& json) const {
    json.member("siteCount", site_count_).key("sites").begin_array();
    for (const auto& [site, pages] : sites_) {
      json.begin_array().value(site).value(pages).end_array();
    }
    json.end_array();
  }

  void write_template(JsonWriter& json, std::size_t i) const {
    const std::size_t label = by_number_[i];
    const clustering::TemplateName& name = run_.names[label];
    json.begin_object();
    if (report_.template_labels.empty()) {
      json.member("id", std::to_string(run_.template_ids[label]));
    } else {
      json.member("id", report_.template_labels[label]);
    }
    json.member("name", name.text).member("pages", pages_[i]);
    json.member("shape", name.readable_shape.empty() ? name.shape : name.readable_shape);
    if (i < report_.description->clusters.size()) {
      const describe::ClusterDescription& described = report_.description->clusters[i];
      json.key("confidence");
      if (described.mean_confidence < 0) {
        json.null();
      } else {
        json.decimal(described.mean_confidence, 3);
      }
      json.member("inDoubt", described.in_doubt);
      json.key("held");
      write_evidence(json, described.held_together_by);
      json.key("nearest");
      if (described.nearest) {
        json.begin_object().member("template", described.nearest->number - 1);
        json.member_decimal("similarity", described.nearest->similarity, 3).key("has");
        write_evidence(json, described.nearest->has);
        json.key("lacks");
        write_evidence(json, described.nearest->lacks);
        json.end_object();
      } else {
        json.null();
      }
    }
    if (i < detailed_) write_details(json, i);
    json.end_object();
  }

  void write_details(JsonWriter& json, std::size_t i) const {
    const GroupView& view = views_[i];
    json.member("variants", variant_counts_[i]).member("hostCount", host_counts_[i]);
    if (variant_counts_[i] > 1) {
      json.key("variantList").begin_array();
      for (const Variant& variant : variants_[i]) {
        json.begin_array()
            .value(variant.id)
            .value(variant.pages)
            .value(run_.ids[variant.first])
            .end_array();
      }
      json.end_array();
    }
    json.key("hosts").begin_array();
    for (const auto& [host, pages] : hosts_[i]) {
      json.begin_array().value(host).value(pages).end_array();
    }
    json.end_array();
    write_view(json, view);
    if (i < report_.data.size()) write_skeleton(json, report_.data[i].parts, report_.data[i].pages);
    const bool has_data = i < report_.data.size() && !report_.data[i].columns.empty();
    if (has_data) write_data(json, report_.data[i]);
    json.key("shown").begin_array();
    for (const ShownPage& shown : view.shown) {
      const PageId page = report_.sample->pages()[shown.picture];
      const picture::PagePicture& picture = report_.pictures[shown.picture];
      const Certainty& certainty = report_.description->certainty[page];
      json.begin_object().member("page", run_.ids[page]).member("title", picture.title);
      json.member("why", to_text(shown.why))
          .member("confidence", thousandths(certainty.confidence));
      json.key("second");
      if (certainty.second == kNoTemplate) {
        json.null();
      } else {
        json.value(certainty.second);
      }
      write_wireframe(json, picture, shown, common_);
      if (has_data) write_places(json, report_.data[i], page, picture);
      if (const auto shot = report_.screenshots.find(page); shot != report_.screenshots.end()) {
        json.member("shot", codec::encode_base64(shot->second));
      }
      json.end_object();
    }
    json.end_array().key("links").begin_array();
    for (const LinkPlace& place : links_[i]) {
      json.begin_array().value(place.from).value(place.place).value(place.links).end_array();
    }
    json.end_array();
  }

  // Where the values of each column stand on a page: [column, box, box ...].
  static void write_places(JsonWriter& json, const TemplateData& data, PageId page,
                           const picture::PagePicture& picture) {
    const auto values = data.values.find(page);
    if (values == data.values.end()) return;
    const std::vector<std::vector<std::uint32_t>> boxes =
        boxes_of_data(data.columns, values->second, picture);
    json.key("data").begin_array();
    for (std::size_t column = 0; column < boxes.size(); ++column) {
      if (boxes[column].empty()) continue;
      json.begin_array().value(column);
      for (const std::uint32_t box : boxes[column]) json.value(box);
      json.end_array();
    }
    json.end_array();
  }

  void write_map(JsonWriter& json) const {
    const std::size_t n = map_.size();
    constexpr std::size_t neighbours = 3;
    json.key("map").begin_array();
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<std::size_t> order;
      for (std::size_t j = 0; j < n; ++j) {
        if (j != i) order.push_back(j);
      }
      const std::size_t most = std::min(neighbours, order.size());
      std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(most),
                                [&](std::size_t a, std::size_t b) {
                                  const float x = similarities_[i * n + a];
                                  const float y = similarities_[i * n + b];
                                  return x != y ? x > y : a < b;
                                });
      json.begin_array().decimal(map_[i].x, 4).decimal(map_[i].y, 4).begin_array();
      for (std::size_t j = 0; j < most; ++j) {
        json.value(order[j]).decimal(similarities_[i * n + order[j]], 3);
      }
      json.end_array().end_array();
    }
    json.end_array();
  }

  void write_truth(JsonWriter& json) {
    json.key("truth");
    if (report_.truth == nullptr) {
      json.null();
      return;
    }
    std::vector<eval::Assignment> assignments;
    assignments.reserve(run_.ids.size());
    for (PageId page = 0; page < run_.ids.size(); ++page) {
      assignments.push_back({to_valid_utf8(run_.ids[page]), run_.number_of(page)});
    }
    const eval::Evaluation evaluation = eval::evaluate(assignments, *report_.truth, "the run");
    json.begin_object().key("labels").values(report_.truth->templates());
    json.member("pages", evaluation.pages).member("unlabelled", evaluation.unlabelled);
    json.key("scores").begin_array();
    for (const eval::ScoreInfo& info : eval::scores()) {
      const double value = evaluation.scores.at(std::string(info.name));
      json.begin_array().value(info.name).decimal(value).end_array();
    }
    json.end_array().key("cells").begin_array();
    std::map<std::string_view, std::size_t> numbers;
    for (std::size_t i = 0; i < report_.truth->templates().size(); ++i) {
      numbers.emplace(report_.truth->templates()[i], i);
    }
    for (const eval::LabelInCluster& cell : evaluation.label_by_cluster) {
      json.begin_array().value(numbers.at(cell.name)).value(cell.cluster - 1);
      json.value(cell.pages).end_array();
    }
    json.end_array().end_object();
  }

  // Pages for which a hint would help most.
  void write_questions(JsonWriter& json) const {
    json.key("questions").begin_array();
    for (const method::Question& question : report_.questions) {
      json.begin_array().value(run_.ids[question.page]).value(run_.number_of(question.page) - 1);
      json.decimal(question.doubt, 1).end_array();
    }
    json.end_array();
  }

  // The largest trees, and their merges of least similarity, as many as there is room for leaves.
  void write_dendrogram(JsonWriter& json) const {
    json.key("dendrogram");
    if (report_.dendrogram == nullptr || report_.dendrogram->merges().empty()) {
      json.null();
      return;
    }
    const Dendrogram& tree = *report_.dendrogram;
    const auto pages = static_cast<std::uint32_t>(tree.pages());
    std::vector<std::uint32_t> roots = report::roots_of(tree);
    std::size_t left_out = 0;
    while (roots.size() > kMostDendrogramRoots) {
      roots.pop_back();
      ++left_out;
    }
    std::vector<std::uint32_t> first(pages);
    std::iota(first.begin(), first.end(), 0U);
    for (const Merge& merge : tree.merges()) first.push_back(first[merge.left]);
    // Later merges are of less similarity, so the largest number is opened next.
    std::priority_queue<std::uint32_t> closed(roots.begin(), roots.end());
    std::vector<bool> is_open(first.size(), false);
    std::size_t leaves = roots.size();
    while (!closed.empty() && leaves < kMostDendrogramLeaves) {
      const std::uint32_t number = closed.top();
      if (number < pages) break;
      closed.pop();
      is_open[number] = true;
      ++leaves;
      const Merge& merge = tree.merges()[number - pages];
      closed.push(merge.left);
      closed.push(merge.right);
    }
    json.begin_object().member("note", report_.dendrogram_note);
    json.member_decimal("cut", report_.dendrogram_cut, 6).member("leftOut", left_out);
    // How many merges are at or above each hundredth.
    constexpr int steps = 100;
    std::vector<std::size_t> counts(steps + 1);
    for (const Merge& merge : tree.merges()) {
      const auto step = static_cast<std::size_t>(
          std::clamp(static_cast<int>(merge.similarity * steps + 1e-4F), 0, steps));
      ++counts[step];
    }
    for (std::size_t step = steps; step-- > 0;) counts[step] += counts[step + 1];
    json.key("merges").values(counts).key("roots").begin_array();
    for (const std::uint32_t root : roots) write_branch(json, tree, root, is_open, first);
    json.end_array().end_object();
  }

  // [similarity, pages, left, right], or [similarity, pages, template, first page] of a leaf.
  // Recursive only through open merges, of which there are fewer than kMostDendrogramLeaves.
  void write_branch(JsonWriter& json, const Dendrogram& tree, std::uint32_t number,
                    const std::vector<bool>& is_open,
                    const std::vector<std::uint32_t>& first) const {
    const std::size_t pages = tree.pages();
    json.begin_array();
    if (number < pages) {
      json.value(1).value(1);
    } else {
      const Merge& merge = tree.merges()[number - pages];
      json.decimal(merge.similarity, 4).value(merge.size);
      if (is_open[number]) {
        write_branch(json, tree, merge.left, is_open, first);
        write_branch(json, tree, merge.right, is_open, first);
        json.end_array();
        return;
      }
    }
    json.value(run_.number_of(first[number]) - 1).value(run_.ids[first[number]]).end_array();
  }

  std::string list_of(std::vector<PageId> members) const {
    JsonWriter json;
    std::ranges::sort(members, {}, [&](PageId page) { return run_.ids[page]; });
    json.begin_object().key("ids").begin_array();
    for (const PageId page : members) json.value(run_.ids[page]);
    json.end_array().key("confidence").begin_array();
    for (const PageId page : members) {
      json.value(thousandths(report_.description->certainty[page].confidence));
    }
    json.end_array().key("second").begin_array();
    for (const PageId page : members) {
      const std::uint32_t second = report_.description->certainty[page].second;
      json.value(second == kNoTemplate ? -1 : static_cast<std::int64_t>(second));
    }
    json.end_array();
    const auto variant = [&](PageId page) { return run_.variant_of(page); };
    if (std::ranges::adjacent_find(members, std::not_equal_to<>(), variant) != members.end()) {
      json.key("variant").begin_array();
      for (const PageId page : members) json.value(variant(page));
      json.end_array();
    }
    if (report_.truth != nullptr) {
      json.key("label").begin_array();
      for (const PageId page : members) {
        json.value(report_.truth->template_of(to_valid_utf8(run_.ids[page])));
      }
      json.end_array();
    }
    json.end_object();
    return json.finish();
  }

  const ClusterReport& report_;
  const ClusterRun& run_;
  const ReportFacts& facts_;
  std::vector<std::size_t> by_number_;
  std::size_t detailed_ = 0;
  std::vector<GroupView> views_;       // by number - 1
  std::vector<std::uint64_t> common_;  // places
  std::vector<std::size_t> pages_;     // the same
  std::vector<std::vector<std::pair<std::string, std::size_t>>> hosts_;
  std::vector<std::size_t> host_counts_;
  std::vector<std::size_t> variant_counts_;
  std::vector<std::vector<Variant>> variants_;  // the largest
  std::vector<std::pair<std::string, std::size_t>> sites_;
  std::size_t site_count_ = 0;
  std::vector<std::vector<LinkPlace>> links_;
  std::vector<float> similarities_;
  std::vector<picture::Point> map_;
};

}  // namespace

reading::PictureSample sample_of(const ClusterRun& run, const describe::Description& description,
                                 std::size_t representatives) {
  const std::size_t groups =
      std::min({run.numbers.size(), kMostDetailed, description.clusters.size()});
  std::vector<std::uint32_t> group_of(run.ids.size(), reading::PictureSample::no_group);
  for (PageId page = 0; page < run.ids.size(); ++page) {
    const auto number = static_cast<std::size_t>(run.number_of(page));
    if (number == 0 || number > groups || run.is_old(page)) continue;
    group_of[page] = static_cast<std::uint32_t>(number - 1);
  }
  std::vector<std::vector<PageId>> first = doubtful_pages(run, description, groups);
  for (std::size_t i = 0; i < groups; ++i) {
    const describe::ClusterDescription& described = description.clusters[i];
    if (described.sampled > 0) first[i].insert(first[i].begin(), described.exemplar);
    std::erase_if(first[i], [&](PageId page) { return group_of[page] != i; });
  }
  const std::size_t most = std::clamp(kSampledPages / std::max<std::size_t>(groups, 1),
                                      std::max<std::size_t>(4, representatives), kMostOfTemplate);
  return {run.ids, group_of, groups, first, std::max(most, representatives)};
}

ReportTexts report_texts(const ClusterReport& report, const ReportFacts& facts) {
  Assembly assembly(report, facts);
  ReportTexts texts;
  texts.data = assembly.data();
  assembly.add_pages(texts);
  return texts;
}

std::string ReportTexts::pages() const {
  std::string text = "{\"templates\": [";
  for (const std::string& list : lists) {
    if (&list != &lists.front()) text += ",\n";
    text += list;
  }
  return text + "], \"leftOut\": " + left_out + "}\n";
}

std::vector<PageId> typical_pages(const ClusterReport& report, std::size_t most) {
  std::vector<PageId> pages;
  for (const std::vector<std::uint32_t>& members : report.sample->members()) {
    if (pages.size() == most) break;
    const GroupView view = view_of(members, report.pictures, {}, 1);
    if (!view.shown.empty()) pages.push_back(report.sample->pages()[view.shown.front().picture]);
  }
  std::ranges::sort(pages);
  return pages;
}

}  // namespace pagekin::visual
