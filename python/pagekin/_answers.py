"""Answers of a person or a model to prompts: what fields the numbered slots of a page are."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Optional, Union

from ._pages import checked_file

#: A path of JSON; mappings with ``page`` and ``answers``, and perhaps the ``slots`` that were shown; pairs of a prompt and
#: the text or mapping that came back; or a mapping from pages to answers.
Answers = Union[None, str, "os.PathLike[str]", Mapping[Any, Any], Iterable[Any]]

_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.S)
_OBJECT = re.compile(r"[{\[]")
_BEGUN = re.compile(r"""[{\[]\s*["'{\[]""")  # it means to be one
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True)
class _Wrong:
    """What is wrong with a value."""

    text: str


class _Object(dict[str, Any]):
    """A JSON object that knows all its pairs; a dict keeps only the last of equal names."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs

    def repeated(self) -> list[str]:
        """Names that have several values."""
        return list(dict.fromkeys(name for name, value in self.pairs if value != self[name]))


def parse_reply(text: str) -> Any:
    """The JSON object in what a model wrote, also between words or in a fenced block. Raises ValueError, also if there are
    several that differ: any of them may be the answer."""
    blocks = _FENCE.findall(text)
    if blocks:
        text = "\n".join(blocks)
    decoder = json.JSONDecoder(object_pairs_hook=_Object)
    found: list[Any] = []
    first_error: Optional[ValueError] = None
    at = 0
    while (begin := _OBJECT.search(text, at)) is not None:
        try:
            value, at = decoder.raw_decode(text, begin.start())
        except ValueError as error:
            if _BEGUN.match(text, begin.start()):
                raise  # cut off, or not quite JSON: what is inside of it is not the answer
            first_error = first_error or error
            at = begin.end()
            continue
        if value not in found:
            found.append(value)
    objects = [value for value in found if isinstance(value, dict)] or found
    if len(objects) > 1:
        raise ValueError(f"it has {len(objects)} different JSON objects")
    if not objects:
        raise first_error or ValueError("no JSON object was found in it")
    return objects[0]


def _rows(answers: Any) -> list[dict[str, Any]]:
    """Answers as mappings with page, answers and slots (texts of those that were shown, by number; None: not known)."""
    if answers is None:
        return []
    if isinstance(answers, (str, os.PathLike)):
        with open(checked_file(answers), encoding="utf-8") as file:
            text = file.read()
        try:
            answers = json.loads(text, object_pairs_hook=_Object)
        except ValueError:
            answers = [json.loads(line, object_pairs_hook=_Object) for line in text.splitlines() if line.strip()]
    if isinstance(answers, Mapping):
        if "pages" in answers and "answers" not in answers:  # what `label` wrote, filled in
            answers = answers["pages"]
        elif "page" in answers and "answers" in answers:
            answers = [answers]
        else:
            pairs = answers.pairs if isinstance(answers, _Object) else answers.items()
            answers = [{"page": page, "answers": given} for page, given in pairs]
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
                "slots": {slot.number: slot.text for slot in shown} if shown is not None
                else {int(slot["slot"]): str(slot.get("text") or "") for slot in slots if "slot" in slot} if slots else None,
            }
        )
    return rows


def _problem(page: str, field: str, text: str) -> dict[str, Any]:
    return {"file": "", "line": 0, "page": page, "field": field, "problem": text}


def _shown(text: str) -> str:
    return " ".join(text.split())


def _as_slot(value: Any, slots: Optional[dict[int, str]]) -> Union[Any, _Wrong]:
    """A value as it is meant: a text that is the number of a slot that was shown means the slot, as models often write it."""
    if slots is None or not isinstance(value, str) or not _NUMBER.fullmatch(value.strip()):
        return value
    number = int(value)
    if number not in slots:
        return value
    text = value.strip()
    others = [other for other, its_text in slots.items() if _shown(its_text) == text and other != number]
    if others and _shown(slots[number]) != text:
        return _Wrong(f'"{text}" may mean slot {number}, or the text of slot {others[0]}; write {number} or {others[0]} without quotes')
    return number


def _wrong_with(value: Any, field: str, slots: Optional[dict[int, str]], users: Mapping[int, list[str]], is_list: bool) -> str:
    """What is wrong with a value of a field; empty: nothing."""
    if isinstance(value, _Wrong):
        return value.text
    if value is None and not is_list:
        return ""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return f"expected the number of a slot, a text or null, got {value!r}"
    if isinstance(value, str):
        return ""
    if slots is not None and value not in slots:
        return f"names no slot: {value} was not shown"
    if len(set(users[value])) > 1:
        others = ", ".join(f"'{other}'" for other in dict.fromkeys(users[value]) if other != field)
        return f"slot {value} is named twice: {others} has it, too"
    if users[value].count(field) > 1:
        return f"slot {value} is named twice"
    return ""


def check_answers(answers: Any) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Answers that can be right, and the problems of the others: no JSON, a slot that was not shown, a slot for two fields, a field with
    two answers, a text that may be the number of a slot."""
    good: dict[tuple[str, str], dict[str, Any]] = {}
    doubtful: set[tuple[str, str]] = set()
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
        repeated = given.repeated() if isinstance(given, _Object) else []
        fields: dict[str, tuple[list[Any], bool]] = {}
        users: dict[int, list[str]] = {}
        for field, value in given.items():
            values = [_as_slot(one, row["slots"]) for one in (value if isinstance(value, list) else [value])]
            fields[str(field)] = values, isinstance(value, list)
            for one in values:
                if isinstance(one, int) and not isinstance(one, bool):
                    users.setdefault(one, []).append(str(field))
        for field, (values, is_list) in fields.items():
            wrong = "names no slot; null says that the page lacks the field" if is_list and not values else ""
            for one in values:
                wrong = _wrong_with(one, field, row["slots"], users, is_list) or wrong
            if not field.strip():
                wrong = "a field has no name"
            if field in repeated:
                wrong = "has two different answers in one object"
            answer = {"page": page, "field": field, "values": values, "is_list": is_list}
            key = page, field
            if not wrong and good.get(key, answer) != answer:
                wrong = "has two different answers"
                doubtful.add(key)
            if wrong:
                problems.append(_problem(page, field, wrong))
            else:
                good[key] = answer
    return [answer for key, answer in good.items() if key not in doubtful], problems


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
