"""The steps of a clustering that is divided: what ``pagekin.steps`` and ``pagekin.spark`` share."""
