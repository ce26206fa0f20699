"""Answers of a person or a model to prompts: what fields the numbered slots of a page are."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Union

#: A path of JSON; mappings with ``page`` and ``answers``, and perhaps the ``slots`` that were shown; pairs of a prompt and
#: the text or mapping that came back; or a mapping from pages to answers.
Answers = Union[None, str, "os.PathLike[str]", Mapping[Any, Any], Iterable[Any]]

_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.S)


def parse_reply(text: str) -> Any:
    """The JSON in what a model wrote, also between words or in a fenced block. Raises ValueError."""
    block = _FENCE.search(text)
    if block:
        text = block[1]
    begin = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=-1)
    if begin < 0:
        raise ValueError("there is not JSON object in it")
    value, _ = json.JSONDecoder().raw_decode(text[begin:])
    return value


def _rows(answers: Any) -> list[dict[str, Any]]:
    """Answers as mappings with page, answers and slots (those that were shown; None: not known)."""
    if answers is None:
        return []
    if isinstance(answers, (str, os.PathLike)):
        with open(answers, encoding="utf-8") as file:
            text = file.read()
        try:
            answers = json.loads(text)
        except ValueError:
            answers = [json.loads(line) for line in text.splitlines() if line.strip()]
    if isinstance(answers, Mapping):
        if "pages" in answers and "answers" not in answers:  # what `label` wrote, filled in
            answers = answers["pages"]
        elif "page" in answers and "answers" in answers:
            answers = [answers]
        else:
            answers = [{"page": page, "answers": given} for page, given in answers.items()]
    rows: list[dict[str, Any]] = []
    for number, answer in enumerate(answers):
        prompt: Any = None
        if isinstance(answer, tuple) and len(answer) == 2:
            prompt, answer = answer
            page = getattr(prompt, "page", prompt)
            answer = {"page": page, "answers": answer}
        if not isinstance(answer, Mapping) or "page" not in answer:
            raise TypeError(f"answer {number}: expected a mapping with page and answers, or a pair of a prompt and its answer")
        slots = answer.get("slots")
        shown = getattr(prompt, "slots", None)
        rows.append(
            {
                "page": str(answer["page"]),
                "answers": answer.get("answers"),
                "slots": {slot.number for slot in shown} if shown is not None
                else {int(slot["slot"]) for slot in slots if "slot" in slot} if slots is not None and slots else None,
            }
        )
    return rows


def _problem(page: str, field: str, text: str) -> dict[str, Any]:
    return {"file": "", "line": 0, "page": page, "field": field, "problem": text}


def check_answers(answers: Any) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Answers that can be right, and the problems of the others: no JSON, a slot that was not shown, a slot for two fields."""
    good: list[dict[str, Any]] = []
    problems: list[dict[str, Any]] = []
    for row in _rows(answers):
        page, given = row["page"], row["answers"]
        if isinstance(given, str):
            try:
                given = parse_reply(given)
            except ValueError as error:
                problems.append(_problem(page, "", f"the answer cannot be read: {error}"))
                continue
        if isinstance(given, Mapping) and isinstance(given.get("answers"), Mapping):
            given = given["answers"]
        if not isinstance(given, Mapping):
            problems.append(_problem(page, "", f"expected an object of fields and slots, got {type(given).__name__}"))
            continue
        users: dict[int, list[str]] = {}
        for field, value in given.items():
            for slot in value if isinstance(value, list) else [value]:
                if isinstance(slot, int) and not isinstance(slot, bool):
                    users.setdefault(slot, []).append(str(field))
        for field, value in given.items():
            values = value if isinstance(value, list) else [value]
            wrong = ""
            if isinstance(value, list) and not value:
                wrong = "names no slot; null says that the page lacks the field"
            for slot in values:
                if slot is None and not isinstance(value, list):
                    continue
                if isinstance(slot, bool) or not isinstance(slot, (int, str)):
                    wrong = f"expected the number of a slot, a text or null, got {slot!r}"
                elif isinstance(slot, int) and row["slots"] is not None and slot not in row["slots"]:
                    wrong = f"names no slot: {slot} was not shown"
                elif isinstance(slot, int) and len(set(users[slot])) > 1:
                    others = ", ".join(f"'{other}'" for other in dict.fromkeys(users[slot]) if other != str(field))
                    wrong = f"slot {slot} is named twice: {others} has it, too"
                elif isinstance(slot, int) and users[slot].count(str(field)) > 1:
                    wrong = f"slot {slot} is named twice"
            if wrong:
                problems.append(_problem(page, str(field), wrong))
            else:
                good.append({"page": page, "field": str(field), "values": values, "is_list": isinstance(value, list)})
    return good, problems


def to_answer_labels(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Labels of answers that were checked."""
    labels: list[dict[str, Any]] = []
    for answer in answers:
        for value in answer["values"]:
            label: dict[str, Any] = {"page": answer["page"], "field": answer["field"]}
            if isinstance(value, int):
                label["slot"] = value
            elif value is not None:
                label["value"] = value
            labels.append(label)
    return labels
