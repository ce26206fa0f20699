// Methods: ways to turn pages into clusters, made by name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/params.h"
#include "pagekin/core/reference.h"
#include "pagekin/features/features.h"
#include "pagekin/method/capabilities.h"
#include "pagekin/method/known_pages.h"

namespace pagekin::method {

// One run: configured, then given all pages, then asked for the clusters.
// Deterministic; the order of the pages affects only the numbers of the clusters.
class Method {
 public:
  virtual ~Method() = default;

  // What add() needs of a page. May be called before any page is added.
  virtual features::Needs needs() const = 0;

  // Says how many threads add() and Classifying::classifier() may use (0: one per core). The result
  // does not depend on it. By default a method uses one.
  virtual void use_threads(unsigned /*threads*/) {}

  // Adds one page, in page order. Called by one thread at a time.
  virtual void add(features::Features&& page) = 0;

  // Returns the clusters of all pages added so far. More pages may follow, unless the method
  // has Capability::kComparing. Throws Error when a check fails.
  virtual MethodResult finish(const FinishOptions& options) = 0;
  MethodResult finish() { return finish(FinishOptions{}); }

  // With Capability::kSampling: clusters pages of which it is known how they were reached. None of
  // them is added before: the method reads those that it needs.
  virtual MethodResult cluster_known(KnownPages& /*pages*/, const FinishOptions& options) {
    return finish(options);
  }

  // Those of MethodInfo.
  bool has(Capability capability) const { return capabilities_.has(capability); }

  // Interfaces of capabilities (see capabilities.h); null for those that the method lacks.
  virtual Comparing* comparing() { return nullptr; }
  virtual Pairwise* pairwise() { return nullptr; }
  virtual Persistent* persistent() { return nullptr; }
  virtual Classifying* classifying() { return nullptr; }

 private:
  friend std::unique_ptr<Method> make(std::string_view spec, std::string_view measure);
  CapabilitySet capabilities_;
};

struct MethodInfo {
  std::string_view name;
  std::string_view summary;
  std::vector<Citation> references;
  std::vector<ParamDoc> options;
  std::unique_ptr<Method> (*make)(const ParamMap&);  // Comparing::compare_by() is still to call
  CapabilitySet capabilities = {};
  std::string_view measure = {};   // the default measure of a method with kComparing
  std::string_view required = {};  // the option that has no default, a number
  std::string_view words = {};     // other names and words that people search for
  std::string_view document = {};  // of this project, if it explains the method
  // With kPersistent: the options of the run that saved these bytes, as in a spec
  // ("evidence=all"). Throws Error for bytes that the method cannot have saved.
  std::string (*saved_options)(std::string_view saved) = nullptr;
};

std::span<const MethodInfo> methods();

// The method that is used when the user names none.
constexpr std::string_view kDefaultMethod = "auto";

// The names of the methods that have this capability, in order: "auto, fingerprint".
std::string names_with(Capability capability);

// Throws OptionError when the required option is missing.
void check_required(const MethodInfo& info, const ParamMap& given);

// Makes a method from a spec: "fingerprint", "fingerprint:length=40,max_edits=0". `measure`
// is a spec too (see measure::make); empty: the method's default. Throws Error for an
// unknown name or option, for a value out of range, for a missing required option, and for a
// measure that is not symmetric or that the method does not use.
std::unique_ptr<Method> make(std::string_view spec, std::string_view measure = {});

}  // namespace pagekin::method
