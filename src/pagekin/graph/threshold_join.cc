#include "pagekin/graph/threshold_join.h"
