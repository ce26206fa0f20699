// What some methods can do beyond clustering.
//
// Method::capabilities() says which of these a method has. What changes only the result is a part
// of MethodResult; what needs functions of its own has an interface, which the method returns, as
// in Method::persistent().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/method_result.h"

namespace pagekin::graph {
class Similarities;  // see graph/similarities.h
}

namespace pagekin::model {
class PageClassifier;  // see model/classifier.h
}

namespace pagekin::method {

enum class Capability : std::uint8_t {
  kComparing,     // compares pages by a measure that the caller chooses
  kPairwise,      // needs nothing but the similarities of pairs of pages
  kSampling,      // clusters a store by reading only some of its pages
  kHierarchical,  // makes a dendrogram
  kPersistent,    // keeps an index to which later runs add pages
  kTracking,      // gives templates ids that stay the same from run to run
  kAssessing,     // says how sure it is of each page
  kClassifying,   // makes a classifier of its clusters
  kVaried,        // distinguishes variants of a template
  kHinted,        // follows hints about some pages, and says which ones it needs most
};

class CapabilitySet {
 public:
  constexpr CapabilitySet(std::initializer_list<Capability> members = {}) {
    for (const Capability member : members) bits_ |= bit(member);
  }
  constexpr bool has(Capability capability) const { return (bits_ & bit(capability)) != 0; }

 private:
  static constexpr unsigned bit(Capability capability) {
    return 1U << static_cast<unsigned>(capability);
  }
  unsigned bits_ = 0;
};

class Comparing {
 public:
  virtual ~Comparing() = default;

  // Sets the measure by which pages are compared. Must be called once, before any function of
  // Method. Throws Error for a measure that does not fit the options.
  virtual void compare_by(std::unique_ptr<measure::Measure> measure) = 0;
};

class Pairwise {
 public:
  virtual ~Pairwise() = default;

  // Clusters pages that the caller keeps. Needs neither compare_by() nor add(), and may be
  // called again, also for other pages. With options.check it repeats without shortcuts what was
  // done with them, and throws Error when the results differ.
  virtual MethodResult cluster(graph::Similarities& similarities, const FinishOptions& options) = 0;

  // The measure of compare_by().
  virtual const measure::Measure& compared_by() const = 0;

  // Says how clusters are made if they depend only on which pairs are similar: those of
  // cluster/shared_neighbours.h over all pairs that reach `similar`. Nothing for other methods.
  struct SharedNeighbours {
    double similar = 0;
    double overlap = 0;
    int max_iterations = 0;
  };
  virtual std::optional<SharedNeighbours> shared_neighbours() const { return {}; }
};

class Persistent {
 public:
  virtual ~Persistent() = default;

  // Writes, in one or more parts, what the pages added so far have left behind.
  virtual void save(const std::function<void(std::string_view)>& write) = 0;

  // Restores what a run with the same options saved; its pages come before all others.
  // Returns the number of these pages. Called at most once, before the first add(). Throws
  // Error when the options differ or when save() cannot have written the bytes; the method
  // cannot be used then.
  virtual std::size_t load(std::string_view saved) = 0;

  // Puts another page in the place of one that was loaded or added.
  virtual void replace(PageId page, features::Features&& features) = 0;

  // Takes out pages: page i gets the number new_numbers[i], or leaves with templates::kPageLeft.
  // The order of the others stays.
  virtual void forget(std::span<const std::uint32_t> new_numbers) = 0;

  // Says that this run has read a loaded page again and that the page stays as it is.
  virtual void see_again(PageId page) = 0;

  // The same as save() and load() for a run that is not finished: finish() after
  // load_unfinished() and the remaining pages gives what it would have given without them.
  virtual void save_unfinished(const std::function<void(std::string_view)>& write) = 0;
  virtual std::size_t load_unfinished(std::string_view saved) = 0;
};

// The templates that an index has.
struct IndexedIds {
  std::vector<std::uint32_t> of_page;           // ids; empty: the method keeps them (Tracking)
  std::map<std::uint32_t, std::string> titles;  // by id: the readable name
};

class Classifying {
 public:
  virtual ~Classifying() = default;

  // Makes a classifier of the pages added and loaded so far; there must be one at least. Its
  // classes are their clusters, named by template ids and ordered by numbers_by_size(). `known`:
  // what the index has of the loaded pages. May take the pages, so it is the last call.
  virtual std::unique_ptr<model::PageClassifier> classifier(const IndexedIds& known) = 0;
};

}  // namespace pagekin::method
