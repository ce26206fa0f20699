// The file that `train` writes and `classify` reads.
//
// The format is that of core/block_file.h, so damage anywhere is found. Its sections:
// the version of pagekin that wrote it and the measure with all options, each as text;
// the classes: name, pages, threshold; what the measure learnt; the examples: class,
// pages, features (see feature_bytes.h). Texts have their size in 4 bytes before them.
//
// Size: about what the measure compares of each different training page: 29 bytes for a
// hash, some 40 for a fingerprint, 8 a shingle or path, 2 to 4 an element of a tree.
#pragma once

#include <string>

#include "pagekin/model/model.h"

namespace pagekin::model {

// Replaces the file as a whole or not at all. `made_by` is the version of pagekin.
void write_model(const std::string& path, const Model& model, const std::string& made_by);

// Throws Error, naming the file and what is wrong, when it cannot be read, is no model,
// is of another version or damaged, or wants a measure that there is not.
Model read_model(const std::string& path);

}  // namespace pagekin::model
