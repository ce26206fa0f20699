#include "pagekin/reading/read_features.h"

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/build.h"
#include "pagekin/features/limit_marks.h"
#include "pagekin/features/site_links.h"

namespace pagekin::reading {
namespace {

// The incident of a page whose tree is incomplete.
Incident limited_tree(const Page& page, const dom::LimitsHit& limits) {
  constexpr dom::BuildOptions most;
  Incident incident{.input = std::string(page.input),
                    .page = std::string(page.id),
                    .offset = page.offset,
                    .reason = Reason::kTooManyAttributes,
                    .detail = fmt::format("more than {} on one element; the rest was left out",
                                          most.max_attributes)};
  if (limits.depth) {
    incident.reason = Reason::kTooDeep;
    incident.detail =
        fmt::format("more than {} levels; what is deeper was moved up", most.max_depth);
  } else if (limits.elements) {
    incident.reason = Reason::kTooManyElements;
    incident.detail = fmt::format("more than {} elements, or too many texts; the rest was left out",
                                  most.max_elements);
  }
  return incident;
}

// The incident of a page whose marks are not all kept.
Incident limited_marks(const Page& page, const features::LeftOut& left_out) {
  Incident incident{.input = std::string(page.input),
                    .page = std::string(page.id),
                    .offset = page.offset,
                    .reason = Reason::kTooManyMarks,
                    .detail = {}};
  const auto add = [&](const std::string& text) {
    incident.detail += (incident.detail.empty() ? "" : "; ") + text;
  };
  if (left_out.marks > 0) {
    add(fmt::format("{} kept, {} of crowded places left out", with_commas(features::kMostMarksKept),
                    with_commas(left_out.marks)));
  }
  if (left_out.url_marks > 0) {
    add(fmt::format("{} of the address kept, {} left out", with_commas(features::kMostUrlMarksKept),
                    with_commas(left_out.url_marks)));
  }
  if (left_out.links) {
    add(fmt::format("links to the same site were read up to {}",
                    with_commas(features::kMaxSiteLinks)));
  }
  return incident;
}

}  // namespace

std::optional<Incident> limited_extraction(const Page& page, const ExtractionNotes& notes) {
  if (notes.limits.any()) return limited_tree(page, notes.limits);
  if (notes.left_out.any()) return limited_marks(page, notes.left_out);
  return std::nullopt;
}

void throw_strict(const std::string& problem, const std::string& where) {
  throw InputError(problem + " (" + option_named("strict") + ")", "strict", where);
}

void BatchEntries::note_page(const Page& page, const Incident* limited,
                             const ExtractionNotes& notes) {
  ids_ += page.id;
  const std::optional<Incident> incident =
      limited != nullptr ? *limited : limited_extraction(page, notes);
  if (incident) incidents_.push_back(*incident);
  entries_.push_back({.id_end = ids_.size(),
                      .page_bytes = page.body.size(),
                      .bytes_scanned = notes.bytes_scanned,
                      .has_incident = incident.has_value()});
}

void BatchEntries::skip(Incident incident) {
  entries_.push_back({.id_end = ids_.size(), .is_skipped = true, .has_incident = true});
  incidents_.push_back(std::move(incident));
}

void PageReader::commit_entries(BatchEntries& batch,
                                const std::function<void(std::size_t, std::string_view)>& take) {
  for (std::size_t why = 0; why < kPassedOverCount; ++why) {
    counts_.passed_over[why] += batch.passed_over_[why];
  }
  std::size_t id_begin = 0;
  std::size_t page = 0;
  auto incident = batch.incidents_.begin();
  for (const BatchEntries::Entry& entry : batch.entries_) {
    const std::string_view id =
        std::string_view(batch.ids_).substr(id_begin, entry.id_end - id_begin);
    id_begin = entry.id_end;
    std::string_view unique;
    if (!entry.is_skipped) {
      unique = ids_->add(to_valid_utf8(id));  // so that no two ids are written alike
      counts_.page_bytes += entry.page_bytes;
      counts_.bytes_scanned += entry.bytes_scanned;
      ++counts_.clustered;
    }
    if (entry.has_incident) {
      if (!entry.is_skipped) incident->page = unique;
      note(*incident++);
    }
    if (!entry.is_skipped) take(page++, unique);
  }
}

void PageReader::note(const Incident& incident) {
  ++counts_.by_reason[static_cast<std::size_t>(incident.reason)];
  const bool is_limited = fate_of(incident.reason) == Fate::kLimited;
  if (!is_limited && counts_.skipped == 0) counts_.first_skipped = to_text(incident);
  ++(is_limited ? counts_.limited : counts_.skipped);
  if (order_->incident) order_->incident(incident);
  if (order_->source.strict && (is_unreadable(incident.reason) || incident.is_damage)) {
    throw_strict(to_text(incident), incident.input);
  };
}

ReadCounts read_features(const ReadRequest& request, PageIds& ids) {
  struct Extracted {
    features::Features features;
    std::string input;  // this and the next one only if they are asked for
    std::uint64_t offset = 0;
  };
  return read_each<Extracted>(
      {.source = request.source, .progress = request.progress, .incident = request.incident}, ids,
      [&](const Page& page, ExtractionNotes& notes) {
        Extracted extracted{.features = features::extract(page, request.needs)};
        notes = notes_of(extracted.features);
        if (request.origin) {
          extracted.input = page.input;
          extracted.offset = page.offset;
        }
        return extracted;
      },
      [&](std::string_view id, Extracted&& extracted) {
        if (request.origin) request.origin(extracted.input, extracted.offset);
        request.page(id, std::move(extracted.features));
      });
}

}  // namespace pagekin::reading
