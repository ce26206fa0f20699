"""Finds the Pythons of this machine that the Python package supports."""
import glob
import os
import shutil
import subprocess

OLDEST = (3, 10)
STABLE_ABI = (3, 12)  # from here on, one wheel serves all later versions


def version_of(path):
    """(3, 12), or None for what does not run or cannot make virtual environments."""
    try:
        text = subprocess.run([path, "-c", "import sys, venv, ensurepip; print(*sys.version_info[:2])"],
                              capture_output=True, text=True, check=True, timeout=60).stdout
        return tuple(map(int, text.split()))
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def find():
    """One interpreter for each version, by version: those on the path, then those of pyenv."""
    candidates = [shutil.which("python3")]
    candidates += [shutil.which(f"python3.{minor}") for minor in range(OLDEST[1], 20)]
    candidates += sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3")))
    found = {}
    for path in candidates:
        version = version_of(path) if path else None
        if version and version >= OLDEST:
            found.setdefault(version, path)
    return dict(sorted(found.items()))


def wheel_for(version):
    """The version whose wheel it uses."""
    return min(version, STABLE_ABI)
