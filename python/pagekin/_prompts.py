"""The loop with a model: what to ask of each template, and answers that ``pagekin.learn`` takes."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Optional, Union

from . import _pagekin
from ._errors import OptionError
from ._options import collect, names_of, thread_count, with_options
from ._progress import Progress, Watched
from ._record_tables import column_line, extract
from ._spool import Again
from ._templates_of import Clusters, TemplatesOf
from ._types import Clustering, Path

_INSTRUCTION = (
    "Below is a web page that stands for all pages of one template: its texts and attributes, each with the number of its "
    "slot. Answer with one JSON object. Its keys are the names of fields, its values are numbers of slots; a list of numbers "
    "for a field with several values, null for a field that the page lacks. Use each number once."
)


@dataclass(frozen=True)
class Slot:
    """A text or an attribute of a page, which an answer names by its number."""

    number: int
    kind: str  #: text, href, src, alt, meta, json-ld ...
    text: str
    before: str  #: the text before it
    element: str  #: "span.price"


@dataclass(frozen=True)
class Prompt:
    """What to ask about a template. ``str(prompt)`` is the text for a model."""

    page: str  #: the address of the representative
    template: Union[int, str]
    name: str  #: of the template
    covers: int  #: pages for which the answer holds
    slots: tuple[Slot, ...]
    columns: tuple[Mapping[str, Any], ...] = ()  #: what varies in the template: name, type, fill, examples
    left_out: int = 0  #: slots that are beyond the budget
    fields: tuple[str, ...] = ()  #: the names that are asked for; empty: the model chooses them
    budget: int = field(default=0, compare=False)  #: tokens

    def __str__(self) -> str:
        lines = [_INSTRUCTION]
        if self.fields:
            lines.append("Fields: " + ", ".join(self.fields))
        lines += [f"Page: {self.page}", f"Template: {self.name}, {self.covers} pages", "Slots:"]
        lines += [_slot_line(slot) for slot in self.slots]
        if self.left_out:
            lines.append(f"({self.left_out} further slots are left out)")
        if self.columns:
            lines.append("What varies on the pages of this template, with examples of other pages:")
            lines += [json.dumps(column, ensure_ascii=False) for column in self.columns]
        return "\n".join(lines) + "\n"


def _short(text: str, length: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 3] + "..."


def _slot_line(slot: Slot) -> str:
    before = f" after {json.dumps(_short(slot.before, 40), ensure_ascii=False)}" if slot.before else ""
    kind = "" if slot.kind == "text" else f" {slot.kind}"
    return f"{slot.number}: {json.dumps(_short(slot.text, 120), ensure_ascii=False)} ({slot.element}{kind}{before})"


def estimate_tokens(text: str) -> int:
    """About how many tokens a text has: one for three bytes, more than usual models count for pages."""
    return (len(text.encode()) + 2) // 3


class Prompts(Sequence[Prompt]):
    """One prompt for each template, those that cover most pages first."""

    def __init__(self, prompts: list[Prompt], pages: int, covered: int) -> None:
        self._prompts = prompts
        self._answered: dict[int, Any] = {}  # by place: of a round that an exception ended
        self.pages = pages  #: of all templates
        self.covered = covered  #: pages for which the answers hold

    def __getitem__(self, at: Any) -> Any:
        return self._prompts[at]

    def __len__(self) -> int:
        return len(self._prompts)

    def __iter__(self) -> Iterator[Prompt]:
        return iter(self._prompts)

    def answer(self, model: Callable[[str], Any]) -> list[tuple[Prompt, Any]]:
        """Calls `model` with the text of each prompt, once a template, and returns the pairs that ``pagekin.learn`` takes as
        `answers`. What `model` raises ends it; the answers that were given until then are kept, and the next call asks for the others."""
        for place, prompt in enumerate(self._prompts):
            if place not in self._answered:
                answer = model(str(prompt))
                if inspect.isawaitable(answer):
                    if inspect.iscoroutine(answer):
                        answer.close()
                    raise TypeError("model is a coroutine: use answer_async")
                self._answered[place] = answer
        return self._all_answers()

    async def answer_async(self, model: Callable[[str], Awaitable[Any]], *, at_once: int = 8) -> list[tuple[Prompt, Any]]:
        """The same for a coroutine; at most `at_once` calls run at a time."""
        if at_once < 1:
            raise OptionError(f"option `at_once` takes 1 or more, got {at_once}")
        left = [place for place in range(len(self._prompts)) if place not in self._answered][::-1]

        async def ask() -> None:
            while left:
                place = left.pop()
                self._answered[place] = await model(str(self._prompts[place]))

        tasks = [asyncio.ensure_future(ask()) for _ in range(min(at_once, len(left)))]
        try:
            await asyncio.gather(*tasks)
        except BaseException:
            left.clear()  # the answers of calls that are under way are still kept
            await asyncio.gather(*tasks, return_exceptions=True)
            raise
        return self._all_answers()

    def _all_answers(self) -> list[tuple[Prompt, Any]]:
        answered, self._answered = self._answered, {}
        return [(prompt, answered[place]) for place, prompt in enumerate(self._prompts)]

    def __repr__(self) -> str:
        return f"Prompts({len(self)} templates, {self.covered:,} of {self.pages:,} pages)"


@with_options("label")
def label(
    pages: Any,
    *,
    clusters: Clusters = None,
    model: Optional[Path] = None,
    method: str = "auto",
    measure: str = "",
    # options of label
    max_pages: int = 20,
    all_slots: bool = False,
    # end of options
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    progress: Progress = None,
    **reading: Any,
) -> dict[str, Any]:
    """The pages that are worth a label, those that cover most pages first, with their slots numbered: what ``pagekin label
    --representatives`` writes. Fill in "answers" of its "pages" and give it to ``pagekin.learn`` as `answers`."""
    threads = thread_count(threads)
    again = Again(pages, url=url, html=html, **reading)
    with TemplatesOf(clusters, model, method, measure) as templates, Watched(progress) as watched:
        text, _ = _pagekin.label(again.source(), templates, collect("label", locals()), threads, watched)
    found: dict[str, Any] = json.loads(text)
    return found


def make_prompts(
    result: Clustering,
    pages: Any,
    *,
    budget: int,
    fields: Union[str, Sequence[str]],
    max_templates: int,
    min_pages: int,
    columns: bool,
    url: str,
    html: str,
    threads: int,
    progress: Progress,
    **reading: Any,
) -> Prompts:
    """See ``ClusterResult.prompts``."""
    again = Again(pages, url=url, html=html, **reading)
    found = label(again.pages, clusters=result, max_pages=100_000, url=url, html=html, threads=threads, progress=progress, **reading)
    described: dict[str, list[dict[str, Any]]] = {}
    if columns:
        tables = extract(again.pages, clusters=result, url=url, html=html, threads=threads, progress=progress, **reading)
        for table in tables.tables:
            described[str(table.template)] = [column_line(vars(column), 40) for column in table.columns]
    prompts: list[Prompt] = []
    seen: set[str] = set()
    described_templates = result.template_table().to_dict()
    sizes = {str(template): pages for template, pages in zip(described_templates["template"], described_templates["pages"])}
    for row in found["pages"]:
        template = str(row["template"])
        # One call a template: further variants of it are found by what their pages share with the first.
        if template in seen or sizes.get(template, 0) < min_pages:
            continue
        seen.add(template)
        slots = tuple(
            Slot(slot["slot"], slot.get("kind", "text"), slot["text"], slot.get("before") or "", slot.get("element") or "")
            for slot in row["slots"]
        )
        prompts.append(
            _within(
                Prompt(
                    page=row["page"],
                    template=int(template) if template.isdigit() else template,
                    name=row.get("name") or "",
                    covers=sizes.get(template, row.get("covers", 0)),
                    slots=slots,
                    columns=tuple(described.get(template, ())),
                    fields=tuple(names_of(fields)),
                    budget=budget,
                )
            )
        )
        if len(prompts) == max_templates:
            break
    return Prompts(prompts, result.page_count, sum(prompt.covers for prompt in prompts))


def _within(prompt: Prompt) -> Prompt:
    """The prompt with as many slots and columns as its budget has room for: first slots in document order, texts before
    attributes, then columns, the fullest first."""
    bare = replace(prompt, slots=(), columns=(), left_out=len(prompt.slots))
    room = prompt.budget - estimate_tokens(str(bare)) - 30
    chosen: set[int] = set()
    for slot in sorted(prompt.slots, key=lambda slot: (slot.kind != "text", slot.number)):
        cost = estimate_tokens(_slot_line(slot) + "\n")
        if cost <= room:
            room -= cost
            chosen.add(slot.number)
    columns: set[int] = set()
    for place, column in sorted(enumerate(prompt.columns), key=lambda item: (-item[1]["fill"], item[0])):
        cost = estimate_tokens(json.dumps(column, ensure_ascii=False) + "\n")
        if cost <= room:
            room -= cost
            columns.add(place)
    slots = tuple(slot for slot in prompt.slots if slot.number in chosen)
    if prompt.slots and not slots:
        error = OptionError(
            f"option `budget`: {prompt.budget} tokens have no room for a slot of {prompt.page}; the instructions alone take {estimate_tokens(str(bare))}"
        )
        error.option = "budget"
        raise error
    return replace(
        prompt,
        slots=slots,
        columns=tuple(column for place, column in enumerate(prompt.columns) if place in columns),
        left_out=len(prompt.slots) - len(slots),
    )
