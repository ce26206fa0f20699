"""Lets PySpark 4 find the format "pagekin" by itself: it looks for modules with such names."""

try:
    from pagekin.spark._source import PagekinSource as DefaultSource
except ImportError:  # PySpark 3 has no data sources in Python
    pass
else:
    __all__ = ["DefaultSource"]
