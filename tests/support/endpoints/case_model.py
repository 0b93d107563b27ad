"""A model that argues whole cases behind a real local HTTP server: valid answers made from the case file by rule.

It understands nothing; what it says is well-formed, cites sentences that stand in the file and takes opposed sides, so
that every step of a deliberation has something to do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from foam_graph.agents.tasks.position import SCORED
from tests.support.endpoints.openai_server import Handler, completion

_LINE = re.compile(r"^(\d+\.\d+) (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class CaseAsked:
    """One request of a deliberation, decoded.

    Attributes:
        name: Name of the answer model, e.g. ``ArgueOut``.
        data: The task's data.
        sentences: Short id to text, as the case file shows them.
    """

    name: str
    data: dict[str, Any]
    sentences: dict[str, str]


def decoded(body: dict[str, Any]) -> CaseAsked:
    """A request body: what stands before the word that ends the case file, and the data behind it."""
    system, user = body["messages"][:2]
    end = re.search(r"line\s+that\s+holds\s+only\s+the\s+word\s+(\S+)\.", system["content"])
    assert end is not None, "the system message names the word that ends the case file"
    case, mark, rest = user["content"].partition(f"\n{end[1]}\n")
    assert mark, "the case file is ended by its word"
    fenced = re.findall(r"^<<<data\n(.*)\ndata \w{32}>>>$", rest, re.MULTILINE)
    assert fenced
    name = body["response_format"]["json_schema"]["name"]
    data = {name: value for one in fenced for name, value in json.loads(one).items()}
    agenda = re.search(r"^AGENDA\n(.*)$", case, re.MULTILINE)
    if agenda is not None:
        data["agenda"] = json.loads(agenda[1])
    return CaseAsked(name, data, dict(_LINE.findall(case)))


CaseRewrite = Callable[[CaseAsked, dict[str, Any]], Any]


class CaseModel:
    """A behaviour of the server.

    Args:
        rewrite: Turns each good answer into the one that is sent.
    """

    def __init__(self, rewrite: CaseRewrite | None = None) -> None:
        self.asked: list[CaseAsked] = []
        self._rewrite = rewrite or (lambda _asked, answer: answer)

    def __call__(self, handler: Handler, body: dict[str, Any]) -> None:
        answer = self.answer(body)
        text = answer if isinstance(answer, str) else json.dumps(answer)
        usage = (len(json.dumps(body["messages"])) // 4, len(text) // 4 + 1)
        handler.send(json.dumps(completion(text, usage=usage)).encode())

    def answer(self, body: dict[str, Any]) -> Any:
        """What a request is answered, before it is sent."""
        if body["response_format"]["json_schema"]["name"] == "RulingOut":
            # The provisional ruling on a challenge, which is given all it needs: it finds nothing wrong.
            plain = {"verdict": "invalid", "materiality": 0.5, "recommendation": "none"}
            return plain | {"reasons": "It is said.", "rule": ""}
        asked = decoded(body)
        self.asked.append(asked)
        return self._rewrite(asked, _ANSWERS[asked.name](asked))


def some(asked: CaseAsked, count: int, start: int = 0) -> list[str]:
    """Sentences that may be cited, headings and short ones left out."""
    barred = set(asked.data.get("speaker", {}).get("not_citable", ()))
    fit = [i for i, text in asked.sentences.items() if len(text) > 40 and int(i.partition(".")[0]) not in barred]
    return [fit[(start + n) % len(fit)] for n in range(count)]


def _findings(asked: CaseAsked) -> dict[str, Any]:
    """One judgement that counts nothing, and no doubt about what rules found."""
    cited = [{"sentence": one, "role": "claimed"} for one in some(asked, 1)]
    found = {
        "kind": "leaning",
        "verdict": None,
        "text": "Nobody else says so.",
        "sentences": cited,
        "calculation": None,
    }
    return {"findings": [found], "wrong": []}


def _agenda(asked: CaseAsked) -> dict[str, Any]:
    first = some(asked, 2)

    def issue(name: str, kind: str, **more: Any) -> dict[str, Any]:
        outcomes = [{"name": f"{name}_yes", "text": f"{name} holds"}, {"name": f"{name}_no", "text": f"{name} fails"}]
        own = {"name": name, "question": f"Does {name} hold?", "why": "The options need it.", "outcomes": outcomes}
        empty = {"branch": "", "weighs": False, "given_issue": "", "given_outcome": "", "relied": ""}
        return own | empty | {"governing": first, "type": kind} | more

    def need(name: str, way: str) -> dict[str, str]:
        return {"issue": name, "outcome": f"{name}_{way}"}

    grounds = [[need("access", "yes"), need("money", "yes")]], [[need("access", "no")], [need("money", "no")]]
    options = [
        {"name": name, "text": f"The answer is {name}.", "holds_if": [{"all_of": g} for g in holds], "by": first[:1]}
        for name, holds in zip(("open", "shut"), grounds, strict=True)
    ]
    return {
        "options": options,
        "issues": [issue("access", "contention"), issue("money", "contention", weighs=True)],
        "reliefs": [{"text": "A review after one year.", "by": "the treasurer", "asked": first[:1]}],
        "stakeholders": ["pupils: a quiet room", "the town: its budget"],
        "brief": "Open, on the whole.",
        "wanted": [],
    }


def _agenda_anew(asked: CaseAsked) -> dict[str, Any]:
    """What was challenged says that it is said anew; an agenda that was challenged gets one issue more."""
    kind, _, name = asked.data["challenged"].partition(" ")
    empty: dict[str, Any] = {"left_out": [], "issues": [], "options": [], "brief": "Added.", "wanted": []}
    found = empty | {"why": "It is put as the ruling asks."}
    if kind == "option":
        holds = asked.data["agenda"]["holds_if"][name]
        grounds = [[one.split("=") for one in part.strip("()").split(" and ")] for part in holds.split(" or ")]
        holds_if = [{"all_of": [{"issue": i, "outcome": o} for i, o in needs]} for needs in grounds]
        found["options"] = [{"name": name, "text": f"The answer is {name}, anew.", "holds_if": holds_if, "by": []}]
        return found
    issues = _agenda(asked)["issues"]
    if kind == "issue":
        found["issues"] = [one | {"question": f"Does {name} hold anew?"} for one in issues if one["name"] == name]
    else:
        ways = [{"name": f"timing_{way}", "text": f"timing {way}"} for way in ("yes", "no")]
        found["issues"] = [issues[0] | {"name": "timing", "question": "Does timing hold?", "outcomes": ways}]
    return found


def _theory(asked: CaseAsked) -> dict[str, Any]:
    # Speakers take sides by their names, so that every issue is disputed.
    way = ord(asked.data["speaker"]["id"][0]) % 2
    holdings = [
        {"issue": one["name"], "outcome": list(one["outcomes"])[way], "why": "The count shows it."}
        for one in asked.data["agenda"]["issues"]
    ]
    return {"goal": "Decide it.", "holdings": holdings, "anticipated": ["Costs."], "wanted": ["evening count"]}


def _argue(asked: CaseAsked) -> dict[str, Any]:
    forms = asked.data["agenda"]["forms"]
    types = {one["name"]: forms[one["type"]] for one in asked.data["agenda"]["issues"]}
    held = {one["issue"]: one["outcome"] for one in asked.data["holdings"]}
    wanted = [(name, held[name]) for name in asked.data.get("argue", ())]
    wanted += list(asked.data.get("advocate", {}).items())
    found = [_argument(asked, types[name], name, outcome, n) for n, (name, outcome) in enumerate(wanted)]
    return {"arguments": found, "wanted": []}


def _argument(asked: CaseAsked, components: list[str], issue: str, outcome: str, n: int) -> dict[str, Any]:
    parts: list[dict[str, Any]] = []
    for component in components:
        name = component.partition(":")[0].rstrip("*")
        cited = some(asked, 2, 3 * n + len(parts))
        text = f"For {outcome}, {name}: {_words(asked.sentences[cited[0]])}"
        parts.append(
            {
                "component": name,
                "text": text,
                "warrant": "The source says so.",
                "records": [{"tag": f"{name} of {issue}", "sentences": cited[:1], "any_of": "", "stands": "for"}],
                "premises": [parts[-1]["component"]] if parts else [],
                "backing": "",
                "qualifier": "As far as the file goes.",
                "rebuttal": "",
                "values": [],
                "calculation": None,
            }
        )
    return {"issue": issue, "outcome": outcome, "advocacy": False, "parts": parts}


def _words(text: str) -> str:
    return " ".join(text.split()[:12]).rstrip(".,;") + "."


def _criticise(asked: CaseAsked) -> dict[str, Any]:
    """One critique of each opposed argument, and nothing in a second round."""
    if asked.data.get("earlier"):
        return {"critiques": [], "omissions": []}
    found = []
    for argument in asked.data["arguments"][:4]:
        part = argument["parts"][0]
        found.append(
            {
                "target": part["id"],
                "type": "logical_gap",
                "flaw": "weak_warrant",
                "quoted": " ".join(part["text"].split()[:4]),
                "grounds": f"What {part['id']} says is not what its source says.",
                "evidence": some(asked, 1, len(found)),
                "value_target": "",
                "value_critic": "",
                "wanted": "evening count of readers",
            }
        )
    return {"critiques": found, "omissions": []}


def _cross_examine(asked: CaseAsked) -> dict[str, Any]:
    """Every point of the debate holds against the first part that it touches."""
    shown = {part["id"]: part for one in asked.data["arguments"] for part in one["parts"]}
    found = [
        {
            "target": point["touches"][0]["part"], "type": "logical_gap", "flaw": "other",
            "quoted": " ".join(shown[point["touches"][0]["part"]]["text"].split()[:4]),
            "grounds": f"It was held against the same in the debate: {point['grounds']}"[:600],
            "evidence": [s for one in point.get("attacks", ()) for s in one.get("evidence", ())][:5], "value_target": "",
            "value_critic": "", "wanted": "", "takes_up": [point["id"]],
        }
        for point in asked.data["debate"]
    ]  # fmt: skip
    return {"critiques": found[:8]}


def _respond(asked: CaseAsked) -> dict[str, Any]:
    """Every second critique is met by a narrower version, the others by a reply."""
    shown = {part["id"]: part for one in asked.data["arguments"] for part in one["parts"]}
    answers, revisions = [], []
    for n, critique in enumerate(asked.data["critiques"]):
        part = shown.get(critique["target"])
        narrower = n % 2 == 0 and part is not None and bool(part.get("cites"))
        answer = "concede_part" if narrower else "reply"
        given = {"critique": critique["id"], "answer": answer, "text": "The source is plain.", "evidence": []}
        if asked.name == "CrossRespondOut":
            given["takes_up"] = [one["name"] for one in critique.get("debate", ())]
        answers.append(given)
        if narrower and part is not None:
            revisions.append({"target": part["id"], "answers": [critique["id"]], "part": _narrower(part)})
    return {"answers": answers, "revisions": revisions}


def _narrower(part: dict[str, Any]) -> dict[str, Any]:
    return {
        "component": part["id"].partition(".")[2],
        "text": f"{part['text']} No more is claimed.",
        "warrant": "The source says so, and no more.",
        "records": [{"tag": "the same", "sentences": part["cites"][:1], "any_of": "", "stands": "for"}],
        "premises": [name.partition(".")[2] for name in part.get("rests_on", ()) if "." in name],
        "backing": "",
        "qualifier": "Only so far.",
        "rebuttal": "",
        "values": [],
        "calculation": None,
    }


def _rate(asked: CaseAsked) -> dict[str, Any]:
    def rated(critique: dict[str, Any]) -> dict[str, Any]:
        revised = bool(critique.get("new_version"))
        verdict = {"verdict": "valid" if revised else "invalid", "version": "answered" if revised else "none"}
        reply = "adequate" if "replies" in critique.get("answer", "") else "none"
        return verdict | {
            "critique": critique["id"], "reply": reply, "materiality": 0.2, "reasons": "As the file stands.",
        }  # fmt: skip

    return {"ratings": [rated(one) for one in asked.data["critiques"]]}


def _weigh(asked: CaseAsked) -> dict[str, Any]:
    """The first outcome of each pair outweighs."""
    return {
        "weighings": [
            {
                "issue": pair["issue"], "over": pair["a"], "under": pair["b"], "reason": "judgement", "value_over": "",
                "value_under": "", "text": "Its records are nearer.", "evidence": some(asked, 1),
            }
            for pair in asked.data["pairs"]
        ]
    }  # fmt: skip


def _points(asked: CaseAsked) -> dict[str, Any]:
    return {"points": [{"point": "It has to be decided.", "evidence": list(asked.sentences)[:1]}]}


def _compose(asked: CaseAsked) -> dict[str, Any]:
    """A text from the file alone, which nobody has argued yet."""
    return {
        "text": "# It seems decided\n\nThe answer seems to follow.\n\n## The first impression\n\nIt looks as if it were decided."
    }


def _choose(asked: CaseAsked) -> dict[str, Any]:
    """Drafts that are alike, with nothing to mend."""
    alike = {**dict.fromkeys(SCORED, 8), "held": 0, "faults": []}
    return {"readings": [alike] * len(asked.data["drafts"]), "why": "They say the same."}


def _review(_asked: CaseAsked) -> dict[str, Any]:
    return {"marks": [], "changes": [], "keep": []}


def _reconsider(asked: CaseAsked) -> dict[str, Any]:
    """A text whose every sentence says only what nobody doubts."""
    sections = [
        {
            "heading": _named(one),
            "deals_with": [one["issue"]],
            "text": f"It is decided as stated.\n\n- {_named(one)}: the argument stands.",
        }
        for one in asked.data["issues"]
    ]
    sections.append({"heading": "What to do", "deals_with": ["order"], "text": "1. Decide accordingly."})
    return {"title": "It is decided", "answer": "The answer follows.", "sections": sections}


def _named(issue: dict[str, Any]) -> str:
    return str(issue["issue"]).replace("_", " ").capitalize()


def _support(asked: CaseAsked) -> dict[str, Any]:
    standing = {one["issue"]: one["standing"] for one in asked.data["issues"] if one.get("standing")}
    parts = [part for arguments in standing.values() for argument in arguments for part in argument["parts"]]
    rests = [part["id"] for part in parts[-1:]]
    chosen = [one["option"] for one in asked.data["options"] if one["status"] == "core"]
    bare = [
        one.partition(" ")[0] for one in asked.data["position"] if not one.endswith(")") and ", heading]" not in one
    ]
    reliefs = [
        {"relief": one.partition(":")[0], "answer": "open", "why": "The file does not decide it.", "rests_on": rests}
        for one in asked.data.get("reliefs", ())
    ]
    return {
        "option": chosen[0] if len(chosen) == 1 else "", "reliefs": reliefs, "gone": [], "new": [],
        "sentences": [{"sentence": name, "rests_on": rests, "text": ""} for name in bare],
    }  # fmt: skip


def _read_again(_asked: CaseAsked) -> dict[str, Any]:
    return {"missed": [], "sentences": []}


_ANSWERS: dict[str, Callable[[CaseAsked], dict[str, Any]]] = {
    "FindingsOut": _findings,
    "AgendaOut": _agenda,
    "AgendaAnewOut": _agenda_anew,
    "TheoryOut": _theory,
    "ArgueOut": _argue,
    "CriticiseOut": _criticise,
    "CrossExamineOut": _cross_examine,
    "CrossRespondOut": _respond,
    "RespondOut": _respond,
    "RateCaseOut": _rate,
    "WeighOut": _weigh,
    "DecisivePointsOut": _points,
    "ComposeOut": _compose,
    "ChooseOut": _choose,
    "ReviewOut": _review,
    "ReconsiderOut": _reconsider,
    "SupportOut": _support,
    "SecondReadingOut": _read_again,
}
