"""Whatever agents answer in a round, nothing is half-written and every refusal has its note (protocol 2.7)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.rounds.answers import respond
from foam_graph.reasoning.rounds.criticism import criticise, words_of
from foam_graph.reasoning.rounds.rating import rate_round
from foam_graph.reasoning.rounds.weighing import weigh
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.case_room import CaseRoom

IDS = ("1.1", "1.3", "2.1", "3.1", "3.2", "4.2", "5.1", "6.2", "7.1", "99.99", "0.0")
JUNK = ("", "K9", "A9.facts", "A2", "A1.facts", "nowhere", "weather", '"', " ", "\u2028x", "777 days")
TEXTS = ("It is so.", "The form was stamped on 2 April.", "It took 777 days.", "‘q’")
VALUES = ("", "care", "fairness", "music")


class Noise:
    """Answers that are partly right: each name and word is now and then another one, or none at all.

    Args:
        seed: Decides everything.
    """

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - a seeded generator is what a test needs

    def some(self, right: str, wrong: Sequence[str] = JUNK) -> str:
        return right if self.chance.random() < 0.8 else self.chance.choice(wrong)

    def pick(self, *of: str) -> str:
        return self.chance.choice(of)

    def ids(self, least: int = 0) -> list[str]:
        good = IDS if self.chance.random() < 0.2 else IDS[:6]
        return [self.chance.choice(good) for _ in range(self.chance.randint(least, 2))]

    def parts(self, data: Any) -> list[Any]:
        return [part for argument in data.arguments for part in argument.parts]

    def opposed(self, data: Any) -> list[Any]:
        return [part for one in data.arguments if one.id in data.opposed for part in one.parts]

    def criticise(self, data: Any) -> dict[str, Any]:
        found = []
        for part in self.chance.choices(self.opposed(data), k=self.chance.randint(0, 6)):
            words = self.chance.choice([part.text, part.warrant or part.text, part.qualifier or part.text]).split()
            start = self.chance.randrange(len(words))
            found.append({
                "target": self.some(part.id), "quoted": self.some(" ".join(words[start : start + 3]), JUNK[3:]) or "x",
                "type": self.pick("logical_gap", "missing_evidence", "value_conflict"),
                "flaw": self.pick("other", "weak_warrant", "value_conflict", "conceded", "date_conflict"),
                "grounds": self.pick(*TEXTS), "evidence": self.ids(), "wanted": self.pick("", "a search"),
                "value_target": self.pick(*VALUES), "value_critic": self.pick(*VALUES),
            })  # fmt: skip
        omitted = [
            {"issue": self.pick("form", "noise", "weather"), "grounds": self.pick(*TEXTS), "evidence": self.ids()}
        ]
        return {"critiques": found, "omissions": omitted[: self.chance.randint(0, 1)]}

    def respond(self, data: Any) -> dict[str, Any]:
        answers = [
            {"critique": self.some(one.id), "answer": self.pick("concede", "concede_part", "reply", "none"),
             "text": self.some("Because.", ("", " ")), "evidence": self.ids()}
            for one in data.critiques
        ]  # fmt: skip
        known = {part.id: part for part in self.parts(data)}
        revisions = [
            {"target": self.some(one.target), "answers": [self.some(one.id), self.some(one.id)],
             "part": self.part(known[one.target])}
            for one in data.critiques if one.target in known and self.chance.random() < 0.7
        ]  # fmt: skip
        return {"answers": answers, "revisions": revisions[:8]}

    def part(self, old: Any) -> dict[str, Any]:
        records = [
            {"tag": "t", "sentences": self.ids(1), "any_of": self.pick("", "", "x")}
            for _ in range(self.chance.randint(0, 3))
        ]
        return {
            "component": self.some(old.id.partition(".")[2], ("rule", "other", old.id)),
            "text": self.some(f"{old.text} In part.", (old.text, *TEXTS)), "warrant": self.pick(old.warrant, *TEXTS),
            "qualifier": self.pick("", "Mostly.", old.qualifier), "records": records,
            "premises": self.chance.choice([[], [], ["rule"], ["facts", "F1"], ["conclusion"], ["F9"]]),
            "rebuttal": self.pick("", "Unless not."), "backing": self.pick("", "By law."), "values": [self.pick(*VALUES)],
        }  # fmt: skip

    def rate_case(self, data: Any) -> dict[str, Any]:
        return {"ratings": [
            {"critique": self.some(one.id), "verdict": self.pick("valid", "valid", "invalid", "requires_more_evidence"),
             "reply": self.pick("adequate", "inadequate", "none"), "materiality": self.chance.random(), "reasons": "So.",
             "version": self.pick("answered", "partly", "not_answered", "none")}
            for one in data.critiques
        ]}  # fmt: skip

    def weigh(self, data: Any) -> dict[str, Any]:
        return {"weighings": [
            {"issue": self.some(one.issue, ("weather", "form")), "over": self.some(one.a, (one.b, "", "maybe")), "text": "So.",
             "under": self.some(one.b, (one.a, "", "maybe")), "evidence": self.ids(),
             "reason": self.pick("authority", "date", "value", "recomputed", "burden", "judgement", "direct"),
             "value_over": self.pick(*VALUES), "value_under": self.pick(*VALUES)}
            for one in data.pairs
        ]}  # fmt: skip


def played(seed: int) -> CaseRoom:
    """Two rounds with noisy agents; every turn passes the model's check as it is committed."""
    room, noise = CaseRoom(), Noise(seed)
    for task in ("criticise", "respond", "rate_case", "weigh"):
        room.agent.says(task, *[getattr(noise, task)] * 20)
    for n in (1, 2):
        for stance in ("applicant", "caseworker", "auditor"):
            _commit(room, criticise(room.desk, room.graph, room.who(stance), f"criticise:{n}:{stance}", n))
        for stance in ("applicant", "caseworker", "auditor"):
            _commit(room, respond(room.desk, room.graph, room.who(stance), f"respond:{n}:{stance}", room.findings))
        _commit(room, rate_round(room.desk, room.graph, f"rate:{n}"))
    _commit(room, weigh(room.desk, room.graph, "weigh"))
    return room


def _commit(room: CaseRoom, turn: Turn | None) -> None:
    if turn is not None:
        room.commit(turn)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_a_round_is_sound_whatever_is_answered(seed: int) -> None:
    room = played(seed)
    _critiques(room)
    _versions(room.graph)
    _ratings(room.graph)
    _weighings(room)
    sublate(room.graph)


def test_noisy_agents_get_some_things_right_and_some_refused() -> None:
    kinds: Counter[str] = Counter()
    notes = []
    for seed in range(4):
        graph = played(seed).graph
        kinds += Counter(node.kind for node in graph.nodes)
        kinds["versions"] += sum(edge.type == "REVISES" for edge in graph.edges)
        notes += [node.get("note", "") for node in graph.of("AgentTurn")]
    assert min(kinds[kind] for kind in ("Critique", "Reply", "Evaluation", "Weighing", "versions")) > 3
    for refused in ("critique of", "answer refused", "is no part of your case", "rating refused", "weighing refused"):
        assert any(refused in note for note in notes), refused


def _critiques(room: CaseRoom) -> None:
    graph = room.graph
    for node in graph.of("Critique"):
        targets = graph.out(node.id, "ATTACKS")
        assert targets
        for target in targets:
            assert " ".join(node["quoted"].split()).casefold() in " ".join(words_of(target).split()).casefold()
        assert (
            not {node["value_target"], node["value_critic"]} - {"care", "fairness"}
            if node.get("value_target")
            else True
        )
        if targets[0].kind != "Issue":
            claims = [t for t in targets if t.kind == "Claim"]
            assert all(claim["stance_id"] != node["stance_id"] for claim in claims)
    for record in graph.of("EvidenceRecord"):
        assert set(record["sentence_ids"]) <= room.evidence.sentences.keys()


def _versions(graph: Subgraph) -> None:
    for claim in graph.of("Claim"):
        old = graph.out(claim.id, "SUPERSEDES")
        assert len(old) <= 1
        for was in old:
            assert was["stance_id"] == claim["stance_id"]
            for type_ in ("FILLS", "FOLLOWS", "CONCLUDES"):
                ends = {(e.end, str(dict(e.fields))) for e in graph.out_edges(was.id, type_)}
                assert ends == {(e.end, str(dict(e.fields))) for e in graph.out_edges(claim.id, type_)}
        assert graph.into(claim.id, "WARRANTS")
    live = [(c["leaf"]) for c in graph.live("Claim")]
    assert len(live) == len(set(live)), "a slot has one live version"


def _ratings(graph: Subgraph) -> None:
    for node in graph.of("Evaluation"):
        if node.kind != "Evaluation":
            continue
        rated = graph.out(node.id, "RATES")
        assert [n.kind for n in rated] in (["Critique"], ["Critique", "Reply"])
        assert (node.get("reply") is not None) == (len(rated) == 2)
        if node.get("version"):
            assert any(n.kind == "Claim" for n in graph.into(rated[0].id, "ANSWERS"))


def _weighings(room: CaseRoom) -> None:
    pairs = {("form", "in_time", "late"), ("noise", "over", "under"), ("hours", "long", "short")}
    seen = []
    for node in room.graph.of("Weighing"):
        sides = [node["over"], node["under"]] if node["over"] else node["under"].split("|")
        seen.append((node["issue"], *sorted(sides)))
        assert (node["reason"] == "value") <= (node["issue"] == "hours")
    assert set(seen) <= pairs
    assert len(seen) == len(set(seen))
