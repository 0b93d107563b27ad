"""The rules for ``judge_debate_utterance``, ``judge_debate``, ``compare_utterances`` and ``inspire_score``.

| dimension | rule |
|---|---|
| source | the share of factual sentences that cite a source or name one; no factual sentence: not judged |
| facts | a cited source that has every figure: supported; neither cited nor named: unsupported; else not judged |
| all others | not judged: whether an argument holds or moves is not read from wording |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from foam_graph.agents.tasks.debate_judging import (
    CompareUtterancesIn,
    CompareUtterancesOut,
    FactOut,
    InspireIn,
    InspireOut,
    JudgeDebateIn,
    JudgeDebateOut,
    JudgeDebateUtteranceIn,
    JudgeDebateUtteranceOut,
    MarkOut,
    SourceShown,
    TurnShown,
    WinnerOut,
)
from foam_graph.findings.debate.sourcing import checkable, figures, names_source

NOT_BY_RULE = "Not judged by rules."
_MOST_FACTS = 80


def judge_utterance(data: JudgeDebateUtteranceIn) -> JudgeDebateUtteranceOut:
    """Marks what can be counted: sources."""
    return JudgeDebateUtteranceOut(
        argument=_unjudged(), source=_source(data.utterance, data.sources), language=_unjudged()
    )


def judge_debate(data: JudgeDebateIn) -> JudgeDebateOut:
    """Compares the shares of factual sentences with a source, over all utterances of each side."""
    first, second = (_share(_facts(turns), _cited(data, turns)) for turns in (data.first, data.second))
    if first is None or second is None:
        source = WinnerOut(winner="not_judged", reasons="A side has no factual sentence that was marked.")
    else:
        winner: Literal["first", "second", "tie"] = (
            "tie" if first == second else "first" if first > second else "second"
        )
        source = WinnerOut(winner=winner, reasons=f"Factual sentences with a source: {first:.0%} against {second:.0%}.")
    none = WinnerOut(winner="not_judged", reasons=NOT_BY_RULE)
    return JudgeDebateOut(argument=none, source=source, language=none, overall=none)


def compare_utterances(data: CompareUtterancesIn) -> CompareUtterancesOut:
    """Does not compare: which of two utterances is better is not read from wording."""
    del data
    return CompareUtterancesOut(winner="not_judged", reasons=NOT_BY_RULE)


def inspire_score(data: InspireIn) -> InspireOut:
    """Checks facts against the figures of what they cite."""
    sources = {one.sentence: one.text for one in data.sources}
    facts = [_fact(name, text, sources.get(name, "")) for name, text in _named(data.utterance) if checkable(text)]
    return InspireOut(
        emotional_appeal=_unjudged(),
        clarity=_unjudged(),
        arrangement=_unjudged(),
        topic_elevation=_unjudged(),
        logic=_unjudged(),
        facts=facts[:_MOST_FACTS],
    )


def _unjudged() -> MarkOut:
    return MarkOut(verdict="not_judged", mark=0, reasons=NOT_BY_RULE)


def _source(turn: TurnShown, sources: Sequence[SourceShown]) -> MarkOut:
    facts = _facts([turn])
    cited = {one.sentence for one in sources}
    share = _share(facts, cited)
    if share is None:
        return MarkOut(verdict="not_judged", mark=0, reasons="No factual sentence that a rule can see.")
    reasons = f"{round(share * len(facts))} of {len(facts)} factual sentences cite or name a source."
    return MarkOut(verdict="judged", mark=1 + round(9 * share), reasons=reasons)


def _named(turn: TurnShown) -> list[tuple[str, str]]:
    return [(name, text) for name, _, text in (sentence.partition(" ") for sentence in turn.sentences)]


def _facts(turns: Sequence[TurnShown]) -> dict[str, str]:
    return {name: text for turn in turns for name, text in _named(turn) if checkable(text)}


def _cited(data: JudgeDebateIn, turns: Sequence[TurnShown]) -> set[str]:
    """What the judge of single utterances found cited: a full mark says that every factual sentence has a source."""
    full = {one.turn for one in data.marks if one.source == 10}
    return {name for turn in turns if turn.turn in full for name, _ in _named(turn)}


def _share(facts: dict[str, str], cited: set[str]) -> float | None:
    if not facts:
        return None
    return sum(name in cited or names_source(text) for name, text in facts.items()) / len(facts)


def _fact(name: str, text: str, source: str) -> FactOut:
    if source:
        held = set(figures(text)) <= set(figures(source))
        reasons = "The cited source has its figures." if held else "The cited source lacks a figure of it."
        return FactOut(sentence=name, verdict="supported" if held else "unsupported", reasons=reasons)
    if names_source(text):
        return FactOut(sentence=name, verdict="not_judged", reasons="It names a source that is not shown.")
    return FactOut(sentence=name, verdict="unsupported", reasons="It cites no source and names none.")
