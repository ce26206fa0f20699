#include "pagekin/model/model_file.h"

#include <cstdint>
#include <utility>

#include "pagekin/core/block_file.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/feature_bytes.h"

namespace pagekin::model {
namespace {

enum Section : std::uint32_t { kMadeBy = 1, kMeasure, kClasses, kLearnt, kExamples };
constexpr BlockFileKind kKind{.name = "model", .version = 1, .section_count = kExamples};

void put_text(BlockFileWriter& file, Section section, std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  file.write(section, bytes_of(size));
  file.write(section, text);
}

std::vector<Class> read_classes(std::string_view section) {
  ByteReader bytes(section);
  std::vector<Class> classes;
  while (!bytes.at_end()) {
    Class page_class;
    page_class.name = bytes.bytes(bytes.number<std::uint32_t>());
    page_class.pages = bytes.number<std::uint64_t>();
    page_class.threshold = bytes.number<float>();
    if (!classes.empty() && classes.back().name >= page_class.name) {
      throw Error("its classes are not in order");
    }
    if (!(page_class.threshold >= 0 && page_class.threshold <= 1))
      throw Error("a threshold is not from 0 to 1");
    classes.push_back(std::move(page_class));
  }
  if (classes.empty()) throw Error("it has no classes");
  return classes;
}

std::vector<Example> read_examples(std::string_view section, const std::vector<Class>& classes) {
  ByteReader bytes(section);
  std::vector<Example> examples;
  std::vector<std::uint64_t> pages(classes.size());
  while (!bytes.at_end()) {
    Example example;
    example.class_number = bytes.number<std::uint32_t>();
    example.pages = bytes.number<std::uint64_t>();
    example.features = features_from(bytes);
    if (example.class_number >= classes.size() ||
        (!examples.empty() && examples.back().class_number > example.class_number)) {
      throw Error("a training page is of a class that is not there");
    }
    pages[example.class_number] += example.pages;
    examples.push_back(std::move(example));
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (pages[i] == 0 || pages[i] != classes[i].pages) {
      throw Error("class '" + classes[i].name + "' has " + std::to_string(pages[i]) +
                  " training pages, but should have " + std::to_string(classes[i].pages));
    }
  }
  return examples;
}

}  // namespace

void write_model(const std::string& path, const Model& model, const std::string& made_by) {
  BlockFileWriter file(path, kKind);
  file.write(kMadeBy, made_by);
  file.write(kMeasure, model.measure);
  for (const Class& page_class : model.classes) {
    put_text(file, kClasses, page_class.name);
    file.write(kClasses, bytes_of(page_class.pages));
    file.write(kClasses, bytes_of(page_class.threshold));
  }
  file.write(kLearnt, model.learnt);
  for (const Example& example : model.examples) {
    file.write(kExamples, bytes_of(example.class_number));
    file.write(kExamples, bytes_of(example.pages));
    file.write(kExamples, to_bytes(example.features));
  }
  file.commit();
}

Model read_model(const std::string& path) {
  std::vector<std::string> sections = read_block_file(path, kKind);
  try {
    Model model{.measure = std::move(sections[kMeasure]), .learnt = std::move(sections[kLearnt])};
    measure::make(model.measure)->learn(model.learnt);
    model.classes = read_classes(sections[kClasses]);
    model.examples = read_examples(sections[kExamples], model.classes);
    return model;
  } catch (const Error& error) {
    throw InputError("model " + path + ", made by pagekin " + sections[kMadeBy] +
                         ", cannot be used: " + error.what(),
                     error.option(), path);
  }
}

}  // namespace pagekin::model
