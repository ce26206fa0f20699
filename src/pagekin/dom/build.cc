// The tree builder as the rest of the program sees it.
#include "pagekin/dom/build.h"

#include "pagekin/dom/construction.h"

namespace pagekin::dom {

struct Builder::State {
  Construction construction;
};

Builder::Builder() : state_(std::make_unique<State>()) {}
Builder::~Builder() = default;
Builder::Builder(Builder&&) noexcept = default;
Builder& Builder::operator=(Builder&&) noexcept = default;

const Tree& Builder::build(std::string_view bytes, const BuildOptions& options) {
  state_->construction.run(bytes, options);
  return state_->construction.tree();
}

const Tree& Builder::build_fragment(std::string_view bytes, const FragmentContext& context,
                                    const BuildOptions& options) {
  state_->construction.run_fragment(bytes, context, options);
  return state_->construction.tree();
}

std::uint64_t Builder::steps() const { return state_->construction.steps(); }

}  // namespace pagekin::dom
