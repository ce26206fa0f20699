"""NeMo Curator: the steps of ``pagekin.steps`` as stages, so that its executors divide them among workers.

    python curator_templates.py RUN pages.tsv a.warc.gz b.warc.gz ...

The first pipeline has a task for each archive, the second one for each bucket. What is done is not done again.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from nemo_curator.stages.base import ProcessingStage
from nemo_curator.tasks import EmptyTask, FileGroupTask

from pagekin.steps import Run


@dataclass
class Archives(ProcessingStage[EmptyTask, FileGroupTask]):  # type: ignore[misc]
    """A task for each archive of a run, or, with `buckets`, for each bucket."""

    folder: str
    buckets: bool = False
    name: str = "pagekin_tasks"

    def inputs(self) -> tuple[list[str], list[str]]:
        """Called by Curator."""
        return [], []

    def outputs(self) -> tuple[list[str], list[str]]:
        """Called by Curator."""
        return ["data"], []

    def process(self, task: EmptyTask) -> list[FileGroupTask]:
        """Called by Curator."""
        run = Run(self.folder)
        count = run.buckets if self.buckets else len(run.archives)
        return [FileGroupTask(dataset_name=self.folder, data=[str(number)]) for number in range(count)]


@dataclass
class Features(ProcessingStage[FileGroupTask, FileGroupTask]):  # type: ignore[misc]
    """Features of the archives whose numbers come."""

    folder: str
    name: str = "pagekin_features"

    def inputs(self) -> tuple[list[str], list[str]]:
        """Called by Curator."""
        return ["data"], []

    def outputs(self) -> tuple[list[str], list[str]]:
        """Called by Curator."""
        return ["data"], []

    def process(self, task: FileGroupTask) -> FileGroupTask:
        """Called by Curator."""
        for number in task.data:
            Run(self.folder).features(int(number))
        return task


@dataclass
class Templates(Features):
    """Templates of the buckets whose numbers come; all features are there."""

    name: str = "pagekin_templates"

    def process(self, task: FileGroupTask) -> FileGroupTask:
        """Called by Curator."""
        for number in task.data:
            Run(self.folder).templates(int(number))
        return task


def find_templates(folder: str, archives: list[str], output: str) -> int:
    """All steps, with Curator's own executor."""
    from nemo_curator.pipeline import Pipeline

    run = Run.plan(folder, archives)
    Pipeline(name="features", stages=[Archives(folder), Features(folder)]).run()
    Pipeline(name="templates", stages=[Archives(folder, buckets=True), Templates(folder)]).run()
    run.join()
    return run.write(output)


if __name__ == "__main__":
    print(find_templates(sys.argv[1], sys.argv[3:], sys.argv[2]), "pages")
