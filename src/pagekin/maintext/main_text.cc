#include "pagekin/maintext/main_text.h"

#include <array>

#include "pagekin/maintext/element_roles.h"

namespace pagekin::maintext {
namespace {

constexpr std::uint32_t kShortParagraph = 10;     // words
constexpr std::uint32_t kLongParagraph = 20;      // words
constexpr std::uint64_t kLeastRunningText = 100;  // words in long paragraphs
constexpr double kMostOfFurniture = 0.3;          // of the words in paragraphs
constexpr double kMostOfComments = 0.7;
constexpr int kBylineLevels = 3;  // elements around a block whose names say what it is

class Chooser {
 public:
  Chooser(const skeleton::PageNodes& page, std::span<const Block> blocks,
          std::span<const std::uint8_t> roles, std::span<const SharedBlock> shared)
      : page_(page), blocks_(blocks), roles_(roles), shared_(shared) {
    sum_paragraphs();
    mark_parts();
  }

  MainText choose(CommentsRule rule) {
    const auto all = static_cast<double>(paragraphs_.empty() ? 0 : paragraphs_[0]);
    const bool is_thread =
        static_cast<double>(comment_words_) > kMostOfComments * all && comment_words_ > 0;
    const bool drops_comments =
        rule == CommentsRule::kDrop || (rule == CommentsRule::kAuto && !is_thread);
    MainText result;
    result.keep = select(drops_comments, false);
    std::vector<bool> but_most = select(drops_comments, true);
    if (is_running_text(result.keep, but_most)) {
      result.kind = TextKind::kRunningText;
      trim_ends(result.keep);
      drop_bylines(result.keep);
    } else {
      result.keep = std::move(but_most);
    }
    if (is_thread && !drops_comments) result.kind = TextKind::kThread;
    if (count_words(result.keep) == 0) {
      result.is_whole = true;
      result.keep = all_text();
    }
    return result;
  }

 private:
  // The words of paragraphs that most other pages do not have, by element with all inside it.
  void sum_paragraphs() {
    paragraphs_.assign(page_.nodes.size(), 0);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (blocks_[i].is_prose(kShortParagraph) && !shared_[i].by_most) {
        paragraphs_[blocks_[i].element] += blocks_[i].words;
      }
    }
    words_.assign(page_.nodes.size(), 0);
    link_words_.assign(page_.nodes.size(), 0);
    for (const Block& block : blocks_) {
      words_[block.element] += block.words;
      link_words_[block.element] += block.link_words;
    }
    has_title_.assign(page_.nodes.size(), false);
    for (std::size_t i = paragraphs_.size(); i-- > 0;) {
      if (page_.nodes[i].tag == html::kTagH1) has_title_[i] = true;
      if (i == 0) break;
      const std::uint32_t parent = page_.nodes[i].parent;
      paragraphs_[parent] += paragraphs_[i];
      words_[parent] += words_[i];
      link_words_[parent] += link_words_[i];
      if (has_title_[i]) has_title_[parent] = true;
    }
  }

  bool is_furniture(std::uint32_t element) const {
    const bool is_menu = has_role(roles_[element], ElementRole::kMenu) &&
                         2 * link_words_[element] >= words_[element];
    if (!is_menu && !has_role(roles_[element], ElementRole::kFurniture)) return false;
    // Some sites wrap whole pages in a form.
    if (page_.nodes[element].tag == html::kTagForm && 2 * words_[element] > words_[0]) return false;
    return static_cast<double>(paragraphs_[element]) <=
           kMostOfFurniture * static_cast<double>(paragraphs_[0]);
  }

  void mark_parts() {
    const std::size_t count = page_.nodes.size();
    is_not_text_.assign(count, false);
    is_furniture_.assign(count, false);
    is_comment_.assign(count, false);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t parent = page_.nodes[i].parent;
      const bool is_root = i == 0;
      is_not_text_[i] =
          has_role(roles_[i], ElementRole::kNotText) || (!is_root && is_not_text_[parent]);
      is_furniture_[i] = (!is_root && is_furniture_[parent]) || is_furniture(i);
      const bool was_comment = !is_root && is_comment_[parent];
      is_comment_[i] =
          was_comment || (has_role(roles_[i], ElementRole::kComments) && !has_title_[i]);
      if (is_comment_[i] && !was_comment && !is_furniture_[i]) comment_words_ += paragraphs_[i];
    }
  }

  // What is neither furniture nor shared.
  std::vector<bool> select(bool drops_comments, bool by_most) const {
    std::vector<bool> keep(blocks_.size());
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const std::uint32_t element = blocks_[i].element;
      const bool is_title = page_.nodes[element].tag == html::kTagH1;
      const bool is_shared =
          by_most || is_title || is_value_cell(blocks_[i]) ? shared_[i].by_most : shared_[i].by_any;
      keep[i] = !is_shared && !is_not_text_[element] && !is_furniture_[element] &&
                !(drops_comments && is_comment_[element]);
    }
    return keep;
  }

  std::uint64_t count_words(const std::vector<bool>& keep) const {
    std::uint64_t words = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (keep[i]) words += blocks_[i].words;
    }
    return words;
  }

  // What is not furniture, or what most pages do not share, whichever is more; or else all of it.
  std::vector<bool> all_text() const {
    std::vector<bool> all(blocks_.size());
    for (std::size_t i = 0; i < blocks_.size(); ++i) all[i] = !is_not_text_[blocks_[i].element];
    std::vector<bool> but_furniture = all;
    std::vector<bool> but_shared = all;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (is_furniture_[blocks_[i].element]) but_furniture[i] = false;
      if (shared_[i].by_most) but_shared[i] = false;
    }
    if (count_words(but_shared) > count_words(but_furniture)) return but_shared;
    return count_words(but_furniture) > 0 ? but_furniture : all;
  }

  // `but_most`: what would stay on other pages.
  bool is_running_text(const std::vector<bool>& keep, const std::vector<bool>& but_most) const {
    std::uint64_t words = 0;
    std::uint64_t in_paragraphs = 0;
    std::uint64_t in_all_paragraphs = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const bool is_paragraph = blocks_[i].is_prose(kLongParagraph);
      if (is_paragraph && but_most[i]) in_all_paragraphs += blocks_[i].words;
      if (!keep[i]) continue;
      words += blocks_[i].words;
      if (is_paragraph) in_paragraphs += blocks_[i].words;
    }
    return in_paragraphs >= kLeastRunningText && 2 * in_paragraphs >= words &&
           3 * in_paragraphs >= 2 * in_all_paragraphs;
  }

  // A cell of a table or list of terms, which may hold a value.
  bool is_value_cell(const Block& block) const {
    const html::TagId tag = page_.nodes[block.element].tag;
    return block.link_words == 0 && (tag == html::kTagTd || tag == html::kTagTh ||
                                     tag == html::kTagDd || tag == html::kTagDt);
  }

  bool is_main_heading(const Block& block) const {
    const html::TagId tag = page_.nodes[block.element].tag;
    return tag == html::kTagH1 || tag == html::kTagH2;
  }

  void trim_ends(std::vector<bool>& keep) const {
    const auto is_paragraph = [&](std::size_t i) {
      return keep[i] && blocks_[i].is_prose(kShortParagraph);
    };
    std::size_t begin = 0;
    while (begin < blocks_.size() && !is_paragraph(begin)) ++begin;
    std::size_t end = blocks_.size();
    while (end > begin && !is_paragraph(end - 1)) --end;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (is_value_cell(blocks_[i])) continue;
      if (i >= end || (i < begin && !is_main_heading(blocks_[i]))) keep[i] = false;
    }
  }

  void drop_bylines(std::vector<bool>& keep) const {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (!keep[i] || blocks_[i].words >= kLongParagraph) continue;
      std::uint32_t element = blocks_[i].element;
      for (int level = 0; level < kBylineLevels; ++level) {
        if (has_role(roles_[element], ElementRole::kByline)) keep[i] = false;
        element = page_.nodes[element].parent;
      }
    }
  }

  const skeleton::PageNodes& page_;
  std::span<const Block> blocks_;
  std::span<const std::uint8_t> roles_;
  std::span<const SharedBlock> shared_;
  std::vector<std::uint64_t> paragraphs_;  // by element
  std::vector<std::uint64_t> words_;       // by element: of all blocks in it
  std::vector<std::uint64_t> link_words_;
  std::vector<bool> has_title_;    // by element: an h1 is in it
  std::vector<bool> is_not_text_;  // by element, or one around it
  std::vector<bool> is_furniture_;
  std::vector<bool> is_comment_;
  std::uint64_t comment_words_ = 0;
};

}  // namespace

std::string_view to_text(TextKind kind) {
  constexpr std::array<std::string_view, 3> names{"text", "thread", "data"};
  return names[static_cast<std::size_t>(kind)];
}

MainText choose_main_text(const skeleton::PageNodes& page, std::span<const Block> blocks,
                          std::span<const std::uint8_t> roles, std::span<const SharedBlock> shared,
                          CommentsRule comments) {
  return Chooser(page, blocks, roles, shared).choose(comments);
}

}  // namespace pagekin::maintext
