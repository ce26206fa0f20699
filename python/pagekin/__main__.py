"""``python -m pagekin`` is the command ``pagekin``."""

import sys

from pagekin._command import main

sys.exit(main())
