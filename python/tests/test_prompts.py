"""The loop with a model: one call a template, answers that are checked, fields that are right."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

import pagekin
from conftest import ROOT
from pagekin._answers import check_answers, parse_reply

SHOP = str(ROOT / "examples" / "shop.jsonl.gz")


def stand_in(prompt):
    """A model that knows shops and blogs: it names slots by what their lines look like."""
    answer = {}
    for line in prompt.splitlines():
        slot = re.match(r'(\d+): "(.*)" \(([^ )]+)', line)
        if not slot:
            continue
        number, element = int(slot[1]), slot[3]
        if element == "h1" and "name" not in answer:
            answer["name"] = number
        if element == "p.price":
            answer["price"] = number
        if 'after "Maker"' in line:
            answer["maker"] = number
    return "Here is the answer:\n```json\n" + json.dumps(answer) + "\n```\n"


@pytest.fixture(scope="module")
def result():
    return pagekin.cluster(SHOP)


def test_the_loop(result):
    calls = []

    def model(prompt):
        calls.append(prompt)
        return stand_in(prompt)

    prompts = result.prompts(fields=["name", "price", "maker"])
    assert prompts.covered == prompts.pages == 66
    answers = prompts.answer(model)
    assert len(calls) == len(prompts) == len(result.templates) == 3  # not 66
    wrapper = pagekin.learn(SHOP, answers=answers, clusters=result)
    assert wrapper.problems == []
    # The fields are right on all pages of the template, as the pages themselves say.
    for page in result[1].pages():
        record = wrapper.extract(page.html, page.url)
        text = page.text
        assert record["name"] == re.search("<h1[^>]*>([^<]*)", text)[1]
        assert record["price"] == re.search('<p class="?price"?>([^<]*)', text)[1]


def test_a_prompt_has_slots_and_columns(result):
    prompt = result.prompts()[0]
    assert prompt.template == 1 and prompt.covers == 48 and prompt.left_out == 0
    text = str(prompt)
    assert all(f"\n{slot.number}: " in text for slot in prompt.slots)
    assert any(column["name"] == "price" and len(column["examples"]) == 3 for column in prompt.columns)
    assert pagekin.estimate_tokens(text) <= 4000
    assert not result.prompts(columns=False)[0].columns


@pytest.mark.parametrize("budget", [300, 600, 1500])
def test_a_prompt_keeps_to_its_budget(result, budget):
    for prompt in result.prompts(budget=budget):
        assert pagekin.estimate_tokens(str(prompt)) <= budget
        assert prompt.left_out == 0 or "left out" in str(prompt)
    assert result.prompts(budget=300)[0].left_out > 0


def test_a_name_of_a_field_is_not_a_list_of_letters(result):
    assert result.prompts(fields="name, price")[0].fields == ("name", "price")


def test_a_budget_without_room_for_a_slot_is_refused(result):
    with pytest.raises(pagekin.OptionError, match="20 tokens have no room for a slot of .*; the instructions alone take") as refused:
        result.prompts(budget=20)
    assert refused.value.option == "budget"


def test_answers_that_were_given_before_a_failure_are_kept(result):
    prompts = result.prompts()
    calls = []

    def model(text):
        calls.append(text)
        if len(calls) == 3:
            raise TimeoutError("too many requests")
        return stand_in(text)

    with pytest.raises(TimeoutError):
        prompts.answer(model)
    answers = prompts.answer(model)
    assert len(calls) == 4 and calls[3] == calls[2]
    assert answers == [(prompt, stand_in(str(prompt))) for prompt in prompts]
    prompts.answer(model)  # begins anew
    assert len(calls) == 7


def test_answers_of_a_coroutine(result):
    prompts = result.prompts()
    calls = []
    running = most = 0

    async def model(text):
        nonlocal running, most
        calls.append(text)
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        if len(calls) == 3 and calls.count(text) == 1 and text == calls[2]:
            raise TimeoutError("too many requests")
        return stand_in(text)

    with pytest.raises(TypeError, match="answer_async"):
        prompts.answer(model)
    with pytest.raises(pagekin.OptionError, match="at_once"):
        asyncio.run(prompts.answer_async(model, at_once=0))
    with pytest.raises(TimeoutError):
        asyncio.run(prompts.answer_async(model, at_once=2))
    answers = asyncio.run(prompts.answer_async(model, at_once=2))
    assert len(calls) == 4 and most == 2
    assert answers == [(prompt, stand_in(str(prompt))) for prompt in prompts]


def test_answers_that_cannot_be_right_are_named(result):
    prompt = result.prompts()[0]
    first, second = prompt.slots[1].number, prompt.slots[2].number
    answers = [(prompt, {"name": first, "title": first, "price": 9999, "maker": [], "weight": second, "odd": 1.5})]
    with pytest.warns(pagekin.LabelWarning, match="named twice"):
        wrapper = pagekin.learn(SHOP, answers=answers, clusters=result)
    problems = {problem.field: problem.problem for problem in wrapper.problems}
    assert set(problems) == {"name", "title", "price", "maker", "odd"}
    assert "slot" in problems["name"] and "'title'" in problems["name"] and "twice" in problems["title"]
    assert "names no slot: 9999" in problems["price"] and "names no slot" in problems["maker"]
    assert all(problem.page == prompt.page for problem in wrapper.problems)
    assert {field.name for field in wrapper.fields} == {"weight"}


def test_an_answer_that_is_not_json_is_named(result):
    prompts = result.prompts()
    answers = [(prompts[0], "I cannot help with that."), (prompts[1], '{"title": %d}' % prompts[1].slots[0].number)]
    with pytest.warns(pagekin.LabelWarning, match="cannot be read"):
        wrapper = pagekin.learn(SHOP, answers=answers, clusters=result)
    assert [problem.page for problem in wrapper.problems] == [prompts[0].page]
    with pytest.raises(pagekin.OptionError, match="cannot be read"):
        pagekin.learn(SHOP, answers=[(prompts[0], "no")], clusters=result)


def test_a_slot_in_quotes_is_learned_as_a_slot(result):
    prompt = result.prompts()[0]
    price = next(slot for slot in prompt.slots if slot.element == "p.price")
    quoted = pagekin.learn(SHOP, answers=[(prompt, '{"price": "%d"}' % price.number)], clusters=result)
    assert quoted.problems == []
    assert bytes(quoted) == bytes(pagekin.learn(SHOP, answers=[(prompt, {"price": price.number})], clusters=result))


def test_a_slot_that_the_page_lacks_is_named_without_a_prompt(result):
    page = result.prompts()[0].page
    with pytest.warns(pagekin.LabelWarning, match="slot 5000 does not exist"):
        pagekin.learn(SHOP, answers={page: {"name": 5000, "price": "$20.21"}}, clusters=result)


def test_answers_in_all_forms(result, tmp_path):
    asked = pagekin.label(SHOP, clusters=result)
    page = asked["pages"][0]
    page["answers"] = {"name": page["slots"][1]["slot"]}
    for other in asked["pages"][1:]:
        other["answers"] = {}
    expected = bytes(pagekin.learn(SHOP, answers=asked, clusters=result))
    (tmp_path / "answers.json").write_text(json.dumps(asked))
    assert bytes(pagekin.learn(SHOP, answers=tmp_path / "answers.json", clusters=result)) == expected
    assert bytes(pagekin.learn(SHOP, answers=[page], clusters=result)) == expected
    assert bytes(pagekin.learn(SHOP, answers={page["page"]: page["answers"]}, clusters=result)) == expected
    with pytest.raises(TypeError, match="answer 0"):
        pagekin.learn(SHOP, answers=[{"answers": {}}])


@pytest.mark.parametrize("text, value", [
    ('{"a": 1}', {"a": 1}), ('Sure!\n```json\n{"a": [1, 2]}\n```', {"a": [1, 2]}), ('The answer is {"a": null}.', {"a": None}),
])  # fmt: skip
def test_replies(text, value):
    assert parse_reply(text) == value


SLOTS = [{"slot": 5, "text": "17"}, {"slot": 16, "text": "x"}, {"slot": 17, "text": "$9.00"}, {"slot": 18, "text": " 18 "}]


def checked(answers, slots=SLOTS):
    good, problems = check_answers([{"page": "a", "answers": answers, "slots": slots}])
    return {one["field"]: one["values"] for one in good}, {one["field"]: one["problem"] for one in problems}


@pytest.mark.parametrize("text, problem", [
    ('It may be {"a": 1} or {"a": 2}', "2 different JSON objects"), ('```json\n{"a": 1}\n```\nor\n```json\n{"a": 2}\n```', "2 different"),
    ('{"answers": {"a": 1}, "b', "Unterminated"), ("I do not know [1]", "expected an object"), ('{"": 3}', "has no name"),
])  # fmt: skip
def test_replies_that_may_mean_several_things_are_named(text, problem):
    good, problems = check_answers([("page", text)])
    assert good == [] and problem in problems[0]["problem"]


def test_words_in_braces_are_not_the_answer():
    good, problems = check_answers([("page", 'As {asked} in [1], {"a": 5}. Again: {"a": 5}')])
    assert problems == [] and good[0]["values"] == [5]


def test_a_number_in_quotes_is_the_slot_that_was_shown():
    assert checked({"x": "16", "y": ["18"], "z": "19", "w": "016"}) == ({"x": [16], "y": [18], "z": ["19"], "w": ["016"]}, {})
    assert checked({"x": "16"}, slots=[]) == ({"x": ["16"]}, {})  # nobody knows what was shown
    good, problems = checked({"x": "16", "y": 16})
    assert good == {} and all("twice" in problem for problem in problems.values()) and set(problems) == {"x", "y"}


def test_a_number_in_quotes_that_may_be_a_text_is_named():
    good, problems = checked({"price": "17", "other": 16})
    assert good == {"other": [16]}
    assert problems == {"price": '"17" may mean slot 17, or the text of slot 5; write 17 or 5 without quotes'}
    assert checked({"price": 17, "other": 5}) == ({"price": [17], "other": [5]}, {})


def test_a_field_with_two_answers_is_named(tmp_path):
    good, problems = checked('{"price": 17, "name": 16, "price": 18, "same": 5, "same": 5}')
    assert good == {"name": [16], "same": [5]} and list(problems) == ["price"] and "two different" in problems["price"]
    # In files and lists, too; an answer that could not be used does not stand against a better one.
    (tmp_path / "a.json").write_text('{"a": {"price": 1, "price": 2, "name": 3}, "b": {"name": 1}, "b": {"name": 2}}')
    good, problems = check_answers(tmp_path / "a.json")
    assert [(one["page"], one["field"], one["values"]) for one in good] == [("a", "name", [3])]
    assert [(one["page"], one["field"]) for one in problems] == [("a", "price"), ("b", "name")]
    good, problems = check_answers([("a", "no"), ("a", {"x": 1.5, "y": 2}), ("a", {"x": 1, "y": 2})])
    assert [(one["field"], one["values"]) for one in good] == [("y", [2]), ("x", [1])]
    assert len(problems) == 2 and "no JSON object was found" in problems[0]["problem"]


def test_unanswered_pages_are_not_problems():
    good, problems = check_answers([{"page": "a", "answers": {"x": None}}])
    assert problems == [] and good[0]["values"] == [None]


def test_the_tutorial(monkeypatch, capsys):
    """Every block of Python of the tutorial runs, and prints the block of text after it."""
    monkeypatch.chdir(ROOT / "examples")
    blocks = re.findall(r"```(\w+)\n(.*?)^```$", (ROOT / "docs" / "tutorials" / "model.md").read_text(), flags=re.M | re.S)
    names: dict[str, object] = {}
    shown = 0
    for (language, code), (_, after) in zip(blocks, blocks[1:]):
        if language == "python":
            exec(code, names)
            printed = capsys.readouterr().out
            if printed:
                assert printed == after
                shown += 1
    assert shown == 3
