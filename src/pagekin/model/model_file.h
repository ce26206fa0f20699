// The file that `train` writes and `classify` reads.
//
// The format is that of core/block_file.h, so any damage is found. Its sections: the
// version of pagekin that wrote the file and the measure with all options, each as text;
// the classes: name, pages, threshold; what the measure learnt; the examples: class, pages,
// features (see feature_bytes.h). Texts have their size in 4 bytes before them.
//
// Size: about what the measure compares of each different training page: 29 bytes for a
// hash, some 40 for a fingerprint, 8 for each shingle or path, 2 to 4 for each element of a
// tree.
#pragma once

#include <string>

#include "pagekin/model/model.h"

namespace pagekin::model {

// Replaces the file as a whole or not at all. `made_by` is the version of pagekin.
void write_model(const std::string& path, const Model& model, const std::string& made_by);

// Throws Error, naming the file and the problem, if the file cannot be read, is not a model,
// has another version, is damaged, or needs an unknown measure.
Model read_model(const std::string& path);

}  // namespace pagekin::model
