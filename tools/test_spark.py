#!/usr/bin/env python3
"""Installs a wheel and PySpark into a virtual environment and runs the tests of pagekin.spark there.

Usage: test_spark.py [--spark VERSION] [--faults]     --faults: the longer tests, which kill executors
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

import python_versions

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
PYTHON = (3, 11)  # the newest that all supported versions of PySpark run on

arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
arguments.add_argument("--spark", default="4.3.0", help="version of PySpark")
arguments.add_argument("--faults", action="store_true")
arguments.add_argument("tests", nargs="*", help="for pytest")
given = arguments.parse_args()

found = python_versions.find()
if PYTHON not in found:
    sys.exit(f"Python {PYTHON[0]}.{PYTHON[1]} is needed to run PySpark {given.spark}")
if shutil.which("java") is None:
    sys.exit("Spark needs Java 17: apt-get install openjdk-17-jre-headless")
wheels = list((BUILD / "wheels").glob("pagekin-*-cp{}{}-*_{}.whl".format(*PYTHON, os.uname().machine)))
if not wheels:
    sys.exit("there is no wheel for Python {}.{}: make wheels".format(*PYTHON))
folder = BUILD / f"venv-spark-{given.spark}"
pip = [folder / "bin" / "pip", "install", "--no-compile", "--quiet", "--disable-pip-version-check"]
if not (folder / "done").exists():
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([found[PYTHON], "-m", "venv", folder], check=True)
    subprocess.run([*pip, "-r", ROOT / "python" / "requirements-spark.txt", f"pyspark=={given.spark}"], check=True)
    (folder / "done").touch()
subprocess.run([*pip, "--force-reinstall", "--no-deps", wheels[0]], check=True)
environment = {key: value for key, value in os.environ.items() if key not in ("SPARK_HOME", "PYTHONPATH")}
environment.setdefault("PAGEKIN_PROGRAM", str(BUILD / "release" / "cli" / "pagekin"))
environment["PAGEKIN_SPARK_FAULTS"] = "1" if given.faults else ""
folder_of_tests = ROOT / "python" / "tests" / "spark"
chosen = given.tests or [folder_of_tests / "test_spark_faults.py" if given.faults else folder_of_tests]
subprocess.run(
    [folder / "bin" / "python", "-P", "-m", "pytest", "-q", "--durations=5", "-p", "no:cacheprovider", *chosen],
    check=True, cwd=BUILD, env=environment)
