// A value rounded to 16 binary places, so that all mathematical libraries give the same.
#pragma once

#include <cmath>

namespace pagekin::templates {

inline float rounded(float value) { return std::round(value * 0x1p16F) * 0x1p-16F; }

}  // namespace pagekin::templates
