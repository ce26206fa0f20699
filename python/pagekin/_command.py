"""The command ``pagekin``: the commands of the native program, without crawl and PostgreSQL."""

from __future__ import annotations

import os
import sys

from pagekin import _pagekin


def main() -> int:
    """Runs the program with the arguments of this process and returns its exit status."""
    sys.stdout.flush()
    arguments = ["pagekin", *sys.argv[1:]]
    # Bytes that are no UTF-8 pass as they are: file names may be any bytes.
    return _pagekin.run_command([os.fsencode(argument) for argument in arguments])


if __name__ == "__main__":
    sys.exit(main())
