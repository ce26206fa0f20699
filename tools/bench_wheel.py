#!/usr/bin/env python3
"""Runs bench/python_report.py with the newest Python of this machine: in a virtual environment that has the
wheel of `make wheel` and the packages to compare with (python/requirements-bench.txt).

Usage: bench_wheel.py ARGUMENTS OF THE REPORT
"""
import os
import pathlib
import subprocess
import sys

import python_versions

ROOT = pathlib.Path(__file__).resolve().parents[1]
found = python_versions.find()
version = max(found)
tag = "cp{}{}".format(*python_versions.wheel_for(version))
(wheel,) = (ROOT / "build" / "wheels").glob(f"pagekin-*-{tag}-*_{os.uname().machine}.whl")
folder = ROOT / "build" / "venv-bench"
pip = [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check"]
if not (folder / "bin" / "pip").exists():
    subprocess.run([found[version], "-m", "venv", folder], check=True)
subprocess.run([*pip, "-r", ROOT / "python" / "requirements-bench.txt"], check=True)
subprocess.run([*pip, "--force-reinstall", "--no-deps", wheel], check=True)
python = str(folder / "bin" / "python")
os.execv(python, [python, "-P", str(ROOT / "bench" / "python_report.py"), *sys.argv[1:]])
