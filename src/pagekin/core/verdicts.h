// Whether pages are at least so similar: for one set of pages, many pairs, one threshold.
//
// A measure that can decide from little settles most pairs without comparing the pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pagekin {

struct Verdict {
  bool similar = false;
  std::uint8_t stage = 0;  // the one that settled it
  double similarity = 0;   // where similar: exact if asked for, else at least the threshold
};

struct VerdictStage {
  std::string_view name;  // "size", "labels", ...
  bool compares = false;  // the pages themselves, at full cost
};

// From any thread once made. Deterministic.
class Verdicts {
 public:
  virtual ~Verdicts() = default;

  // In the order in which a pair goes through them.
  virtual std::span<const VerdictStage> stages() const = 0;

  // Equal pages have the same twin, one of them. They have similarity 1 with each other,
  // and with any third page the same.
  virtual std::size_t twin(std::size_t page) const { return page; }

  // A number by which pages can be sorted, so that `reach` holds: pages whose weights are
  // further apart are not similar. Stage 0 settles these pairs.
  virtual double weight(std::size_t page) const = 0;

  // The largest weight that a similar page can have.
  virtual double reach(std::size_t page) const = 0;

  // a != b.
  virtual Verdict decide(std::size_t a, std::size_t b) const = 0;
};

}  // namespace pagekin
