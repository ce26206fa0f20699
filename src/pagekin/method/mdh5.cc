// mdh5: clusters of pages with the same tag sequence up to the end of the head.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2. The hash function
// is a different one, without effect on the clusters: see features/tag_hash.h.
// Cost and limits: see equal_hash.h.
#include "pagekin/method/equal_hash.h"
#include "pagekin/method/method.h"

namespace pagekin::method {
namespace {

class Mdh5 final : public Method {
 public:
  features::Needs needs() const override { return {.head_hash = true}; }
  void add(features::Features&& page) override { pages_.add(page.head_hash); }
  using Method::finish;
  MethodResult finish(const FinishOptions&) override { return {.clusters = pages_.clustering()}; }

 private:
  EqualHash pages_;
};

}  // namespace

MethodInfo mdh5() {
  return {.name = "mdh5",
          .summary = "clusters of pages with the same tag sequence in the head",
          .references = {{"hachenberg2013"}},
          .options = documented<Mdh5>(),
          .make = configured<Method, Mdh5>,
          .words = "hash, head, exact duplicates, tag sequence"};
}

}  // namespace pagekin::method
