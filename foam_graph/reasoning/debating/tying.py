"""A speech as it was written, cut into sentences, tied by another than its writer, and mended where it cannot stand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from foam_graph.agents.tasks.debate_speaking import MOST_SAID, MendOut, SaidOut, TieOut, Written
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.floor import Floor, judgement_on, said_of
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.turns import json_text

_NUMBERED = re.compile(r"^sentence (\d+)\b")
_LONGEST_SCHEME = 60


def as_said(answer: Written, floor: Floor) -> tuple[list[Said], list[str]]:
    """What a speaker answered, sentence by sentence; names that mean nothing here are left out and told.

    Args:
        answer: The answer: a whole speech, or sentences with what each rests on.
        floor: What it may name.
    """
    if not answer.sentences:
        return [Said(text) for text in sentences_of_speech(answer.speech)], []
    said: list[Said] = []
    odd: list[str] = []
    for one in answer.sentences:
        text = " ".join(one.text.split())
        if text:
            found, strange = _named(Said(text), one, len(said) + 1, floor)
            said.append(found)
            odd += strange
    return said, odd


def sentences_of_speech(text: str) -> list[str]:
    """A speech in sentences; what goes beyond the most that are counted stays with the last one."""
    found = [" ".join(text[start:end].split()) for start, end in segment(text).spans]
    found = [one for one in found if one]
    return [*found[: MOST_SAID - 1], " ".join(found[MOST_SAID - 1 :])] if len(found) > MOST_SAID else found


def tied(
    said: Sequence[Said], ties: Iterable[TieOut], floor: Floor, file: Mapping[str, str] | None = None
) -> tuple[list[Said], list[str]]:
    """Sentences with what a judge tied them to in place of what they had; what is not told of stays.

    Args:
        said: The sentences.
        ties: What the judge told, an entry a sentence; of two for one sentence the first counts.
        floor: What may be named.
        file: Ids of a file that the judge read whole, to stable ids: they may be named as well.
    """
    found, odd = list(said), list[str]()
    told = dict.fromkeys(one.number for one in ties)
    for number in told:
        one = next(each for each in ties if each.number == number)
        if number > len(said):
            odd.append(f"a tie names sentence {number}, which there is not")
            continue
        found[number - 1], strange = _named(said[number - 1], one, number, floor, file)
        odd += strange
    return found, odd


def kept_ties(before: Sequence[Said], after: Sequence[Said]) -> str | None:
    """What a judge tied, as its judgement keeps it; None where it tied nothing that was not tied before."""
    rows = [
        [n, list(one.cites), list(one.answers), one.scheme]
        for n, (one, was) in enumerate(zip(after, before, strict=True), 1)
        if one != was
    ]
    return json_text(rows) if rows else None


def tied_draft(floor: Floor, draft: Node) -> list[Said]:
    """A draft sentence by sentence, with what its judge tied it to."""
    said = said_of(floor.graph, draft)
    judged = judgement_on(floor.graph, draft)
    kept = judged.get("ties") if judged is not None else None
    for n, cites, answers, scheme in json.loads(kept or "[]"):
        said[n - 1] = replace(said[n - 1], cites=tuple(cites), answers=tuple(answers), scheme=scheme)
    return said


def to_alter(judged: Mapping[str, object] | None, said: Sequence[Said]) -> list[int]:
    """The sentences that a judge or the program found unable to stand; none named: any may be altered.

    Where something is wrong with the whole (too long, copied from memory), any may be.

    Args:
        judged: Fields of the judgement.
        said: The sentences.
    """
    if judged is None:
        return []
    faults = [str(one) for one in _list(judged.get("faults"))]
    return named_in(faults, [int(str(n)) for n in _list(judged.get("amend"))], said)


def named_in(faults: Sequence[str], amend: Sequence[int], said: Sequence[Said]) -> list[int]:
    """The sentences that faults name, with those that a judge named; empty where a fault names none."""
    found = [_NUMBERED.match(one) for one in faults]
    if not all(found):
        return []
    numbers = {int(one[1]) for one in found if one} | set(amend)
    return sorted(n for n in numbers if 1 <= n <= len(said))


def mended(
    said: Sequence[Said], mends: Iterable[MendOut], alter: Sequence[int], floor: Floor
) -> tuple[list[Said], list[str]]:
    """A draft with some of its sentences said otherwise; all others stay as they were, to the letter.

    Args:
        said: The draft.
        mends: What is said instead.
        alter: The sentences that may be altered, and with them their neighbours, whose link may have to change; empty: all.
        floor: What may be cited.
    """
    open_ones = {n + step for n in alter for step in (-1, 0, 1)} or set(range(1, len(said) + 1))
    instead, odd = dict[int, str](), list[str]()
    for one in mends:
        if one.number > len(said) or one.number not in open_ones:
            odd.append(f"sentence {one.number} was not to be altered, and stays")
        elif one.number not in instead:
            instead[one.number] = one.text
    offered = set(floor.offered().values())
    found: list[Said] = []
    for n, was in enumerate(said, 1):
        texts = [was.text] if n not in instead else sentences_of_speech(instead[n])
        if texts == [was.text]:
            # What may not be cited any more is no source of it any more.
            found.append(replace(was, cites=tuple(i for i in was.cites if i in offered)))
        else:
            found += [Said(text) for text in texts]
    return found, odd


def _named(
    said: Said, told: SaidOut | TieOut, number: int, floor: Floor, file: Mapping[str, str] | None = None
) -> tuple[Said, list[str]]:
    offered, answerable = {**(file or {}), **floor.offered()}, floor.answerable()
    odd = [f"sentence {number} cites {i}, which was not offered" for i in told.cites if i not in offered]
    odd += [f"sentence {number} answers {n}, which nobody said" for n in told.answers if n not in answerable]
    cites = tuple(dict.fromkeys(offered[i] for i in told.cites if i in offered))
    answers = tuple(dict.fromkeys(n for n in told.answers if n in answerable))
    return replace(said, cites=cites, answers=answers, scheme=" ".join(told.scheme.split())[:_LONGEST_SCHEME]), odd


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()
