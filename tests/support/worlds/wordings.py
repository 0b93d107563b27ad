"""Wordings of the case room's position: a good one, and ways to spoil it."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from foam_graph.reasoning.answer.lines import TITLES
from tests.support.worlds.case_room import Scripted

GOOD: dict[str, Any] = {
    "option": "renew",
    "title": "The permit is renewed",
    "answer": {
        "text": "The permit is renewed, because the form came in time and the noise stayed under the limit.",
        "rests_on": ["A1.conclusion", "A3.conclusion"],
    },
    "why": [
        {"issue": "form", "heading": "The form came in time", "sentences": [
            {"text": "Under the Market charter the form must arrive by 31 March.", "rests_on": ["A1.rule"]},
            {"text": "The Register of the office says “The office was closed on 30 and 31 March.”", "rests_on": ["A1.facts"]},
            {"text": "So the form was in time.", "rests_on": []},
        ]},
        {"issue": "noise", "heading": "57 of 60 decibels", "sentences": [
            {"text": "The limit is 60 decibels, and the meter showed at most 57.", "rests_on": ["A3.rule", "A3.facts"]},
        ]},
        {"issue": "hours", "heading": "The hours stay open", "sentences": [
            {"text": "Both hours are argued, and nothing outweighs either.", "rests_on": ["G1"]},
        ]},
    ],
    "turns": [{"text": "If the form were late, the permit would be refused.", "rests_on": ["T1"], "issue": "form"}],
    "other_side": [{"text": "The stamp says 2 April, and the form was due by 31 March.", "rests_on": ["A7.facts", "A7.rule"]}],
    "order": [{"text": "Renew the permit.", "rests_on": ["A1.conclusion"]}],
    "lacks": [{"text": "The file does not say which hours weigh more.", "rests_on": ["G1"]}],
}  # fmt: skip
"""A wording without a fault."""


def spoiled(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The good wording with a change made to it."""
    made = copy.deepcopy(GOOD)
    change(made)
    return made


def first_of(made: dict[str, Any], part: str) -> dict[str, Any]:
    """The first sentence of a part."""
    found: Any = made["why"][0]["sentences"][0] if part == "why" else made[part]
    sentence: dict[str, Any] = found if isinstance(found, dict) else found[0]
    return sentence


def saying(part: str, text: str, *rests_on: str) -> dict[str, Any]:
    """The good wording with the first sentence of a part replaced."""
    return spoiled(lambda made: first_of(made, part).update(text=text, rests_on=list(rests_on)))


def text_of(wording: Mapping[str, Any]) -> dict[str, Any]:
    """A wording as it is written: its text alone, a paragraph or an item a sentence."""

    def told(sentences: Sequence[Mapping[str, Any]], mark: str = "- ") -> str:
        return "\n".join(f"{mark}{one['text']}" for one in sentences)

    sections = [
        {"heading": one["heading"], "deals_with": [one["issue"]], "text": told(one["sentences"])}
        for one in wording["why"]
    ]
    sections += [
        {"heading": title, "deals_with": [part], "text": told(wording[part], "1. " if part == "order" else "- ")}
        for part, title in TITLES.items()
        if wording.get(part)
    ]
    return {"title": wording["title"], "answer": wording["answer"]["text"], "sections": sections}


def support_of(wording: Mapping[str, Any], position: Sequence[str]) -> dict[str, Any]:
    """What the sentences of a position rest on, so that it becomes a wording: by place, each otherwise worded one changed.

    Args:
        wording: The wording that is wanted.
        position: The lines as they are shown, numbered.
    """
    wanted: dict[str, list[dict[str, Any]]] = {"answer": [wording["answer"]]}
    headings = {"answer": wording["title"], **TITLES}
    for one in wording["why"]:
        headings[f"why {one['issue']}"] = one["heading"]
        wanted.setdefault(f"why {one['issue']}", []).extend(one["sentences"])
    wanted |= {part: list(wording.get(part, ())) for part in TITLES}
    sentences, gone, after = list[dict[str, Any]](), list[str](), dict[str, str]()
    for shown in position:
        name, place, text = _SHOWN.fullmatch(shown).groups()  # type: ignore[union-attr]
        key, _, form = place.rpartition(", ")
        after[key] = name
        if form == "heading":
            if key in headings and text != headings[key]:
                sentences.append({"sentence": name, "rests_on": [], "text": headings[key]})
            continue
        if not wanted.get(key):
            gone.append(name)
            continue
        one = wanted[key].pop(0)
        same = text.startswith(one["text"].rstrip("."))
        sentences.append({"sentence": name, "rests_on": one["rests_on"], "text": "" if same else one["text"]})
    new = [
        {
            "after": after.get(key, key.rpartition(" ")[2]),
            "form": "item",
            "text": one["text"],
            "rests_on": one["rests_on"],
        }
        for key, left in wanted.items()
        for one in left
    ]
    return {
        "option": wording["option"], "sentences": sentences, "gone": gone, "new": new,
        "reliefs": wording.get("reliefs", []),
    }  # fmt: skip


_SHOWN = re.compile(r"(P\d+) \[([^\]]*)\] (.*)$", re.DOTALL)


def words_it(agent: Scripted, *wordings: Mapping[str, Any]) -> None:
    """Has an agent write the first of the wordings as a text, and by naming support make each of them of it in turn.

    Args:
        agent: Who words.
        *wordings: What the position is to be after each call; none for an agent that answers nothing.
    """
    if wordings:
        writes(agent, text_of(wordings[0]))
    supports(agent, *wordings)


def writes(agent: Scripted, text: Mapping[str, Any]) -> None:
    """Has an agent write a text, and keep it when it has heard what came out."""
    agent.says("compose", draft(text))
    agent.says("reconsider", dict(text))


def draft(text: Mapping[str, Any]) -> dict[str, Any]:
    """A text as it is written at first: in Markdown, nobody asks what its sections deal with."""
    sections = [f"## {one['heading']}\n\n{one['text']}" for one in text["sections"]]
    return {"text": "\n\n".join([f"# {text['title']}", text["answer"], *sections])}


def supports(agent: Scripted, *wordings: Mapping[str, Any]) -> None:
    """Has an agent make each of these wordings of the position that it is shown."""
    agent.says("support", *(partial(_supported, one) for one in wordings))


def _supported(wording: Mapping[str, Any], data: Any) -> dict[str, Any]:
    return support_of(wording, data.position)


READ: dict[str, Any] = {"missed": [], "sentences": []}
"""A second reading that finds nothing."""
