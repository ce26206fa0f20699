#include "pagekin/core/registry.h"

#include "pagekin/eval/score.h"

namespace pagekin::eval {

#define SCORE(name) ScoreInfo name();
#include "pagekin/eval/scores.inc"
#undef SCORE

std::span<const ScoreInfo> scores() {
  static const ScoreInfo all[] = {
#define SCORE(name) name(),
#include "pagekin/eval/scores.inc"
#undef SCORE
  };
  return all;
}

double score(std::string_view name, const Contingency& table) {
  return find_by_name(scores(), "score", name).value(table);
}

}  // namespace pagekin::eval
