"""datatrove: the steps of ``pagekin.steps`` as blocks, so that its executors (local, Slurm, Ray) divide them among tasks.

    python datatrove_templates.py RUN pages.tsv a.warc.gz b.warc.gz ...

A task does every Nth archive, or every Nth bucket. What is done is not done again, whatever the executor remembers.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.base import PipelineStep

from pagekin.steps import Run


class Features(PipelineStep):  # type: ignore[misc]
    """Features of the archives of a run."""

    name, type = "features of archives", "pagekin"

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.folder = folder

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """Called by datatrove; hands on what comes from the block before."""
        yield from data or ()
        run = Run(self.folder)
        for archive in range(rank, len(run.archives), world_size):
            with self.track_time():
                self.stat_update("pages", value=run.features(archive))


class Templates(Features):
    """Templates of the buckets of a run, whose features are all there."""

    name = "templates of buckets"

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """Called by datatrove."""
        yield from data or ()
        run = Run(self.folder)
        for bucket in range(rank, run.buckets, world_size):
            with self.track_time():
                self.stat_update("sites", value=run.templates(bucket))


def find_templates(folder: str, archives: list[str], output: str, tasks: int = 4, logs: str = "logs") -> int:
    """All steps on this machine; with ``SlurmPipelineExecutor(depends=...)`` in place of the local one on a cluster."""
    run = Run.plan(folder, archives)
    features = LocalPipelineExecutor([Features(folder)], tasks=tasks, logging_dir=f"{logs}/features", skip_completed=False)
    templates = LocalPipelineExecutor([Templates(folder)], tasks=tasks, logging_dir=f"{logs}/templates", skip_completed=False)
    features.run()
    templates.run()
    run.join()
    return run.write(output)


if __name__ == "__main__":
    print(find_templates(sys.argv[1], sys.argv[3:], sys.argv[2]), "pages")
