#include "cli/template_options.h"

#include "pagekin/cluster.h"

#include "cli/command.h"
#include "cli/options.h"

namespace pagekin::cli {

const TemplateSource& TemplateOptions::checked() const {
  as_usage([&] { check_method(method, measure); });
  return *this;
}

void add_template_options(OptionTable& table, TemplateOptions& options,
                          const std::string& model_gives) {
  table.group("Templates");
  table
      .add("--clusters", options.clusters,
           "a table of 'pagekin cluster -o' that has the template of each page; without it and "
           "--model the inputs are clustered first")
      .value("FILE");
  table
      .add("--model", options.model,
           "an index or model that has the template of each page" +
               (model_gives.empty()
                    ? ""
                    : "; an index that has skeletons ('cluster --skeletons') also gives " +
                          model_gives))
      .value("FILE")
      .excludes("--clusters");
  table.add("--method", options.method, "how the inputs are clustered, see 'pagekin list'")
      .show_default();
  table.add("--measure", options.measure, "for methods that compare pages");
}

}  // namespace pagekin::cli
